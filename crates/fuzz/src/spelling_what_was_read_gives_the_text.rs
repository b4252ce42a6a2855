use crate::{Broken, Random};
use legal::san::{self, Mark, Spelling};
use legal::{Position, Variant};
use pgn::TokenKind;

/// A word that is read as a move and has a spelling is written back as it was; ranks and moves are each other's inverse.
///
/// The words are played as they come, variations included, from the position that the tags set up.
///
/// # Errors
///
/// What does not hold.
pub fn spelling_what_was_read_gives_the_text(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    // The spelling of the file so far, which is only a hint.
    let mut usual = Spelling::default();
    for game in pgn::games(text) {
        let mut position = start(game);
        for token in pgn::lex(game).filter(|token| token.kind == TokenKind::San) {
            if let Some((after, spelling)) = play(token.text, &position, usual, &mut random)? {
                position = after;
                usual = spelling;
            }
        }
    }
    Ok(())
}

pub(crate) fn start(game: &[u8]) -> Position {
    let value = |name: &[u8]| {
        pgn::lex(game).find_map(|token| {
            let tag = token.tag_pair().filter(|tag| tag.name == name)?;
            Some(tag.value)
        })
    };
    let variant = value(b"Variant").and_then(Variant::from_tag);
    let variant = variant.unwrap_or(Variant::Standard);
    value(b"FEN")
        .and_then(|fen| std::str::from_utf8(fen).ok())
        .and_then(|fen| Position::from_fen(fen, variant).ok())
        .unwrap_or_else(|| Position::initial(variant))
}

/// The position after the move that a word names, if it names one, and how it was spelt.
fn play(
    text: &[u8],
    before: &Position,
    usual: Spelling,
    random: &mut Random,
) -> Result<Option<(Position, Spelling)>, Broken> {
    let legal = before.legal_moves();
    let shown = String::from_utf8_lossy(text);
    let any = random.below(legal.len());
    if let Some(m) = legal.unrank(any) {
        Broken::unless(legal.rank(m) == Some(any), || {
            format!("move {any} of {} has another rank", before.to_fen())
        })?;
    }
    let Some(index) = san::read(text, before, &legal) else {
        return Ok(None);
    };
    let Some(played) = legal.unrank(index) else {
        return Err(Broken(format!(
            "{shown} is read as move {index}, which does not exist"
        )));
    };
    let mut after = before.clone();
    after.play(played);
    let mark = Mark::of(&after, || after.legal_moves().is_empty());
    let Some(spelling) = san::spelling(text, before, &legal, index, mark, usual) else {
        return Ok(Some((after, usual)));
    };
    Broken::unless(
        Spelling::from_code(spelling.to_code()) == Some(spelling),
        || format!("the code of {spelling:?} stands for another spelling"),
    )?;
    let mut written = Vec::new();
    san::write(&mut written, before, &legal, index, mark, spelling);
    Broken::unless(written == text, || {
        let written = String::from_utf8_lossy(&written);
        format!("{shown} is written as {written} in {}", before.to_fen())
    })?;
    Ok(Some((after, spelling)))
}
