//! Reads and writes lists of marks in comments: `Gd4,Re5` and `Gc2c3,Rc3d4`.
//!
//! Format: "Marks in comments".

use crate::comments::marks::{LONGEST, Mark};

/// The letters of the colours: green, red, yellow, blue.
const COLOURS: &[u8; 4] = b"GRYB";

/// The texts before a list of squares, and before one of arrows.
const COMMANDS: [&[u8]; 2] = [b"[%csl ", b"[%cal "];

/// Whether this text announces arrows (`true`) or squares (`false`); `None` if it announces neither.
pub(super) fn announced(text: &[u8]) -> Option<bool> {
    let found = COMMANDS.iter().position(|command| text.ends_with(command));
    found.map(|at| at == 1)
}

/// Reads the marks that stand after a text: whether they are arrows, and their length.
pub(super) fn after(before: &[u8], text: &[u8]) -> Option<(Vec<Mark>, bool, usize)> {
    let arrows = announced(before)?;
    let (marks, length) = read(text, arrows)?;
    Some((marks, arrows, length))
}

/// Reads the list at the start of a text up to a `]`, and its length.
fn read(text: &[u8], arrows: bool) -> Option<(Vec<Mark>, usize)> {
    let length = memchr::memchr(b']', text)?;
    let width = if arrows { 5 } else { 3 };
    let mut marks = Vec::new();
    for word in text[..length].split(|&byte| byte == b',') {
        if word.len() != width || marks.len() == LONGEST {
            return None;
        }
        let colour = COLOURS.iter().position(|&letter| letter == word[0])?;
        let from = square(&word[1..3])?;
        marks.push(Mark {
            colour: colour as u8,
            from,
            to: if arrows { square(&word[3..])? } else { from },
        });
    }
    Some((marks, length))
}

fn square(name: &[u8]) -> Option<u8> {
    match name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + file - b'a'),
        _ => None,
    }
}

/// Appends a list.
pub(super) fn write(marks: &[Mark], arrows: bool, out: &mut Vec<u8>) {
    for (at, mark) in marks.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        out.push(COLOURS[usize::from(mark.colour) % COLOURS.len()]);
        let ends = [mark.from, mark.to];
        for square in &ends[..if arrows { 2 } else { 1 }] {
            out.extend_from_slice(&[b'a' + square % 8, b'1' + square / 8 % 8]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_written_as_they_were_read() {
        for (text, arrows) in [("Gd4", false), ("Ra1,Bh8", false), ("Yc2c3,Ga8h1", true)] {
            let (marks, length) = read(format!("{text}] x").as_bytes(), arrows).unwrap();
            let mut out = Vec::new();
            write(&marks, arrows, &mut out);
            assert_eq!((&out[..], length), (text.as_bytes(), text.len()));
        }
        for odd in [
            "gd4]",
            "Gd9]",
            "Gd4, Re5]",
            "]",
            "Gd4,]",
            "Gd4",
            "Gd4e5]",
            "Cd4]",
        ] {
            assert_eq!(read(odd.as_bytes(), false), None, "{odd}");
        }
    }
}
