//! What the page asks for, and what it gets.

use crate::asked::{Asked, FILTERS};
use crate::beside::Index;
use crate::games::Hits;
use crate::jobs::Jobs;
use crate::tree::{Counted, Opening};
use crate::way::Way;
use crate::{chances, legal, page};
use pgnz::{Archive, Explorer, Model};
use query::Filter;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{Read, Seek};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An archive to be looked at; `R` is where it lies, `E` where the opening tree beside it does.
pub struct View<R, E = R> {
    name: String,
    archive: Mutex<Archive<R>>,
    /// Where the tree goes on in turns, apart from the list: going to another place and back decodes all games of a group again.
    tree_reader: Mutex<Option<Archive<R>>>,
    pub(crate) index: Option<Arc<Index>>,
    /// The opening tree beside the archive.
    pub(crate) explorer: Option<Mutex<Explorer<E>>>,
    pub(crate) model: Model,
    way: Way,
    /// Rows of the list that were asked for lately.
    pub(crate) rows: Mutex<HashMap<u64, Value>>,
    pub(crate) searches: Jobs<Hits>,
    pub(crate) openings: Jobs<Vec<Opening>>,
    pub(crate) trees: Jobs<Counted>,
}

/// What goes back for a request.
#[derive(Debug)]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The type of the content, as HTTP names it.
    pub kind: &'static str,
    /// The content.
    pub content: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub status: u16,
    pub what: String,
    /// The filter that cannot be read.
    pub field: Option<String>,
}

impl Wrong {
    /// The request is at fault.
    pub fn asked(what: impl Into<String>) -> Self {
        Self::new(400, what)
    }

    pub fn new(status: u16, what: impl Into<String>) -> Self {
        Self {
            status,
            what: what.into(),
            field: None,
        }
    }
}

impl From<query::Error> for Wrong {
    fn from(error: query::Error) -> Self {
        let field = match error.condition() {
            None | Some("filter") => "where",
            Some(name) => name,
        };
        Self {
            field: Some(field.to_owned()),
            ..Self::asked(error.to_string())
        }
    }
}

impl From<pgnz::Error> for Wrong {
    fn from(error: pgnz::Error) -> Self {
        Self::new(500, error.to_string())
    }
}

impl<R: Read + Seek + Clone + Send + 'static, E: Read + Seek> View<R, E> {
    /// An archive under a name that people know, with the index beside it, the model that judges moves, and a number of threads that
    /// search; 0 means one for each core. The archive should be [open](pgnz::Archive::open_with) so that
    /// damage is passed over.
    ///
    /// ```
    /// use pgnz::{Archive, CompressOptions, Level, Model, Shared};
    ///
    /// let mut packed = Vec::new();
    /// pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(Shared::new(std::io::Cursor::new(packed))?)?;
    /// let view = view::View::<_>::new("games.pgnz", archive, None, Model::of(Level::Fast), 1);
    /// let answer = view.answer("api/games", "where=white+%3D+'Anna'");
    /// assert_eq!(answer.status, 200);
    /// let games: serde_json::Value = serde_json::from_slice(&answer.content)?;
    /// assert_eq!(games["games"][0]["white"], "Anna");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        archive: Archive<R>,
        index: Option<Index>,
        model: Model,
        threads: usize,
    ) -> Self {
        Self {
            name: name.into(),
            archive: Mutex::new(archive),
            tree_reader: Mutex::default(),
            index: index.map(Arc::new),
            explorer: None,
            model,
            way: Way::Threads(threads),
            rows: Mutex::default(),
            searches: Jobs::default(),
            openings: Jobs::default(),
            trees: Jobs::default(),
        }
    }

    /// The same with the opening tree beside the archive, from which it answers at once.
    #[must_use]
    pub fn with_explorer(mut self, explorer: Option<Explorer<E>>) -> Self {
        self.explorer = explorer.map(Mutex::new);
        self
    }

    /// From now on, what takes long is done while somebody asks, without threads: this number of games at a time. Who asks again has it go on.
    /// An answer of status 500 then changes nothing: whoever could not read the archive may make good for it and ask again.
    pub fn in_turns(&mut self, games: u64) {
        self.way = Way::Turns(games.max(1));
    }

    /// What a path stands for, with the parameters after its `?`: a file of the page, or JSON below `api/`. Any text may be asked for.
    pub fn answer(&self, path: &str, parameters: &str) -> Answer {
        let Some(name) = path.strip_prefix("api/") else {
            let file = page::file(path);
            return file.unwrap_or_else(|| Answer::wrong(Wrong::new(404, "there is no such page")));
        };
        let answer = match name {
            "pgn" => self.texts_asked(parameters),
            name => self
                .json(name, parameters)
                .map(|value| Answer::json(200, &value)),
        };
        answer.unwrap_or_else(Answer::wrong)
    }

    fn json(&self, name: &str, parameters: &str) -> Result<Value, Wrong> {
        let asked = |known: &[&str]| Asked::read(parameters, known);
        let with_filters = |known: &[&'static str]| asked(&[known, &FILTERS].concat());
        match name {
            "info" => asked(&[]).map(|_| self.info()),
            "games" => self.games(&with_filters(&["from", "count"])?),
            "game" => self.game(asked(&["n"])?.game()?),
            "legal" => legal::json(&asked(&["fen", "variant"])?),
            "tree" => self.tree(&with_filters(&["moves"])?),
            "probabilities" => {
                let game = self.read_game(asked(&["n"])?.game()?)?;
                Ok(chances::json(&game, &self.model))
            }
            _ => Err(Wrong::new(404, format!("there is no api/{name}"))),
        }
    }

    fn texts_asked(&self, parameters: &str) -> Result<Answer, Wrong> {
        let asked = Asked::read(parameters, &[&["from", "count"][..], &FILTERS].concat())?;
        Ok(Answer {
            status: 200,
            kind: "application/x-chess-pgn",
            content: self.texts(&asked)?,
        })
    }

    /// How long work is done. Without the server there are no threads, and the module for WebAssembly has no code for them.
    pub(crate) fn way(&self) -> Way {
        match self.way {
            Way::Threads(_) if !cfg!(feature = "server") => Way::Turns(1),
            way => way,
        }
    }

    /// The archive for a thread of its own.
    pub(crate) fn archive(&self) -> Archive<R> {
        self.held().fork()
    }

    /// The archive itself, which knows the place where it was read last.
    pub(crate) fn held(&self) -> MutexGuard<'_, Archive<R>> {
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads from the archive in which the tree goes on in turns.
    pub(crate) fn with_tree_reader<T>(&self, read: impl FnOnce(&mut Archive<R>) -> T) -> T {
        let mut reader = self
            .tree_reader
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        read(reader.get_or_insert_with(|| self.archive()))
    }

    /// Reads from the archive: from one of its own where other threads read, too.
    pub(crate) fn with_archive<T>(&self, read: impl FnOnce(&mut Archive<R>) -> T) -> T {
        match self.way() {
            Way::Threads(_) => read(&mut self.archive()),
            Way::Turns(_) => read(&mut self.held()),
        }
    }

    fn info(&self) -> Value {
        let archive = self.held();
        let report = archive.report();
        let found = archive.skipped_damage();
        let damage = report.damage.iter().chain(&found);
        let mut damage: Vec<String> = damage.map(ToString::to_string).collect();
        damage.dedup();
        json!({
            "program": format!("pgnz {}", env!("CARGO_PKG_VERSION")),
            "name": self.name,
            "games": archive.len(),
            "plies": report.plies,
            "archive_bytes": report.archive_bytes,
            "text_bytes": report.text_bytes,
            "ratings": report.ratings.map(|(low, high)| [low, high]),
            "index": self.index.is_some(),
            "damage": damage,
            "more_damage": report.more_damage,
        })
    }
}

impl Answer {
    fn json(status: u16, value: &Value) -> Self {
        Self {
            status,
            kind: "application/json",
            content: value.to_string().into_bytes(),
        }
    }

    pub(crate) fn wrong(wrong: Wrong) -> Self {
        let Wrong {
            status,
            what,
            field,
        } = wrong;
        Self::json(status, &json!({"error": what, "field": field}))
    }
}

/// The name of a filter, the same for the same games.
pub(crate) fn name_of(filter: &Filter) -> String {
    match filter.is_empty() {
        true => String::new(),
        false => filter.expr().to_string(),
    }
}
