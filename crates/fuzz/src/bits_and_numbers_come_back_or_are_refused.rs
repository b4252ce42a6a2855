use crate::{Broken, Random};
use classic::{Bits, GAMES, GameCodec, POSITIONS, PositionCodec, chess960, number};
use legal::Position;
use num_bigint::BigUint;

/// Enough for the longest position in bits, and for a game of a hundred plies.
const LONGEST: usize = 70;
/// About as many plies as so many bytes can spell.
const MOST_PLIES: usize = 100;

/// Bits that an encoding of positions or of games reads are what it writes for what it has read; a number that is read as a game is
/// that game's number. All others are refused.
///
/// The first byte says which encoding reads the rest: one of [`POSITIONS`], then of [`GAMES`], then the number.
///
/// # Errors
///
/// What does not hold.
pub fn bits_and_numbers_come_back_or_are_refused(junk: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let Some((&which, junk)) = junk.split_first() else {
        return Ok(());
    };
    let junk = &junk[..junk.len().min(LONGEST)];
    let which = usize::from(which) % (POSITIONS.len() + GAMES.len() + 1);
    let (start, plies) = (start(&mut random), random.below(MOST_PLIES));
    if let Some(codec) = POSITIONS.get(which) {
        position(*codec, &bits(junk, &mut random)?)
    } else if let Some(codec) = GAMES.get(which - POSITIONS.len()) {
        game(*codec, &start, plies, &bits(junk, &mut random)?)
    } else {
        numbers(&start, plies, &BigUint::from_bytes_le(junk))
    }
}

/// The bytes, of whose last some bits do not count.
fn bits(bytes: &[u8], random: &mut Random) -> Result<Bits, Broken> {
    let mut bytes = bytes.to_vec();
    let spare = if bytes.is_empty() { 0 } else { random.below(8) };
    if let Some(last) = bytes.last_mut() {
        *last = *last >> spare << spare;
    }
    let bits = Bits::from_bytes(&bytes, 8 * bytes.len() - spare);
    bits.ok_or_else(|| Broken("bits with zeros after them are refused".into()))
}

/// A start position of Chess960, the usual one as often as not.
fn start(random: &mut Random) -> Position {
    let number = if random.once_in(2) {
        chess960::STANDARD
    } else {
        random.below(960) as u32
    };
    chess960::rank(number)
        .ok()
        .and_then(|rank| chess960::position(&rank).ok())
        .unwrap_or_default()
}

fn position(codec: &dyn PositionCodec, bits: &Bits) -> Result<(), Broken> {
    let (name, found) = (codec.name(), codec.decode(bits));
    // That encoding searches for a game of two seconds' work.
    let Some(position) = found.ok().filter(|_| name != "shortest-game") else {
        return Ok(());
    };
    let again = codec.encode(&position);
    Broken::unless(again.as_ref() == Ok(bits), || {
        format!("{name}: {bits} is a position that is written {again:?}")
    })
}

fn game(codec: &dyn GameCodec, start: &Position, plies: usize, bits: &Bits) -> Result<(), Broken> {
    let name = codec.name();
    let Ok(game) = codec.decode(start, plies, bits) else {
        return Ok(());
    };
    let again = codec
        .encode(&game)
        .map_err(|error| Broken(format!("{name}: {bits} is a game that is refused: {error}")))?;
    let back = codec.decode(start, plies, &again);
    Broken::unless(back.as_ref() == Ok(&game), || {
        format!("{name}: {bits} is a game that comes back as another")
    })
}

fn numbers(start: &Position, plies: usize, number: &BigUint) -> Result<(), Broken> {
    let same = |again: Result<BigUint, classic::Error>| {
        Broken::unless(again.as_ref() == Ok(number), || {
            format!("{number} is a game with the number {again:?}")
        })
    };
    if let Ok(game) = number::decode(start, plies, number) {
        Broken::unless(game.moves.len() == plies, || {
            format!(
                "{number} is a game of {} plies, not {plies}",
                game.moves.len()
            )
        })?;
        same(number::encode(&game))?;
    }
    if let Ok(game) = number::decode_with_end(start, number) {
        same(number::encode_with_end(&game))?;
    }
    Ok(())
}
