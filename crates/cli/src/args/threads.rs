//! The option that says how many threads work.

use clap::Args as Arguments;

/// How many threads work.
#[derive(Debug, Clone, Copy, Arguments)]
pub struct Threads {
    /// Number of threads; 0 means one for each core. The result is the same with any number
    #[arg(short = 'T', long = "threads", value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(0..=1024))]
    count: u16,
}

impl Threads {
    /// The number, 0 for one for each core.
    pub fn count(self) -> usize {
        self.count.into()
    }
}
