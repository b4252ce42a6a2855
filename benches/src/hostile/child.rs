//! Compressing or expanding in a process of its own, so that its time and its memory can be told.

use archive::{CompressOptions, ExpandOptions, Level, compress, expand};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What a process is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To an archive, every block verified.
    Compress,
    /// To the text.
    Expand,
}

/// What a process took.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Time of the processor in the program itself.
    pub user: Duration,
    /// The most memory it had, in KiB; 0 where the system does not tell.
    pub peak: u64,
}

const CHILD: &str = "--child";

/// Runs this program once more, for one job with one thread.
///
/// # Errors
///
/// A process that cannot be started, or fails.
pub fn cost_of(direction: Direction, level: Level, from: &Path, to: &Path) -> io::Result<Cost> {
    let direction = match direction {
        Direction::Compress => "compress",
        Direction::Expand => "expand",
    };
    let output = Command::new(std::env::current_exe()?)
        .args([CHILD, direction, level.name()])
        .args([from, to])
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut figures = text.split_whitespace().filter_map(|word| word.parse().ok());
    let (user, peak) = (figures.next().unwrap_or(0), figures.next().unwrap_or(0));
    Ok(Cost {
        user: Duration::from_millis(user),
        peak,
    })
}

/// Does the job if this process was started for one, and says what it took.
///
/// # Errors
///
/// Any error of the job.
pub fn answer() -> io::Result<bool> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, direction, level, from, to] = &args[..] else {
        return Ok(false);
    };
    if first != CHILD {
        return Ok(false);
    }
    let (from, mut to) = (File::open(from)?, BufWriter::new(File::create(to)?));
    let level = Level::ALL.into_iter().find(|known| known.name() == level);
    let done = if direction == "compress" {
        let config = CompressOptions::new()
            .provenance(false)
            .level(level.unwrap_or_default())
            .threads(1);
        compress(from, &mut to, &config)
    } else {
        expand(from, &mut to, &ExpandOptions::new().threads(1))
    };
    done.map_err(io::Error::other)?;
    to.flush()?;
    println!("{} {}", user_time().as_millis(), peak_memory());
    Ok(true)
}

/// The time of the processor that this process took so far, without that of the system.
fn user_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may hold anything; the 12th field after it is what is looked for, in hundredths of a second.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields
        .split_whitespace()
        .nth(11)
        .and_then(|field| field.parse().ok());
    Duration::from_millis(10 * ticks.unwrap_or(0))
}

fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let figure = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    figure.unwrap_or(0)
}
