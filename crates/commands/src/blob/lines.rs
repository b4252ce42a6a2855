//! Games as lines of base64, one each, and back: line n is game n, whatever becomes of it.

use super::{blob_of, from_base64, game_of, tags};
use crate::args::{BlobDecode, BlobEncode};
use crate::console::Console;
use crate::left_out::LeftOut;
use crate::names::is_dash;
use crate::standard_streams;
use crate::{games, movetext};
use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pgnz::Model;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The line of a game that no blob can hold. No base64 has it.
const NO_GAME: &str = "-";

/// No blob has a line nearly as long, so junk without line ends need not be held.
const LONGEST_LINE: u64 = 1 << 17;

/// Writes a line for each game of a file.
pub fn encode(args: &BlobEncode, console: &mut Console) -> Result<()> {
    let path = match &args.game.words[..] {
        [] => Path::new("-"),
        [path] => Path::new(path),
        _ => bail!("--lines takes one file: for several, run it once for each"),
    };
    let name = name_of(path);
    let model = args.knowledge.model()?;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut number, mut encoded, mut failed) = (0_u64, 0_u64, None);
    let mut left_out = LeftOut::default();
    games::each(path, std::slice::from_ref(&model), &mut |text| {
        number += 1;
        let line = match line_of(text, &model, args.bare) {
            Ok(line) => {
                encoded += 1;
                left_out.add(LeftOut::of(text));
                line
            }
            Err(error) => {
                console.warn(
                    format_args!("{name}: game {number}"),
                    format_args!("{error:#}; its line is {NO_GAME}"),
                );
                NO_GAME.to_owned()
            }
        };
        failed = writeln!(out, "{line}").err();
        failed.is_none()
    })
    .with_context(|| name.to_owned())?;
    failed
        .map_or_else(|| out.flush(), Err)
        .context("cannot write to standard output")?;
    if let Some(what) = left_out.in_words() {
        console.note(format_args!("{encoded} games encoded; not kept: {what}"));
    }
    Ok(())
}

fn line_of(text: &[u8], model: &Model, bare: bool) -> Result<String> {
    let game = movetext::read(text)?.whole()?.game;
    Ok(STANDARD.encode(blob_of(&game, model, bare)?))
}

/// Writes a game for each line.
pub fn decode(args: &BlobDecode, console: &mut Console) -> Result<()> {
    let path = Path::new(args.blob.as_deref().unwrap_or("-"));
    let name = name_of(path);
    let mut input: Box<dyn BufRead> = match is_dash(path) {
        true => {
            standard_streams::ensure_input()?;
            Box::new(io::stdin().lock())
        }
        false => {
            let file = File::open(path).with_context(|| format!("{name}: cannot open the file"))?;
            Box::new(BufReader::new(file))
        }
    };
    let model = args.knowledge.given()?;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut number, mut line) = (0_u64, Vec::new());
    loop {
        line.clear();
        let mut rest = (&mut input).take(LONGEST_LINE);
        let read = rest.read_until(b'\n', &mut line);
        if read.with_context(|| format!("{name}: cannot read"))? == 0 {
            break;
        }
        number += 1;
        ensure!(
            (line.len() as u64) < LONGEST_LINE,
            "{name}: line {number} is longer than any blob: these lines are not blobs"
        );
        let text = match line.trim_ascii() {
            text if text == NO_GAME.as_bytes() || (text.is_empty() && !args.bare) => {
                console.warn(
                    format_args!("{name}: line {number}"),
                    "there is no game here; a game without moves is written in its place",
                );
                format!("{{ line {number} has no game }} *\n\n")
            }
            text => match game_text(text, model.as_ref(), args.bare) {
                Ok(game) => game,
                Err(error) => {
                    console.fail_on(format_args!("{name}: line {number}"), &error);
                    format!("{{ line {number} is not a readable blob }} *\n\n")
                }
            },
        };
        out.write_all(text.as_bytes())
            .context("cannot write to standard output")?;
    }
    out.flush().context("cannot write to standard output")
}

/// A game of a file, which a mark at the end sets off from the next.
fn game_text(line: &[u8], model: Option<&Model>, bare: bool) -> Result<String> {
    let game = game_of(&from_base64(line)?, model, bare)?;
    let text = format!("{}{} *\n\n", tags(&game.start), movetext::movetext(&game));
    Ok(text.trim_start().to_owned())
}

fn name_of(path: &Path) -> String {
    match is_dash(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}
