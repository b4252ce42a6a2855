//! What commands about single things are given: games, starts, and texts on the command line or on standard input.

use crate::args::{OneGame, Start};
use crate::{games, names, play};
use anyhow::{Context, Result, bail, ensure};
use archive::Model;
use classic::{Game, chess960};
use legal::{Position, Variant};
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

impl OneGame {
    /// The game that is asked for, all of it.
    pub fn read(&self, models: &[Model]) -> Result<Game> {
        let Some(number) = self.game else {
            let start = self.start.position()?;
            if let [file] = &self.words[..]
                && Path::new(file).is_file()
            {
                let file = names::shown(Path::new(file));
                bail!("{file} is a file: say which of its games, with --game N");
            }
            let text = text(&self.words)?;
            if self.start.is_given() || !text.trim_start().starts_with('[') {
                return play::read_moves(&text, start);
            }
            return Ok(play::read(text.as_bytes())?.whole()?.game);
        };
        let [file] = &self.words[..] else {
            bail!("--game needs one file: the one that the game is in");
        };
        let path = Path::new(file);
        let of_file = || format!("{}: game {number}", names::shown(path));
        let text = games::nth(path, number, models).with_context(|| names::shown(path))?;
        let played = play::read(&text).with_context(of_file)?;
        Ok(played.whole().with_context(of_file)?.game)
    }
}

impl Start {
    fn is_given(&self) -> bool {
        self.fen.is_some() || self.chess960.is_some() || self.variant.is_some()
    }

    /// The position from which the game starts.
    pub fn position(&self) -> Result<Position> {
        let variant = match &self.variant {
            None => Variant::Standard,
            Some(name) => play::variant(name.as_bytes()).context("--variant")?,
        };
        if let Some(fen) = &self.fen {
            return play::position(fen, variant).context("--fen");
        }
        let Some(number) = self.chess960 else {
            return Ok(Position::initial(variant));
        };
        let rank = chess960::rank(number).context("--chess960")?;
        play::position(&chess960::fen(&rank), variant).context("--chess960")
    }
}
