//! What the command line asks for.

use fuzz::Property;
use std::path::PathBuf;

pub const USAGE: &str =
    "usage: fuzz [--seconds N] [--seed N] [--property NAME] [--input FILE [--choices N]]";

pub struct Args {
    /// Time for all properties together.
    pub seconds: u64,
    pub seed: u64,
    /// The only property to run.
    pub property: Option<Property>,
    /// The only input to run.
    pub input: Option<PathBuf>,
    /// What settles the rest of that input's case.
    pub choices: u64,
}

impl Args {
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args = Self {
            seconds: 20,
            seed: 1,
            property: None,
            input: None,
            choices: 0,
        };
        while let Some(option) = words.next() {
            let value = words
                .next()
                .ok_or_else(|| format!("{option} needs a value"))?;
            match &option[..] {
                "--seconds" => args.seconds = number(&option, &value)?,
                "--seed" => args.seed = number(&option, &value)?,
                "--choices" => args.choices = number(&option, &value)?,
                "--input" => args.input = Some(PathBuf::from(value)),
                "--property" => {
                    let property = Property::named(&value);
                    args.property = Some(property.ok_or_else(|| no_property(&value))?);
                }
                _ => return Err(format!("there is no option {option}")),
            }
        }
        Ok(args)
    }
}

fn number(option: &str, value: &str) -> Result<u64, String> {
    value
        .parse()
        .map_err(|_| format!("{option} needs a number, not {value}"))
}

fn no_property(name: &str) -> String {
    let names: Vec<&str> = fuzz::PROPERTIES
        .iter()
        .map(|property| property.name)
        .collect();
    format!(
        "there is no property {name}; there are\n  {}",
        names.join("\n  ")
    )
}
