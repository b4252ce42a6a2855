//! `pgnz index`, and what is known from the index beside an archive.

mod beside;

use crate::args::Index as Args;
use crate::console::Console;
use crate::figures::grouped;
use crate::input::Origin;
use crate::names::shown;
use crate::opened::{Opened, Prints};
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use anyhow::{Context, Result, anyhow, ensure};
use archive::{Game, Model, Stream};
pub use beside::{Beside, open};
use index::{About, Entry, Error, Index, Kept, Maker, Writer};
use scan::{Search, index_path};
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
        opened.reader.report().damage.is_empty(),
        "the archive is damaged; pgnz repair makes an undamaged one, which can have an index"
    );
    let kept = match args.moves {
        true => Kept::AllMoves,
        false => Kept::FirstMoves,
    };
    let maker = Maker::new(kept).map_err(|what| anyhow!(what))?;
    let target = index_path(path);
    let about = About::of(&mut opened.reader)?;
    let is_index = matches!(Index::read(&target, about), Ok(_) | Err(Error::OfAnother));
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
        let mut writer = Writer::new(&maker, about.digest, &mut buffer)?;
        let mut games = 0;
        // How the texts of such blocks were spelled is not known game by game.
        let recoded = opened.reader.blocks().iter().find(|block| {
            let mut streams = block.streams();
            streams.any(|(stream, _)| stream == Stream::Encoding)
        });
        let recoded = recoded.map(|block| block.first_game());
        let note = |number, game: Option<&Game>| Some(maker.entry(number, game?));
        let mut take = |number, entry: Entry| {
            if recoded == Some(number) {
                writer.lose_offsets();
            }
            games += 1;
            Ok(writer.add(entry)?)
        };
        let search = Search::new().columns(maker.needs()).threads(threads);
        opened.each(opened.all(), &search, &note, &mut take, console)?;
        ensure!(
            games == opened.reader.len(),
            "some games of the archive cannot be read, so it cannot have an index"
        );
        writer.finish()?;
        games
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
