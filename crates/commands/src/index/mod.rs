//! `pgnz index`, and what is known from the index beside an archive.

mod beside;

use crate::args::{Choice, Index as Args};
use crate::console::Console;
use crate::figures::grouped;
use crate::input::Origin;
use crate::names::shown;
use crate::open;
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use crate::pick::Wanted;
use crate::sift::{Noted, Sieve};
use anyhow::{Context, Result, anyhow, ensure};
use archive::{Model, Stream};
pub use beside::Beside;
use index::{About, Entry, Error, Index, Kept, Maker, Writer};
pub use index::{IndexedGames, name_of};
use query::{Conditions, Filter};
use std::fs;
use std::io::BufWriter;
use std::path::Path;

/// Makes the indexes.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let models = args.models.read()?;
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
    let mut reader = open::archive(path, models, "index")?;
    ensure!(
        reader.report().damage.is_empty(),
        "the archive is damaged; pgnz repair makes an undamaged one, which can have an index"
    );
    let kept = match args.moves {
        true => Kept::AllMoves,
        false => Kept::FirstMoves,
    };
    let maker = Maker::new(kept).map_err(|what| anyhow!(what))?;
    let target = name_of(path);
    let about = About::of(&mut reader)?;
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
        let filter = Filter::of(&Conditions::default())?;
        let sieve = Sieve {
            path,
            models,
            command: "index",
            filter: &filter,
            verdicts: None,
            columns: maker.needs(),
            note: Some(&|number, game| maker.entry(number, game)),
            note_unread: None,
            threads: args.threads.get(),
        };
        let mut games = 0;
        // How the texts of such blocks were spelled is not known game by game.
        let recoded = reader.blocks().iter().find(|block| {
            let mut streams = block.streams();
            streams.any(|(stream, _)| stream == Stream::Encoding)
        });
        let recoded = recoded.map(|block| block.first_game());
        let mut take = |window: &[u64], mut noted: Noted<Entry>| {
            for number in window {
                if recoded == Some(*number) {
                    writer.lose_offsets();
                }
                if let Some(entry) = noted.remove(number) {
                    games += 1;
                    writer.add(entry)?;
                }
            }
            Ok(())
        };
        let wanted = Wanted::among_all(&Choice::default(), &reader);
        wanted.each(Some(&sieve), &mut take, &shown(path), console)?;
        ensure!(
            games == reader.games(),
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
