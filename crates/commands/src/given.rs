//! What commands about single things are given: games, starts, and texts on the command line or on standard input.

use crate::args::{OneGame, Start};
use crate::{games, movetext, names, standard_streams};
use anyhow::{Context, Result, anyhow, bail, ensure};
use legal::{Game, Position, Variant, chess960};
use pgnz::Model;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

/// Nothing that is typed or piped into these commands is nearly as long.
const LONGEST: u64 = 1 << 26;

/// The words of the command line, or standard input if there are none or `-`.
pub fn text(words: &[String]) -> Result<String> {
    match words {
        [] => standard_input(),
        [dash] if dash == "-" => standard_input(),
        words => Ok(words.join(" ")),
    }
}

fn standard_input() -> Result<String> {
    String::from_utf8(standard_input_bytes()?).context("standard input is not text in UTF-8")
}

/// All of standard input.
pub fn standard_input_bytes() -> Result<Vec<u8>> {
    standard_streams::ensure_input()?;
    ensure!(
        !io::stdin().is_terminal(),
        "there is nothing to read: standard input is a terminal; see --help"
    );
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes);
    read.context("cannot read standard input")?;
    ensure!(
        bytes.len() as u64 <= LONGEST,
        "standard input has more than {LONGEST} bytes"
    );
    Ok(bytes)
}

/// A game that was asked for.
pub struct Given {
    /// The game, all of it.
    pub game: Game,
    /// Its text, as it was typed or as it stands in its file.
    pub text: Vec<u8>,
}

impl OneGame {
    /// The game that is asked for. Where a file is named without the number of a game, the error says what to do, and `more` of it.
    pub fn read(&self, models: &[Model], more: &str) -> Result<Given> {
        let Some(number) = self.game else {
            let text = text(&self.words)?;
            let game = self.typed(&text).map_err(|error| match &self.words[..] {
                [word] => no_moves(word, more).unwrap_or(error),
                _ => error,
            })?;
            let text = text.into_bytes();
            return Ok(Given { game, text });
        };
        let [file] = &self.words[..] else {
            bail!("--game needs exactly one file: the one that contains the game");
        };
        let path = Path::new(file);
        let of_file = || format!("{}: game {number}", names::shown(path));
        let text = games::nth(path, number, models).with_context(|| names::shown(path))?;
        let played = movetext::read(&text).with_context(of_file)?;
        let game = played.whole().with_context(of_file)?.game;
        Ok(Given { game, text })
    }

    /// The game of a text that was typed.
    fn typed(&self, text: &str) -> Result<Game> {
        let start = self.start.position()?;
        if self.start.is_given() || !text.trim_start().starts_with('[') {
            return movetext::read_moves(text, start);
        }
        Ok(movetext::read(text.as_bytes())?.whole()?.game)
    }
}

/// What to do about a word that is not a move, if it is a file or looks like the name of one.
fn no_moves(word: &str, more: &str) -> Option<anyhow::Error> {
    const FILES: [&str; 7] = ["pgn", "pgnz", "zst", "gz", "bz2", "xz", "zip"];
    let path = Path::new(word);
    let name = names::shown(path);
    if path.is_file() {
        return Some(anyhow!(
            "{name} is a file: choose one of its games with --game N{more}"
        ));
    }
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    FILES
        .contains(&&extension[..])
        .then(|| anyhow!("{name} is not a move, and there is no such file"))
}

impl Start {
    fn is_given(&self) -> bool {
        self.fen.is_some() || self.chess960.is_some() || self.variant.is_some()
    }

    /// The position from which the game starts.
    pub fn position(&self) -> Result<Position> {
        let variant = match &self.variant {
            None => Variant::Standard,
            Some(name) => movetext::variant(name.as_bytes()).context("--variant")?,
        };
        if let Some(fen) = &self.fen {
            return movetext::position(fen, variant).context("--fen");
        }
        let Some(number) = self.chess960 else {
            return Ok(Position::initial(variant));
        };
        let rank = chess960::first_rank(number).with_context(|| {
            format!("--chess960: start positions have the numbers 0 to 959, not {number}")
        })?;
        movetext::position(&chess960::fen(&rank), variant).context("--chess960")
    }
}
