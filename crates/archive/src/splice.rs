//! Builds an archive from blocks that are copied from other archives and from games that are coded anew.
//!
//! Not part of the format.

mod apart;
mod queue;

use crate::border::Border;
use crate::container::FileName;
use crate::container::provenance::MAX_MANIFEST_BYTES;
use crate::cut::Cutter;
use crate::encoder::Inbox;
use crate::pipeline::Next;
use crate::{CompressOptions, Error, ModelId, Provenance, StoredBlock};
use apart::{Parting, parting};
use queue::{Item, Queue, Record};
use std::io::Write;

/// The counts of what a [`Splice`] has written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spliced {
    /// Games in it.
    pub games: u64,
    /// Length of the text, in bytes.
    pub text_bytes: u64,
    /// Length of all archives, in bytes.
    pub archive_bytes: u64,
    /// Blocks that were copied.
    pub blocks_copied: u64,
    /// Blocks that were coded.
    pub blocks_coded: u64,
    /// Blocks that are stored uncompressed because they did not decode to their text.
    pub rescued_blocks: u64,
    /// Bytes of line ends that were inserted between games that were not adjacent before.
    pub added_bytes: u64,
}

/// The counts of two splices together.
impl std::ops::AddAssign for Spliced {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.text_bytes += other.text_bytes;
        self.archive_bytes += other.archive_bytes;
        self.blocks_copied += other.blocks_copied;
        self.blocks_coded += other.blocks_coded;
        self.rescued_blocks += other.rescued_blocks;
        self.added_bytes += other.added_bytes;
    }
}

/// Writes an archive from blocks of other archives, which are copied, and from games, which are coded. Where the model changes, or a
/// file with a name begins, the archive ends and another one begins after it; readers treat archives that follow one another as one.
///
/// ```
/// use archive::{CompressOptions, ExpandOptions, Reader, Splice, compress};
/// use std::io::Cursor;
///
/// let mut old = Vec::new();
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n\n"[..], &mut old, &CompressOptions::new())?;
/// let mut old = Reader::open(Cursor::new(old), &ExpandOptions::new())?;
/// let mut splice = Splice::new(Vec::new(), &CompressOptions::new());
/// splice.block(old.take_block(0)?, false)?;
/// splice.game(b"[White \"Emil\"]\n\n1. d4 *\n", false)?;
/// let (new, spliced) = splice.finish()?;
/// assert_eq!((spliced.games, spliced.blocks_copied), (2, 1));
/// assert_eq!(Reader::open(Cursor::new(new), &ExpandOptions::new())?.len(), 2);
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Splice<W: Write> {
    options: CompressOptions,
    queue: Queue<W>,
    /// The games that are being gathered for a block.
    cutter: Option<Cutter<Inbox>>,
    last: Last,
    /// The model of the archive that is open.
    open: Option<ModelId>,
    /// The model that was last embedded in an archive.
    embedded: Option<ModelId>,
    added_bytes: u64,
}

/// What was given last.
enum Last {
    Nothing,
    Game(Vec<u8>),
    Block(Box<StoredBlock>),
}

impl<W: Write> Splice<W> {
    /// A splice without blocks or games. Games are coded with these options, whose source is recorded. File names are those of
    /// [`Splice::begin`].
    pub fn new(dst: W, options: &CompressOptions) -> Self {
        // No text of its own that could be recorded: the texts of blocks that are copied are not at hand.
        let options = options.clone().provenance(false).file_name(None);
        Self {
            queue: Queue::new(dst, &options),
            options,
            cutter: None,
            last: Last::Nothing,
            open: None,
            embedded: None,
            added_bytes: 0,
        }
    }

    /// Games in a full block, by the options.
    #[must_use]
    pub fn block_games(&self) -> u32 {
        self.options.block_games
    }

    /// Begins a separate archive. With a name, its text is the file of this name, without `border_bytes` bytes at its beginning; see
    /// [`CompressOptions::border_bytes`].
    ///
    /// # Errors
    ///
    /// As [`Splice::game`], and for a name that cannot be kept.
    pub fn begin(&mut self, name: Option<&str>, border_bytes: u64) -> Result<(), Error> {
        self.close_text()?;
        let options = self.options.clone();
        let options = options.file_name(name).border_bytes(border_bytes);
        options.check()?;
        self.last = Last::Nothing;
        self.open = None;
        self.queue.file = options.file();
        Ok(())
    }

    /// Begins an archive for blocks of a model, unless one is open.
    fn open(&mut self, id: ModelId, weights: Option<&[u8]>) -> Result<(), Error> {
        if self.open == Some(id) {
            return Ok(());
        }
        self.open = Some(id);
        let brings = weights.filter(|_| self.options.embed && self.embedded != Some(id));
        if brings.is_some() {
            self.embedded = Some(id);
        }
        let file: Option<FileName> = self.queue.file.take();
        self.queue.push(Item::Begin {
            id,
            file,
            weights: brings.map(<[u8]>::to_vec),
        })
    }

    /// Copies a block. `follows` says that it came right after the previous block or game in the same archive.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::Io`] when the destination fails.
    pub fn block(&mut self, block: StoredBlock, follows: bool) -> Result<(), Error> {
        self.close_text()?;
        // Where a line end may be needed between the texts, a separate archive begins: between archives, readers insert one if needed.
        let needs_none = match &self.last {
            _ if follows => true,
            Last::Nothing => true,
            Last::Game(text) => text.ends_with(b"\n"),
            Last::Block(block) => block.last_text().is_some_and(|text| text.ends_with(b"\n")),
        };
        if !needs_none {
            self.open = None;
        }
        let model = block.found.model.clone();
        self.open(block.id, model.file().filter(|_| block.is_readable))?;
        self.queue
            .push(Item::Block(Box::new(block.found.clone())))?;
        self.last = Last::Block(Box::new(block));
        Ok(())
    }

    /// Codes a game. `follows` says that its text came right after the previous block or game; otherwise line ends are inserted between
    /// the two where that is needed.
    ///
    /// # Errors
    ///
    /// As [`crate::compress`].
    pub fn game(&mut self, text: &[u8], follows: bool) -> Result<(), Error> {
        let model = self.options.chosen_model();
        self.part_from(text, follows)?;
        self.open(model.id(), model.file())?;
        self.write(text)?;
        self.last = Last::Game(text.to_vec());
        Ok(())
    }

    fn part_from(&mut self, next: &[u8], follows: bool) -> Result<(), Error> {
        if follows {
            return Ok(());
        }
        let (gap, is_cut) = match &self.last {
            Last::Nothing => return Ok(()),
            Last::Game(text) => match parting(text, next) {
                Parting::LineEnds(gap) => (gap, false),
                Parting::Block(gap) => (gap, true),
            },
            Last::Block(block) => match block.last_text() {
                Some(text) => {
                    let mut border = Border::default();
                    border.pass(&text);
                    (border.begin(next).to_vec(), false)
                }
                None => {
                    self.open = None;
                    (Vec::new(), false)
                }
            },
        };
        self.added_bytes += gap.len() as u64;
        if !gap.is_empty() {
            let model = self.options.chosen_model();
            self.open(model.id(), model.file())?;
            if is_cut || self.cutter.is_some() {
                self.write(&gap)?;
            }
        }
        if is_cut {
            self.close_text()?;
        }
        if !gap.is_empty() && !is_cut && self.cutter.is_none() {
            self.write(&gap)?;
        }
        Ok(())
    }

    fn write(&mut self, mut text: &[u8]) -> Result<(), Error> {
        while !text.is_empty() {
            let cutter = self
                .cutter
                .get_or_insert_with(|| Cutter::new(Inbox::default(), self.options.clone()));
            let count = cutter.src.take_in(text);
            text = &text[count..];
            if cutter.src.is_full() {
                self.take_up()?;
            }
        }
        Ok(())
    }

    fn take_up(&mut self) -> Result<(), Error> {
        while let Some(cutter) = &mut self.cutter
            && let Next::Job(block) = cutter.next_block()?
        {
            self.queue.push(Item::Text(block))?;
        }
        Ok(())
    }

    /// Ends the block that is being gathered.
    fn close_text(&mut self) -> Result<(), Error> {
        if let Some(cutter) = &mut self.cutter {
            cutter.src.ended = true;
        }
        self.take_up()?;
        self.cutter = None;
        Ok(())
    }

    /// Says how the archive was made of others, in lines of the form `name: value`, when its last block and game have been given. Its
    /// [`Provenance`] has this manifest.
    ///
    /// # Errors
    ///
    /// As [`Splice::game`], and [`crate::ErrorKind::InvalidArgument`] for a manifest of more than 1 MiB.
    pub fn manifest(&mut self, manifest: String) -> Result<(), Error> {
        if manifest.len() as u64 > MAX_MANIFEST_BYTES {
            return Err(Error::argument("a manifest has at most 1 MiB"));
        }
        self.record(Record::Manifest(manifest))
    }

    /// Keeps the record of an archive when all of its blocks have been copied to one that was begun for them. Another one begins after it.
    ///
    /// # Errors
    ///
    /// As [`Splice::game`].
    pub fn keep_provenance(&mut self, provenance: Provenance) -> Result<(), Error> {
        self.record(Record::Kept(Box::new(provenance)))?;
        self.open = None;
        Ok(())
    }

    fn record(&mut self, record: Record) -> Result<(), Error> {
        self.close_text()?;
        if self.open.is_none() {
            let model = self.options.chosen_model();
            self.open(model.id(), None)?;
        }
        self.queue.push(Item::Record(record))
    }

    /// Completes the archive. Returns the destination and the counts.
    ///
    /// # Errors
    ///
    /// As [`Splice::game`].
    pub fn finish(mut self) -> Result<(W, Spliced), Error> {
        self.close_text()?;
        if self.queue.is_unused() {
            let model = self.options.chosen_model();
            self.open(model.id(), None)?;
        }
        let (dst, spliced) = self.queue.finish()?;
        let added_bytes = self.added_bytes;
        Ok((
            dst,
            Spliced {
                added_bytes,
                ..spliced
            },
        ))
    }
}
