//! Sketches: texts without a template (prose) in which a special byte stands for each move and each list of marks.
//!
//! Format: "Moves in prose".

use crate::comments::marks::Mark;
use legal::san::{self, MoveFacts, Spelling};
use legal::{Color, Cursor, Place, Position};

use super::list;
use super::number::digits;

/// Special bytes of a sketch: for the number of the next move with its dots, and for a move.
pub(super) const NUMBER: u8 = 1;
pub(super) const MOVE: u8 = 2;
/// The byte after this one stands for itself, whatever it is.
pub(super) const QUOTE: u8 = 3;
/// A list of marks on the board.
pub(super) const MARKS: u8 = 4;

/// Number of positions in which a move of a text may be played: 0 after the last move of the text; 1 instead of it; 2 in the current
/// position; 3 instead of the game's last move; 4 instead of the one before it; 5 in the current position with the other side to move; 6
/// after the last move of the text, with the same side to move again.
pub(super) const STARTS: u8 = 7;
/// The order in which these are tried.
const ORDER: [u8; STARTS as usize] = [0, 1, 6, 2, 3, 5, 4];

/// A move of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub start: u8,
    pub spelling: u16,
    /// The index among the legal moves.
    pub index: u16,
}

/// A text with its moves taken out.
#[derive(Default)]
pub(super) struct Sketch {
    pub bytes: Vec<u8>,
    pub moves: Vec<Said>,
    pub marks: Vec<Vec<Mark>>,
}

/// The positions from which moves of a text may start.
pub(super) struct Stage<'a> {
    places: &'a [Option<Place>; 3],
    /// After the last move of the text, and before it.
    last_move: [Option<Place>; 2],
}

impl<'a> Stage<'a> {
    pub fn new(places: &'a [Option<Place>; 3]) -> Self {
        Self {
            places,
            last_move: [None, None],
        }
    }

    /// The place of this number, if there is one.
    pub fn place(&self, start: u8) -> Option<Place> {
        match start {
            0 | 1 => self.last_move[usize::from(start)].clone(),
            2..=4 => self.places[usize::from(start - 2)].clone(),
            5 => self.places[0].as_ref()?.pass(),
            6 => self.last_move[0].as_ref()?.pass(),
            _ => None,
        }
    }

    /// Plays the move of this index, which is legal at `place`.
    pub fn play(&mut self, place: Place, index: usize) -> MoveFacts {
        let mut cursor = Cursor::at(place.clone());
        let facts = cursor.play(index);
        self.last_move = [Some(cursor.place().clone()), Some(place)];
        facts
    }

    /// Finds the place where a word is a move; `number` is the number before the word, if there is one, and whether it is a move of Black.
    fn find(&self, word: &[u8], number: Option<(u32, bool)>, usual: Spelling) -> Option<Said> {
        ORDER.into_iter().find_map(|start| {
            let place = self.place(start)?;
            if number.is_some_and(|number| number != numbered(&place.position)) {
                return None;
            }
            let mut cursor = Cursor::at(place);
            let index = san::read(word, cursor.position(), cursor.legal())?;
            let spelling = cursor.play(index).spelling(word, usual)?;
            Some(Said {
                start,
                spelling: spelling.to_code(),
                index: index as u16,
            })
        })
    }
}

/// The number of the next move, and whether it is Black's.
fn numbered(position: &Position) -> (u32, bool) {
    (position.fullmoves(), position.turn() == Color::Black)
}

impl Sketch {
    /// Replaces the moves of a text by special bytes; `usual` is the spelling that is tried first.
    pub fn of(text: &[u8], places: &[Option<Place>; 3], usual: Spelling) -> Self {
        let mut sketch = Self::default();
        let mut stage = Stage::new(places);
        let mut at = 0;
        while at < text.len() {
            let before = at.checked_sub(1).map_or(b' ', |at| text[at]);
            if !before.is_ascii_alphanumeric() && before < 128 {
                let length = sketch.take(&text[at..], &mut stage, usual);
                if length > 0 {
                    at += length;
                    continue;
                }
            }
            if let Some((marks, _, length)) = list::after(&text[..at], &text[at..]) {
                sketch.bytes.push(MARKS);
                sketch.marks.push(marks);
                at += length;
                continue;
            }
            if (1..=MARKS).contains(&text[at]) {
                sketch.bytes.push(QUOTE);
            }
            sketch.bytes.push(text[at]);
            at += 1;
        }
        sketch
    }

    /// Takes the move at the start of a text out, with its number. Returns how long both are, 0 if there is none.
    fn take(&mut self, text: &[u8], stage: &mut Stage<'_>, usual: Spelling) -> usize {
        let number = number(text);
        let lead = number.map_or(0, |(_, length, _)| length);
        let gap = usize::from(lead > 0 && text.get(lead) == Some(&b' '));
        let Some(word) = word(&text[lead + gap..]) else {
            return 0;
        };
        let number = number.map(|(number, _, black)| (number, black));
        let Some(said) = stage.find(word, number, usual) else {
            return 0;
        };
        let Some(place) = stage.place(said.start) else {
            return 0;
        };
        stage.play(place, usize::from(said.index));
        if lead > 0 {
            self.bytes.push(NUMBER);
            self.bytes.extend_from_slice(&text[lead..lead + gap]);
        }
        self.bytes.push(MOVE);
        self.moves.push(said);
        lead + gap + word.len()
    }
}

/// The word at the start of a text, if it may be a move.
pub(super) fn word(text: &[u8]) -> Option<&[u8]> {
    if !matches!(
        text.first()?,
        b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O'
    ) {
        return None;
    }
    let inside = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'#' | b'=' | b'@')
    };
    let end = text
        .iter()
        .position(|byte| !inside(byte))
        .unwrap_or(text.len());
    (2..=10).contains(&end).then(|| &text[..end])
}

/// The number of a move at the start of a text, how long it is with its dots, and whether it is Black's, who has three of them.
pub(super) fn number(text: &[u8]) -> Option<(u32, usize, bool)> {
    let length = digits(text);
    if !(1..=3).contains(&length) || text[0] == b'0' {
        return None;
    }
    let after = &text[length..];
    let dots = after.iter().take_while(|&&byte| byte == b'.').count();
    if dots != 1 && dots != 3 {
        return None;
    }
    let digits = text[..length].iter();
    let value = digits.fold(0, |value, &digit| value * 10 + u32::from(digit - b'0'));
    Some((value, length + dots, dots == 3))
}

/// Appends the number of the next move in a position.
pub(super) fn write_number(position: &Position, out: &mut Vec<u8>) {
    let (number, black) = numbered(position);
    game::parts::comment::write_digits(number.into(), 1, out);
    out.extend_from_slice(if black { b"..." } else { b"." });
}
