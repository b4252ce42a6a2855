//! The board, White below: as letters, as pictures of the pieces, as an image.

use super::seen::Shown;
use legal::{File, Position, Rank, Role, Square};
use std::fmt::Write as _;

/// The board as people set it up.
pub fn text(position: &Position, pictures: bool) -> String {
    let mut out = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(out, "{} ", rank.char());
        for file in File::ALL {
            let man = position.board().piece_at(Square::from_coords(file, rank));
            let man = man.map_or('.', |man| match pictures {
                true => picture(man.role, man.color.is_white()),
                false => man.char(),
            });
            let _ = write!(out, " {man}");
        }
        out.push('\n');
    }
    out.push_str("\n   a b c d e f g h\n\n");
    out
}

/// A man as Unicode has it.
fn picture(role: Role, white: bool) -> char {
    let men = if white {
        "♙♘♗♖♕♔"
    } else {
        "♟♞♝♜♛♚"
    };
    let at = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];
    let at = at.iter().position(|&other| other == role);
    men.chars().nth(at.unwrap_or(0)).unwrap_or('?')
}

/// Width and height of a square.
const SIDE: u32 = 45;
/// Room for the names of files and ranks.
const EDGE: u32 = 20;

/// The board as an image, with the last move marked.
pub fn svg(shown: &Shown) -> String {
    let size = 8 * SIDE + EDGE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" role=\"img\" aria-label=\"{}\">\n",
        shown.fen
    );
    let last: Vec<&str> = match &shown.last_move_uci {
        Some(uci) if uci.len() >= 4 && uci.is_ascii() => vec![&uci[..2], &uci[2..4]],
        _ => Vec::new(),
    };
    for square in Square::ALL {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (left, top) = (EDGE + SIDE * file, SIDE * (7 - rank));
        let is_dark = (file + rank) % 2 == 0;
        let colour = match (last.contains(&&*square.to_string()), is_dark) {
            (false, false) => "#f0d9b5",
            (false, true) => "#b58863",
            (true, false) => "#cdd26a",
            (true, true) => "#aaa23a",
        };
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>"
        );
        let Some(man) = shown.position.board().piece_at(square) else {
            continue;
        };
        // The filled pictures with an outline show both colours well in every font.
        let (fill, stroke) = man
            .color
            .fold_wb(("#ffffff", "#000000"), ("#000000", "#ffffff"));
        let (x, y) = (left + SIDE / 2, top + SIDE * 4 / 5);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"38\" text-anchor=\"middle\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"0.8\">{}\u{fe0e}</text>",
            picture(man.role, false)
        );
    }
    for at in 0..8 {
        let middle = SIDE * at + SIDE / 2;
        let file = char::from(b'a' + at as u8);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" fill=\"#777777\">{file}</text><text x=\"9\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" fill=\"#777777\">{}</text>",
            EDGE + middle,
            8 * SIDE + 15,
            middle + 5,
            8 - at
        );
    }
    out.push_str("</svg>\n");
    out
}
