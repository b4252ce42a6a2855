//! Splits games into several outputs.
//!
//! Not part of the format.

mod by_hash;
mod names;
mod studies;

use crate::archives::Block;
use crate::{Archives, Error, Plan, Step, select};
use archive::{Columns, Game};
pub use by_hash::Shares;
use names::Names;
pub use names::is_device;
use query::{Field, Filter, Natural, Value};
use std::collections::BTreeMap;
use std::io::{Read, Seek};
use std::str::FromStr;

/// How games are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The year of the date.
    Year,
    /// Its month.
    Month,
    /// Each of the two players: a game goes to both, or to those that the filter names.
    Player,
    /// The event.
    Event,
    /// The ECO code of the opening.
    Eco,
    /// At most this number of games in each.
    Games(u64),
    /// At most this number of bytes of text in each, unless a single game is longer.
    Size(u64),
    /// By a hash of each game, so that the same games go to the same parts wherever they are: for training and testing.
    Hash(Shares),
    /// What Lichess takes as a study: at most 64 games, each of at most 3,000 moves with those of its variations. Longer games have an output
    /// of their own.
    Studies,
}

impl FromStr for Part {
    type Err = archive::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let (number, unit) = text.split_at(digits);
            let shift = match unit
                .to_ascii_lowercase()
                .trim_end_matches('b')
                .trim_end_matches('i')
            {
                "" => 0,
                "k" => 10,
                "m" => 20,
                "g" => 30,
                _ => return None,
            };
            let number = number.parse::<u64>().ok()?.checked_mul(1 << shift)?;
            (number > 0).then_some(number)
        };
        let found = match text.split_once('=') {
            None => match text {
                "year" => Some(Self::Year),
                "month" => Some(Self::Month),
                "player" => Some(Self::Player),
                "event" => Some(Self::Event),
                "eco" => Some(Self::Eco),
                "studies" => Some(Self::Studies),
                _ => None,
            },
            Some(("hash", shares)) => return shares.parse().map(Self::Hash),
            Some(("games", count)) => number(count).map(Self::Games),
            Some(("size", bytes)) => number(bytes).map(Self::Size),
            Some(_) => None,
        };
        let what = "split by year, month, player, event, eco, studies, games=N, size=S, such as size=100MiB of text, or hash=SHARES, such as hash=0.9,0.1";
        found.ok_or_else(|| archive::Error::argument(what))
    }
}

/// A plan with named outputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts {
    /// Which games go where.
    pub plan: Plan,
    /// File names for the outputs, without an extension. No two are equal without regard to case, and none has a special meaning in an
    /// operating system.
    pub names: Vec<String>,
    /// The number of games.
    pub games: usize,
}

/// Divides the games that pass a filter. In each output they keep their order.
///
/// # Errors
///
/// Any error of an archive.
pub fn split<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    by: Part,
) -> Result<Parts, Error> {
    let columns = match by {
        Part::Games(_) | Part::Size(_) => return pieces(archives, filter, by),
        Part::Studies => return studies::divide(archives, filter),
        Part::Hash(shares) => return by_hash::divide(archives, filter, shares),
        Part::Eco => Columns::TAGS | Columns::DERIVED_TAGS,
        _ => Columns::TAGS,
    };
    let found = archives.sift(filter, columns, |game| Some(keys(game?, by, filter)))?;
    let games = found.len();
    let mut groups: BTreeMap<Natural, Vec<u32>> = BTreeMap::new();
    for (game, keys) in found {
        for key in keys {
            groups.entry(Natural(key)).or_default().push(game);
        }
    }
    let (mut plan, mut names) = (Plan::default(), Names::default());
    let mut files = Vec::with_capacity(groups.len());
    for (key, games) in groups {
        plan.push(games);
        files.push(names.file(&key.0));
    }
    Ok(Parts {
        plan,
        names: files,
        games,
    })
}

/// The value for games without one.
const UNKNOWN: &str = "unknown";

/// The outputs to which a game goes.
fn keys(game: &Game, by: Part, filter: &Filter) -> Vec<String> {
    let text = |name: &str| {
        let field = Field::named(name).ok()?;
        match field.value(game) {
            Value::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            _ => None,
        }
    };
    let date = game.tags().date();
    let year = date.and_then(|date| date.year);
    let month = date.and_then(|date| date.month);
    let key = match by {
        Part::Year => year.map(|year| format!("{year:04}")),
        Part::Month => year.map(|year| match month {
            Some(month) => format!("{year:04}-{month:02}"),
            None => format!("{year:04}-{UNKNOWN}"),
        }),
        Part::Player => {
            let sides = ["white", "black"].into_iter().zip(filter.names(game));
            let named = sides.filter(|(_, is_named)| *is_named);
            let names = named.map(|(side, _)| text(side).unwrap_or_else(|| UNKNOWN.to_owned()));
            let mut players: Vec<String> = names.collect();
            players.dedup();
            return players;
        }
        Part::Event => text("event"),
        _ => text("eco"),
    };
    vec![key.unwrap_or_else(|| UNKNOWN.to_owned())]
}

/// Consecutive games, up to a number of games or of bytes of text.
fn pieces<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    by: Part,
) -> Result<Parts, Error> {
    let order = select(archives, filter)?;
    let ends = match by {
        Part::Size(bytes) => ends_by_size(archives, &order, bytes)?,
        Part::Games(count) => {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            let ends = (1..=order.len() / count).map(|piece| piece * count);
            let rest = (order.len() % count > 0).then_some(order.len());
            ends.chain(rest).collect()
        }
        _ => vec![order.len()],
    };
    Ok(Parts {
        names: numbered(ends.len()),
        games: order.len(),
        plan: Plan { order, ends },
    })
}

/// The names of so many pieces.
fn numbered(pieces: usize) -> Vec<String> {
    let width = pieces.to_string().len().max(3);
    let names = (1..=pieces).map(|piece| format!("part-{piece:0width$}"));
    names.collect()
}

/// The ends of pieces with at most this number of bytes. The lengths of games are read only in blocks in which a piece may end.
fn ends_by_size<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    order: &[u32],
    most: u64,
) -> Result<Vec<usize>, Error> {
    let (mut ends, mut bytes, mut at) = (Vec::new(), 0u64, 0);
    let blocks: Vec<Block> = archives.blocks.clone();
    archives.progress.begin(Step::Read, order.len() as u64)?;
    for block in blocks {
        let here =
            order[at..].partition_point(|game| *game < block.first.saturating_add(block.games));
        let games = &order[at..at + here];
        if here == block.games as usize && bytes.saturating_add(block.text_bytes) <= most {
            bytes += block.text_bytes;
            at += here;
            archives.progress.pass(here as u64)?;
            continue;
        }
        let length = |game: &Game| game.text().len() as u64;
        let mut rank = at;
        archives.each_of_step(games, Columns::ALL, length, &mut |_, length| {
            if bytes > 0 && bytes.saturating_add(length) > most {
                ends.push(rank);
                bytes = 0;
            }
            bytes += length;
            rank += 1;
        })?;
        at += here;
    }
    if at > 0 {
        ends.push(at);
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_to_the_players_that_the_filter_names() {
        let game = Game::parse(b"[White \"Alder, A\"]\n[Black \"Birch, B\"]\n[Result \"1-0\"]\n[WhiteElo \"2500\"]\n\n1. e4 1-0");
        for (filter, players) in [
            ("white_rating > 2000", &["Alder, A", "Birch, B"][..]),
            ("player = 'Alder'", &["Alder, A"]),
            ("black = 'Birch' and white_rating > 2000", &["Birch, B"]),
            ("player in ('Alder', 'Birch')", &["Alder, A", "Birch, B"]),
            (
                "player = 'Alder' and player = 'B. Birch'",
                &["Alder, A", "Birch, B"],
            ),
            ("player = 'Cedar' or player like '%birch%'", &["Birch, B"]),
            ("winner = 'Alder'", &["Alder, A"]),
            ("not player = 'Cedar'", &["Alder, A", "Birch, B"]),
            ("player != 'Cedar'", &["Alder, A", "Birch, B"]),
            (
                "player = 'Cedar' or white_rating > 2000",
                &["Alder, A", "Birch, B"],
            ),
        ] {
            let filter = Filter::parse(filter).unwrap();
            assert!(filter.matches(&game));
            assert_eq!(keys(&game, Part::Player, &filter), players, "{filter:?}");
        }
    }
}
