//! Classes of what is known of a game and of a position.
//!
//! Format: "Stream moves".

use legal::Color;

use super::super::{Setting, Site};

pub(super) fn rating_class(setting: &Setting, turn: Color) -> u32 {
    match (setting.site, setting.ratings[usize::from(turn.is_black())]) {
        (Site::Other, 0) => 0,
        (Site::Other, ..2300) => 1,
        (Site::Other, _) => 2,
        (_, 0) => 4,
        (_, ..1300) => 3,
        (_, ..1700) => 4,
        (_, ..2100) => 5,
        _ => 6,
    }
}

pub(super) fn balance_class(balance: i32) -> u32 {
    match balance {
        ..=-5 => 0,
        -4..=-2 => 1,
        -1 => 2,
        0 => 3,
        1 => 4,
        2..=4 => 5,
        5..=8 => 6,
        _ => 7,
    }
}

pub(super) fn calm_class(halfmoves: u32) -> u32 {
    match halfmoves {
        0 => 0,
        1..6 => 1,
        6..20 => 2,
        _ => 3,
    }
}
