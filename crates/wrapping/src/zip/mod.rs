//! zip files: the games of their members, one member after the other.
//!
//! They are read front to back, by the header that stands before each member, as from a pipe: so what stands before a cut can be
//! read too. The directory at the end, which repeats the headers, must have as many entries as there were members. Names are told
//! to people and never used as paths; lengths bound nothing but what is read.

mod header;
mod member;

use crate::Remarks;
use archive::Border;
use header::{Header, Record, damaged};
use member::Member;
use std::io::{self, BufRead, Read};

/// By so much of its text a member is judged.
const HEAD_BYTES: usize = 4096;

/// The texts of the members that are PGN.
pub(crate) struct Zip<R> {
    /// Between members; taken by the open one.
    input: Option<R>,
    open: Option<Member<R>>,
    /// Text that has been read ahead, and how much of it has been given out.
    head: Vec<u8>,
    given: usize,
    border: Border,
    members: u64,
    entries: u64,
    taken: u64,
    is_complete: bool,
    remarks: Remarks,
}

impl<R: BufRead> Zip<R> {
    pub(crate) fn new(input: R, remarks: Remarks) -> Self {
        Self {
            input: Some(input),
            open: None,
            head: Vec::new(),
            given: 0,
            border: Border::default(),
            members: 0,
            entries: 0,
            taken: 0,
            remarks,
            is_complete: false,
        }
    }

    /// Goes on to the next record; returns whether there is one.
    fn next(&mut self) -> io::Result<bool> {
        if self.is_complete {
            return Ok(false);
        }
        let Some(input) = &mut self.input else {
            return Err(damaged("nothing can be read after the damage"));
        };
        match Record::read(input)? {
            Record::Member(header) => {
                self.members += 1;
                self.begin(header)?;
            }
            Record::Entry => self.entries += 1,
            Record::Other => {}
            Record::End => {
                let rest = input.fill_buf()?;
                if !rest.is_empty() {
                    return Err(damaged("something follows the end of the zip"));
                }
                if self.entries != self.members {
                    return Err(damaged("the directory has other members than the zip"));
                }
                if self.taken == 0 {
                    return Err(io::Error::other("none of its members is PGN"));
                }
                self.is_complete = true;
            }
        }
        Ok(true)
    }

    /// Looks at a member, and leaves it open if it is PGN.
    fn begin(&mut self, header: Header) -> io::Result<()> {
        let name = header.name.clone();
        if name.ends_with('/') && header.packed_bytes == Some(0) {
            return Ok(());
        }
        if let Some(obstacle) = Member::<R>::obstacle(&header) {
            return Err(io::Error::other(format!("its member {name} {obstacle}")));
        }
        let Some(input) = self.input.take() else {
            return Ok(());
        };
        let mut member = Member::open(header, input);
        let mut head = Vec::new();
        // What comes before a cut is given out first; the cut shows again after it.
        let read = member
            .by_ref()
            .take(HEAD_BYTES as u64)
            .read_to_end(&mut head);
        if is_pgn(&name, &head) {
            self.taken += 1;
            let line_end = self.border.line_end_before(&head);
            if line_end.is_some() {
                self.remarks.joined();
            }
            self.head = [line_end.unwrap_or_default(), &head].concat();
            self.given = 0;
            self.open = Some(member);
            return Ok(());
        }
        read?;
        io::copy(&mut member, &mut io::sink())?;
        self.input = Some(member.close()?);
        self.remarks.skipped(name);
        Ok(())
    }
}

impl<R: BufRead> Read for Zip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            let head = &self.head[self.given..];
            let count = if !head.is_empty() {
                let count = head.len().min(out.len());
                out[..count].copy_from_slice(&head[..count]);
                self.given += count;
                count
            } else if let Some(member) = &mut self.open {
                member.read(out)?
            } else if self.next()? {
                continue;
            } else {
                return Ok(0);
            };
            if count > 0 {
                self.border.pass(&out[..count]);
                return Ok(count);
            }
            if let Some(member) = self.open.take() {
                self.input = Some(member.close()?);
            }
        }
    }
}

/// The beginning of the files that macOS puts beside others, under their names, for what only it knows of them.
const APPLE_DOUBLE: &[u8] = b"\x00\x05\x16\x07";

/// Whether a member with this name and beginning is to be read: by its name, or because it begins as PGN does.
fn is_pgn(name: &str, head: &[u8]) -> bool {
    if head.starts_with(APPLE_DOUBLE) {
        return false;
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.eq_ignore_ascii_case("pgn") || begins_as_pgn(head)
}

/// Whether a text begins with a tag pair or the first move number.
fn begins_as_pgn(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let text = text.trim_ascii_start();
    let Some(tag) = text.strip_prefix(b"[") else {
        return text.starts_with(b"1.");
    };
    let tag = tag.trim_ascii_start();
    let name = tag
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let length = name.count();
    length > 0 && tag[length..].trim_ascii_start().starts_with(b"\"")
}

#[cfg(test)]
mod tests;
