//! Building and running the targets.

use fuzz::{FRAGMENTS, Seed, Target};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{fs, io, thread};

/// What makes the compiler count edges and note compared values, as `cargo fuzz` sets it without a sanitizer.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Wall time for one input, in seconds. None should need one; a machine may be busy.
const MOST_SECONDS: u32 = 30;
/// Memory of a target, in MiB. Without a sanitizer libFuzzer sees no single allocation, so the address space is bounded too.
const MOST_MEMORY: u32 = 600;
const MOST_ADDRESSES: u32 = 4000;

/// Where everything that is made goes.
fn folder() -> PathBuf {
    Path::new("target").join("fuzz")
}

fn cannot(what: &str, error: &io::Error) -> String {
    format!("cannot {what}: {error}")
}

/// Writes the first inputs of each target, and the dictionary.
pub fn write_seeds(targets: &[Target], files: &[Seed]) -> Result<(), String> {
    let write = |path: &Path, bytes: &[u8]| {
        fs::write(path, bytes).map_err(|error| cannot(&format!("write {}", path.display()), &error))
    };
    for target in targets {
        for part in ["seeds", "corpus", "crashes"] {
            let path = folder().join(part).join(target.name);
            fs::create_dir_all(&path).map_err(|error| cannot("make a folder", &error))?;
        }
        let seeds = folder().join("seeds").join(target.name);
        for (number, seed) in (target.seeds)(files).iter().enumerate() {
            write(&seeds.join(format!("{number:04}")), seed)?;
        }
    }
    write(&folder().join("pgn.dict"), dictionary().as_bytes())
}

/// The words of PGN in the form that libFuzzer reads.
fn dictionary() -> String {
    let mut lines = String::new();
    for word in FRAGMENTS {
        lines.push('"');
        for byte in word.iter() {
            // Writing to a string cannot fail.
            let _ = match byte {
                b' '..=b'~' if !b"\"\\".contains(byte) => write!(lines, "{}", char::from(*byte)),
                _ => write!(lines, "\\x{byte:02X}"),
            };
        }
        lines.push_str("\"\n");
    }
    lines
}

/// Builds the targets with coverage, in a folder of their own.
pub fn build(targets: &[Target]) -> Result<(), String> {
    let start = Instant::now();
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--locked", "-p", "fuzz", "--features", "guided"])
        // With a target named, build scripts and macros are built without these flags.
        .args(["--target", &host()?, "--target-dir", "target/guided"])
        .env("RUSTFLAGS", COVERAGE);
    for target in targets {
        cargo.args(["--bin", target.name]);
    }
    let status = cargo
        .status()
        .map_err(|error| cannot("run cargo", &error))?;
    if !status.success() {
        return Err("the targets cannot be built; a compiler for C++ is needed".to_owned());
    }
    println!("built in {} s", start.elapsed().as_secs());
    Ok(())
}

/// The platform that this compiler makes programs for.
fn host() -> Result<String, String> {
    let output = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output()
        .map_err(|error| cannot("run rustc", &error))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs the targets, as many at a time as there are cores, and prints a line for each. Returns whether nothing was found.
pub fn run(targets: &[Target], seconds: u64) -> Result<bool, String> {
    let workers = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(targets.len());
    let each = (seconds * workers as u64 / targets.len() as u64).max(1);
    println!(
        "{} targets of {each} s, {workers} at a time; failing inputs go to {}",
        targets.len(),
        folder().join("crashes").display()
    );
    let host = host()?;
    let next = AtomicUsize::new(0);
    let outcome = Mutex::new(Ok(true));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = run_one(target, &host, each);
                    let mut outcome = outcome
                        .lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner());
                    *outcome = match (std::mem::replace(&mut *outcome, Ok(true)), result) {
                        (Ok(before), Ok(now)) => Ok(before && now),
                        (Err(error), _) | (_, Err(error)) => Err(error),
                    };
                }
            });
        }
    });
    outcome
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Whether a target ran for its time without finding anything.
fn run_one(target: &Target, host: &str, seconds: u64) -> Result<bool, String> {
    let Target { name, longest, .. } = target;
    let part = |part: &str| folder().join(part).join(name).display().to_string();
    let program = format!("target/guided/{host}/debug/{name}");
    let mut arguments = vec![
        format!("-max_total_time={seconds}"),
        format!("-max_len={longest}"),
        format!("-timeout={MOST_SECONDS}"),
        format!("-rss_limit_mb={MOST_MEMORY}"),
        format!("-malloc_limit_mb={MOST_MEMORY}"),
        format!("-artifact_prefix={}/", part("crashes")),
        "-print_final_stats=1".to_owned(),
    ];
    if target.is_text {
        arguments.push(format!("-dict={}", folder().join("pgn.dict").display()));
    }
    let output = Command::new("sh")
        .args(["-c", r#"ulimit -v "$1"; shift; exec "$@""#, "sh"])
        .arg((MOST_ADDRESSES * 1024).to_string())
        .arg(program)
        .args(arguments)
        .args([part("corpus"), part("seeds")])
        // Large pieces of memory go back at once: what libFuzzer keeps would else lie between them, and look like a leak.
        .env("MALLOC_MMAP_THRESHOLD_", "65536")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| cannot(&format!("run {name}"), &error))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let found = !output.status.success();
    println!("{:<46} {}", name, summary(&log));
    if found {
        println!("{log}");
        println!(
            "{name} FAILS. This repeats it, with the file of crashes that is named above:\n    target/guided/{host}/debug/{name} FILE"
        );
    }
    Ok(!found)
}

/// Executions, edges, features and memory, from what libFuzzer prints.
fn summary(log: &str) -> String {
    let after = |line: &str, word: &str| {
        let (_, rest) = line.split_once(word)?;
        Some(rest.split_whitespace().next()?.to_owned())
    };
    let last = |word: &str| log.lines().rev().find_map(|line| after(line, word));
    let of = |word: &str| last(word).unwrap_or_else(|| "?".to_owned());
    format!(
        "{:>9} executions {:>6} edges {:>7} features {:>5} MB",
        of("stat::number_of_executed_units:"),
        of("cov: "),
        of("ft: "),
        of("stat::peak_rss_mb:")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_dictionary_are_spelled_as_libfuzzer_reads_them() {
        let dictionary = dictionary();
        assert_eq!(dictionary.lines().count(), FRAGMENTS.len());
        assert!(
            dictionary.lines().any(|line| line == r#""\x22]\x0A""#),
            "{dictionary}"
        );
    }

    #[test]
    fn figures_are_taken_from_what_libfuzzer_prints() {
        let log = "#2\tINITED cov: 10 ft: 20 corp: 1/1b\n#9\tDONE   cov: 30 ft: 40 corp: 2/2b\n\
            stat::number_of_executed_units: 9\nstat::peak_rss_mb:              50\n";
        let summary = summary(log);
        for part in [" 9 executions", " 30 edges", " 40 features", " 50 MB"] {
            assert!(summary.contains(part), "{part} in {summary}");
        }
    }
}
