//! Reads an index.
//!
//! Not part of the format.

use crate::footer::Footer;
use crate::pages::Column;
use crate::schema::{ARCHIVE_KEY, FORMAT, FORMAT_KEY, Kept, MODEL_KEY, model_digest};
use crate::table::Columns;
use crate::write::GROUP_GAMES;
use crate::{Error, seal};
use query::{Known, Table};

/// The archive that an index is of, as far as an index can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its digest ([`archive::Reader::digest`]).
    pub digest: u64,
    /// The number of its games.
    pub games: u64,
    /// The length of its text in bytes.
    pub text_bytes: u64,
}

impl About {
    /// The most bytes that its index may have, packed or unpacked: what is in an index is in the texts of the games, but for some
    /// numbers for each game. A text in another encoding may become three times as long in UTF-8.
    ///
    /// ```
    /// let about = index::About { digest: 17, games: 100, text_bytes: 50_000 };
    /// assert_eq!(about.most_bytes(), 1_299_776);
    /// ```
    #[must_use]
    pub fn most_bytes(&self) -> u64 {
        let games = self.games.saturating_mul(512);
        let text = self.text_bytes.saturating_mul(4);
        games.saturating_add(text).saturating_add(1 << 20)
    }
}

/// An index, completely in memory.
pub struct Index {
    file: Vec<u8>,
    footer: Footer,
    about: About,
    kept: Kept,
    /// The number of games before each row group, and of all games.
    starts: Vec<u64>,
}

impl Index {
    /// Reads the bytes of the index file of this archive; [`Index::read`] takes a file.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not those that were written, [`Error::Foreign`] if the file is not an index,
    /// [`Error::OfAnother`] if it is the index of another archive, and [`Error::TooLong`] if it has more than [`About::most_bytes`].
    pub fn open(mut file: Vec<u8>, about: About) -> Result<Self, Error> {
        if file.len() as u64 > about.most_bytes() {
            return Err(Error::TooLong);
        }
        seal::check(&mut file)?;
        let footer = Footer::read(&file)?;
        let format = footer.value(FORMAT_KEY);
        if format != FORMAT {
            return Err(Error::Foreign(format!(
                "its format is '{format}', not {FORMAT}"
            )));
        }
        let mut starts = vec![0];
        let mut games = 0_u64;
        for group in &footer.groups {
            if group.rows > GROUP_GAMES {
                return Err(Error::Damaged("it has too many games in a part".to_owned()));
            }
            games = games.saturating_add(group.rows as u64);
            starts.push(games);
        }
        if footer.value(ARCHIVE_KEY) != format!("{:016x}", about.digest) || games != about.games {
            return Err(Error::OfAnother);
        }
        let has = |kept: &Kept| {
            let mut groups = footer.groups.iter();
            groups.all(|group| group.columns.contains_key(kept.column()))
        };
        let kept = [Kept::AllMoves, Kept::FirstMoves].into_iter().find(has);
        let kept = kept.ok_or_else(|| Error::Foreign("it has no moves".to_owned()))?;
        Ok(Self {
            file,
            footer,
            about,
            kept,
            starts,
        })
    }

    /// Which moves it stores.
    #[must_use]
    pub fn kept(&self) -> Kept {
        self.kept
    }

    /// The parts in which it is read: the number of games before each part.
    #[must_use]
    pub fn parts(&self) -> &[u64] {
        self.starts.split_last().map_or(&[], |(_, starts)| starts)
    }

    /// The games of a part, with these columns, and with main lines if asked for. It takes memory in proportion to [`About::most_bytes`]
    /// at most, whatever the file says.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] and [`Error::Foreign`], if what was sealed is not what a [`Writer`](crate::Writer) writes.
    pub fn table(&self, part: usize, known: &[Known], lines: bool) -> Result<Table, Error> {
        let is_coded = lines && self.kept.coded_plies() > 0;
        let reads_coded = is_coded && self.footer.value(MODEL_KEY) == model_digest();
        let columns = Columns::new(known, lines.then_some(reads_coded), self.kept);
        let Some(group) = self.footer.groups.get(part) else {
            return Err(Error::Damaged(format!("it has no part {part}")));
        };
        let mut left = self.about.most_bytes();
        columns.table(group.rows, &mut |name| {
            let chunk = group.columns.get(name);
            let chunk =
                chunk.ok_or_else(|| Error::Foreign(format!("its column {name} is missing")))?;
            Column::read(&self.file, chunk, group.rows, &mut left)
        })
    }
}
