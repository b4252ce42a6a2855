//! `pgnz index`, and what is known from the index beside an archive.

mod beside;

use crate::args::Index as Args;
use crate::console::Console;
use crate::figures::grouped;
use crate::input::Origin;
use crate::names::shown;
use crate::opened::{Opened, Prints};
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use anyhow::{Context, Result, ensure};
pub use beside::{Beside, warn_of_tree};
use pgnz::{ErrorKind, IndexError, IndexMoves, IndexNotUsed, Model, explorer_path, index_path};
use std::fs;
use std::io::BufWriter;
use std::path::Path;

/// Makes the indexes.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let models = args.models.read()?;
    console.expect(&args.files);
    for path in &args.files {
        if let Err(error) = make(args, path, &models, console)
            && !console.fail_on(shown(path), &error)
        {
            return Ok(());
        }
    }
    Ok(())
}

fn make(args: &Args, path: &Path, models: &[Model], console: &mut Console) -> Result<()> {
    let threads = args.threads.get();
    let command = ("index", Prints::AtTheEnd);
    let mut opened = Opened::new(path, models, command, threads, console)?;
    ensure!(
        !opened.is_text,
        "an index is made of an archive: pgnz compress makes one of these games"
    );
    ensure!(
        opened.archive.report().damage.is_empty(),
        "the archive is damaged; pgnz repair makes an undamaged one, which can have an index"
    );
    let moves = match args.moves {
        true => IndexMoves::AllMoves,
        false => IndexMoves::FirstMoves,
    };
    // What was made of another archive may be replaced, too; another file may not.
    let (target, is_index) = match args.tree {
        true => (
            explorer_path(path),
            match opened.archive.explorer(path) {
                Ok(found) => found.is_some(),
                Err(error) => error.kind() == ErrorKind::InvalidArgument,
            },
        ),
        false => (
            index_path(path),
            matches!(
                opened.archive.index(path, threads),
                Ok(Some(_)) | Err(IndexNotUsed::Unfit(IndexError::OfAnother))
            ),
        ),
    };
    let manner = Manner {
        binary: true,
        force: args.force || is_index,
    };
    let metadata = fs::metadata(path).context("cannot access the file")?;
    let origin = Origin {
        path: path.to_owned(),
        metadata,
    };
    let mut out = Output::create_unfollowed(&target, manner)?;
    Leftovers::default().clear_away(&out, console);
    let games = {
        let mut buffer = BufWriter::with_capacity(1 << 16, &mut out);
        match args.tree {
            true => opened.write_explorer(&mut buffer, console)?,
            false => opened.write_index(moves, &mut buffer, console)?,
        }
    };
    let finished = out.commit(MadeFrom::Several(&[origin]))?;
    if console.is_verbose()
        && let Some(finished) = finished
    {
        let name = shown(&finished.target);
        console.note(format_args!("{name}: {} games", grouped(games)));
    }
    Ok(())
}
