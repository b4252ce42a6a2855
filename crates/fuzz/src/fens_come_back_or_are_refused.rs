use crate::{Broken, Random};
use classic::{POSITIONS, chess960};
use legal::{Position, Variant};

/// No FEN is longer: eight ranks with promoted men, pockets, counters.
const LONGEST: usize = 300;

/// A text that is read as a FEN is written as one that gives the same position again; its legal moves and their ranks are each other's
/// inverse; and every encoding of positions gives back what it keeps of it, or refuses it.
///
/// # Errors
///
/// What does not hold.
pub fn fens_come_back_or_are_refused(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let fen = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]);
    let variant = Variant::ALL[random.below(Variant::ALL.len())];
    if let Ok(position) = Position::from_fen(&fen, variant) {
        comes_back(&position)?;
        let mut after = position.clone();
        let legal = position.legal_moves();
        // Nobody has to get out of check there, and then the king stands where no FEN may have it.
        let is_race_in_check = variant == Variant::RacingKings && legal.is_check();
        if is_race_in_check {
            return Ok(());
        }
        if let Some(played) = legal.unrank(random.below(legal.len())) {
            after.play(played);
            comes_back(&after)?;
        }
    }
    if let Ok(rank) = chess960::of_fen(&fen) {
        let number = chess960::number(&rank).map_err(|error| Broken(error.to_string()))?;
        Broken::unless(chess960::rank(number).as_ref() == Ok(&rank), || {
            format!("start position {number} has another first rank")
        })?;
    }
    Ok(())
}

fn comes_back(position: &Position) -> Result<(), Broken> {
    let (fen, variant) = (position.to_fen(), position.variant());
    let again = Position::from_fen(&fen, variant)
        .map_err(|error| Broken(format!("{fen} of {variant:?} is not read: {error}")))?;
    Broken::unless(again.to_fen() == fen, || {
        format!("{fen} of {variant:?} comes back as {}", again.to_fen())
    })?;
    Broken::unless(again.hash() == position.hash(), || {
        format!("{fen} of {variant:?} comes back with another hash")
    })?;
    let legal = position.legal_moves();
    for index in 0..legal.len() {
        let rank = legal.unrank(index).and_then(|m| legal.rank(m));
        Broken::unless(rank == Some(index), || {
            format!("move {index} of {fen} of {variant:?} has the rank {rank:?}")
        })?;
    }
    let setup = position.to_setup();
    // That encoding searches for a game of two seconds' work, and what cannot be reached is refused after it.
    for codec in POSITIONS
        .iter()
        .filter(|codec| codec.name() != "shortest-game")
    {
        if let Ok(bits) = codec.encode(&setup) {
            let back = codec.decode(&bits);
            Broken::unless(back.as_ref() == Ok(&codec.keeps().of(&setup)), || {
                format!("{fen} comes back from {} as {back:?}", codec.name())
            })?;
        }
    }
    Ok(())
}
