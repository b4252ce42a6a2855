//! `pgnz edit`.

use super::append::lock;
use super::run::begin;
use crate::args::Edit as Args;
use crate::console::Console;
use crate::games;
use crate::kept_files::KeptFiles;
use crate::names::shown;
use crate::pick::ranges;
use anyhow::{Context, Result, ensure};
use pgnz::{Edits, Spellings};
use std::fs;
use std::path::Path;

/// Changes games of an archive.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let path = args.file.as_path();
    let target = args.output.as_deref().unwrap_or(path);
    // Nobody else may change the archive before it is replaced.
    let _locked = match args.in_place {
        true => Some(lock(path).with_context(|| shown(path))?),
        false => None,
    };
    let files = std::slice::from_ref(&args.file);
    let chosen = (Some(&args.filters), Some(&args.named));
    let mut begun = begin("edit", files, chosen, &args.shaping, Some(target), console)?;
    let edits = edits(args, begun.sources.games(), console)?;
    ensure!(
        !(args.in_place && begun.sources.has_text),
        "--in-place changes archives: write the changed games of a PGN file to an archive with -o FILE"
    );
    if args.in_place {
        begun.sources.kept_files = KeptFiles::default();
    }
    let kept_files = begun.sources.kept_files;
    begun.sources.kept_files = kept_files.also(&args.names).also(&args.named.numbers);
    begun.in_place = args.in_place;
    begun.write(target, &args.shaping, console, |reshape, out| {
        reshape.edit(&edits, out)
    })
}

/// What is to be changed in an archive of so many games.
fn edits(args: &Args, games: u64, console: &mut Console) -> Result<Edits> {
    let mut edits = Edits::new();
    for set in &args.set {
        let (tag, value) = set
            .split_once('=')
            .with_context(|| format!("--set {set}: expected TAG=VALUE"))?;
        let set = edits.set(tag.trim(), value);
        edits = set.with_context(|| format!("--set {tag}"))?;
    }
    for tag in &args.remove_tag {
        let removed = edits.remove_tag(tag);
        edits = removed.with_context(|| format!("--remove-tag {tag}"))?;
    }
    if let Some(path) = &args.names {
        let table = fs::read(path).context("cannot open the file");
        let spellings = table.and_then(|table| Ok(Spellings::parse(&table)?));
        let spellings = spellings.with_context(|| format!("--names: {}", shown(path)))?;
        edits = edits.spellings(spellings);
    }
    for replace in &args.replace {
        let parts = replace.split_once('=');
        let parts = parts.and_then(|(number, path)| Some((number.trim().parse().ok()?, path)));
        let (number, path): (u64, &str) =
            parts.with_context(|| format!("--replace {replace}: expected N=FILE"))?;
        let replaced = replacement(number, Path::new(path), edits);
        edits = replaced.with_context(|| format!("--replace {replace}"))?;
    }
    if let Some(list) = &args.delete {
        let ranges = ranges(list, games, &shown(&args.file), console).context("--delete")?;
        edits = edits.delete(ranges.into_iter().flatten());
    }
    Ok(edits)
}

/// The same changes, with the game of a file in the place of another.
fn replacement(number: u64, path: &Path, edits: Edits) -> Result<Edits> {
    ensure!(number > 0, "games are numbered from 1");
    let mut text = Vec::new();
    games::each(path, &[], &mut |game| {
        text.extend_from_slice(game);
        true
    })?;
    Ok(edits.replace(number - 1, &text)?)
}
