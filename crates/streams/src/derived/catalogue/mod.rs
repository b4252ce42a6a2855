//! A catalogue of openings: positions, and the names that programs and servers give them.
//!
//! Format: "The catalogue of openings".
//!
//! A game's opening has the name of the game's last position that has a name, so transpositions are recognised. Names differ between
//! [`School`]s (sets of names); a position may have one in each.

mod file;
mod labels;
mod positions;
#[cfg(feature = "training")]
mod write;

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

#[cfg(feature = "training")]
pub use write::to_bytes;

use crate::data_file::{DataFile, data_file};
use labels::LabelTable;
use positions::Positions;

/// A set of names of openings, by the server or program that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum School {
    /// lichess.org: `ECO`, and `Opening` as `Family: Variation, Subvariation`.
    Lichess,
    /// chess.com: `ECO`, and the last part of `ECOUrl`.
    ChessCom,
    /// `ECO`, `Opening` and `Variation` as in the public domain list of openings that many programs share.
    Classical,
    /// Databases of players' games: `ECO` alone.
    Database,
    /// As [`School::Lichess`], with the names that lichess.org had before.
    EarlierLichess,
}

impl School {
    /// All schools, in the order of [`Labels`].
    pub const ALL: [Self; 5] = [
        Self::Lichess,
        Self::ChessCom,
        Self::Classical,
        Self::Database,
        Self::EarlierLichess,
    ];
}

/// An ECO code, a name and a variation; empty where there is none.
#[cfg(feature = "training")]
pub type Label = [Vec<u8>; 3];

/// The same where it stands in the bytes of a catalogue.
pub type LabelRef<'a> = [&'a [u8]; 3];

/// The labels of a position, one for each school.
pub type Labels<T> = [Option<T>; School::ALL.len()];

/// A position of a tree of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg(feature = "training")]
pub struct Node {
    /// The labels of the position.
    pub labels: Labels<Label>,
    /// Positions that a move leads to, by the rank of the move among the legal moves, in ascending order.
    pub children: Vec<(u8, Node)>,
}

/// The catalogue that comes with the program, as [`to_bytes`] writes it.
pub(crate) static FILE: DataFile = data_file!(OPENINGS);

/// Names of positions. See the [module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue<'a> {
    positions: Positions<'a>,
    labels: LabelTable<'a>,
    /// Numbers of labels by their ECO code, made when they are first needed.
    codes: [OnceLock<HashMap<&'a [u8], Vec<u16>>>; School::ALL.len()],
}

impl<'a> Catalogue<'a> {
    /// The catalogue that comes with the program.
    ///
    /// ```
    /// use legal::Position;
    /// use streams::training::catalogue::{Catalogue, School};
    /// let catalogue = Catalogue::shipped();
    /// let found = catalogue.find(&[Position::standard().hash()]);
    /// assert!(found[School::Database as usize].is_none_or(|(label, _)| !catalogue.label(School::Database, label).unwrap()[0].is_empty()));
    /// ```
    pub fn shipped() -> &'static Catalogue<'static> {
        static SHIPPED: LazyLock<Catalogue<'static>> = LazyLock::new(|| {
            let shipped = Catalogue::from_bytes(FILE.bytes());
            shipped.unwrap_or_default()
        });
        &SHIPPED
    }

    /// The catalogue that [`to_bytes`] has written; `None` if these are not its bytes.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        file::read(bytes)
    }

    /// For each school, the label (by number) of a game whose positions have these hashes, and the place of the position that has this
    /// label.
    pub fn find(&self, positions: &[u64]) -> Labels<(u16, usize)> {
        let mut found = Labels::default();
        for (place, position) in positions.iter().enumerate().rev() {
            let Some(labels) = self.positions.get(*position) else {
                continue;
            };
            for (found, label) in found.iter_mut().zip(labels) {
                *found = found.or(label.map(|label| (label, place)));
            }
            if found.iter().all(Option::is_some) {
                break;
            }
        }
        found
    }

    /// The label of a number.
    pub fn label(&self, school: School, number: u16) -> Option<LabelRef<'a>> {
        self.labels.get(school, number)
    }

    /// The labels of a school with an ECO code, in the order of the catalogue.
    pub fn labels_of(&self, school: School, code: &[u8]) -> impl Iterator<Item = LabelRef<'a>> {
        let codes = self.codes[school as usize].get_or_init(|| {
            let mut codes = HashMap::<_, Vec<_>>::new();
            for number in 0..self.labels.count(school) as u16 {
                let [code, ..] = self.label(school, number).unwrap_or_default();
                codes.entry(code).or_default().push(number);
            }
            codes
        });
        let numbers = codes.get(code);
        let numbers = numbers.into_iter().flatten();
        numbers.filter_map(move |&number| self.label(school, number))
    }

    /// How many positions have names.
    #[cfg(feature = "training")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position has one.
    #[cfg(feature = "training")]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
