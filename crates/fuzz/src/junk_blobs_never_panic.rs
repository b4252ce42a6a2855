use crate::{Broken, Random};
use archive::{Level, Model, decode_bare_game, decode_game, encode_bare_game, encode_game};
use legal::{Move, Position};
use streams::moves::Setting;

/// Junk bytes of any length as a game alone.
const LONGEST: usize = 100;

/// Bytes that are no blob are an error, or a game whose blob they are, by another pass over its moves; and a game that the bytes choose
/// comes back from either kind of blob.
///
/// # Errors
///
/// What does not hold.
pub fn junk_blobs_never_panic(junk: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let start = random.below(junk.len().max(1)).min(junk.len());
    let junk = &junk[start..junk.len().min(start + random.below(LONGEST))];
    let setting = Setting::default();
    let (standard, chosen) = (Position::standard(), chosen_moves(junk));
    for model in Level::ALL.map(Model::of) {
        let same = match decode_bare_game(junk, &setting, &model) {
            Err(_) => true,
            Ok((start, moves)) => {
                encode_bare_game(&start, &moves, &setting, &model).is_ok_and(|blob| blob == junk)
            }
        };
        Broken::unless(same, || {
            format!("{junk:02x?} is a game that gives other bytes")
        })?;
        let same = match decode_game(junk, &setting, Some(&model)) {
            Err(_) => true,
            Ok((start, moves)) => {
                encode_game(&start, &moves, &setting, &model).is_ok_and(|blob| blob == junk)
            }
        };
        Broken::unless(same, || {
            format!("{junk:02x?} is a checked game that gives other bytes")
        })?;
        let back = encode_game(&standard, &chosen, &setting, &model)
            .and_then(|blob| decode_game(&blob, &setting, None));
        Broken::unless(back.is_ok_and(|(_, moves)| moves == chosen), || {
            format!("the game that {junk:02x?} choose does not come back")
        })?;
        let back = encode_bare_game(&standard, &chosen, &setting, &model)
            .and_then(|blob| decode_bare_game(&blob, &setting, &model));
        Broken::unless(back.is_ok_and(|(_, moves)| moves == chosen), || {
            format!("the game that {junk:02x?} choose does not come back from a bare blob")
        })?;
    }
    Ok(())
}

/// A game of which each byte chooses a move.
fn chosen_moves(choices: &[u8]) -> Vec<Move> {
    let mut position = Position::standard();
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(choice) % legal.len()];
        moves.push(m);
        position.play(m);
    }
    moves
}
