//! What is damaged is taken down, and the scan goes on after it.
//!
//! Not part of the format.

use super::note::{Gap, Lost};
use super::scan::Scan;
use super::search::Section;
use crate::container::{Footer, footer, header};
use crate::error::{Error, ErrorKind, Place};
use std::io::Read;

impl<R: Read> Scan<R> {
    /// Takes down what is wrong and goes to the next section that is sound, no nearer than `from` bytes ahead.
    pub(super) fn resume(&mut self, error: Error, lost: Lost, from: usize) -> Result<(), Error> {
        if !matches!(lost, Lost::Games { .. }) && self.pass_damaged_end()? {
            self.note(error, Lost::Nothing);
            self.end_archive(true);
            return Ok(());
        }
        let (start, in_archive) = (self.window.at(), self.open.is_some());
        let games = match lost {
            Lost::Games { games, .. } => games,
            _ => 0,
        };
        let section = self.search(from);
        if self.archives == 0 && matches!(section, Ok(Section::Nothing)) {
            // Nothing of an archive was found at all.
            return Err(error);
        }
        let error = error.of_damage();
        // What is wrong between archives belongs to the one that begins there.
        if !in_archive && matches!(section, Ok(Section::Block(_) | Section::Footer { .. })) {
            self.begin_damaged(start);
        }
        self.has_junk |= self.open.is_none();
        let starts_anew = section
            .as_ref()
            .is_ok_and(|section| self.starts_anew(section, start));
        let next = self.open.as_ref().map(|open| open.next);
        let lost = match (&section, next, lost) {
            (_, _, Lost::Games { .. } | Lost::Gap(_)) => lost,
            (Ok(Section::Block(ordinal)), Some(next), _) if *ordinal > next => {
                self.gap(next..*ordinal)
            }
            (Ok(Section::Block(_)), ..) if starts_anew => lost,
            (Ok(Section::Block(_)), ..) => Lost::Nothing,
            (
                Ok(Section::Footer {
                    index: Some((_, blocks)),
                    ..
                }),
                Some(next),
                _,
            ) if *blocks > next => self.gap(next..*blocks),
            (Ok(Section::Footer { index: Some(_), .. }), ..) => Lost::Nothing,
            // An archive without an index has one block at most.
            (Ok(Section::Footer { footer, .. }), Some(1..), _) if footer.index_bytes == 0 => {
                Lost::Nothing
            }
            (_, Some(_), _) if self.open.as_ref().is_some_and(|open| open.has_end) => Lost::Nothing,
            // Blocks may have been cut out together with the index.
            (
                Ok(Section::Footer {
                    footer,
                    index: None,
                }),
                ..,
            ) if !self.agrees(footer, start) => Lost::Unknown,
            _ => lost,
        };
        let error = match lost {
            Lost::Gap(number) => {
                let ordinal = self.gaps.get(number).map_or(0, |gap| gap.ordinals.start);
                error.in_block(self.blocks_before.saturating_add(ordinal))
            }
            _ => error,
        };
        let may_hide_more = matches!(lost, Lost::Games { .. })
            && (starts_anew || self.may_hide_blocks(&error, &section));
        self.note(error, lost);
        self.games_seen = self.games_seen.saturating_add(games);
        if may_hide_more {
            let what = "without an undamaged index it is not known whether there were more blocks before this one";
            let place = Place::byte(self.window.at());
            self.note(Error::corruption(place, what), Lost::Unknown);
        }
        if starts_anew {
            self.start_anew();
        }
        self.go_on(section?);
        Ok(())
    }

    /// Whether a section that a search from `start` on has found belongs to another archive, whose header is damaged.
    pub(super) fn starts_anew(&self, section: &Section, start: u64) -> bool {
        let (Some(open), Section::Block(ordinal)) = (&self.open, section) else {
            return false;
        };
        // Between two blocks of one archive there is no room for a footer and a header.
        let passed = self.window.at() - start;
        *ordinal < open.next && passed >= (header::BYTES + footer::BYTES) as u64
    }

    /// Ends the open archive and begins another here, whose header is damaged.
    pub(super) fn start_anew(&mut self) {
        self.end_archive(false);
        self.begin_damaged(self.window.at());
    }

    /// Whether this is the footer of the open archive if its blocks end at `at`, and nothing was wrong before.
    fn agrees(&self, footer: &Footer, at: u64) -> bool {
        let open = self.open.as_ref().filter(|open| open.intact);
        open.is_some_and(|open| open.end_at(at).is_some_and(|(_, end)| end == *footer))
    }

    /// Whether blocks of the open archive may have stood between a damaged block and the section that a search has found after it.
    fn may_hide_blocks(&self, error: &Error, section: &Result<Section, Error>) -> bool {
        let Some(open) = self.open.as_ref().filter(|open| !open.has_end) else {
            return false;
        };
        match section {
            Ok(Section::Archive) => true,
            // Where the input ends within the block, the error says so.
            Ok(Section::Nothing) => error.kind() != ErrorKind::InsufficientData,
            // An archive without an index has one block at most.
            Ok(Section::Footer { footer, index }) => {
                index.is_none() && (footer.index_bytes > 0 || open.next > 1)
            }
            Ok(Section::Block(_)) | Err(_) => false,
        }
    }

    /// Blocks of the open archive that were not found.
    pub(super) fn gap(&mut self, ordinals: std::ops::Range<u64>) -> Lost {
        if let Some(open) = &mut self.open {
            open.next = ordinals.end;
            open.intact = false;
        }
        self.gaps.push(Gap {
            ordinals,
            held: None,
        });
        Lost::Gap(self.gaps.len() - 1)
    }

    /// Goes on with a section that a search has found, at which the window is now.
    pub(super) fn go_on(&mut self, section: Section) {
        match section {
            Section::Block(ordinal) => {
                let at = self.window.at();
                let next = self.open.as_ref().map_or(0, |open| open.next);
                if ordinal > next {
                    let gap = self.gap(next..ordinal);
                    let what = "blocks are missing before this one";
                    self.note(Error::corruption(Place::byte(at), what), gap);
                }
            }
            Section::Footer { footer, index } => self.footer_found(footer, index),
            Section::Archive => self.end_archive(false),
            Section::Nothing => {
                self.end_archive(false);
                self.done = true;
            }
        }
    }
}
