//! The name of an index, and what it says of games.

use query::{Field, Record, Table, Value};
use std::path::{Path, PathBuf};

/// The path of the index beside an archive: that of the archive with `.parquet` after it.
///
/// ```
/// use std::path::Path;
/// assert_eq!(scan::index_path(Path::new("games.pgnz")), Path::new("games.pgnz.parquet"));
/// ```
#[must_use]
pub fn index_path(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".parquet");
    name.into()
}

/// What an index says of games: parts in the order of the games, each with the number of its first.
#[derive(Debug)]
pub struct IndexedGames(pub(crate) Vec<(u64, Table)>);

impl IndexedGames {
    /// The value of a field of a game, as [`Field::value`] gives it; `None` if the index does not know it.
    #[must_use]
    pub fn value(&self, game: u64, field: &Field) -> Option<Value<'_>> {
        let (table, place) = self.of(game)?;
        table.value(field, place)
    }

    /// What statistics count of a game; `None` if the index does not know the game.
    #[must_use]
    pub fn record(&self, game: u64) -> Option<Record> {
        let (table, place) = self.of(game)?;
        Some(table.record(place))
    }

    /// The part that has a game, and the place of the game there.
    fn of(&self, game: u64) -> Option<(&Table, usize)> {
        let part = self.0.partition_point(|(first, _)| *first <= game);
        let (first, table) = self.0.get(part.checked_sub(1)?)?;
        let place = usize::try_from(game - first).ok()?;
        (place < table.games).then_some((table, place))
    }
}
