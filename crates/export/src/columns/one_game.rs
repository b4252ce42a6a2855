//! The values of one game in each column.
//!
//! Not part of the format.

use super::own::Own;
use super::{Column, Replay, Source, plies, tags};
use crate::{Row, Value};
use archive::Game;
use query::{GameId, Shown};

/// The data from which the values are computed.
pub(crate) struct OneGame<'a> {
    pub path: &'a str,
    /// The number of the game, from 1.
    pub number: u64,
    pub game: &'a Game,
    pub replay: &'a Replay,
}

impl OneGame<'_> {
    pub fn row(&self, columns: &[Column]) -> Row {
        columns.iter().map(|column| self.value(column)).collect()
    }

    fn value(&self, column: &Column) -> Value {
        let Self { game, replay, .. } = self;
        let own = match &column.source {
            Source::Own(own) => *own,
            Source::Field(field) => {
                return match field.shown(game) {
                    None => Value::Null,
                    Some(Shown::Truth(truth)) => Value::Truth(truth),
                    Some(Shown::Text(text)) => Value::Text(text),
                    Some(Shown::Number(number)) => Value::Real(number),
                };
            }
        };
        let [white, black] = game.tags().ratings();
        let plies = || game.start().map(|_| game.main_line().plies.len());
        match own {
            Own::Path => Value::Text(self.path.to_owned()),
            Own::Number => Value::Whole(i64::try_from(self.number).unwrap_or(i64::MAX)),
            Own::LichessId => GameId::lichess(game).map_or(Value::Null, Value::Text),
            Own::Tournament => query::tournament(game).map_or(Value::Null, Value::Text),
            Own::Date => tags::day(game),
            Own::Year => Value::from(game.tags().date().and_then(|date| date.year)),
            Own::Month => Value::from(game.tags().date().and_then(|date| date.month)),
            Own::UtcTimestamp => tags::utc_timestamp(game),
            Own::WhiteRating => Value::from(white),
            Own::BlackRating => Value::from(black),
            Own::WhiteRatingDiff => tags::rating_diff(game, "WhiteRatingDiff"),
            Own::BlackRatingDiff => tags::rating_diff(game, "BlackRatingDiff"),
            Own::TimeInitial => tags::seconds(game, u16::MAX.into(), |control| control.start),
            Own::TimeIncrement => tags::seconds(game, u8::MAX.into(), |control| control.increment),
            Own::Fen => plies::fen(game),
            Own::PlyCount => Value::from(plies().and_then(|plies| u16::try_from(plies).ok())),
            Own::Plies => Value::from(plies().and_then(|plies| u32::try_from(plies).ok())),
            Own::IsComplete => {
                Value::Truth(game.start().is_some() && game.main_line().unread.is_empty())
            }
            Own::MovesSan => plies::san(game),
            Own::MovesUci => plies::uci(game),
            Own::MovesIndex => replay.indices(),
            Own::Clocks => plies::clocks(game),
            Own::ClocksWhite => plies::clocks_of(game, true),
            Own::ClocksBlack => plies::clocks_of(game, false),
            Own::Spent => plies::spent(game),
            Own::Evals => plies::evals(game),
            Own::EvalsCentipawns => plies::centipawns(game),
            Own::EvalsMate => plies::mates(game),
            Own::EngineEvals => plies::engine_evals(game),
            Own::EngineDepths => plies::engine_depths(game),
            Own::EngineSpent => plies::engine_spent(game),
            Own::Surprisal => replay.surprisal(),
            Own::BestProbability => replay.best_probability(),
            Own::Pgn => Value::Text(tags::text(game.text())),
        }
    }
}
