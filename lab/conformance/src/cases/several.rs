//! Several archives in a file.

use crate::Made;
use crate::case::{packed, plain};
use crate::corpora::{famous, quirk};
use anyhow::Result;
use archive::Level;

pub(super) fn cases(made: &mut Made) -> Result<()> {
    let famous = famous()?;
    let (first, second) = famous.split_at(6000);
    let of = |text: &[u8], level| packed(text, &plain().level(level));
    made.archive(
        "levels",
        [
            of(first, Level::Fast)?,
            of(first, Level::Default)?,
            of(first, Level::Best)?,
        ]
        .concat(),
        Ok(first.repeat(3)),
        "an archive of each level",
    )?;
    made.archive(
        "empty-between",
        [
            of(first, Level::Fast)?,
            of(b"", Level::Best)?,
            of(second, Level::Fast)?,
        ]
        .concat(),
        Ok(famous.clone()),
        "an archive without blocks between two others",
    )?;
    let named = |text: &[u8], name: &str, border| {
        packed(
            text,
            &plain()
                .level(Level::Fast)
                .file_name(name)
                .border_bytes(border),
        )
    };
    let other = quirk("twic")?;
    let joined = [b"\n", &other[..]].concat();
    made.archive(
        "files",
        [
            named(first, "one.pgn", 0)?,
            named(&joined, "two.pgn", 1)?,
            named(b"", "empty.pgn", 0)?,
        ]
        .concat(),
        Ok([first, &joined].concat()),
        "three files with their names; the second begins with a line end that is none of its own",
    )?;
    let blocks = |text: &[u8]| {
        packed(
            text,
            &plain().level(Level::Fast).block_games(5).provenance(false),
        )
    };
    made.archive(
        "indexes",
        [blocks(first)?, blocks(second)?].concat(),
        Ok(famous.clone()),
        "two archives with an index each",
    )?;
    let inner = of(first, Level::Fast)?;
    made.archive(
        "archive-in-archive",
        of(&inner, Level::Fast)?,
        Ok(inner),
        "the text is an archive, which is stored",
    )
}
