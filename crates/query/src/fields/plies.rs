//! Values that are read from the main line; lists have one item for each ply.
//!
//! Not part of the format.

use super::Value;
use archive::{Comment, Eval, Game, Ply, Position};

/// The null move in UCI notation, which is legal in no position.
pub const NULL_MOVE: &str = "0000";

/// The number of plies; null if the start position cannot be played.
pub(super) fn count(game: &Game) -> Value<'static> {
    let plies = || i64::try_from(game.main_line().plies.len()).ok();
    game.start().and_then(|_| plies()).into()
}

/// Whether all moves could be read.
pub(super) fn is_complete(game: &Game) -> Value<'static> {
    Value::Truth(game.start().is_some() && game.main_line().unread.is_empty())
}

/// Whether one of the comments is such a one.
pub(super) fn has_comment(game: &Game, is_one: fn(&Comment) -> bool) -> Value<'static> {
    let line = game.main_line();
    let after = line.plies.iter().flat_map(|ply| &ply.comments);
    Value::Truth(line.comments.iter().chain(after).any(is_one))
}

/// Whether a comment contains more than spaces and commands such as `[%clk 0:03:00]`.
pub(super) fn has_words(comment: &Comment) -> bool {
    let mut text = &comment.text[..];
    loop {
        text = text.trim_ascii_start();
        let Some(command) = text.strip_prefix(b"[%") else {
            return !text.is_empty();
        };
        let Some(end) = command.iter().position(|&byte| byte == b']') else {
            return true;
        };
        text = &command[end + 1..];
    }
}

/// Whether a move has an annotation directly after it.
pub(super) fn has_nags(game: &Game) -> Value<'static> {
    let mut plies = game.main_line().plies.iter();
    Value::Truth(plies.any(|ply| !ply.nags.is_empty()))
}

/// Whether a move has a variation.
pub(super) fn has_variations(game: &Game) -> Value<'static> {
    let line = game.main_line();
    let after = line.plies.iter().any(|ply| !ply.variations.is_empty());
    Value::Truth(after || !line.variations.is_empty())
}

/// The start, unless it is the usual start of the variant.
pub(super) fn fen(game: &Game) -> Value<'static> {
    let found = || {
        let start = game.start()?;
        let fen = start.to_fen();
        (fen != Position::initial(start.variant()).to_fen()).then_some(fen)
    };
    found().into()
}

/// The position after so many plies, or after the last one.
fn position(game: &Game, ply: Option<usize>) -> Option<Position> {
    game.position(ply.unwrap_or(game.main_line().plies.len()))
}

/// The FEN of such a position.
pub(super) fn fen_at(game: &Game, ply: Option<usize>) -> Value<'static> {
    position(game, ply).map(|position| position.to_fen()).into()
}

/// The hash of such a position.
pub(super) fn hash(game: &Game, ply: Option<usize>) -> Value<'static> {
    position(game, ply).map_or(Value::Null, |position| Value::Hash(position.polyglot_key()))
}

/// The hashes of all positions.
pub(super) fn hashes(game: &Game) -> Value<'static> {
    match game.start() {
        Some(_) => Value::Hashes(
            game.positions()
                .map(|position| position.polyglot_key())
                .collect(),
        ),
        None => Value::Null,
    }
}

/// The pieces of the last position, as tables of endings name them.
pub(super) fn material(game: &Game) -> Value<'static> {
    let last = position(game, None);
    last.map(|last| crate::signature(last.rules()).1).into()
}

/// The nodes of the engines' searches.
pub(super) fn engine_nodes(game: &Game) -> Value<'static> {
    wholes(game.engine_infos(), |info| i64::try_from(info?.nodes?).ok())
}

pub(super) fn san(game: &Game) -> Value<'static> {
    texts(game, |ply| ply.san.clone())
}

pub(super) fn uci(game: &Game) -> Value<'static> {
    let is_chess960 = game.is_chess960();
    texts(game, |ply| match ply.played {
        Some(m) => m.to_uci(is_chess960),
        None => NULL_MOVE.to_owned(),
    })
}

fn texts(game: &Game, text: impl Fn(&Ply) -> String) -> Value<'static> {
    // Nothing is known of a game whose start is none.
    match game.start() {
        Some(_) => Value::Texts(game.main_line().plies.iter().map(text).collect()),
        None => Value::Null,
    }
}

/// Milliseconds left, for both sides.
pub(super) fn clocks(game: &Game) -> Value<'static> {
    wholes(&game.main_line().plies, |ply| {
        i64::try_from(ply.clock()?).ok()
    })
}

/// Whole seconds left, for one side.
pub(super) fn clocks_of(game: &Game, is_white: bool) -> Value<'static> {
    let white_begins = game.start().is_none_or(Position::white_to_move);
    let plies = &game.main_line().plies;
    let own = plies
        .iter()
        .skip(usize::from(white_begins != is_white))
        .step_by(2);
    wholes(own, |ply| i64::try_from(ply.clock()? / 1000).ok())
}

/// Milliseconds spent.
pub(super) fn spent(game: &Game) -> Value<'static> {
    wholes(&game.main_line().plies, |ply| {
        i64::try_from(ply.spent()?).ok()
    })
}

pub(super) fn centipawns(game: &Game) -> Value<'static> {
    wholes(&game.main_line().plies, |ply| match ply.eval()? {
        Eval::Centipawns(value) => Some(value.into()),
        Eval::Mate(_) => None,
    })
}

pub(super) fn mates(game: &Game) -> Value<'static> {
    wholes(&game.main_line().plies, |ply| match ply.eval()? {
        Eval::Mate(moves) => Some(moves.into()),
        Eval::Centipawns(_) => None,
    })
}

/// Evaluations as 16-bit numbers, as in Aix.
pub(super) fn evals(game: &Game) -> Value<'static> {
    wholes(&game.main_line().plies, |ply| {
        packed(ply.eval()?).map(i64::from)
    })
}

/// Mates in up to this number of moves are represented by the numbers at both ends of the range.
const MATES: i32 = 512;

/// The greatest number is mate in 1 by White, the one below it mate in 2; the smallest is mate in 1 by Black. Other evaluations are
/// centipawns, limited to the range between. A mate on the board has no number.
fn packed(eval: Eval) -> Option<i16> {
    let (least, most) = (i32::from(i16::MIN), i32::from(i16::MAX));
    let value = match eval {
        Eval::Centipawns(value) => value.clamp(least + MATES, most - MATES),
        Eval::Mate(moves @ 1..=MATES) => most + 1 - moves,
        Eval::Mate(moves) if (-MATES..0).contains(&moves) => least - 1 - moves,
        Eval::Mate(_) => return None,
    };
    i16::try_from(value).ok()
}

/// Evaluations that engines write into comments, also as 16-bit numbers.
pub(super) fn engine_evals(game: &Game) -> Value<'static> {
    wholes(game.engine_infos(), |info| {
        packed(info?.eval?).map(i64::from)
    })
}

/// The depths of the engines' searches in plies.
pub(super) fn engine_depths(game: &Game) -> Value<'static> {
    wholes(game.engine_infos(), |info| i64::from(info?.depth?).into())
}

/// Milliseconds that the engines have spent.
pub(super) fn engine_spent(game: &Game) -> Value<'static> {
    wholes(game.engine_infos(), |info| i64::try_from(info?.spent?).ok())
}

/// A list in which some plies may have no value; null if no ply has one.
fn wholes<T>(
    plies: impl IntoIterator<Item = T>,
    value: impl Fn(T) -> Option<i64>,
) -> Value<'static> {
    let values: Vec<_> = plies.into_iter().map(value).collect();
    match values.iter().any(Option::is_some) {
        true => Value::Wholes(values),
        false => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Known, OneGame};

    #[test]
    fn commands_are_no_words() {
        let has_words = |text: &str| {
            let game = Game::parse(format!("1. e4 {{{text}}} *\n").as_bytes());
            has_comment(&game, has_words)
        };
        assert_eq!(
            has_words(" [%clk 0:03:00] [%eval 0.2] "),
            Value::Truth(false)
        );
        assert_eq!(has_words("[%clk 0:03:00] good"), Value::Truth(true));
        assert_eq!(has_words("  "), Value::Truth(false));
    }

    #[test]
    fn evaluations_are_packed_as_aix_packs_them() {
        for (eval, number) in [
            (Eval::Centipawns(-17), Some(-17)),
            (Eval::Centipawns(40_000), Some(32_255)),
            (Eval::Centipawns(-40_000), Some(-32_256)),
            (Eval::Mate(1), Some(32_767)),
            (Eval::Mate(512), Some(32_256)),
            (Eval::Mate(513), None),
            (Eval::Mate(-1), Some(-32_768)),
            (Eval::Mate(-512), Some(-32_257)),
            (Eval::Mate(i32::MIN), None),
            (Eval::Mate(0), None),
        ] {
            assert_eq!(packed(eval), number, "{eval:?}");
        }
    }

    #[test]
    fn plies_without_a_value_are_null_and_sides_are_told_apart() {
        let game = Game::parse(
            b"1. e4 { [%clk 0:03:00.9] } e5 2. Nf3 { [%eval -0.2] } Nc6 { [%clk 0:02:00] } *\n",
        );
        assert_eq!(
            clocks(&game),
            Value::Wholes(vec![Some(180_900), None, None, Some(120_000)])
        );
        assert_eq!(clocks_of(&game, true), Value::Wholes(vec![Some(180), None]));
        assert_eq!(
            clocks_of(&game, false),
            Value::Wholes(vec![None, Some(120)])
        );
        assert_eq!(
            evals(&game),
            Value::Wholes(vec![None, None, Some(-20), None])
        );
        assert_eq!((spent(&game), mates(&game)), (Value::Null, Value::Null));
        assert_eq!(engine_evals(&game), Value::Null);
        let black_begins = Game::parse(
            b"[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 1\"]\n\n1... Kd8 { [%clk 0:01:00] } *\n",
        );
        assert_eq!(
            clocks_of(&black_begins, false),
            Value::Wholes(vec![Some(60)])
        );
        assert_eq!(clocks_of(&black_begins, true), Value::Null);
    }

    /// The keys in the description of Polyglot's books.
    #[test]
    fn positions_have_the_keys_of_polyglot() {
        let game = Game::parse(b"1. e4 d5 2. e5 f5 *\n");
        let Value::Hashes(keys) = hashes(&game) else {
            panic!("no keys")
        };
        assert_eq!(keys[0], 0x463b_9618_1691_fc9c);
        assert_eq!(keys[1], 0x823c_9b50_fd11_4196);
        assert_eq!(keys[2], 0x0756_b944_61c5_0fb0);
        assert_eq!(keys[3], 0x662f_afb9_65db_29d4);
        assert_eq!(keys[4], 0x22a4_8b5a_8e47_ff78);
        assert_eq!(hash(&game, Some(2)), Value::Hash(keys[2]));
        assert_eq!(hash(&game, None), Value::Hash(keys[4]));
        assert_eq!(hash(&game, Some(5)), Value::Null);
        let start = Field::column_named("fen_at(0)").unwrap();
        assert_eq!(
            start.cell(&OneGame::new(&game)),
            Value::Text(Position::standard().to_fen().into())
        );
        assert_eq!(
            material(&game),
            Value::Text("KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP".into())
        );
        for wrong in ["fen_at()", "fen_at(-1)", "fen_at(x)"] {
            let message = Field::column_named(wrong).unwrap_err().to_string();
            assert!(message.contains("fen_at(20)"), "{message}");
        }
    }

    #[test]
    fn engines_are_read_from_comments() {
        let game = Game::parse(b"1. e4 {book} e5 {+0.25/12 3.1s} 2. Nf3 {+M3/70000 1s} Nc6 *\n");
        let list = |values: [Option<i64>; 4]| Value::Wholes(values.into());
        assert_eq!(
            engine_evals(&game),
            list([None, Some(-25), Some(32_766), None])
        );
        let depths = Field::Known(Known::EngineDepths).cell(&OneGame::new(&game));
        assert_eq!(depths, list([None, Some(12), None, None]));
        assert_eq!(
            engine_spent(&game),
            list([None, Some(3100), Some(1000), None])
        );
    }
}
