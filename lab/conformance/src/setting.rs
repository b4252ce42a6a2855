//! Settings and moves as columns of tables.

use legal::{Move, Role};
use streams::moves::Setting;

/// The columns of a setting, by the numbers that the format gives to their values.
pub(crate) const COLUMNS: &str =
    "white_rating\tblack_rating\tpace\tsite\toutcome\tyear\tset_up\twhite_name\tblack_name";

/// A setting in these columns.
pub(crate) fn columns(setting: &Setting) -> String {
    let Setting {
        ratings: [white, black],
        pace,
        site,
        outcome,
        year,
        set_up,
        players: [white_name, black_name],
    } = *setting;
    let (pace, site, outcome) = (pace as u8, site as u8, outcome as u8);
    let set_up = u8::from(set_up);
    format!(
        "{white}\t{black}\t{pace}\t{site}\t{outcome}\t{year}\t{set_up}\t{white_name}\t{black_name}"
    )
}

/// A move as in UCI, castling as the king that takes his rook.
pub(crate) fn spelled(m: Move) -> String {
    match m {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => {
            let promotion = promotion.map_or(String::new(), |role: Role| role.char().to_string());
            format!("{from}{to}{promotion}")
        }
        Move::EnPassant { from, to } => format!("{from}{to}"),
        Move::Castle { king, rook } => format!("{king}{rook}"),
        Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
    }
}
