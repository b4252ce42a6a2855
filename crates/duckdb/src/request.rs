//! What a call of `read_pgnz` asks for.

use crate::moves;
use pgnz::{Archive, Column, Columns, Conditions, ExpandOptions, Filter, Level, SharedFile};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The parameters of a call, as they were given.
#[derive(Debug, Default)]
pub struct Given {
    /// Paths, or patterns of paths with `*`, `?`, `[…]` and `**`.
    pub files: Vec<String>,
    /// An expression of the language of filters.
    pub filter: Option<String>,
    /// A FEN, or moves from the usual start that lead to a position.
    pub position: Option<String>,
    /// Names of columns with commas between, or of groups of columns.
    pub columns: Option<String>,
    /// The model for columns about the probability of moves.
    pub level: Option<String>,
    /// Whether damaged games are passed over.
    pub keep_going: bool,
    /// The number of threads that decode; 0 means one for each core.
    pub threads: u32,
}

/// A call that can be carried out.
#[derive(Clone, Debug)]
pub struct Request {
    /// The archives, in order.
    pub files: Vec<PathBuf>,
    /// The columns that the table has.
    pub columns: Vec<Column>,
    /// Which games are rows.
    pub filter: Filter,
    /// The model for columns about the probability of moves.
    pub level: Level,
    /// Whether damaged games are passed over.
    pub keep_going: bool,
    /// The number of threads that decode; 0 means one for each core.
    pub threads: usize,
}

impl Request {
    /// Reads the parameters. The message of an error names the parameter.
    pub fn new(given: Given) -> Result<Self, String> {
        let named = |name: &'static str| move |error: pgnz::Error| format!("{name}: {error}");
        let position = given.position.map(|text| fen(&text)).transpose();
        let conditions = Conditions {
            expression: given.filter,
            position: position.map_err(named("position"))?,
            ..Conditions::default()
        };
        let level = given.level.map(|name| name.parse()).transpose();
        let mut files = Vec::new();
        for pattern in &given.files {
            files.extend(matching(pattern)?);
        }
        if files.is_empty() {
            return Err("no archive is named".to_owned());
        }
        Ok(Self {
            files,
            columns: columns(given.columns.as_deref()).map_err(named("columns"))?,
            filter: Filter::of(&conditions).map_err(|error| match error.condition() {
                Some(_) => error.to_string(),
                None => format!("filter: {error}"),
            })?,
            level: level.map_err(named("level"))?.unwrap_or_default(),
            keep_going: given.keep_going,
            threads: usize::try_from(given.threads).unwrap_or(usize::MAX),
        })
    }

    /// Opens an archive.
    pub fn open(&self, path: &Path) -> Result<Archive<SharedFile>, String> {
        let named = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        let system = |error| named(&format_args!("cannot open the file: {error}"));
        // What is no file, such as a pipe, might never open.
        if !fs::metadata(path).map_err(system)?.is_file() {
            return Err(named(&"this is not a regular file"));
        }
        let file = SharedFile::new(File::open(path).map_err(system)?);
        let options = ExpandOptions::new().keep_going(self.keep_going);
        Archive::open_with(file, &options).map_err(|error| named(&error))
    }

    /// Whether all columns of a list are known from the tags alone.
    pub fn reads_only_tags(columns: &[Column]) -> bool {
        let mut columns = columns.iter();
        columns.all(|column| Columns::TAGS.contains(column.needs()))
    }
}

/// The columns with these names, or all.
fn columns(names: Option<&str>) -> Result<Vec<Column>, pgnz::Error> {
    match names {
        Some(names) => Column::parse(names),
        None => {
            let names: Vec<_> = Column::described().map(|(name, _)| name).collect();
            Column::parse(&names.join(","))
        }
    }
}

/// The files of a path or a pattern. A file whose name has the signs of a pattern is found, too.
fn matching(pattern: &str) -> Result<Vec<PathBuf>, String> {
    if Path::new(pattern).exists() || !pattern.contains(['*', '?', '[']) {
        return Ok(vec![pattern.into()]);
    }
    let wrong = |what: &dyn std::fmt::Display| format!("{pattern}: {what}");
    let found = glob::glob(pattern).map_err(|error| wrong(&error))?;
    let files: Result<Vec<_>, _> = found.collect();
    match files.map_err(|error| wrong(&error))? {
        none if none.is_empty() => Err(wrong(&"no file has a name of this pattern")),
        files => Ok(files),
    }
}

/// The FEN of a position that is given as a FEN or by the moves that lead to it.
fn fen(text: &str) -> Result<String, pgnz::Error> {
    match text.contains('/') {
        true => Ok(text.to_owned()),
        false => Ok(moves::of(text)?.last().to_fen()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(files: &[&str]) -> Given {
        Given {
            files: files.iter().map(|&file| file.to_owned()).collect(),
            ..Given::default()
        }
    }

    #[test]
    fn patterns_name_files_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.pgnz", "a.pgnz", "a.pgnz.parquet", "[1].pgnz"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let find = |name: &str| {
            let pattern = folder.path().join(name).to_string_lossy().into_owned();
            let request = Request::new(given(&[&pattern]))?;
            let files = request.files.into_iter();
            Ok::<_, String>(
                files
                    .map(|file| file.file_name().unwrap().to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(find("?.pgnz").unwrap(), ["a.pgnz", "b.pgnz"]);
        assert_eq!(find("[1].pgnz").unwrap(), ["[1].pgnz"]);
        assert_eq!(find("*.pgnz").unwrap().len(), 3);
        assert_eq!(find("none.pgnz").unwrap(), ["none.pgnz"]);
        assert!(find("c*.pgnz").unwrap_err().contains("no file"));
        assert!(find("a[.pgnz").unwrap_err().contains("a[.pgnz"));
    }

    #[test]
    fn all_columns_are_there_unless_some_are_named() {
        let all = Request::new(given(&["x"])).unwrap().columns;
        assert_eq!(all.len(), Column::described().count());
        let some = Given {
            columns: Some("white,tag:Round".to_owned()),
            ..given(&["x"])
        };
        let some = Request::new(some).unwrap().columns;
        assert_eq!(some.len(), 2);
        assert!(Request::reads_only_tags(&some));
        assert!(!Request::reads_only_tags(&all));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let text = |text: &str| Some(text.to_owned());
        let wrong = |given| Request::new(given).unwrap_err();
        let filter = Given {
            filter: text("white_rating >= ten"),
            ..given(&["x"])
        };
        assert!(wrong(filter).starts_with("filter: column 17: "));
        for position in ["1. e4 e4", "8/8 w"] {
            let position = Given {
                position: text(position),
                ..given(&["x"])
            };
            assert!(wrong(position).starts_with("position: "));
        }
        let columns = Given {
            columns: text("whit"),
            ..given(&["x"])
        };
        assert!(wrong(columns).starts_with("columns: "));
        let level = Given {
            level: text("slow"),
            ..given(&["x"])
        };
        assert!(wrong(level).starts_with("level: "));
        assert!(wrong(given(&[])).contains("no archive"));
    }

    #[test]
    fn a_position_is_a_fen_or_the_moves_to_it() {
        let start = fen("").unwrap();
        assert!(start.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
        assert_eq!(fen(&start).unwrap(), start);
        assert_eq!(fen("1. e4 e5").unwrap(), fen("e2e4 e7e5").unwrap());
    }
}
