//! The option for the number of threads that read archives.

use clap::Args as Arguments;

/// The number of threads.
#[derive(Debug, Clone, Copy, Arguments)]
pub struct ThreadCount {
    /// Number of threads; 0 means one for each core. The result is the same with any number
    #[arg(short = 'T', long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl ThreadCount {
    /// 0 for one on each core.
    pub fn get(self) -> usize {
        self.threads.into()
    }
}
