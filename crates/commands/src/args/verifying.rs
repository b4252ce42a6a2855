//! How what is compressed is verified.

use clap::Args as Arguments;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pgnz::Verify;

#[derive(Debug, Arguments)]
pub struct Verifying {
    /// How each newly compressed block is decoded and compared before it is written: full; replay, which is faster and takes most predictions of moves from the compression instead of computing them once more; none
    #[arg(long, value_name = "HOW", default_value_t = Verify::Full, conflicts_with = "no_verify",
        value_parser = PossibleValuesParser::new(Verify::ALL.map(Verify::name)).try_map(|name| name.parse::<Verify>()))]
    verify: Verify,
    /// The same as --verify none
    #[arg(long)]
    no_verify: bool,
}

impl Verifying {
    pub fn verify(&self) -> Verify {
        match self.no_verify {
            true => Verify::None,
            false => self.verify,
        }
    }
}
