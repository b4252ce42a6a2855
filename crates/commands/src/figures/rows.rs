//! The figures of several archives for people: a line each, and totals.

use super::{grouped, per, ratio};
use pgnz::Report;

/// The heads of the columns of [`row`].
pub const ROW_HEAD: &str =
    "     games              text           archive    ratio  bytes/game  name";

/// The figures of one archive on a line.
pub fn row(name: &str, report: &Report) -> String {
    let mut one = Totals::default();
    one.add(report);
    one.named(name)
}

/// The sums over several archives.
#[derive(Debug, Default)]
pub struct Totals {
    /// How many there are.
    pub archives: u64,
    games: u64,
    text_bytes: u64,
    archive_bytes: u64,
}

impl Totals {
    /// Takes in an archive.
    pub fn add(&mut self, report: &Report) {
        self.archives += 1;
        self.games += report.games;
        self.text_bytes += report.text_bytes;
        self.archive_bytes += report.archive_bytes;
    }

    /// The sums on a line, as [`row`] has them for one archive.
    pub fn row(&self) -> String {
        self.named(&format!("total of {} archives", grouped(self.archives)))
    }

    fn named(&self, name: &str) -> String {
        let a_game = match self.games {
            0 => "-".to_owned(),
            games => format!("{:.1}", per(self.archive_bytes, games)),
        };
        format!(
            "{:>10}{:>18}{:>18}{:>9}{a_game:>12}  {name}",
            grouped(self.games),
            grouped(self.text_bytes),
            grouped(self.archive_bytes),
            ratio(self.text_bytes, self.archive_bytes),
        )
    }
}
