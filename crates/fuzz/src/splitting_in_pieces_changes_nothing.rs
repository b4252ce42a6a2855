use crate::{Broken, Random};

/// A text that arrives in pieces is cut into the same games as the whole, and those games are the text.
///
/// # Errors
///
/// What does not hold.
pub fn splitting_in_pieces_changes_nothing(text: &[u8], choices: u64) -> Result<(), Broken> {
    let whole: Vec<&[u8]> = pgn::games(text).collect();
    Broken::unless(whole.concat() == text, || {
        "the games are not the text".into()
    })?;
    Broken::unless(!whole.contains(&&[][..]), || "a game is empty".into())?;
    let ends: Vec<usize> = whole
        .iter()
        .scan(0, |end, game| {
            *end += game.len();
            Some(*end)
        })
        .collect();
    let found = ends_in_pieces(text, &mut Random::new(choices));
    Broken::unless(found == ends, || {
        format!("the whole ends games at {ends:?}, the pieces at {found:?}")
    })
}

/// The ends of the games of a text that arrives in pieces, complete games being dropped now and then.
fn ends_in_pieces(text: &[u8], random: &mut Random) -> Vec<usize> {
    let mut splitter = pgn::Splitter::new();
    let (mut buffer, mut found, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let longest = random.pick(&[&1, &7, &100, &5000]) + 1;
    let (mut fed, mut dropped) = (0, 0);
    let mut complete = 0;
    while fed < text.len() {
        let piece = (1 + random.below(longest)).min(text.len() - fed);
        buffer.extend_from_slice(&text[fed..fed + piece]);
        fed += piece;
        splitter.feed(&buffer, false, &mut found);
        complete = found.last().copied().unwrap_or(complete);
        ends.extend(found.drain(..).map(|end| end + dropped));
        if random.once_in(3) {
            buffer.drain(..complete);
            splitter.consume(complete);
            dropped += complete;
            complete = 0;
        }
    }
    splitter.feed(&buffer, true, &mut found);
    ends.extend(found.drain(..).map(|end| end + dropped));
    ends
}
