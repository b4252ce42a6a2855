use crate::{Broken, Random, mutated_bytes};
use archive::Game;
use index::{About, Index, Kept, Maker, Writer, sealed};
use query::{Filter, Known, Table};

/// An index file that was changed and has a right checksum again is a table with a row for each game, or an error; whatever it says, it can be
/// asked.
///
/// # Errors
///
/// What does not hold.
pub fn indexes_of_any_bytes_are_tables_or_errors(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let kept = [Kept::FirstMoves, Kept::AllMoves][random.below(2)];
    let maker = Maker::new(kept).map_err(broken)?;
    let (mut file, mut about) = (Vec::new(), About::default());
    let mut writer = Writer::new(&maker, 0, &mut file).map_err(broken)?;
    for game in pgn::games(text).take(5) {
        let entry = maker.entry(about.games, &Game::parse(game));
        writer.add(entry).map_err(broken)?;
        about.games += 1;
        about.text_bytes += game.len() as u64;
    }
    writer.finish().map_err(broken)?;
    Index::open(file.clone(), about).map_err(broken)?;
    let changed = sealed(mutated_bytes(&file, &mut random));
    let Ok(index) = Index::open(changed, about) else {
        return Ok(());
    };
    let columns = Table::columns_of(Known::ALL.iter().copied());
    let filter = Filter::parse("moves = '1. e4 e5' and material = 'KvK' and white = 'Anna'")
        .map_err(|error| Broken(error.to_string()))?;
    for part in 0..index.parts().len() {
        if let Ok(table) = index.table(part, &columns, true) {
            let rows = filter.judge(&table).len();
            Broken::unless(rows == table.games, || format!("{rows} verdicts"))?;
        }
    }
    Ok(())
}

fn broken(error: impl std::fmt::Display) -> Broken {
    Broken(format!("a sound index: {error}"))
}
