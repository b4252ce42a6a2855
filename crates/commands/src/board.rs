//! The board, White below: as letters, as pictures of the pieces, as an image.

use crate::movetext;
use legal::{File, Game, Move, Position, Rank, Role, Square};
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
/// Width and height of a board with its names.
const SIZE: u32 = 8 * SIDE + EDGE;
/// Room between boards, and for the text below each.
const GAP: u32 = 24;
/// Boards beside one another.
const IN_A_ROW: u32 = 3;

/// A position to draw.
pub struct Diagram {
    /// Plies before it.
    pub ply: usize,
    pub position: Position,
    /// The move that led to it.
    pub last: Option<Move>,
    /// That move with its number, `12... Nf6`.
    pub caption: String,
}

/// The positions of a game after these numbers of plies, which it has.
pub fn diagrams(game: &Game, plies: &[usize]) -> Vec<Diagram> {
    let spelled = movetext::spelled(game);
    let one = |&ply: &usize| {
        let mut position = game.start.clone();
        let played = game.moves.get(..ply).unwrap_or_default();
        played.iter().for_each(|&m| position.play(m));
        let caption = match ply.checked_sub(1).and_then(|at| spelled.get(at)) {
            Some(last) => last.alone(),
            None => "Start".to_owned(),
        };
        Diagram {
            ply,
            position,
            last: played.last().copied(),
            caption,
        }
    };
    plies.iter().map(one).collect()
}

/// Boards as an image: one alone, or several in rows with the last move below each.
pub fn svg(diagrams: &[Diagram]) -> String {
    let count = u32::try_from(diagrams.len()).unwrap_or(u32::MAX);
    let is_one = count == 1;
    let (columns, rows) = (count.clamp(1, IN_A_ROW), count.div_ceil(IN_A_ROW));
    let step = SIZE + GAP;
    let (width, height) = match is_one {
        true => (SIZE, SIZE),
        false => (columns * step - GAP, rows * step),
    };
    let names: Vec<String> = diagrams.iter().map(|one| one.position.to_fen()).collect();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">\n{}",
        names.join("; "),
        pieces()
    );
    for (at, diagram) in (0..).zip(diagrams) {
        let (left, top) = (at % IN_A_ROW * step, at / IN_A_ROW * step);
        let _ = writeln!(out, "<g transform=\"translate({left} {top})\">");
        draw(diagram, &mut out);
        if !is_one {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"16\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#777777\">{}</text>",
                EDGE + 4 * SIDE,
                SIZE + 14,
                diagram.caption
            );
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// The shapes of all men, for images that refer to them: `wk` is the white king.
pub fn pieces() -> String {
    let mut out = String::from("<defs>");
    for (side, man, line, mark) in [
        ("w", "#ffffff", "#1c1c1c", "#1c1c1c"),
        ("b", "#2b2b2b", "#0b0b0b", "#e8e8e8"),
    ] {
        let symbols = view::PIECES.lines();
        for symbol in symbols.filter(|line| line.starts_with("<symbol")) {
            // Colours of their own: not every program that shows SVG knows variables.
            out += &symbol
                .replace("id=\"", &format!("id=\"{side}"))
                .replace("var(--man)", man)
                .replace("var(--line)", line)
                .replace("var(--mark)", mark);
        }
    }
    out + "</defs>\n"
}

/// A board alone for a page that has the shapes.
pub fn figure(diagram: &Diagram) -> String {
    let mut out = format!(
        "<svg viewBox=\"0 0 {SIZE} {SIZE}\" role=\"img\" aria-label=\"{}\">\n",
        diagram.position.to_fen()
    );
    draw(diagram, &mut out);
    out + "</svg>"
}

/// The squares with the last move marked, the men, and the names of files and ranks.
fn draw(diagram: &Diagram, out: &mut String) {
    let last = diagram.last.map(|m| pgnz::Move::of(m).to_string());
    let last: Vec<&str> = match &last {
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
        let Some(man) = diagram.position.board().piece_at(square) else {
            continue;
        };
        let (side, letter) = (man.color.char(), man.role.char());
        let _ = writeln!(
            out,
            "<use href=\"#{side}{letter}\" x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        );
    }
    for at in 0..8 {
        let middle = SIDE * at + SIDE / 2;
        let file = char::from(b'a' + at as u8);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#777777\">{file}</text><text x=\"9\" y=\"{}\" font-size=\"13\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#777777\">{}</text>",
            EDGE + middle,
            8 * SIDE + 15,
            middle + 5,
            8 - at
        );
    }
}
