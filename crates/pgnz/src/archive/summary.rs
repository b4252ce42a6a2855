//! Summaries of games: statistics, matches between engines, the moves that were played in a position, and frequent positions.

use super::Archive;
use crate::{Columns, Error, Game, Search};
use query::{
    EngineRecord, Engines, Facts, FrequentPositions, Plies, Record, Root, Stats, Tree, Visit,
};
use scan::Note;
use std::io::{Read, Seek};
use std::ops::{ControlFlow, RangeBounds};

impl<R: Read + Seek + Clone + Send> Archive<R> {
    /// Statistics of the games in a range that a search finds. If the search wants no more than [`Columns::TAGS`], they tell only what
    /// tags say, which takes a tenth of the time.
    ///
    /// # Errors
    ///
    /// As for [`Archive::search`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let stats = archive.stats(.., Search::new())?;
    /// assert_eq!((stats.games, stats.results.white, stats.plies), (1, 1, 1));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn stats(&self, range: impl RangeBounds<u64>, search: Search) -> Result<Stats, Error> {
        let (search, record): (_, fn(&Game) -> Record) =
            match Columns::TAGS.contains(search.wanted()) {
                true => (search, Record::of_tags),
                false => (search.columns(Record::needs()), Record::of),
            };
        let mut stats = Stats::default();
        let note = |_, game: Option<&Game>| game.map(record);
        self.sum(range, &search, &note, &mut |_, record| stats.add(&record))?;
        Ok(stats)
    }

    /// Matches between engines, or other players, in the games in a range that a search finds. [`Engines::standings`] rates them.
    ///
    /// # Errors
    ///
    /// As for [`Archive::search`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Search};
    /// # let mut packed = Vec::new();
    /// # let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"B\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n";
    /// # pgnz::compress(text.as_bytes(), &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let standings = archive.engines(.., Search::new())?.standings(Some(("B", 3000.0))).unwrap();
    /// assert_eq!((&*standings.engines[0].name, standings.engines[0].elo.unwrap().round()), ("A", 3191.0));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn engines(&self, range: impl RangeBounds<u64>, search: Search) -> Result<Engines, Error> {
        let mut engines = Engines::default();
        let search = search.columns(EngineRecord::needs());
        let note = |_, game: Option<&Game>| game.map(EngineRecord::of);
        self.sum(range, &search, &note, &mut |_, record| engines.add(&record))?;
        Ok(engines)
    }

    /// The moves that were played in a position, with their results, in the games in a range that a search finds.
    ///
    /// # Errors
    ///
    /// As for [`Archive::search`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Root, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let tree = archive.tree(.., Search::new(), &Root::of_moves("1. e4")?)?;
    /// let moves: Vec<_> = tree.branches().into_iter().map(|(_, san, branch)| (san, branch.games)).collect();
    /// assert_eq!(moves, [("c5".to_owned(), 1), ("e5".to_owned(), 1)]);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn tree(
        &self,
        range: impl RangeBounds<u64>,
        search: Search,
        root: &Root,
    ) -> Result<Tree, Error> {
        let search = search.columns(Columns::TAGS | Columns::MOVES);
        let mut tree = Tree::new(root);
        let note = |_, game: Option<&Game>| match root.visit(game?) {
            Visit::Here(next) => Some((next, Facts::of(game?))),
            Visit::Elsewhere | Visit::Unknown => None,
        };
        self.sum(range, &search, &note, &mut |number, (next, facts)| {
            tree.add((0, number), next, &facts);
        })?;
        Ok(tree)
    }

    /// The positions after these numbers of plies, with the number and the results of the games that reach them, in the games in a range that
    /// a search finds. At most [`FrequentPositions::KEPT`] positions are kept; [`FrequentPositions::missed`] says what that costs.
    ///
    /// # Errors
    ///
    /// As for [`Archive::search`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Plies, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. d4 d5 2. c4 1-0\n\n1. c4 d5 2. d4 0-1\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let counts = archive.positions(.., Search::new(), Plies::new(3, 3))?;
    /// let found = counts.most_frequent(3, 10, 1);
    /// assert_eq!((found.len(), found[0].branch.games), (1, 2));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn positions(
        &self,
        range: impl RangeBounds<u64>,
        search: Search,
        plies: Plies,
    ) -> Result<FrequentPositions, Error> {
        let search = search.columns(Columns::TAGS | Columns::MOVES);
        let mut counts = FrequentPositions::default();
        let note = |_, game: Option<&Game>| Some((plies.positions(game?), Facts::of(game?)));
        self.sum(range, &search, &note, &mut |number, (positions, facts)| {
            counts.add((0, number), &positions, &facts);
        })?;
        Ok(counts)
    }

    /// The numbers of `count` games drawn at random from those in a range that a search finds, or of all if there are fewer, in ascending
    /// order. The same seed draws the same games as [`Reshape::sample`](crate::Reshape::sample).
    ///
    /// # Errors
    ///
    /// As for [`Archive::search`], and [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if there are 2³² games or more.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let drawn = archive.sample(.., Search::new(), 2, 17)?;
    /// assert_eq!(drawn.len(), 2);
    /// assert_eq!(archive.sample(.., Search::new(), 2, 17)?, drawn);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[cfg(feature = "shape")]
    pub fn sample(
        &self,
        range: impl RangeBounds<u64>,
        search: Search,
        count: usize,
        seed: u64,
    ) -> Result<Vec<u64>, Error> {
        let range = self.checked(&range)?;
        let small = |game: u64| {
            let too_many = || Error::argument("at most 4,294,967,295 games can be drawn from");
            u32::try_from(game).map_err(|_| too_many())
        };
        small(range.end)?;
        let games: Vec<u32> = match !search.has_filter() {
            true => (small(range.start)?..small(range.end)?).collect(),
            false => {
                let (search, mut found) = (search.columns(Columns::TAGS), Vec::new());
                // They are below the end of the range.
                let mut take = |game: u64, ()| found.push(game as u32);
                self.sum(range, &search, &|_, _| Some(()), &mut take)?;
                found
            }
        };
        let drawn = shape::sample(games, count, seed).into_iter();
        Ok(drawn.map(u64::from).collect())
    }

    /// Passes what `note` says of all games that a search finds to `add`.
    fn sum<T: Clone + Send>(
        &self,
        range: impl RangeBounds<u64>,
        search: &Search,
        note: &Note<'_, T>,
        add: &mut dyn FnMut(u64, T),
    ) -> Result<(), Error> {
        let done = self.each(range, search, note, &mut |number, noted| {
            add(number, noted);
            Ok(ControlFlow::Continue(()))
        });
        done.map(drop)
    }
}
