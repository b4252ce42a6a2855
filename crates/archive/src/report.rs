//! The reports of a run: its progress, what an archive holds, and how many bytes each stream takes.
//!
//! Not part of the format.

use crate::container::{FileName, Summary};
use crate::{BlockFacts, Damage, Edition, Meter, ModelId, Provenance, Source, Stream};

/// The progress of a run, reported when it starts and after every block.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Games in the blocks that are done.
    pub games: u64,
    /// Text in the blocks that are done, in bytes.
    pub text_bytes: u64,
    /// Archive written or read, in bytes.
    pub archive_bytes: u64,
    /// Counts between blocks too: keep a clone to read it at any time.
    pub meter: Meter,
}

/// The size of one stream over a whole archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamReport {
    /// The stream.
    pub stream: Stream,
    /// Its length in the archive, in bytes, checksums aside.
    pub bytes: u64,
    /// The number of its values: plies for moves, times for clocks, evaluations for evals, comments for comments; otherwise games.
    pub count: u64,
}

/// How many bytes a tag takes in an archive.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TagCost {
    /// The tag's name.
    pub name: Vec<u8>,
    /// Bytes of the stream `tags` that code it, fractions included.
    pub bytes: f64,
}

/// The contents and sizes of an archive, or of several concatenated ones. [`Report::container_bytes`] and the bytes of the
/// streams add up to [`Report::archive_bytes`].
///
/// ```
/// let mut packed = Vec::new();
/// let report = archive::compress(&b"[Event \"?\"]\n\n*\n"[..], &mut packed, &archive::CompressOptions::new()).unwrap();
/// let streams: u64 = report.streams.iter().map(|stream| stream.bytes).sum();
/// assert_eq!(streams + report.container_bytes, packed.len() as u64);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The model that coded it; `None` if archives differ.
    pub model: Option<ModelId>,
    /// The edition of all archives; `None` if one is of none, as at level own.
    edition: Option<Edition>,
    /// How the text was packed before it was compressed; [`Source::Mixed`] if archives differ.
    pub source: Source,
    /// Archives that follow one another.
    pub archives: u64,
    /// Blocks.
    pub blocks: u64,
    /// Games.
    pub games: u64,
    /// Moves by one player.
    pub plies: u64,
    /// Length of the text in bytes.
    pub text_bytes: u64,
    /// Length of the archive in bytes.
    pub archive_bytes: u64,
    /// The part of [`Report::archive_bytes`] that is not in streams: headers, checksums, index, footer.
    pub container_bytes: u64,
    /// Every stream, in the order of [`Stream::ALL`].
    pub streams: Vec<StreamReport>,
    /// First and last date as `yyyymmdd`, unknown parts 0.
    pub dates: Option<(u32, u32)>,
    /// Lowest and highest rating.
    pub ratings: Option<(u16, u16)>,
    /// Whether a tag pair or a move was found, or the text is nothing but white space. Known when compressing, true otherwise.
    pub holds_chess: bool,
    /// Set if the text could not be read to its end, which [`crate::CompressOptions::partial`] allows. Known when compressing.
    pub cut_off: Option<CutOff>,
    /// Blocks that were stored uncompressed because encoding failed or verification found a difference. That is a bug worth reporting,
    /// but no text is lost. Known when compressing, 0 otherwise.
    pub rescued_blocks: u64,
    /// The files whose names archives record, in the order of the archives.
    pub files: Vec<FileInfo>,
    /// Where the text of each archive comes from that records it. Known when compressing, and when testing, which compares it with the text.
    pub provenance: Vec<Provenance>,
    /// Whether the archive is unfinished: it is still being written, or the run was stopped. The other figures are those of the part that is complete.
    pub unfinished: bool,
    /// The damaged places of the archive, in order; the other figures are those of the undamaged parts. Empty if nothing is damaged.
    pub damage: Vec<Damage>,
    /// Damaged places beyond the thousand that are in [`Report::damage`].
    pub more_damage: u64,
}

impl Report {
    /// The [`Edition`] that all archives are of; `None` if one of them is of no edition, as at level own, or if they differ.
    #[must_use]
    pub fn edition(&self) -> Option<Edition> {
        self.edition
    }

    /// The report of this archive and of one that follows it.
    ///
    /// ```
    /// # extern crate archive as pgnz;
    /// let report = |text: &[u8]| pgnz::compress(text, Vec::new(), &pgnz::CompressOptions::new());
    /// let both = report(b"1. e4 *\n")?.and(report(b"1. d4 d5 *\n")?);
    /// assert_eq!((both.archives, both.games, both.plies), (2, 2, 3));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn and(mut self, next: Self) -> Self {
        for (stream, more) in self.streams.iter_mut().zip(&next.streams) {
            stream.bytes += more.bytes;
            stream.count += more.count;
        }
        self.files.extend(next.files);
        self.provenance.extend(next.provenance);
        self.damage.extend(next.damage);
        Self {
            model: self.model.filter(|_| self.model == next.model),
            edition: self.edition.filter(|_| self.edition == next.edition),
            source: self.source.and(next.source),
            archives: self.archives + next.archives,
            blocks: self.blocks + next.blocks,
            games: self.games + next.games,
            plies: self.plies + next.plies,
            text_bytes: self.text_bytes + next.text_bytes,
            archive_bytes: self.archive_bytes + next.archive_bytes,
            container_bytes: self.container_bytes + next.container_bytes,
            dates: widest(self.dates, next.dates),
            ratings: widest(self.ratings, next.ratings),
            holds_chess: self.holds_chess || next.holds_chess,
            cut_off: self.cut_off.or(next.cut_off),
            rescued_blocks: self.rescued_blocks + next.rescued_blocks,
            unfinished: self.unfinished || next.unfinished,
            more_damage: self.more_damage + next.more_damage,
            ..self
        }
    }
}

/// The range from the lowest to the highest of two ranges.
fn widest<T: Ord + Copy>(one: Option<(T, T)>, other: Option<(T, T)>) -> Option<(T, T)> {
    match (one, other) {
        (Some((low, high)), Some((from, to))) => Some((low.min(from), high.max(to))),
        (one, other) => one.or(other),
    }
}

/// A file that was compressed together with others, and whose name an archive records.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileInfo {
    /// Its name, without folders.
    pub name: String,
    /// Games in it.
    pub games: u64,
    /// Its length in bytes, without a line end that was inserted before it to separate it from the text before.
    pub text_bytes: u64,
    /// Bytes of that inserted line end that have not been seen yet.
    border_bytes: u64,
    has_begun: bool,
}

impl FileInfo {
    /// A file with no games counted yet.
    pub(crate) fn begin(file: &FileName) -> Self {
        Self {
            name: file.name.clone(),
            games: 0,
            text_bytes: 0,
            border_bytes: file.border_bytes,
            has_begun: false,
        }
    }

    /// Counts a text. `begins_archive` says whether it is the first of the archive, so that the inserted line end is still in it. Returns
    /// how many bytes of the text are not part of the file.
    pub(crate) fn add(&mut self, games: u64, text_bytes: u64, begins_archive: bool) -> u64 {
        if !begins_archive && !self.has_begun {
            self.border_bytes = 0;
        }
        self.has_begun = true;
        let border = self.border_bytes.min(text_bytes);
        self.border_bytes -= border;
        self.games += games;
        self.text_bytes += text_bytes - border;
        border
    }
}

/// A text that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutOff {
    /// The error message of the source.
    pub cause: String,
    /// Bytes of an incomplete game before the cut, which were left out.
    pub left_out_bytes: u64,
}

/// The sums from which a report is made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    /// `None` before the first archive, `Some(None)` where archives differ.
    model: Option<Option<ModelId>>,
    edition: Option<Option<Edition>>,
    source: Option<Source>,
    archives: u64,
    blocks: u64,
    facts: BlockFacts,
    lengths: [u64; Stream::ALL.len()],
    archive_bytes: u64,
    rescued: u64,
    lacks_chess: bool,
    cut_off: Option<CutOff>,
}

impl Tally {
    /// Adds a block.
    pub fn block(&mut self, summary: &Summary, rescued: bool) {
        self.blocks += 1;
        self.rescued += u64::from(rescued);
        self.facts.merge(&summary.facts);
        for (sum, length) in self.lengths.iter_mut().zip(summary.lengths) {
            *sum += length;
        }
    }

    /// The facts of all blocks.
    pub fn facts(&self) -> &BlockFacts {
        &self.facts
    }

    /// Adds what is known of the whole text when compressing.
    pub fn text(&mut self, holds_chess: bool, cut_off: Option<CutOff>) {
        self.lacks_chess = !holds_chess;
        self.cut_off = cut_off;
    }

    /// Adds an archive, whose blocks have been added.
    pub fn archive(&mut self, model: ModelId, source: Source, bytes: u64) {
        let before = self.model.unwrap_or(Some(model));
        self.model = Some(before.filter(|&before| before == model));
        let edition = Edition::of(model);
        let before = self.edition.unwrap_or(edition);
        self.edition = Some(before.filter(|_| before == edition));
        self.source = Some(self.source.map_or(source, |before| before.and(source)));
        self.archives += 1;
        self.archive_bytes += bytes;
    }

    /// The archives counted here with the blocks counted in the other.
    pub fn with_blocks_of(self, blocks: Self) -> Self {
        Self {
            blocks: blocks.blocks,
            facts: blocks.facts,
            lengths: blocks.lengths,
            rescued: blocks.rescued,
            ..self
        }
    }

    /// The report.
    pub fn report(&self) -> Report {
        let facts = &self.facts;
        let count = |stream| match stream {
            Stream::Moves => facts.plies,
            Stream::Clocks => facts.clocks,
            Stream::Evals => facts.evals,
            Stream::Comments => facts.comments,
            _ => facts.games,
        };
        let streams = Stream::ALL.into_iter().zip(self.lengths);
        Report {
            model: self.model.flatten(),
            edition: self.edition.flatten(),
            source: self.source.unwrap_or_default(),
            archives: self.archives,
            blocks: self.blocks,
            games: facts.games,
            plies: facts.plies,
            text_bytes: facts.text_bytes,
            archive_bytes: self.archive_bytes,
            container_bytes: self.archive_bytes.saturating_sub(self.lengths.iter().sum()),
            streams: streams
                .map(|(stream, bytes)| StreamReport {
                    stream,
                    bytes,
                    count: count(stream),
                })
                .collect(),
            dates: facts.dates,
            ratings: facts.ratings,
            holds_chess: !self.lacks_chess,
            cut_off: self.cut_off.clone(),
            rescued_blocks: self.rescued,
            files: Vec::new(),
            provenance: Vec::new(),
            unfinished: false,
            damage: Vec::new(),
            more_damage: 0,
        }
    }
}
