//! Lists with one item for each ply of the main line.
//!
//! Not part of the format.

use crate::Value;
use crate::uci::NULL_MOVE;
use archive::{Eval, Game, Ply, Position};

/// The start, unless it is the usual start of the variant.
pub(super) fn fen(game: &Game) -> Value {
    let found = || {
        let start = game.start()?;
        let fen = start.to_fen();
        (fen != Position::initial(start.variant()).to_fen()).then_some(fen)
    };
    found().map_or(Value::Null, Value::Text)
}

pub(super) fn san(game: &Game) -> Value {
    texts(game, |ply| ply.san.clone())
}

pub(super) fn uci(game: &Game) -> Value {
    let is_chess960 = game.is_chess960();
    texts(game, |ply| match ply.played {
        Some(m) => m.to_uci(is_chess960),
        None => NULL_MOVE.to_owned(),
    })
}

fn texts(game: &Game, text: impl Fn(&Ply) -> String) -> Value {
    // Nothing is known of a game whose start is none.
    match game.start() {
        Some(_) => Value::Texts(game.main_line().plies.iter().map(text).collect()),
        None => Value::Null,
    }
}

/// Milliseconds left, for both sides.
pub(super) fn clocks(game: &Game) -> Value {
    wholes(&game.main_line().plies, |ply| {
        u32::try_from(ply.clock()?).ok().map(i64::from)
    })
}

/// Whole seconds left, for one side.
pub(super) fn clocks_of(game: &Game, is_white: bool) -> Value {
    let white_begins = game.start().is_none_or(Position::white_to_move);
    let plies = &game.main_line().plies;
    let own = plies
        .iter()
        .skip(usize::from(white_begins != is_white))
        .step_by(2);
    wholes(own, |ply| {
        u16::try_from(ply.clock()? / 1000).ok().map(i64::from)
    })
}

/// Milliseconds spent.
pub(super) fn spent(game: &Game) -> Value {
    wholes(&game.main_line().plies, |ply| {
        u32::try_from(ply.spent()?).ok().map(i64::from)
    })
}

pub(super) fn centipawns(game: &Game) -> Value {
    wholes(&game.main_line().plies, |ply| match ply.eval()? {
        Eval::Centipawns(value) => Some(value.into()),
        Eval::Mate(_) => None,
    })
}

pub(super) fn mates(game: &Game) -> Value {
    wholes(&game.main_line().plies, |ply| match ply.eval()? {
        Eval::Mate(moves) => Some(moves.into()),
        Eval::Centipawns(_) => None,
    })
}

/// Evaluations as 16-bit numbers, as in Aix.
pub(super) fn evals(game: &Game) -> Value {
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
pub(super) fn engine_evals(game: &Game) -> Value {
    wholes(game.engine_infos(), |info| {
        packed(info?.eval?).map(i64::from)
    })
}

/// The depths of the engines' searches in plies.
pub(super) fn engine_depths(game: &Game) -> Value {
    wholes(game.engine_infos(), |info| {
        u16::try_from(info?.depth?).ok().map(i64::from)
    })
}

/// Milliseconds that the engines have spent.
pub(super) fn engine_spent(game: &Game) -> Value {
    wholes(game.engine_infos(), |info| {
        u32::try_from(info?.spent?).ok().map(i64::from)
    })
}

/// A list in which some plies may have no value; null if no ply has one.
fn wholes<T>(plies: impl IntoIterator<Item = T>, value: impl Fn(T) -> Option<i64>) -> Value {
    let values: Vec<_> = plies.into_iter().map(value).collect();
    match values.iter().any(Option::is_some) {
        true => Value::Wholes(values),
        false => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    #[test]
    fn engines_are_read_from_comments() {
        let game = Game::parse(b"1. e4 {book} e5 {+0.25/12 3.1s} 2. Nf3 {+M3/70000 1s} Nc6 *\n");
        let list = |values: [Option<i64>; 4]| Value::Wholes(values.into());
        assert_eq!(
            engine_evals(&game),
            list([None, Some(-25), Some(32_766), None])
        );
        assert_eq!(engine_depths(&game), list([None, Some(12), None, None]));
        assert_eq!(
            engine_spent(&game),
            list([None, Some(3100), Some(1000), None])
        );
    }
}
