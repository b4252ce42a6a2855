//! The decisions of an archive, in the order in which they are decoded.

use crate::chapters::Chapters;
use anyhow::{Context, Result};
use archive::{ExpandOptions, Reader};
use entropy::TOTAL;
use entropy::trace::{Taken, heard};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::io::Cursor;
use std::panic::Location;
use std::rc::Rc;

/// A decision with its place in its stream.
pub struct Numbered {
    /// The stream.
    pub stream: &'static str,
    /// The decisions of the stream before it, in all blocks.
    pub number: u64,
    taken: Taken,
    low: u32,
    width: u32,
    place: &'static Location<'static>,
    chapters: Rc<RefCell<Chapters>>,
}

impl Numbered {
    /// The first seven columns, which every decoder prints.
    pub fn columns(&self) -> String {
        let (kind, symbol) = match self.taken {
            Taken::Bit(bit) => ("bit", u8::from(bit).to_string()),
            Taken::Share => ("freq", String::new()),
        };
        let Self {
            stream,
            number,
            low,
            width,
            ..
        } = self;
        format!("{stream}\t{number}\t{kind}\t{low}\t{width}\t{TOTAL}\t{symbol}")
    }
}

impl fmt::Display for Numbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line) = (self.place.file(), self.place.line());
        write!(f, "{}\t{file}:{line}", self.columns())?;
        match self.chapters.borrow_mut().of(file) {
            "" => Ok(()),
            chapter => write!(f, " ({chapter})"),
        }
    }
}

/// Decodes an archive, block by block, and gives each decision.
pub fn each(archive: &[u8], mut visit: impl FnMut(&Numbered) + 'static) -> Result<()> {
    let reader = Reader::open(Cursor::new(archive), &ExpandOptions::new());
    let mut reader = reader.context("the archive cannot be opened")?;
    let mut numbers: HashMap<&'static str, u64> = HashMap::new();
    let chapters = Rc::default();
    let listener = move |decision: &entropy::trace::Decision| {
        let next = numbers.entry(decision.stream).or_default();
        let number = *next;
        *next += 1;
        visit(&Numbered {
            stream: decision.stream,
            number,
            taken: decision.taken,
            low: decision.low,
            width: decision.width,
            place: decision.place,
            chapters: Rc::clone(&chapters),
        });
    };
    heard(listener, || {
        for block in 0..reader.blocks().len() {
            archive::fuzzing::block_text(&mut reader, block)?;
        }
        Ok::<_, archive::Error>(())
    })?;
    Ok(())
}
