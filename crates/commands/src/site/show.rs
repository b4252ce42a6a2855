//! An archive of a site: whether browsers can read it, its copy and its opening tree.

use super::{Entry, Made, name, tree_of};
use crate::args::Site as Args;
use crate::console::Console;
use crate::input::Origin;
use crate::opened::{Opened, Prints};
use crate::output::MadeFrom;
use anyhow::{Context, Result, ensure};
use pgnz::{Archive, ExpandOptions, SharedFile, explorer_path};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// An archive that is shown.
pub struct Show<'a> {
    pub opened: Opened<'a>,
    origin: Origin,
    /// Its file name, which it keeps.
    pub file: &'a str,
}

impl<'a> Show<'a> {
    /// Opens an archive that browsers can read.
    pub fn new(path: &'a Path, args: &Args, console: &mut Console) -> Result<Self> {
        let file = path.file_name().and_then(OsStr::to_str);
        let file = file.context("the name of the file is not UTF-8, so it has no address")?;
        let command = ("site", Prints::AtTheEnd);
        let opened = Opened::new(path, &[], command, args.threads.get(), console)?;
        ensure!(
            !opened.is_text,
            "a site shows archives: pgnz compress makes one of these games"
        );
        let report = opened.archive.report();
        ensure!(
            !report.unfinished,
            "the archive is unfinished; pgnz merge makes a complete one of it"
        );
        ensure!(report.damage.is_empty(), DAMAGED);
        let metadata = fs::metadata(path).context("cannot access the file")?;
        let path = path.to_owned();
        let origin = Origin { path, metadata };
        Ok(Self {
            opened,
            origin,
            file,
        })
    }

    /// Its name without what all archives' names end in.
    fn name(&self) -> &'a str {
        name(self.file)
    }

    /// Copies the archive, and puts its opening tree beside it.
    pub fn put(
        &mut self,
        made: &mut Made,
        with_tree: bool,
        console: &mut Console,
    ) -> Result<Entry<'a>> {
        let mut from = File::open(self.opened.path).context("cannot open the file")?;
        let bytes = made.write(self.file, MadeFrom::One(&self.origin), |file| {
            io::copy(&mut from, file)?;
            Ok(())
        })?;
        let copy = made.folder.path(self.file);
        let file = SharedFile::new(File::open(&copy).context("cannot open the copy")?);
        let mut archive = Archive::open_with(file, &ExpandOptions::new()).context(DAMAGED)?;
        archive.check_streams().context(DAMAGED)?;
        ensure_readable(&mut archive)?;
        if with_tree {
            self.put_tree(made, console)?;
            let fits = matches!(archive.explorer(&copy), Ok(Some(_)));
            ensure!(fits, "the archive has changed while it was read; try again");
        }
        Ok(Entry {
            file: self.file,
            name: self.name(),
            games: archive.len(),
            bytes,
            tree: with_tree,
        })
    }

    /// Copies the opening tree, or makes it.
    fn put_tree(&mut self, made: &mut Made, console: &mut Console) -> Result<()> {
        let opened = &mut self.opened;
        let beside = explorer_path(opened.path);
        let there = matches!(opened.archive.explorer(opened.path), Ok(Some(_)));
        let origins = [self.origin.clone()];
        let path = tree_of(self.file);
        made.write(&path, MadeFrom::Several(&origins), |file| {
            if there {
                io::copy(&mut File::open(&beside)?, file)?;
                return Ok(());
            }
            let mut buffer = BufWriter::with_capacity(1 << 16, file);
            opened.write_explorer(&mut buffer, console)?;
            ensure!(opened.archive.skipped_damage().is_empty(), DAMAGED);
            Ok(buffer.flush()?)
        })?;
        Ok(())
    }
}

/// Refuses an archive whose network is not in it: no browser has that.
fn ensure_readable(archive: &mut Archive<SharedFile>) -> Result<()> {
    let own = archive.blocks().iter();
    let own = own.filter(|block| block.model().level().is_none());
    let firsts: HashMap<_, _> = own
        .map(|block| (block.model(), block.first_game()))
        .collect();
    for game in firsts.into_values() {
        archive.text(game..game + 1).context(
            "no browser can read it: the network that it was compressed with is not in it; compress the games with a level, or without --no-embed",
        )?;
    }
    Ok(())
}

const DAMAGED: &str =
    "the archive is damaged; pgnz repair makes an undamaged one, which can be shown";
