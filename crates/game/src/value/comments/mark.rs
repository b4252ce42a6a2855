//! Coloured squares and arrows: `[%csl Gd4,Rd5]` and `[%cal Ga1h8]`, as ChessBase, Lichess and chess.com write them.
//!
//! Not part of the format.

use crate::Comment;
use crate::parts::comment::commands;

/// A square in a colour, or an arrow between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark<'a> {
    /// `G`reen, `R`ed, `Y`ellow or `B`lue.
    pub color: char,
    /// The square, or the one from which the arrow goes, such as `d4`.
    pub from: &'a str,
    /// The square to which the arrow goes.
    pub to: Option<&'a str>,
}

impl Comment {
    /// The coloured squares and arrows of the comment, in the order of its text, which must have been decoded
    /// (`Columns::COMMENTS`).
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// let game = pgnz::Game::parse(b"1. e4 {[%csl Ge4][%cal Rg8f6]} *");
    /// let marks: Vec<_> = game.main_line().plies[0].comments[0].marks().collect();
    /// assert_eq!((marks[0].color, marks[0].from, marks[0].to), ('G', "e4", None));
    /// assert_eq!((marks[1].color, marks[1].from, marks[1].to), ('R', "g8", Some("f6")));
    /// ```
    pub fn marks(&self) -> impl Iterator<Item = Mark<'_>> {
        commands(&self.text).flat_map(|command| {
            let squares = match command.name {
                b"csl" => 1,
                b"cal" => 2,
                _ => 0,
            };
            let marks = command.value.split(|&byte| byte == b',');
            marks.filter_map(move |mark| Mark::read(mark.trim_ascii(), squares))
        })
    }
}

impl<'a> Mark<'a> {
    fn read(text: &'a [u8], squares: usize) -> Option<Self> {
        let (&color, places) = text.split_first()?;
        let is_square = |place: &[u8]| matches!(place, [b'a'..=b'h', b'1'..=b'8']);
        let is_mark = matches!(color, b'G' | b'R' | b'Y' | b'B')
            && squares > 0
            && places.len() == 2 * squares
            && places.chunks(2).all(is_square);
        let mut places = places
            .chunks(2)
            .filter_map(|place| std::str::from_utf8(place).ok());
        Some(Self {
            color: color.into(),
            from: places.next().filter(|_| is_mark)?,
            to: places.next(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_and_other_text_is_none() {
        let text = b"[%csl Gd4, Re5,Xe6,Ge9,Ge4e5] [%cal Ya1h8,Bh1] word [%cal\nBb1c3]";
        let comment = Comment {
            text: text.to_vec(),
            ..Comment::default()
        };
        let marks = comment.marks();
        let found: Vec<_> = marks.map(|mark| (mark.color, mark.from, mark.to)).collect();
        let right = [
            ('G', "d4", None),
            ('R', "e5", None),
            ('Y', "a1", Some("h8")),
            ('B', "b1", Some("c3")),
        ];
        assert_eq!(found, right);
    }
}
