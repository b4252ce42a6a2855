//! Finds the first decision that another decoder takes differently.

use crate::decisions::{self, Numbered};
use anyhow::{Result, bail};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// The columns that are compared.
const COLUMNS: usize = 7;
/// The decisions that are shown before the first difference.
const BEFORE: usize = 5;

/// Two traces, stream by stream: decoders may take the streams in different orders.
struct Comparison {
    /// The lines of the other decoder.
    other: HashMap<String, Vec<String>>,
    /// The last decisions of each stream of this one, and their number.
    last: HashMap<String, Vec<String>>,
    seen: HashMap<String, usize>,
    difference: Option<String>,
}

/// Where two decoders differ first, in the order of this one, with both decisions and those before them.
pub fn first_difference(archive: &[u8], other: &str) -> Result<Option<String>> {
    let comparison = Rc::new(RefCell::new(Comparison {
        other: read(other)?,
        last: HashMap::new(),
        seen: HashMap::new(),
        difference: None,
    }));
    let taking = Rc::clone(&comparison);
    let decoded = decisions::each(archive, move |decision| taking.borrow_mut().take(decision));
    let comparison = comparison.borrow();
    if comparison.difference.is_none() {
        decoded?;
    }
    let Comparison {
        difference, other, ..
    } = &*comparison;
    let more = || {
        other
            .iter()
            .find_map(|(stream, lines)| comparison.more(stream, lines.len()))
    };
    Ok(difference.clone().or_else(more))
}

/// The lines by stream.
fn read(text: &str) -> Result<HashMap<String, Vec<String>>> {
    let mut streams: HashMap<String, Vec<String>> = HashMap::new();
    for (at, line) in text.lines().enumerate() {
        let mut fields = line.split('\t');
        let (stream, number) = (fields.next().unwrap_or_default(), fields.next());
        let lines = streams.entry(stream.to_owned()).or_default();
        if number.and_then(|number| number.parse().ok()) != Some(lines.len()) {
            let expected = lines.len();
            bail!(
                "line {}: not decision {expected} of stream {stream}",
                at + 1
            );
        }
        lines.push(line.to_owned());
    }
    Ok(streams)
}

/// The columns of a line that are compared.
fn columns(line: &str) -> &str {
    let end = line.match_indices('\t').nth(COLUMNS - 1);
    end.map_or(line, |(at, _)| &line[..at])
}

impl Comparison {
    /// Takes in the next decision of this decoder.
    fn take(&mut self, decision: &Numbered) {
        if self.difference.is_some() {
            return;
        }
        let at = decision.number as usize;
        let lines = self
            .other
            .get(decision.stream)
            .map_or(&[][..], Vec::as_slice);
        self.seen.insert(decision.stream.to_owned(), at + 1);
        let last = self.last.entry(decision.stream.to_owned()).or_default();
        last.push(decision.to_string());
        if lines.get(at).map(|line| columns(line)) == Some(&decision.columns()) {
            if last.len() > BEFORE {
                last.remove(0);
            }
            return;
        }
        let mut out = format!(
            "stream {} differs at decision {at}\nthis:\n",
            decision.stream
        );
        for line in &*last {
            // Writing to memory does not fail.
            let _ = writeln!(out, "  {line}");
        }
        out.push_str("other:\n");
        for at in at.saturating_sub(BEFORE)..=at {
            let line = lines.get(at).map_or("(no more decisions)", String::as_str);
            let _ = writeln!(out, "  {line}");
        }
        self.difference = Some(out);
    }

    /// What is to be said if the other decoder takes more decisions of a stream.
    fn more(&self, stream: &str, others: usize) -> Option<String> {
        let ours = self.seen.get(stream).copied().unwrap_or(0);
        (others > ours).then(|| {
            format!("stream {stream}: the other has {others} decisions, this has {ours}\n")
        })
    }
}
