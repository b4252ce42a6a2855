//! Goes through the games of an archive in steps, so that the host can do something else in between: show what was found, or stop.

use crate::columns;
use crate::failure::Failure;
use crate::host::HostFile;
use crate::json;
use pgnz::{Archive, Columns, Facts, Filter, Root, Search, Tree, Visit};
use serde_json::{Value, json};
use std::ops::{ControlFlow, Range};

/// The games that are left, and what is looked for among them.
#[derive(Debug)]
pub struct Walk {
    pub archive: u32,
    left: Range<u64>,
    search: Search,
    goal: Goal,
}

#[derive(Debug)]
enum Goal {
    /// Games with these parts.
    Games(Columns),
    /// The moves that were played in a position.
    Tree(Box<(Root, Tree)>),
}

/// What a request asks for.
pub struct Asked {
    request: Value,
    /// Whether it is of all games.
    pub is_of_all: bool,
}

impl Asked {
    pub fn read(request: &[u8]) -> Result<Self, Failure> {
        let request: Value = serde_json::from_slice(request)?;
        let is_of_all = request["from"].is_null() && request["to"].is_null();
        Ok(Self { request, is_of_all })
    }

    /// The number of a game.
    fn number(&self, name: &str, usual: u64) -> Result<u64, Failure> {
        match &self.request[name] {
            Value::Null => Ok(usual),
            value => value
                .as_u64()
                .ok_or_else(|| Failure::argument(format!("{name} is not the number of a game"))),
        }
    }

    /// The filter; an empty one if there is none.
    pub fn filter(&self) -> Result<Filter, Failure> {
        let filter = text(&self.request, "where")?;
        Ok(filter.map(Filter::parse).transpose()?.unwrap_or_default())
    }

    /// Where a tree begins.
    pub fn root(&self) -> Result<Root, Failure> {
        let tree = &self.request["tree"];
        match (text(tree, "position")?, text(tree, "moves")?) {
            (Some(_), Some(_)) => {
                let what = "a tree has moves or a position, not both";
                Err(Failure::argument(what))
            }
            (Some(position), None) => Ok(Root::of_position(position)?),
            (None, Some(moves)) => Ok(Root::of_moves(moves)?),
            (None, None) => Ok(Root::start()),
        }
    }
}

impl Walk {
    /// Begins one, as a request says: `where` is a filter, `from` and `to` are numbers of games from 0, `columns` are names. With `tree`, which
    /// has `moves` or `position`, the moves played there are counted.
    pub fn begin(archive: u32, games: u64, request: &[u8]) -> Result<Self, Failure> {
        let asked = Asked::read(request)?;
        let from = asked.number("from", 0)?.min(games);
        let to = asked.number("to", games)?.min(games);
        let mut search = Search::new().filter(asked.filter()?);
        let request = &asked.request;
        let goal = match request["tree"].is_null() {
            true => {
                let names = request["columns"].as_array().into_iter().flatten();
                let columns = columns::parse(names.filter_map(Value::as_str))?;
                search = search.columns(columns);
                Goal::Games(columns)
            }
            false => {
                let root = asked.root()?;
                search = search.columns(Columns::TAGS | Columns::MOVES);
                let tree = Tree::new(&root);
                Goal::Tree(Box::new((root, tree)))
            }
        };
        Ok(Self {
            archive,
            left: from..to.max(from),
            search,
            goal,
        })
    }

    /// Looks at the next games, at most `most` of those that the index of the archive does not rule out. A step that fails changes nothing:
    /// where the host first has to fetch a part of the archive, it calls again.
    pub fn step(&mut self, archive: &mut Archive<HostFile>, most: u64) -> Result<Value, Failure> {
        let end = self.left.end.min(archive.len());
        let blocks = archive.blocks();
        let mut next = blocks.partition_point(|block| {
            block.first_game().saturating_add(block.facts().games) <= self.left.start
        });
        while let Some(block) = blocks.get(next)
            && !self.search.may_hold(block)
        {
            let after = block.first_game().saturating_add(block.facts().games);
            self.left.start = self.left.start.max(after);
            next += 1;
        }
        self.left.start = self.left.start.min(self.left.end);
        let start = self.left.start;
        let step = start..start.saturating_add(most.max(1)).min(end).max(start);
        let after = step.end;
        let (mut found, mut visits) = (Vec::new(), Vec::new());
        let goal = &self.goal;
        archive.visit(step, &self.search, &mut |number, game| {
            match goal {
                Goal::Games(columns) => found.push(json::game(number, &game, *columns)),
                Goal::Tree(tree) => {
                    if let Visit::Here(next) = tree.0.visit(&game) {
                        visits.push((number, next, Facts::of(&game)));
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        self.left.start = after;
        let mut answer = json!({"next": self.left.start, "done": self.left.start >= end});
        match &mut self.goal {
            Goal::Games(_) => answer["games"] = found.into(),
            Goal::Tree(tree) => {
                let (root, tree) = &mut **tree;
                for (number, next, facts) in visits {
                    tree.add((0, number), next, &facts);
                }
                answer["tree"] = json::tree(tree, root);
            }
        }
        Ok(answer)
    }
}

/// A text in a request; none if it is absent or empty.
fn text<'a>(request: &'a Value, name: &str) -> Result<Option<&'a str>, Failure> {
    match &request[name] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.as_str()).filter(|text| !text.trim().is_empty())),
        _ => Err(Failure::argument(format!("{name} is not a text"))),
    }
}
