//! The list of the games that would go.

use crate::args::Dedupe;
use crate::figures::{SCHEMA, grouped};
use crate::names::harmless;
use anyhow::{Context, Result};
use pgnz::{Archives, Columns, Duplicate, Duplicates, Game, SharedFile};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

/// So many are described at a time.
const MANY: usize = 1 << 16;

/// Lists games that would go, with what they tell and the games that stay for them.
pub fn list(args: &Dedupe, archives: &mut Archives<SharedFile>, found: &Duplicates) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut put = |line: String| writeln!(out, "{line}").context("cannot write to standard output");
    if !args.shaping.json {
        put(row(
            ["game", "stays", "date", "result", "white", "black"].map(str::to_owned)
        ))?;
    }
    for duplicates in found.duplicates.chunks(MANY) {
        let games: Vec<u32> = duplicates
            .iter()
            .map(|duplicate| duplicate.dropped)
            .collect();
        let mut described = BTreeMap::new();
        let note = &mut |game, tags| _ = described.insert(game, tags);
        archives.each(&games, Columns::TAGS, tags, note)?;
        for duplicate in duplicates {
            let tags = described.remove(&duplicate.dropped).unwrap_or_default();
            put(line(args, archives, *duplicate, tags))?;
        }
    }
    out.flush().context("cannot write to standard output")
}

fn tags(game: &Game) -> [String; 4] {
    ["Date", "Result", "White", "Black"].map(|name| {
        let value = game.tags().get(name).unwrap_or_default();
        String::from_utf8_lossy(value).into_owned()
    })
}

fn line(
    args: &Dedupe,
    archives: &Archives<SharedFile>,
    duplicate: Duplicate,
    tags: [String; 4],
) -> String {
    let place = |game| archives.place(game).unwrap_or_default();
    let (dropped, kept) = (place(duplicate.dropped), place(duplicate.kept));
    let path = |(file, _): (usize, u64)| args.files[file].to_string_lossy();
    let [date, result, white, black] = tags;
    if args.shaping.json {
        return json!({
            "schema": SCHEMA,
            "path": path(dropped),
            "number": dropped.1 + 1,
            "kept_path": path(kept),
            "kept_number": kept.1 + 1,
            "date": date,
            "result": result,
            "white": white,
            "black": black,
        })
        .to_string();
    }
    let number = |place: (usize, u64)| match args.files.len() {
        1 => grouped(place.1 + 1),
        _ => format!("{} in {}", grouped(place.1 + 1), path(place)),
    };
    row([number(dropped), number(kept), date, result, white, black])
}

fn row(fields: [String; 6]) -> String {
    let [game, kept, date, result, white, black] = fields.map(|field| harmless(&field, &[]));
    format!("{game:>12} {kept:>12}  {date:<10}  {result:<7}  {white} - {black}")
}
