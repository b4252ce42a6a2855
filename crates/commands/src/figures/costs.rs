//! What each part of an archive takes.

use super::{grouped, per};
use pgnz::{Report, Stream};
use serde::Serialize;

/// The cost of a stream.
#[derive(Debug, Serialize)]
pub struct Cost {
    pub bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits_per_ply: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits_each: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_per_game: Option<f64>,
}

impl Cost {
    pub fn new(stream: Option<Stream>, bytes: u64, count: u64) -> Self {
        let is = |wanted: &[Stream]| stream.is_some_and(|stream| wanted.contains(&stream));
        let each = is(&[Stream::Clocks, Stream::Evals]);
        Self {
            bytes,
            count: each.then_some(count),
            bits_per_ply: is(&[Stream::Moves]).then(|| per(bytes * 8, count)),
            bits_each: each.then(|| per(bytes * 8, count)),
            bytes_per_game: is(&[Stream::Tags]).then(|| per(bytes, count)),
        }
    }

    /// The cost of one of what the stream holds, in words.
    pub fn unit(&self) -> String {
        let Self {
            count,
            bits_per_ply,
            bits_each,
            bytes_per_game,
            ..
        } = self;
        match (bits_per_ply, bits_each, bytes_per_game) {
            (Some(bits), _, _) => format!("{bits:.2} bits a ply"),
            (_, Some(bits), _) => format!("{bits:.2} bits each, {}", grouped(count.unwrap_or(0))),
            (_, _, Some(bytes)) => format!("{bytes:.1} bytes a game"),
            _ => String::new(),
        }
    }
}

/// Every part of an archive by its name, in a fixed order; their bytes add up to the archive's.
pub fn costs(report: &Report) -> impl Iterator<Item = (&'static str, Cost)> + '_ {
    const FIRST: [Stream; 8] = [
        Stream::Moves,
        Stream::Tags,
        Stream::Clocks,
        Stream::Evals,
        Stream::Comments,
        Stream::Numbers,
        Stream::Lines,
        Stream::Layout,
    ];
    let others = Stream::ALL
        .into_iter()
        .filter(|stream| !FIRST.contains(stream));
    let streams = FIRST.into_iter().chain(others).map(|stream| {
        let found = report.streams.iter().find(|found| found.stream == stream);
        let (bytes, count) = found.map_or((0, 0), |found| (found.bytes, found.count));
        (stream.name(), Cost::new(Some(stream), bytes, count))
    });
    streams.chain([("container", Cost::new(None, report.container_bytes, 0))])
}

/// The bytes of every part by its name.
pub fn stream_bytes(report: &Report) -> impl Iterator<Item = (&'static str, u64)> + '_ {
    costs(report)
        .map(|(name, cost)| (name, cost.bytes))
        .filter(|&(_, bytes)| bytes > 0)
}
