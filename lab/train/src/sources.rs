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
    /// Learn only from games played on servers, and those without a year, which are mostly of servers.
    #[arg(long)]
    pub online: bool,
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
        if self.online {
            games.retain(|game| game.setting.is_online() || game.setting.year == 0);
            let (count, plies) = (games.len(), games.plies());
            eprintln!("{count} games, {plies} plies of these played online");
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_over_the_board_can_be_left_out() {
        let text = "[Site \"https://lichess.org/abcdefgh\"]\n[White \"Anna\"]\n[Black \"Emil\"]\n\n1. e4 e5 *\n\n\
            [Site \"Linares\"]\n[Date \"1993.02.23\"]\n\n1. d4 d5 *\n\n\
            [White \"Anna\"]\n\n1. c4 c5 *\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).unwrap();
        for (online, games) in [(false, 3), (true, 2)] {
            let sources = Sources {
                files: vec![path.clone()],
                exclude: Vec::new(),
                online,
                one_in: 1,
            };
            assert_eq!(sources.prepare().unwrap().games.len(), games);
        }
    }
}
