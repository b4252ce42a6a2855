//! `pgnz tree`.

pub(crate) mod shown;

use crate::args::Tree as Args;
use crate::console::Console;
use crate::convert::shown as name_of;
use crate::json;
use crate::opened::{Opened, Prints};
use anyhow::{Context, Result};
use pgnz::{Columns, Facts, Filter, Game, Model, Root, Tree, Visit};
use std::io::{self, Write};
use std::path::Path;

/// Prints the tree.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let mut conditions = args.filters.conditions()?;
    let root = match (conditions.position.take(), &conditions.moves) {
        (Some(fen), _) => Root::of_position(&fen),
        (None, Some(moves)) => Root::of_moves(moves),
        (None, None) => Ok(Root::start()),
    };
    let root = root.map_err(crate::args::of_filter)?;
    if args.filters.position.is_none() {
        conditions.moves = None;
    }
    let filter = Filter::of(&conditions).map_err(crate::args::of_filter)?;
    let models = args.models.read()?;
    let mut tree = Tree::new(&root);
    console.expect(&args.files);
    for (number, path) in args.files.iter().enumerate() {
        let archive = Archive {
            args,
            path,
            number,
            models: &models,
        };
        if let Err(error) = archive.visit(&root, &filter, &mut tree, console)
            && !console.fail_on(name_of(path), &error)
        {
            return Ok(());
        }
    }
    let text = match args.json {
        true => json::harmless(&shown::json(&tree, &root, &args.files)),
        false => shown::table(&tree, &root, &args.files),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// One of the archives.
struct Archive<'a> {
    args: &'a Args,
    path: &'a Path,
    /// Its place among all.
    number: usize,
    models: &'a [Model],
}

impl Archive<'_> {
    /// Takes in its games.
    fn visit(
        &self,
        root: &Root,
        filter: &Filter,
        tree: &mut Tree,
        console: &mut Console,
    ) -> Result<()> {
        let threads = self.args.threads.get();
        let command = ("tree", Prints::AtTheEnd);
        let mut opened = Opened::new(self.path, self.models, command, threads, console)?;
        let filters = &self.args.filters;
        let explored = match filters.no_index || opened.is_text {
            true => None,
            false => opened.explore(tree, (root, filter), self.number, console),
        };
        let verdicts = explored.or_else(|| {
            let index = opened.beside(filters, console)?;
            index.visit(filter, root, (tree, self.number), console)
        });
        let search = opened.search(filter, verdicts, Columns::TAGS | Columns::MOVES);
        let note = |_, game: Option<&Game>| match root.visit(game?) {
            Visit::Here(next) => Some((next, Facts::of(game?))),
            _ => None,
        };
        let mut take = |game, (next, facts): (_, Facts)| {
            tree.add((self.number, game), next, &facts);
            Ok(())
        };
        opened.each(opened.all(), &search, &note, &mut take, console)
    }
}
