use crate::{Broken, Random, mutated_bytes};
use archive::{Columns, CompressOptions, ExpandOptions, Game, Level, Model, Reader, compress};
use export::{Column, Format, Rows, Writer};
use std::io::Cursor;

/// The columns that are read alone.
const ALONE: [(Columns, &str); 5] = [
    (Columns::TAGS, "number,white,date,white_rating,result"),
    (Columns::MOVES, "moves_uci,plies"),
    (Columns::DERIVED_TAGS, "eco,opening,termination"),
    (Columns::CLOCKS, "clocks"),
    (Columns::EVALS, "evals"),
];

/// Games that are read by columns from an archive, damaged or not, have the values that the games of the text have, and are written in every
/// format.
///
/// # Errors
///
/// What does not hold.
pub fn columns_of_damaged_archives_are_those_of_the_text(
    text: &[u8],
    choices: u64,
) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let config = CompressOptions::new()
        .provenance(false)
        .level(Level::Fast)
        .block_games(1 + random.below(4) as u32)
        .threads(1);
    let mut sound = Vec::new();
    compress(text, &mut sound, &config).map_err(broken)?;
    let file = match random.below(3) {
        0 => sound,
        _ => mutated_bytes(&sound, &mut random),
    };
    let known: Vec<_> = pgn::games(text).map(Game::parse).collect();
    let Ok(mut reader) = Reader::open(Cursor::new(file), &ExpandOptions::new()) else {
        return Ok(());
    };
    let (columns, names) = ALONE[random.below(ALONE.len())];
    let wanted = Column::parse(names).map_err(broken)?;
    let rows = Rows::new(wanted.clone(), Model::of(Level::Fast));
    let mut made = Vec::new();
    let total = reader.len();
    let Ok(games) = reader.games(0..total, columns | rows.needs()) else {
        return Ok(());
    };
    for (number, game) in (1..).zip(games) {
        let Ok(game) = game else { break };
        let row = rows.row("", number, &game);
        // A damaged archive may hold part of its games twice, or not; the rows are those of some game.
        let is_known = known.iter().any(|known| rows.row("", number, known) == row);
        Broken::unless(is_known, || format!("game {number}: {row:?}"))?;
        made.push(row);
    }
    for (_, format) in Format::NAMED.iter().filter(|(name, _)| *name != "uci") {
        let mut out = Vec::new();
        let mut writer = Writer::new(*format, &wanted, &mut out).map_err(broken)?;
        made.iter()
            .try_for_each(|row| writer.add(row))
            .map_err(broken)?;
        writer.finish().map_err(broken)?;
    }
    Ok(())
}

fn broken(error: impl std::fmt::Display) -> Broken {
    Broken(error.to_string())
}
