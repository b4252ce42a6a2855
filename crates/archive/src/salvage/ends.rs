//! Index and footer.
//!
//! Not part of the format.

use super::note::Lost;
use super::scan::{OpenArchive, Scan};
use super::search::{LONGEST_BYTES, Section};
use crate::container::{FOOTER, Footer, INDEX, footer, index};
use crate::error::{Error, ErrorKind, Place};
use std::io::Read;

/// So many bytes of an index or a footer, where the input ends early, show that it is one, and the number of blocks is right.
const LEAST_END_BYTES: usize = 8;

impl<R: Read> Scan<R> {
    /// Index and footer, whose first marker is next.
    pub(super) fn end(&mut self, marker: [u8; 4]) -> Result<(), Error> {
        let Some(open) = &self.open else {
            return Ok(());
        };
        if !open.intact {
            // What the index must say is not known, so it is taken for sound if it leads to a sound footer.
            return self.end_of_damaged(marker);
        }
        let at = self.window.at();
        let Some((index, footer)) = open.end_at(at) else {
            return self.end_of_damaged(marker);
        };
        let length = index.len() + footer::BYTES;
        let found = self.window.ahead(length as u64)?;
        match check_end(marker, &index, footer, found, at) {
            Ok(()) => {
                self.window.pass(length);
                self.end_archive(true);
                Ok(())
            }
            Err(error) => self.resume(error, Lost::Nothing, 0),
        }
    }

    /// The end that the open archive should have here, if nothing was wrong with it before.
    fn expected_end(&self) -> Option<Vec<u8>> {
        let open = self.open.as_ref().filter(|open| open.intact)?;
        let (mut end, footer) = open.end_at(self.window.at())?;
        end.extend(footer.write());
        Some(end)
    }

    /// Passes the end of the archive if it is here, but damaged or cut short. Then all blocks have been seen.
    pub(super) fn pass_damaged_end(&mut self) -> Result<bool, Error> {
        let Some(expected) = self.expected_end() else {
            return Ok(false);
        };
        let ahead = self.window.ahead(LONGEST_BYTES as u64)?.len();
        if self.section_at(0, ahead)?.is_some() {
            // What is sound by itself is no damaged form of something else.
            return Ok(false);
        }
        let found = self.window.ahead(expected.len() as u64)?;
        if found.len() < expected.len() {
            let is_begun = found.len() >= LEAST_END_BYTES && expected.starts_with(found);
            if is_begun && let Some(open) = &mut self.open {
                open.has_end = true;
            }
            return Ok(false);
        }
        let pairs = expected.iter().zip(found);
        let wrong = pairs.map(|(a, b)| i64::from((a ^ b).count_ones()));
        // In bytes that are something else every other bit is wrong. Where bytes were cut out, such stand at the end, and are no part of it.
        let (mut excess, mut least, mut length, mut all) = (0, 0, 0, 0);
        for (at, wrong) in wrong.enumerate() {
            all += wrong;
            excess += wrong - 2;
            if excess <= least {
                (least, length) = (excess, at + 1);
            }
        }
        // Zeros, which a system leaves that has lost its power, resemble an end: most of its bits are zero, too.
        let ones: i64 = expected
            .iter()
            .map(|byte| i64::from(byte.count_ones()))
            .sum();
        let is_end = all <= expected.len() as i64 && 2 * all <= ones;
        if is_end {
            let length = self.begin_of_sound(length)?;
            self.window.pass(length);
        }
        Ok(is_end)
    }

    /// Where the first block or archive begins within `length` bytes ahead that its checksum tells from an end that resembles it;
    /// `length` where there is none.
    fn begin_of_sound(&mut self, length: usize) -> Result<usize, Error> {
        let found = self.window.ahead((length + LONGEST_BYTES) as u64)?.len();
        for at in 1..length {
            if let Some(Section::Block(_) | Section::Archive) = self.section_at(at, found)? {
                return Ok(at);
            }
        }
        Ok(length)
    }

    /// Index and footer of an archive in which something is wrong.
    fn end_of_damaged(&mut self, marker: [u8; 4]) -> Result<(), Error> {
        let start = self.window.at();
        let place = Place::byte(start);
        let section = self.search(0)?;
        match &section {
            Section::Footer { footer, index } => {
                let next = self.open.as_ref().map_or(0, |open| open.next);
                if index.is_none() && marker == INDEX {
                    let what = "the index is damaged";
                    self.note(Error::corruption(place, what), Lost::Nothing);
                } else if index.is_none() && (footer.index_bytes > 0 || next > 1) {
                    let what = "the index is missing, and perhaps blocks before it";
                    self.note(Error::corruption(place, what), Lost::Unknown);
                }
            }
            Section::Block(_) if self.starts_anew(&section, start) => {
                let what = "the end of this archive and the header of the next are damaged";
                self.note(Error::corruption(place, what), Lost::Unknown);
                self.start_anew();
            }
            Section::Block(_) => {}
            Section::Archive | Section::Nothing => {
                self.note(ends_early("the index or the footer", place), Lost::Nothing);
            }
        }
        self.go_on(section);
        Ok(())
    }

    /// A sound footer at which a search has ended, and the index before it with the number of its blocks. The window is at the footer.
    pub(super) fn footer_found(&mut self, footer: Footer, index: Option<(Vec<u8>, u64)>) {
        let at = self.window.at();
        let end = at + footer::BYTES as u64;
        let start = self
            .open
            .as_ref()
            .filter(|open| !open.header_is_lost)
            .map(|open| open.start);
        if start.is_some_and(|start| end - start > footer.archive_bytes) {
            let what = "the footer is that of a shorter archive, which may have begun before it";
            self.note(Error::corruption(Place::byte(at), what), Lost::Unknown);
        }
        let next = self.open.as_ref().map_or(0, |open| open.next);
        if let Some((index, blocks)) = index {
            if blocks > next {
                let gap = self.gap(next..blocks);
                let what = "blocks are missing at the end of the archive";
                self.note(Error::corruption(Place::byte(at), what), gap);
            }
            self.fill_gaps(&index, blocks);
            let chunks = index::chunks(&index).unwrap_or_default();
            self.note_lost_chunks(&chunks, at);
            if let Some(log) = self.logs.last_mut() {
                let held = &mut log.held;
                let _ = index::each(&index, &mut |entry| {
                    held.push(entry.summary);
                });
            }
        }
        if let Some(log) = self.logs.last_mut() {
            log.length = Some(footer.archive_bytes);
        }
        self.window.pass(footer::BYTES);
        self.end_archive(true);
    }

    /// Learns from the index what the missing blocks of the open archive held.
    fn fill_gaps(&mut self, index: &[u8], blocks: u64) {
        let first = self.open.as_ref().map_or(0, |open| open.first_gap);
        let gaps = self.gaps.get_mut(first..).unwrap_or_default();
        let known = gaps.iter().take_while(|gap| gap.ordinals.end <= blocks);
        let known = known.count();
        let gaps = &mut gaps[..known];
        // Gaps come in the order of their blocks and do not overlap.
        let (mut ordinal, mut number) = (0u64, 0);
        let _ = index::each(index, &mut |entry| {
            while gaps
                .get(number)
                .is_some_and(|gap| gap.ordinals.end <= ordinal)
            {
                number += 1;
            }
            if let Some(gap) = gaps
                .get_mut(number)
                .filter(|gap| gap.ordinals.contains(&ordinal))
            {
                let facts = &entry.summary.facts;
                let (games, text_bytes) = gap.held.unwrap_or_default();
                gap.held = Some((
                    games.saturating_add(facts.games),
                    text_bytes.saturating_add(facts.text_bytes),
                ));
            }
            ordinal += 1;
        });
    }
}

impl OpenArchive {
    /// The index and the footer that it has if its blocks and chunks end at `at`.
    pub(super) fn end_at(&self, at: u64) -> Option<(Vec<u8>, Footer)> {
        self.index.end(at - self.start).ok()
    }
}

/// That these bytes at `at` are this index and this footer.
fn check_end(
    marker: [u8; 4],
    index: &[u8],
    footer: Footer,
    found: &[u8],
    at: u64,
) -> Result<(), Error> {
    let mut place = Place::byte(at);
    let corrupt = |place, what| Err(Error::corruption(place, what));
    let mut rest = found;
    if marker == INDEX && !index.is_empty() {
        let Some((found, after)) = found.split_at_checked(index.len()) else {
            return Err(ends_early("the index", place));
        };
        // Equal bytes need no reading: whatever the index says, it says what the blocks said.
        if found != index {
            return corrupt(place, "the index does not agree with the blocks and chunks");
        }
        rest = after;
        place = Place::byte(at + index.len() as u64);
        if rest.len() < FOOTER.len() {
            return Err(ends_early("the footer", place));
        }
        if !rest.starts_with(&FOOTER) {
            return corrupt(place, "no footer follows the index");
        }
    } else if marker != FOOTER {
        return corrupt(place, "neither a block nor the end of the archive");
    } else if !index.is_empty() {
        return corrupt(place, "the index is missing");
    }
    let Some(bytes) = rest.first_chunk() else {
        return Err(ends_early("the footer", place));
    };
    let found = Footer::read(bytes).map_err(|fault| fault.at(place))?;
    if found == footer {
        return Ok(());
    }
    let is_as_long =
        (found.index_bytes, found.archive_bytes) == (footer.index_bytes, footer.archive_bytes);
    corrupt(
        place,
        match is_as_long {
            true => footer::OF_OTHERS,
            false => "the footer's lengths are not those of the archive",
        },
    )
}

fn ends_early(what: &str, place: Place) -> Error {
    Error::new(
        ErrorKind::InsufficientData,
        place,
        format!("{what} ends early"),
    )
}
