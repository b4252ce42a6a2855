//! Classes of ratings and paces: the games of a cell differ in neither.
//!
//! Not part of the format.

use query::{Outline, SPEEDS};

/// The lowest ratings of the classes after the first one.
pub const RATING_CLASSES: [u16; 9] = [1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600];

/// The highest rating that there is.
const HIGHEST: u16 = 9999;

/// The number of a pace where the time control is not known.
const NO_SPEED: u8 = SPEEDS.len() as u8;

/// The class of White's rating, that of Black's, and the pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// 0 for no rating, otherwise one more than the number of the class.
    pub ratings: [u8; 2],
    pub speed: u8,
}

impl Cell {
    pub fn of(ratings: [Option<u16>; 2], speed: u8) -> Self {
        let class = |rating: Option<u16>| {
            rating.map_or(0, |rating| {
                1 + RATING_CLASSES.partition_point(|lowest| *lowest <= rating) as u8
            })
        };
        Self {
            ratings: ratings.map(class),
            speed,
        }
    }

    /// What is known of its games.
    pub fn outline(&self) -> Outline {
        let range = |class: u8| {
            let class = usize::from(class.checked_sub(1)?);
            let lowest = class.checked_sub(1).map_or(1, |at| RATING_CLASSES[at]);
            let highest = RATING_CLASSES.get(class).map_or(HIGHEST, |next| next - 1);
            Some((lowest, highest))
        };
        Outline {
            ratings: self.ratings.map(range),
            speed: speed(self.speed),
            ..Outline::default()
        }
    }

    /// Whether there is such a cell.
    pub fn is_valid(&self) -> bool {
        let classes = RATING_CLASSES.len() as u8 + 1;
        self.ratings.iter().all(|class| *class <= classes) && self.speed <= NO_SPEED
    }
}

/// The number of a pace.
pub fn speed_number(name: Option<&str>) -> u8 {
    let place = name.and_then(|name| SPEEDS.iter().position(|speed| *speed == name));
    place.map_or(NO_SPEED, |place| place as u8)
}

/// The pace of a number.
pub fn speed(number: u8) -> Option<&'static str> {
    SPEEDS.get(usize::from(number)).copied()
}
