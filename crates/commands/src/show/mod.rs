//! `pgnz show`: a position of a game, and how likely each legal move is.

mod board;
mod seen;
mod text;

use crate::args::{Pieces, Show};
use crate::console::Console;
use crate::json;
use crate::kept_files::KeptFiles;
use crate::movetext::Played;
use crate::names::{self, harmless, is_dash};
use crate::output::{MadeFrom, Manner, Output};
use crate::{games, movetext};
use anyhow::{Context, Result, bail, ensure};
use seen::{Players, Seen, Shown};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

/// Shows a position of a game. A game that cannot be followed to its end is a warning, unless a ply before that is asked for.
pub fn run(args: &Show, console: &mut Console) -> Result<()> {
    let file = names::shown(&args.file);
    let name = match args.game {
        Some(number) => format!("{file}: game {number}"),
        None => file,
    };
    let (shown, stop) = shown(args).with_context(|| name.clone())?;
    let text = if args.svg.is_some() {
        String::new()
    } else if args.json {
        format!("{}\n", json::line(&shown)?)
    } else {
        text::text(&shown, has_pictures(args.pieces))
    };
    match &args.svg {
        Some(path) => {
            KeptFiles::new(std::slice::from_ref(&args.file))
                .also(&args.knowledge.model)
                .check(path)?;
            write_svg(path, args.force, &board::svg(&shown))?;
        }
        None => write!(io::stdout(), "{text}").context("cannot write to standard output")?,
    }
    if let Some(stop) = stop {
        let what = format!("{stop}; this is the position before it");
        console.warn(name, what);
    }
    Ok(())
}

/// Writes the picture; `-` stands for standard output.
fn write_svg(path: &Path, force: bool, svg: &str) -> Result<()> {
    if is_dash(path) {
        return write!(io::stdout(), "{svg}").context("cannot write to standard output");
    }
    let manner = Manner {
        binary: false,
        force,
    };
    let mut output = Output::create(path, manner, false)?;
    output.write_all(svg.as_bytes())?;
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

/// What is to be said, and why the game goes no further where that is not its end.
fn shown(args: &Show) -> Result<(Shown, Option<String>)> {
    let model = args.knowledge.model()?;
    let models = std::slice::from_ref(&model);
    let text = match args.game {
        Some(number) => games::nth(&args.file, number, models)?,
        None => games::only(&args.file, models)?,
    };
    let played = movetext::read(&text)?;
    let plies = played.game.moves.len();
    ensure!(
        plies > 0 || pgn::lex(&text).any(|token| token.tag_pair().is_some()),
        "this is not a game of chess: it has no tags, and it does not begin with a legal move"
    );
    let ply = args.ply.unwrap_or(plies);
    if ply > plies {
        match &played.stop {
            Some(stop) => bail!("there is no ply {ply}: {stop}"),
            None => bail!("there is no ply {ply}: the game has {plies}"),
        }
    }
    let Played {
        game,
        setting,
        stop,
    } = &played;
    let mut seen = Seen::new(game, setting, &model);
    game.moves[..ply].iter().for_each(|&m| seen.play(m));
    let mut shown = seen.shown(game.moves.get(ply).copied());
    shown.path = names::shown(&args.file);
    shown.game = args.game;
    shown.plies = plies;
    shown.players = players(&text);
    Ok((shown, stop.clone().filter(|_| ply == plies)))
}

/// Who plays where, and how it ended, as far as the tags say so.
fn players(text: &[u8]) -> Players {
    let game = archive::Game::parse(text);
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
        date: tag("Date").filter(|date| !date.starts_with('?')),
        result: tags.result_text().map(str::to_owned),
    }
}
