//! `pgnz site`: a folder for a host of static files, in which the page of `view` reads archives in the browser.

use crate::args::Site as Args;
use crate::console::Console;
use crate::figures::grouped;
use crate::input::Origin;
use crate::names::shown;
use crate::opened::{Opened, Prints};
use crate::output::{Leftovers, MadeFrom, PendingFolder, Place};
use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, write::GzEncoder};
use pgnz::{Archive, ExpandOptions, HeldData, SharedFile, explorer_path};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The file by which a site is known, and in which the page finds its archives.
const LIST: &str = "archives.json";

/// What is written there.
#[derive(Serialize)]
struct List<'a> {
    /// The release that made the site.
    pgnz: &'a str,
    title: &'a str,
    archives: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    name: &'a str,
    games: u64,
    bytes: u64,
    tree: bool,
}

/// Writes the folder.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let place = Place::find(&args.folder, |folder| may_replace(folder, args))?;
    console.expect(&args.archives);
    let mut shows = Vec::new();
    for path in &args.archives {
        let show = Show::new(path, args, console).with_context(|| shown(path))?;
        shows.push(show);
    }
    let files = view::site_files();
    ensure_apart(&shows, files.iter().map(|(path, _)| path.as_str()))?;

    let folder = PendingFolder::create(place)?;
    Leftovers::default().clear_folder(folder.parent(), console);
    let mut made = Made {
        folder,
        files: Vec::new(),
    };
    for (path, content) in &files {
        made.write(path, MadeFrom::Several(&[]), |file| {
            Ok(file.write_all(content)?)
        })?;
    }
    for data in data(&shows) {
        let path = format!("data/{}.gz", data.name);
        made.write(&path, MadeFrom::Several(&[]), |file| {
            pack(&data.bytes, file)
        })?;
    }
    let mut entries = Vec::new();
    for show in &mut shows {
        let path = show.opened.path;
        let entry = show.put(&mut made, !args.no_tree, console);
        entries.push(entry.with_context(|| shown(path))?);
    }
    let list = List {
        pgnz: env!("CARGO_PKG_VERSION"),
        title: &title(args),
        archives: entries,
    };
    made.write(LIST, MadeFrom::Several(&[]), |file| {
        Ok(serde_json::to_writer_pretty(file, &list)?)
    })?;
    let Made { folder, files } = made;
    folder.commit()?;
    match args.loudness.quiet {
        true => Ok(()),
        false => tell(&args.folder, &files).context("cannot write to standard output"),
    }
}

/// Whether a folder that is not empty may be replaced: a site, if that is asked for.
fn may_replace(folder: &Path, args: &Args) -> Result<()> {
    #[derive(Deserialize)]
    struct Mark {
        #[serde(rename = "pgnz")]
        _release: String,
    }
    let list = File::open(folder.join(LIST)).map(io::BufReader::new);
    let is_site = list.is_ok_and(|list| serde_json::from_reader::<_, Mark>(list).is_ok());
    let name = shown(&args.folder);
    ensure!(
        is_site,
        "{name} has files in it and is no site that pgnz has made: name a new folder, or an empty one"
    );
    ensure!(
        args.force,
        "{name} is a site already; replace it, and all that is in it, with -f"
    );
    Ok(())
}

/// The files so far: their paths and bytes.
struct Made {
    folder: PendingFolder,
    files: Vec<(String, u64)>,
}

impl Made {
    fn write(
        &mut self,
        path: &str,
        made_from: MadeFrom,
        write: impl FnOnce(&mut File) -> Result<()>,
    ) -> Result<u64> {
        let bytes = self.folder.write(path, made_from, write)?;
        self.files.push((path.to_owned(), bytes));
        Ok(bytes)
    }
}

/// An archive that is shown.
struct Show<'a> {
    opened: Opened<'a>,
    origin: Origin,
    /// Its file name, which it keeps.
    file: &'a str,
}

impl<'a> Show<'a> {
    /// Opens an archive that browsers can read.
    fn new(path: &'a Path, args: &Args, console: &mut Console) -> Result<Self> {
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
    fn put(
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

/// The name of the opening tree of an archive, by the name of its file.
fn tree_of(file: &str) -> String {
    let path = explorer_path(Path::new(file));
    path.to_string_lossy().into_owned()
}

fn name(file: &str) -> &str {
    match file.strip_suffix(".pgnz") {
        Some(name) if !name.is_empty() => name,
        _ => file,
    }
}

/// What the page calls the collection.
fn title(args: &Args) -> String {
    let path = match &args.archives[..] {
        [only] => only,
        _ => &args.folder,
    };
    let file = path.file_name().unwrap_or(OsStr::new("pgnz"));
    let default = || name(&file.to_string_lossy()).to_owned();
    args.title.clone().unwrap_or_else(default)
}

/// Refuses archives whose files would have the name of another file. Some systems do not tell capitals apart.
fn ensure_apart<'a>(shows: &'a [Show], files: impl Iterator<Item = &'a str>) -> Result<()> {
    let first = |path: &str| path.split('/').next().unwrap_or(path).to_lowercase();
    let own: Vec<String> = files
        .map(first)
        .chain([LIST.into(), "data".into()])
        .collect();
    let mut taken: HashMap<String, &Path> = HashMap::new();
    for show in shows {
        let path = show.opened.path;
        for name in [show.file.to_lowercase(), tree_of(show.file).to_lowercase()] {
            if own.contains(&name) {
                bail!("{}: the page has a file of this name", shown(path));
            }
            if let Some(other) = taken.insert(name, path) {
                bail!(
                    "{} and {} would have the same name: give one of them another",
                    shown(other),
                    shown(path)
                );
            }
        }
    }
    Ok(())
}

/// The files of data that the archives need, each once.
fn data(shows: &[Show]) -> Vec<HeldData> {
    let mut found: Vec<HeldData> = Vec::new();
    for data in shows
        .iter()
        .flat_map(|show| show.opened.archive.held_data())
    {
        if found.iter().all(|known| known.name != data.name) {
            found.push(data);
        }
    }
    found
}

/// Writes bytes packed by gzip.
fn pack(bytes: &[u8], file: &mut File) -> Result<()> {
    let mut packed = GzEncoder::new(file, Compression::best());
    packed.write_all(bytes)?;
    packed.finish()?;
    Ok(())
}

/// Says what was written, and what to do with it.
fn tell(folder: &Path, files: &[(String, u64)]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (path, bytes) in files {
        writeln!(out, "{:>13}  {}", grouped(*bytes), shown(Path::new(path)))?;
    }
    let sum = files.iter().map(|(_, bytes)| bytes).sum();
    writeln!(
        out,
        "{:>13}  in {} files\n\nPut all of {} on a host of static files: GitHub Pages, S3, nginx, Apache and Caddy will do, python3 -m http.server\nwill not. The host must answer to ranges (Range: bytes=0-9 gets status 206), by which a browser loads a part of an archive.",
        grouped(sum),
        grouped(files.len() as u64),
        shown(folder)
    )
}
