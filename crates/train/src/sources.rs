//! The games that a training learns from, and those that it must not know.

use std::path::PathBuf;

use crate::games::Games;
use crate::read::{Error, Purpose, read};
use crate::select;

/// Which games a training learns from: the options that all trainings share.
#[derive(Clone, Debug, clap::Args)]
pub struct Sources {
    /// Games to learn from: PGN, plain or compressed, or archives.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Files whose games must not be learned from.
    #[arg(long, num_args = 1..)]
    pub exclude: Vec<PathBuf>,
    /// Learn from one game in so many, to see what more games bring.
    #[arg(long, default_value_t = 1)]
    pub one_in: usize,
}

/// Games with their parts: which to learn from, and which to measure on.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// All games that are left, in the order of the files.
    pub games: Games,
    /// The indices of those to learn from, in ascending order.
    pub training: Vec<u32>,
    /// The indices of those [held out](select::is_held_out), in ascending order.
    pub held_out: Vec<u32>,
}

impl Sources {
    /// Reads the games, drops repetitions and what is excluded, and holds some out. Tells on standard error what came of each file.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn prepare(&self) -> Result<Prepared, Error> {
        let (mut games, counts) = read(&self.files, Purpose::Training, 0)?;
        for (file, count) in self.files.iter().zip(&counts) {
            let (kept, plies) = (count.kept, count.plies);
            eprintln!("{}: {kept} games, {plies} plies", file.display());
        }
        let repeated = select::drop_repeated(&mut games);
        let (excluded, _) = read(&self.exclude, Purpose::Exclusion, 0)?;
        let excluded = select::drop_excluded(&mut games, &excluded);
        eprintln!(
            "{repeated} repeated and {excluded} excluded games dropped; {} games, {} plies left",
            games.len(),
            games.plies()
        );
        let (training, held_out) = select::split(&games);
        Ok(Prepared {
            training: training.into_iter().step_by(self.one_in.max(1)).collect(),
            held_out,
            games,
        })
    }

    /// The names of the files, without their folders.
    pub fn names(&self) -> Vec<String> {
        let name = |path: &PathBuf| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into()
        };
        self.files.iter().map(name).collect()
    }
}
