//! `pgnz cat`.

use crate::args::Cat;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::input::is_dash;
use anyhow::{Context, Result, anyhow, bail, ensure};
use archive::{Border, Reader};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;

/// Numbers of games from 1, both included, as they were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRange {
    first: u64,
    /// `None` for the last game there is.
    last: Option<u64>,
}

/// Reads `A..B`, `A..`, `..B` or `N`.
pub fn parse_range(text: &str) -> Result<GameRange, String> {
    let number = |text: &str| match text.parse() {
        Ok(0) => Err("games are numbered from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("expected A..B, A.., ..B or one number".to_owned()),
    };
    let Some((first, last)) = text.split_once("..") else {
        let only = number(text)?;
        return Ok(GameRange {
            first: only,
            last: Some(only),
        });
    };
    let first = if first.is_empty() { 1 } else { number(first)? };
    let last = if last.is_empty() {
        None
    } else {
        Some(number(last)?)
    };
    match last {
        Some(last) if last < first => Err(format!("{last} comes before {first}")),
        _ => Ok(GameRange { first, last }),
    }
}

impl GameRange {
    /// The games from 0, the last excluded, in an archive of so many games.
    fn among(self, games: u64) -> Result<Range<u64>> {
        let last = self.last.unwrap_or(games);
        ensure!(
            last <= games && (self.first <= games || (self.first == 1 && self.last.is_none())),
            "there is no game {}: the archive has {games}",
            self.first.max(self.last.unwrap_or(0))
        );
        Ok(self.first - 1..last)
    }
}

/// Writes the games.
pub fn run(args: &Cat, console: &mut Console) -> Result<()> {
    if let Err(error) = write_games(args, console) {
        console.fail_on(shown(&args.file), &error);
    }
    Ok(())
}

fn write_games(args: &Cat, console: &mut Console) -> Result<()> {
    let range = match (args.game, args.games) {
        (Some(0), _) => bail!("games are numbered from 1"),
        (Some(game), _) => GameRange {
            first: game,
            last: Some(game),
        },
        (None, Some(range)) => range,
        (None, None) => bail!("say which games: --game N or --games A..B"),
    };
    let models = args.models.read()?;
    if is_dash(&args.file) {
        bail!(
            "cat needs a file, because it looks first at the index at the end; pgnz expand -c reads from a pipe"
        );
    }
    let file = File::open(&args.file).context("cannot open the file")?;
    if !file
        .metadata()
        .context("cannot look at the file")?
        .is_file()
    {
        bail!(
            "this is not a regular file, and cat has to look first at the index at the end of one"
        );
    }
    let mut reader = Reader::open_damaged(file, &models)?;
    let name = shown(&args.file);
    damage::warn(&name, &reader.report(), console);
    let range = range.among(reader.games())?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    // A file may end without a line end, and archives one after another are an archive.
    let mut border = Border::default();
    let lost = reader.salvage_games(range, &mut |game| {
        out.write_all(border.begin(game))?;
        border.pass(game);
        out.write_all(game)
    })?;
    out.flush().context("cannot write to standard output")?;
    for damage in lost {
        console.fail_on(&name, &anyhow!("{damage}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        let range = |first, last| Ok(GameRange { first, last });
        assert_eq!(parse_range("3..5"), range(3, Some(5)));
        assert_eq!(parse_range("3.."), range(3, None));
        assert_eq!(parse_range("..5"), range(1, Some(5)));
        assert_eq!(parse_range(".."), range(1, None));
        assert_eq!(parse_range("4"), range(4, Some(4)));
        for wrong in ["", "0", "0..3", "5..3", "a..b", "1...3", "-1"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_range_must_lie_in_the_archive() {
        let among = |text, games| parse_range(text).unwrap().among(games);
        assert_eq!(among("2..3", 3).unwrap(), 1..3);
        assert_eq!(among("3..", 3).unwrap(), 2..3);
        assert_eq!(among("..", 0).unwrap(), 0..0);
        assert!(among("4", 3).is_err());
        assert!(among("5..", 3).is_err());
        assert!(among("1..4", 3).is_err());
    }
}
