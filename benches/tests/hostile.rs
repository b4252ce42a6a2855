//! Hostile texts cost time in proportion to their length and a bounded amount of memory, and come back.
//!
//! `cargo test -p benches --test hostile -- --table MIB [NAME]` measures texts of so many MiB instead, at both levels, and prints the
//! table for the documentation (`just hostile`).

use archive::Level;
use benches::hostile::{CASES, Case, Cost, Direction, answer, cost_of};
use std::panic::resume_unwind;
use std::path::Path;
use std::time::Duration;
use std::{fs, io, thread};

/// The memory of a thread, in KiB, that no text may exceed.
const MOST_MEMORY: u64 = 300 << 10;
/// The length of the shorter text of each case.
const SHORT: usize = 50_000;
/// Twice the text may take three times as long, and this.
const FLOOR: Duration = Duration::from_millis(400);

fn main() -> io::Result<()> {
    if answer()? {
        return Ok(());
    }
    let args: Vec<String> = std::env::args()
        .skip_while(|arg| arg != "--table")
        .collect();
    if let [_, size, rest @ ..] = &args[..] {
        let folder = tempfile::tempdir()?;
        return table(size.parse().unwrap_or(32), rest, folder.path());
    }
    let (some, others) = CASES.split_at(CASES.len() / 2);
    thread::scope(|scope| {
        let some = scope.spawn(|| grow_with_their_length(some));
        grow_with_their_length(others)?;
        some.join().unwrap_or_else(|panic| resume_unwind(panic))
    })?;
    println!(
        "{} hostile texts come back in time and memory that they may take",
        CASES.len()
    );
    Ok(())
}

/// Cases of twice the length cost twice the time, and no more memory than a text may.
fn grow_with_their_length(cases: &[Case]) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    for case in cases {
        let [short, long] =
            [SHORT, 2 * SHORT].map(|size| measured(case, size, Level::Fast, folder.path()));
        let (short, long) = (short?, long?);
        for (short, long) in [(short.compress, long.compress), (short.expand, long.expand)] {
            assert!(
                long.user <= 3 * short.user + FLOOR,
                "{}: {short:?}, twice the text {long:?}",
                case.name
            );
            assert!(long.peak <= MOST_MEMORY, "{}: {long:?}", case.name);
        }
    }
    Ok(())
}

/// What a case costs both ways.
struct Measured {
    text: u64,
    archive: u64,
    compress: Cost,
    expand: Cost,
}

/// Compresses and expands a case, and checks that it comes back.
fn measured(case: &Case, size: usize, level: Level, folder: &Path) -> io::Result<Measured> {
    let [text, archive, back] = ["text", "archive", "back"].map(|name| folder.join(name));
    fs::write(&text, (case.text)(size))?;
    let compress = cost_of(Direction::Compress, level, &text, &archive)?;
    let expand = cost_of(Direction::Expand, level, &archive, &back)?;
    assert!(
        fs::read(&text)? == fs::read(&back)?,
        "{} does not come back",
        case.name
    );
    Ok(Measured {
        text: fs::metadata(&text)?.len(),
        archive: fs::metadata(&archive)?.len(),
        compress,
        expand,
    })
}

fn table(mib: usize, names: &[String], folder: &Path) -> io::Result<()> {
    println!("one thread, verified; seconds of the processor, MB of memory at the peak\n");
    println!("| text | level | bytes | archive | compress, s | MB | expand, s | MB |");
    println!("|---|---|---|---|---|---|---|---|");
    let wanted =
        |case: &&Case| names.is_empty() || names.iter().any(|name| case.name.contains(name));
    for case in CASES.iter().filter(wanted) {
        for level in [Level::Fast, Level::Default] {
            let found = measured(case, mib << 20, level, folder)?;
            println!(
                "| {} | {} | {} | {} | {:.1} | {} | {:.1} | {} |",
                case.name,
                level.name(),
                found.text,
                found.archive,
                found.compress.user.as_secs_f64(),
                found.compress.peak / 1000,
                found.expand.user.as_secs_f64(),
                found.expand.peak / 1000,
            );
        }
    }
    Ok(())
}
