//! `pgnz site`: a folder for a host of static files, in which the page of `view` reads archives in the browser.

mod show;

use crate::args::Site as Args;
use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use crate::output::{Leftovers, MadeFrom, PendingFolder, Place};
use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, write::GzEncoder};
use pgnz::{HeldData, explorer_path};
use serde::{Deserialize, Serialize};
use show::Show;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
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
        Ok(file.write_all(&serde_json::to_vec_pretty(&list)?)?)
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
