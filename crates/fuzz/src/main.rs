//! Runs the properties on mutated files for a bounded time.
//!
//! The same seed gives the same cases. A failure leaves its input in `target/fuzz` and prints the command that repeats it.

mod args;
mod case;

use args::Args;
use case::{Case, Verdict, Worker};
use fuzz::{PROPERTIES, Property, Random, Seed, own_seeds, shared_seeds};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args = match Args::parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(message) => {
            eprintln!("fuzz: {message}\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> std::io::Result<bool> {
    let properties = match args.property {
        Some(property) => vec![property],
        None => PROPERTIES.to_vec(),
    };
    if let Some(path) = &args.input {
        let input = std::fs::read(path)?;
        return Ok(repeat(&properties, &input, args.choices));
    }
    let mut seeds = own_seeds()?;
    let own = seeds.len();
    seeds.extend(shared_seeds("test/odd", 100_000)?);
    println!(
        "seed {}, {own} files of this repository, {} from beside it",
        args.seed,
        seeds.len() - own
    );
    let time = Duration::from_secs(args.seconds) / properties.len() as u32;
    let mut all_hold = true;
    for property in properties {
        all_hold &= hold(property, &seeds, args.seed, time)?;
    }
    Ok(all_hold)
}

/// Whether a property holds for as many cases as there is time for.
fn hold(property: Property, seeds: &[Seed], seed: u64, time: Duration) -> std::io::Result<bool> {
    let start = Instant::now();
    let worker = Worker::new(property);
    let (mut cases, mut bytes) = (0_u64, 0);
    let mut slowest = Duration::ZERO;
    while start.elapsed() < time {
        let mut random = Random::new(seed ^ cases.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let choices = random.number();
        let input = fuzz::mutate(seeds, &mut random);
        bytes += input.len();
        let case_start = Instant::now();
        let case = Case { input, choices };
        if let Verdict::Fails { case, why } = worker.check(case) {
            println!("{:<50} FAILS after {cases} cases: {why}", property.name);
            report(property, seed, &case)?;
            return Ok(false);
        }
        slowest = slowest.max(case_start.elapsed());
        cases += 1;
    }
    println!(
        "{:<50} {cases:>8} cases {:>8} KB, slowest {:>4} ms",
        property.name,
        bytes / 1000,
        slowest.as_millis()
    );
    Ok(true)
}

/// Keeps the input and says how to run it again.
fn report(property: Property, seed: u64, case: &Case) -> std::io::Result<()> {
    let folder = Path::new("target").join("fuzz");
    std::fs::create_dir_all(&folder)?;
    let path: PathBuf = folder.join(format!("{}-{:016x}", property.name, case.choices));
    std::fs::write(&path, &case.input)?;
    println!(
        "    {} bytes, seed {seed}; this repeats it:\n    cargo run --release -p fuzz -- --property {} --choices {} --input {}",
        case.input.len(),
        property.name,
        case.choices,
        path.display()
    );
    Ok(())
}

/// Whether the properties hold for one file.
fn repeat(properties: &[Property], input: &[u8], choices: u64) -> bool {
    let mut all_hold = true;
    for &property in properties {
        let case = Case {
            input: input.to_vec(),
            choices,
        };
        let verdict = Worker::new(property).check(case);
        match verdict {
            Verdict::Holds => println!("{:<50} holds", property.name),
            Verdict::Fails { why, .. } => {
                println!("{:<50} FAILS: {why}", property.name);
                all_hold = false;
            }
        }
    }
    all_hold
}
