//! `pgnz tree`.

mod shown;

use crate::args::{Choice, Tree as Args};
use crate::console::Console;
use crate::convert::shown as name_of;
use crate::damage;
use crate::index::Beside;
use crate::json;
use crate::open;
use crate::pick::Wanted;
use crate::sift::{Noted, Sieve};
use anyhow::{Context, Result};
use archive::{Columns, Model};
use query::{Facts, Filter, Root, Tree, Visit};
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
        let mut reader = open::archive(self.path, self.models, "tree")?;
        let name = name_of(self.path);
        damage::warn(&name, &reader.report(), console);
        let threads = self.args.threads.get();
        let beside = (!self.args.filters.no_index)
            .then(|| Beside::find(self.path, &mut reader, threads, console))
            .flatten();
        let verdicts =
            beside.and_then(|index| index.visit(filter, root, (tree, self.number), console));
        let sieve = Sieve {
            path: self.path,
            models: self.models,
            command: "tree",
            filter,
            verdicts: verdicts.as_deref(),
            columns: Columns::TAGS | Columns::MOVES,
            note: Some(&|_, game| (root.visit(game), Facts::of(game))),
            note_unread: None,
            threads,
        };
        let mut take = |window: &[u64], noted: Noted<(Visit, Facts)>| {
            for game in window {
                if let Some((Visit::Here(next), facts)) = noted.get(game) {
                    tree.add((self.number, *game), *next, facts);
                }
            }
            Ok(())
        };
        let wanted = Wanted::among_all(&Choice::default(), &reader);
        wanted.each(Some(&sieve), &mut take, &name, console)
    }
}
