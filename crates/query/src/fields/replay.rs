//! Values for which a game is replayed: the index of each move among the legal moves, and its probability.
//!
//! Not part of the format.

use super::Value;
use archive::{Game, Model};
use entropy::TOTAL;
use legal::Cursor;
use streams::moves::{Alone, MoveContext, Setting};

/// Probabilities of a move played and of the most likely move there, in units of 1/[`TOTAL`].
pub(super) type Share = [u32; 2];

/// Replays the main line, and gives the cursor before each move with the index of the move among the legal ones; none for a null move.
fn replay(game: &Game, mut visit: impl FnMut(&Cursor, Option<usize>)) {
    let Some(start) = game.start() else {
        return;
    };
    let mut cursor = Cursor::new(start.rules().clone());
    for ply in &game.main_line().plies {
        let played = ply.played.map(|m| cursor.legal().rank(m.inner()));
        let index = played.flatten();
        let goes_on = match index {
            Some(index) => {
                visit(&cursor, Some(index));
                cursor.play(index);
                true
            }
            // A null move; a move that is not legal cannot be there.
            None => played.is_none() && cursor.pass(),
        };
        if !goes_on {
            break;
        }
        if index.is_none() {
            visit(&cursor, None);
        }
    }
}

/// The index of each move among the legal ones.
pub(super) fn indices(game: &Game) -> Value<'static> {
    let mut indices = Vec::new();
    replay(game, |_, index| {
        indices.push(index.and_then(|index| i64::try_from(index).ok()));
    });
    match game.start() {
        Some(_) => Value::Wholes(indices),
        None => Value::Null,
    }
}

/// The probability of each move, by a model that learns from the moves before it.
pub(super) fn shares(game: &Game, model: &Model) -> Vec<Option<Share>> {
    let setting = Setting::from_tags(|name| game.tags().get(std::str::from_utf8(name).ok()?));
    let mut model = Alone::new(model.knowledge());
    let mut found = Vec::new();
    replay(game, |cursor, index| {
        let Some(index) = index else {
            found.push(None);
            return;
        };
        let context = MoveContext::at(cursor, &setting);
        let shares = model.predict(&context);
        let best = shares.iter().copied().max().unwrap_or(TOTAL);
        found.push(shares.get(index).map(|&share| [share, best]));
        model.learn(&context, index);
    });
    found
}

/// The cost of each move in bits.
pub(super) fn surprisal(shares: Option<&[Option<Share>]>) -> Value<'static> {
    // The sum keeps a certain move from costing minus nothing.
    reals(shares, |[share, _]| {
        (-(f64::from(share) / f64::from(TOTAL)).log2() + 0.0) as f32
    })
}

/// The probability of the most likely move.
pub(super) fn best_probability(shares: Option<&[Option<Share>]>) -> Value<'static> {
    reals(shares, |[_, best]| {
        (f64::from(best) / f64::from(TOTAL)) as f32
    })
}

fn reals(shares: Option<&[Option<Share>]>, value: fn(Share) -> f32) -> Value<'static> {
    shares.map_or(Value::Null, |shares| {
        Value::Reals(shares.iter().map(|share| share.map(value)).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::Level;

    #[test]
    fn null_moves_have_no_place_and_no_probability() {
        let game = Game::parse(b"1. e4 -- 2. d4 e5 *\n");
        assert_eq!(game.main_line().plies.len(), 4);
        let Value::Wholes(indices) = indices(&game) else {
            panic!("no list")
        };
        let nulls: Vec<_> = indices.iter().map(Option::is_none).collect();
        assert_eq!(nulls, [false, true, false, false]);
        let shares = shares(&game, &Model::of(Level::Fast));
        let (Value::Reals(bits), Value::Reals(best)) =
            (surprisal(Some(&shares)), best_probability(Some(&shares)))
        else {
            panic!("no lists")
        };
        assert!(bits[1].is_none() && best[1].is_none());
        for (bits, best) in bits.iter().flatten().zip(best.iter().flatten()) {
            assert!((0.0..=16.0).contains(bits) && *best > 0.0 && *best <= 1.0);
            assert!(2f32.powf(-bits) <= best * 1.001);
        }
    }

    #[test]
    fn a_game_that_cannot_be_begun_has_no_lists() {
        let game = Game::parse(b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n");
        let model = Model::of(Level::Fast);
        let it = crate::OneGame::of("", 1, &game, &model);
        assert_eq!(
            (indices(&game), surprisal(it.shares())),
            (Value::Null, Value::Null)
        );
    }
}
