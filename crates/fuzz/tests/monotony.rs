//! A long text of one thing over and over takes no more time than any other.

use fuzz::{FRAGMENTS, blocks_give_their_text_back};
use std::thread;
use std::time::{Duration, Instant};

const LENGTH: usize = 30_000;
/// Far more than any of them needs, far less than quadratic time would.
const MOST_TIME: Duration = Duration::from_secs(5);

fn comes_back_in_time(name: &str, text: &[u8]) {
    let start = Instant::now();
    blocks_give_their_text_back(text, 0).unwrap_or_else(|broken| panic!("{name}: {broken}"));
    let time = start.elapsed();
    assert!(time < MOST_TIME, "{name} takes {time:?}");
}

#[test]
fn every_fragment_repeated_comes_back_in_time() {
    let come_back = |fragments: &[&[u8]]| {
        for fragment in fragments {
            let text = fragment.repeat(LENGTH / fragment.len());
            comes_back_in_time(&String::from_utf8_lossy(fragment), &text);
        }
    };
    let (some, others) = FRAGMENTS.split_at(FRAGMENTS.len() / 2);
    thread::scope(|scope| {
        scope.spawn(|| come_back(some));
        come_back(others);
    });
}

#[test]
fn tags_without_end_come_back_in_time() {
    let text: String = (0..LENGTH / 14)
        .map(|number| format!("[T{number} \"{number}\"]\n"))
        .collect();
    comes_back_in_time("tags", text.as_bytes());
}

#[test]
fn variations_inside_variations_come_back_in_time() {
    let text = "1. e4 (1. d4 ".repeat(LENGTH / 13);
    comes_back_in_time("variations", text.as_bytes());
}
