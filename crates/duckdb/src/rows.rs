//! The rows of a table, piece by piece: of one archive after the other.

use crate::request::Request;
use pgnz::arrow_array::{ArrayRef, RecordBatch, StringArray, UInt64Array};
use pgnz::{Archive, Column, Model, Scan, Search, SharedFile, Table};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// Where moves have to be decoded, a piece has so many rows at most, so that the first rows come soon.
const ROWS_WITH_MOVES: usize = 64;

/// How long a piece is waited for at a time.
const LONG: Duration = Duration::from_secs(3600);

/// The columns that are known of each game without reading it.
const PATH: &str = "path";
const NUMBER: &str = "number";

/// Rows that come together.
pub enum Piece {
    /// With the values of the columns.
    Values(RecordBatch),
    /// Without any, as nobody asks for them.
    Bare(usize),
}

/// Gives the rows of a request.
pub struct Rows {
    request: Request,
    /// Columns that are asked for.
    columns: Vec<Column>,
    /// A piece has so many rows at most.
    most: usize,
    next: usize,
    now: Now,
}

/// The archive that is read now.
enum Now {
    None,
    Scan(Scan),
    /// These games, from 0, are left to be named: nothing of them is asked for but that they are there.
    Names(Range<u64>),
}

impl Rows {
    /// The rows with some of the columns of a request, in pieces of at most so many rows.
    pub fn new(request: Request, columns: Vec<Column>, most: usize) -> Self {
        Self {
            request,
            columns,
            most,
            next: 0,
            now: Now::None,
        }
    }

    /// The next piece; `None` after the last one. The message of an error names the archive.
    pub fn next(&mut self) -> Result<Option<Piece>, String> {
        loop {
            match &mut self.now {
                Now::Scan(scan) => match scan.next_within(LONG) {
                    Poll::Pending => continue,
                    Poll::Ready(Some(Ok(batch))) if self.columns.is_empty() => {
                        return Ok(Some(Piece::Bare(batch.num_rows())));
                    }
                    Poll::Ready(Some(Ok(batch))) => return Ok(Some(Piece::Values(batch))),
                    Poll::Ready(Some(Err(error))) => return Err(self.named(&error)),
                    Poll::Ready(None) => {}
                },
                Now::Names(left) if !left.is_empty() => {
                    let end = left.start.saturating_add(self.most as u64).min(left.end);
                    let games = left.start..end;
                    left.start = end;
                    return self.names(games).map(Some);
                }
                Now::Names(_) | Now::None => {}
            }
            let Some(path) = self.request.files.get(self.next).cloned() else {
                return Ok(None);
            };
            self.next += 1;
            self.now = self.begin(&path)?;
        }
    }

    fn begin(&self, path: &Path) -> Result<Now, String> {
        let mut archive = self.request.open(path)?;
        let filter = &self.request.filter;
        // Which of the games can be read is known only when they are. Where only their number counts, DuckDB asks for the first column.
        let is_name = |column: &Column| [PATH, NUMBER].contains(&column.name());
        if self.columns.iter().all(is_name) && filter.is_empty() && !self.request.keep_going {
            return Ok(Now::Names(0..archive.len()));
        }
        let columns = match self.columns.is_empty() {
            true => Column::parse(NUMBER).map_err(|error| error.to_string())?,
            false => self.columns.clone(),
        };
        let rows = match Request::reads_only_tags(&columns) && !filter.asks_for_moves() {
            true => self.most,
            false => self.most.min(ROWS_WITH_MOVES),
        };
        let table = Table::new(columns)
            .search(self.search(&mut archive, path))
            .path(path.to_string_lossy())
            .model(Model::of(self.request.level))
            .batch_rows(rows);
        let scan = archive.scan(.., table);
        scan.map(Now::Scan).map_err(|error| self.named(&error))
    }

    /// Rows with the names of games alone: of their archive, and their numbers there.
    fn names(&self, games: Range<u64>) -> Result<Piece, String> {
        let rows = usize::try_from(games.end - games.start).unwrap_or(self.most);
        if self.columns.is_empty() {
            return Ok(Piece::Bare(rows));
        }
        let path = self.path().to_string_lossy();
        let column = |column: &Column| -> (&str, ArrayRef) {
            match column.name() {
                NUMBER => {
                    let numbers = games.clone().map(|game| game + 1);
                    (NUMBER, Arc::new(UInt64Array::from_iter_values(numbers)))
                }
                _ => {
                    let paths = std::iter::repeat_n(&*path, rows);
                    (PATH, Arc::new(StringArray::from_iter_values(paths)))
                }
            }
        };
        let batch = RecordBatch::try_from_iter(self.columns.iter().map(column));
        batch.map(Piece::Values).map_err(|error| self.named(&error))
    }

    /// The search for the games that pass, by the index beside the archive if it has one that fits.
    fn search(&self, archive: &mut Archive<SharedFile>, path: &Path) -> Search {
        let (filter, threads) = (&self.request.filter, self.request.threads);
        let search = Search::new().threads(threads).filter(filter.clone());
        if filter.is_empty() {
            return search;
        }
        // Without the index, the same games are found.
        match archive.ask_index(path, filter, threads) {
            Ok(Some(verdicts)) => search.verdicts(verdicts),
            Ok(None) | Err(_) => search,
        }
    }

    /// A message about the archive that is read now.
    fn named(&self, what: &dyn std::fmt::Display) -> String {
        format!("{}: {what}", self.path().display())
    }

    /// The path of the archive that is read now.
    fn path(&self) -> &Path {
        let now = self.next.checked_sub(1);
        let path = now.and_then(|now| self.request.files.get(now));
        path.map_or(Path::new(""), PathBuf::as_path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Given;
    use pgnz::CompressOptions;

    fn archive(games: usize) -> Vec<u8> {
        let text =
            "[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n\n".repeat(games / 2);
        let mut packed = Vec::new();
        pgnz::compress(text.as_bytes(), &mut packed, &CompressOptions::new()).unwrap();
        packed
    }

    fn sizes(rows: &mut Rows) -> Vec<usize> {
        let mut sizes = Vec::new();
        while let Some(piece) = rows.next().unwrap() {
            sizes.push(match piece {
                Piece::Values(batch) => batch.num_rows(),
                Piece::Bare(rows) => rows,
            });
        }
        assert!(rows.next().unwrap().is_none());
        sizes
    }

    #[test]
    fn pieces_have_the_rows_of_all_archives() {
        let folder = tempfile::tempdir().unwrap();
        for (name, games) in [("a.pgnz", 200), ("b.pgnz", 4)] {
            std::fs::write(folder.path().join(name), archive(games)).unwrap();
        }
        let files = folder.path().join("*.pgnz").to_string_lossy().into_owned();
        let given = |filter: Option<&str>| Given {
            files: vec![files.clone()],
            filter: filter.map(str::to_owned),
            ..Given::default()
        };
        let all = Request::new(given(None)).unwrap();
        let bare = |request: &Request| sizes(&mut Rows::new(request.clone(), Vec::new(), 150));
        assert_eq!(bare(&all), [150, 50, 4]);
        let anna = Request::new(given(Some("white = 'Anna'"))).unwrap();
        assert_eq!(bare(&anna), [100, 2]);
        let of = |columns: &str| {
            let columns = Column::parse(columns).unwrap();
            sizes(&mut Rows::new(all.clone(), columns, 150))
        };
        assert_eq!(of("white"), [150, 50, 4]);
        assert_eq!(of("path,number"), [150, 50, 4]);
        assert_eq!(of("moves_san"), [64, 64, 64, 8, 4]);
    }

    #[test]
    fn an_error_names_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgnz");
        std::fs::write(&path, "no archive").unwrap();
        let given = Given {
            files: vec![path.to_string_lossy().into_owned()],
            ..Given::default()
        };
        let request = Request::new(given).unwrap();
        let failed = Rows::new(request, Vec::new(), 10).next();
        let Err(message) = failed else {
            panic!("it is an archive");
        };
        assert!(message.contains("a.pgnz: "), "{message}");
    }
}
