//! `pgnz show`: a position of a game, and how likely each legal move is.

mod seen;
mod text;

use crate::args::{Pieces, Show};
use crate::console::Console;
use crate::json;
use crate::kept_files::KeptFiles;
use crate::movetext::Played;
use crate::names::{self, harmless, is_dash};
use crate::output::{MadeFrom, Manner, Output};
use crate::{board, games, movetext};
use anyhow::{Context, Result, bail, ensure};
use pgnz::Model;
pub use seen::Players;
use seen::{Seen, Shown};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

/// Shows a position of a game. A game that cannot be followed to its end is a warning, unless a ply before that is asked for.
pub fn run(args: &Show, console: &mut Console) -> Result<()> {
    let file = names::shown(&args.file);
    let name = match args.game {
        Some(number) => format!("{file}: game {number}"),
        None => file,
    };
    let model = args.knowledge.model()?;
    let one = one_game(&args.file, args.game, &model).with_context(|| name.clone())?;
    let plies = match &args.ply[..] {
        [] => vec![one.plies()],
        plies => plies.to_vec(),
    };
    one.check(&plies).with_context(|| name.clone())?;
    match &args.svg {
        Some(path) => {
            KeptFiles::new(std::slice::from_ref(&args.file))
                .also(&args.knowledge.model)
                .check(path)?;
            let boards = board::diagrams(&one.played.game, &plies);
            write_text(path, args.force, &board::svg(&boards))?;
        }
        None => {
            ensure!(
                plies.len() == 1,
                "several plies need --svg, which draws a board for each"
            );
            let shown = shown(args, &one, plies[0], &model);
            let text = match args.json {
                true => format!("{}\n", json::line(&shown)?),
                false => text::text(&shown, has_pictures(args.pieces)),
            };
            write!(io::stdout(), "{text}").context("cannot write to standard output")?;
        }
    }
    let reaches_stop = plies.contains(&one.plies());
    if let Some(stop) = one.played.stop.filter(|_| reaches_stop) {
        let what = format!("{stop}; this is the position before it");
        console.warn(name, what);
    }
    Ok(())
}

/// Writes a picture or a page; `-` stands for standard output.
pub fn write_text(path: &Path, force: bool, text: &str) -> Result<()> {
    if is_dash(path) {
        return write!(io::stdout(), "{text}").context("cannot write to standard output");
    }
    let manner = Manner {
        binary: false,
        force,
    };
    let mut output = Output::create(path, manner, false)?;
    output.write_all(text.as_bytes())?;
    output.commit(MadeFrom::Several(&[]))?;
    Ok(())
}

/// Whether pieces are drawn as pictures: if nothing else is asked for, when a terminal can show them.
fn has_pictures(pieces: Option<Pieces>) -> bool {
    match pieces {
        Some(pieces) => pieces == Pieces::Unicode,
        None => {
            let names = ["LC_ALL", "LC_CTYPE", "LANG"];
            let set = names.iter().filter_map(|name| std::env::var(name).ok());
            let locale = set.into_iter().find(|value| !value.is_empty());
            let is_utf8 = |locale: String| {
                locale
                    .to_ascii_lowercase()
                    .replace('-', "")
                    .contains("utf8")
            };
            io::stdout().is_terminal() && locale.is_some_and(is_utf8)
        }
    }
}

/// A game that is shown.
pub struct OneGame {
    pub played: Played,
    pub players: Players,
}

/// The game with a number, or the only one of a file.
pub fn one_game(file: &Path, number: Option<u64>, model: &Model) -> Result<OneGame> {
    let models = std::slice::from_ref(model);
    let text = match number {
        Some(number) => games::nth(file, number, models)?,
        None => games::only(file, models)?,
    };
    let played = movetext::read(&text)?;
    ensure!(
        !played.game.moves.is_empty() || pgn::lex(&text).any(|token| token.tag_pair().is_some()),
        "this is not a game of chess: it has no tags, and it does not begin with a legal move"
    );
    Ok(OneGame {
        played,
        players: players(&text),
    })
}

impl OneGame {
    /// The number of plies that can be followed.
    pub fn plies(&self) -> usize {
        self.played.game.moves.len()
    }

    /// An error if the game does not have one of these plies.
    fn check(&self, plies: &[usize]) -> Result<()> {
        let all = self.plies();
        match (plies.iter().find(|ply| **ply > all), &self.played.stop) {
            (None, _) => Ok(()),
            (Some(ply), Some(stop)) => bail!("there is no ply {ply}: {stop}"),
            (Some(ply), None) => bail!("there is no ply {ply}: the game has {all}"),
        }
    }
}

/// What is to be said of a position.
fn shown(args: &Show, one: &OneGame, ply: usize, model: &Model) -> Shown {
    let Played { game, setting, .. } = &one.played;
    let mut seen = Seen::new(game, setting, model);
    game.moves[..ply].iter().for_each(|&m| seen.play(m));
    let mut shown = seen.shown(game.moves.get(ply).copied());
    shown.path = names::shown(&args.file);
    shown.game = args.game;
    shown.plies = one.plies();
    shown.players = one.players.clone();
    shown
}

/// Who plays where, and how it ended, as far as the tags say so.
fn players(text: &[u8]) -> Players {
    let game = pgnz::Game::parse(text);
    let tags = game.tags();
    let tag = |name: &str| {
        let value = harmless(&String::from_utf8_lossy(tags.get(name)?), &[]);
        (!matches!(&*value, "" | "?" | "-")).then_some(value)
    };
    Players {
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date")
            .or_else(|| tag("UTCDate"))
            .filter(|date| !date.starts_with('?')),
        result: tags.result_text().map(str::to_owned),
    }
}
