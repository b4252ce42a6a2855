//! What the command line asks for.

use fuzz::{TARGETS, Target};

const USAGE: &str = "usage: fuzz [--seconds N] [--target NAME] [--only-seeds]";

pub struct Args {
    /// Time for all targets together, that of building them not counted.
    pub seconds: u64,
    /// The only target to run.
    pub target: Option<Target>,
    /// Write the seeds and run nothing.
    pub only_seeds: bool,
}

impl Args {
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args = Self {
            seconds: 120,
            target: None,
            only_seeds: false,
        };
        while let Some(option) = words.next() {
            if option == "--only-seeds" {
                args.only_seeds = true;
                continue;
            }
            let value = words
                .next()
                .ok_or_else(|| format!("{option} needs a value\n{USAGE}"))?;
            match &option[..] {
                "--seconds" => {
                    let seconds = value.parse();
                    args.seconds =
                        seconds.map_err(|_| format!("{option} needs a number, not {value}"))?;
                }
                "--target" => {
                    let target = TARGETS.iter().find(|target| target.name == value);
                    args.target = Some(*target.ok_or_else(|| no_target(&value))?);
                }
                _ => return Err(format!("there is no option {option}\n{USAGE}")),
            }
        }
        Ok(args)
    }
}

fn no_target(name: &str) -> String {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    format!(
        "there is no target {name}; there are\n  {}",
        names.join("\n  ")
    )
}
