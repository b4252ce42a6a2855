//! Replays a game: the index of each move among the legal moves, and its probability.
//!
//! Not part of the format.

use crate::Value;
use archive::streams::moves::{Alone, MoveContext, Setting};
use archive::{Game, Model};
use entropy::TOTAL;
use legal::Cursor;

/// The moves of a game's main line, one item for each; a null move has none.
#[derive(Default)]
pub(crate) struct Replay {
    /// Whether the game has a playable start.
    begins: bool,
    indices: Vec<Option<i64>>,
    /// Probabilities of the move played and of the most likely move, in units of 1/[`TOTAL`].
    shares: Vec<Option<[u32; 2]>>,
}

impl Replay {
    /// Replays a game; if there is a model, it predicts each move first.
    pub fn of(game: &Game, model: Option<&Model>) -> Self {
        let Some(start) = game.start() else {
            return Self::default();
        };
        let mut replay = Self {
            begins: true,
            ..Self::default()
        };
        let setting = Setting::from_tags(|name| game.tags().get(std::str::from_utf8(name).ok()?));
        let mut cursor = Cursor::new(start.rules().clone());
        let mut model = model.map(|model| Alone::new(model.knowledge()));
        for ply in &game.main_line().plies {
            let played = ply.played.map(|m| cursor.legal().rank(m.inner()));
            let Some(index) = played.flatten() else {
                // A null move; a move that is not legal cannot be there.
                if played.is_some() || !cursor.pass() {
                    break;
                }
                replay.indices.push(None);
                replay.shares.push(None);
                continue;
            };
            replay.indices.push(i64::try_from(index).ok());
            if let Some(model) = &mut model {
                let context = MoveContext::at(&cursor, &setting);
                let shares = model.predict(&context);
                let best = shares.iter().copied().max().unwrap_or(TOTAL);
                replay
                    .shares
                    .push(shares.get(index).map(|&share| [share, best]));
                model.learn(&context, index);
            }
            cursor.play(index);
        }
        replay
    }

    pub fn indices(&self) -> Value {
        match self.begins {
            true => Value::Wholes(self.indices.clone()),
            false => Value::Null,
        }
    }

    /// The cost of each move in bits.
    pub fn surprisal(&self) -> Value {
        // The sum keeps a certain move from costing minus nothing.
        self.reals(|[share, _]| (-(f64::from(share) / f64::from(TOTAL)).log2() + 0.0) as f32)
    }

    /// The probability of the most likely move.
    pub fn best_probability(&self) -> Value {
        self.reals(|[_, best]| (f64::from(best) / f64::from(TOTAL)) as f32)
    }

    fn reals(&self, value: impl Fn([u32; 2]) -> f32) -> Value {
        match self.begins {
            true => Value::Reals(
                self.shares
                    .iter()
                    .map(|shares| shares.map(&value))
                    .collect(),
            ),
            false => Value::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::Level;

    #[test]
    fn null_moves_have_no_place_and_no_probability() {
        let game = Game::parse(b"1. e4 -- 2. d4 e5 *\n");
        assert_eq!(game.main_line().plies.len(), 4);
        let replay = Replay::of(&game, Some(&Model::of(Level::Fast)));
        let Value::Wholes(indices) = replay.indices() else {
            panic!("no list")
        };
        let nulls: Vec<_> = indices.iter().map(Option::is_none).collect();
        assert_eq!(nulls, [false, true, false, false]);
        let (Value::Reals(bits), Value::Reals(best)) =
            (replay.surprisal(), replay.best_probability())
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
        let replay = Replay::of(&game, Some(&Model::of(Level::Fast)));
        assert_eq!(
            (replay.indices(), replay.surprisal()),
            (Value::Null, Value::Null)
        );
    }
}
