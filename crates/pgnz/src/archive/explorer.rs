//! The opening tree beside an archive: how it is made, and how it is found.

use super::Archive;
use crate::{Columns, Error, Facts, Filter, Game, Root, Search, Tree, Visit};
use explorer::{About, Explorer, Maker};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Games that are read for one answer: each takes a few milliseconds.
const MOST_ASKED: usize = 20;

/// The path of the opening tree beside an archive: that of the archive with `.tree` after it.
///
/// ```
/// use std::path::Path;
/// assert_eq!(pgnz::explorer_path(Path::new("games.pgnz")), Path::new("games.pgnz.tree"));
/// ```
#[must_use]
pub fn explorer_path(archive: &Path) -> PathBuf {
    let mut name: OsString = archive.into();
    name.push(".tree");
    name.into()
}

impl<R: Read + Seek> Archive<R> {
    /// The opening tree that lies beside an archive (docs/explorer.md). `path` is that of the archive; `None` if there is none, or if the archive is
    /// damaged, so that the tree may count games that are lost.
    ///
    /// # Errors
    ///
    /// There is one, but it is not that of this archive, or cannot be read.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Filter, Root, Tree};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// if let Some(mut explorer) = archive.explorer("no such file.pgnz")? {
    ///     let root = Root::of_moves("1. e4")?;
    ///     let mut tree = Tree::new(&root);
    ///     // The games that have to be read.
    ///     let asked = explorer.add_to(&mut tree, &root, &Filter::default(), 0)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explorer(&self, path: impl AsRef<Path>) -> Result<Option<Explorer<File>>, Error> {
        let file = match File::open(explorer_path(path.as_ref())) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(explorer::Error::Io)?,
        };
        match self.report().damage.is_empty() {
            true => Ok(Some(self.explorer_in(file)?)),
            false => Ok(None),
        }
    }

    /// The opening tree of this archive in a source of its own.
    ///
    /// # Errors
    ///
    /// As for [`Archive::explorer`].
    pub fn explorer_in<S: Read + Seek>(&self, src: S) -> Result<Explorer<S>, Error> {
        Ok(Explorer::open(src, self.about())?)
    }

    /// Writes the opening tree of the archive (docs/explorer.md), and returns the number of games. Beside the archive, under the name that
    /// [`explorer_path`] gives, [`Archive::explorer`] finds it. Of the search, its threads count, its progress and its end; a tree has all games.
    /// It takes some 70 bytes of memory for each game.
    ///
    /// # Errors
    ///
    /// An error of the archive or of `dst`; the first damage, if the archive is known to be damaged.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 e5 1-0\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut file = Vec::new();
    /// assert_eq!(archive.write_explorer(&Search::new(), &mut file)?, 1);
    /// let explorer = archive.explorer_in(std::io::Cursor::new(file))?;
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn write_explorer(&mut self, search: &Search, dst: impl Write) -> Result<u64, Error>
    where
        R: Clone + Send,
    {
        if let Some(damage) = self.report().damage.into_iter().next() {
            return Err(damage.into());
        }
        let about = self.about();
        let mut maker = Maker::new();
        let search = search.without_filter().columns(Maker::NEEDS);
        let mut games = 0;
        let note = |_, game: Option<&Game>| Some(Maker::first(game?));
        self.each(.., &search, &note, &mut |number, first| {
            games += 1;
            if let Some(first) = first {
                maker.add_first(number, first)?;
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        })?;
        if games != self.len() {
            let what =
                "some games of the archive cannot be read, so it cannot have an opening tree";
            return Err(Error::argument(what));
        }
        maker.finish(about, dst)?;
        Ok(games)
    }

    /// The moves played in a position by the opening tree of this archive, and by the few games that it does not know enough of; `None` if it
    /// does not know the answer, or more than 20 games would have to be read.
    ///
    /// # Errors
    ///
    /// An error of the opening tree or of the archive.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Filter, Root, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut file = Vec::new();
    /// archive.write_explorer(&Search::new(), &mut file)?;
    /// let mut explorer = archive.explorer_in(std::io::Cursor::new(file))?;
    /// let tree = archive.tree_by(&mut explorer, &Root::of_moves("1. e4")?, &Filter::default())?;
    /// assert_eq!(tree.unwrap().total().games, 2);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn tree_by<S: Read + Seek>(
        &mut self,
        explorer: &mut Explorer<S>,
        root: &Root,
        filter: &Filter,
    ) -> Result<Option<Tree>, Error> {
        let mut tree = Tree::new(root);
        let asked = explorer.add_to(&mut tree, root, filter, 0)?;
        let Some(asked) = asked.filter(|asked| asked.len() <= MOST_ASKED) else {
            return Ok(None);
        };
        for number in asked {
            let mut games = self.games(number..=number, Columns::TAGS | Columns::MOVES)?;
            let Some(game) = games.next().transpose()? else {
                return Ok(None);
            };
            if let Visit::Here(next) = root.visit(&game) {
                tree.add((0, number), next, &Facts::of(&game));
            }
        }
        Ok(Some(tree))
    }

    fn about(&self) -> About {
        About {
            digest: self.reader.digest(),
            games: self.len(),
        }
    }
}
