//! Lines of moves as comments write them: words with a space between.

use legal::san::{self, Mark, MoveFacts, Spelling};
use legal::{LegalMoves, Position};
use model::moves::History;
use model::pv::LONGEST;

use super::follow::Place;

/// A line in a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Where it starts: the number of a place of [`Follow::places`](super::follow::Follow::places).
    pub start: u8,
    /// The code of its spelling.
    pub spelling: u16,
    /// The index of each move among the legal ones.
    pub moves: Vec<u16>,
    pub text: Vec<u8>,
}

/// Plays the moves of a line and spells them.
pub(super) struct Player {
    pub position: Position,
    pub history: History,
    pub legal: Box<LegalMoves>,
    next: Box<LegalMoves>,
}

impl Player {
    pub fn new(place: &Place) -> Self {
        Self {
            position: place.position.clone(),
            history: place.history,
            legal: Box::new(place.position.legal_moves()),
            next: Box::default(),
        }
    }

    /// Plays the legal move of this index.
    pub fn play(&mut self, index: usize) -> MoveFacts {
        let m = self.legal[index];
        let before = self.position.clone();
        self.position.play(m);
        self.history = self.history.then(m);
        self.position.legal_moves_into(&mut self.next);
        let mark = Mark::of(&self.position, || self.next.is_empty());
        let facts = MoveFacts::of(&before, &self.legal, index, mark);
        std::mem::swap(&mut self.legal, &mut self.next);
        facts
    }
}

impl Line {
    /// Reads the line at the start of a text, from the place where the most of it can be played; `usual` is tried first.
    pub fn read(text: &[u8], places: &[Option<Place>; 3], usual: (u8, u16)) -> Option<Self> {
        word(text)?;
        let starts = [usual.0]
            .into_iter()
            .chain((0..3).filter(|&start| start != usual.0));
        let mut longest: Option<Self> = None;
        for start in starts {
            let Some(place) = &places[usize::from(start)] else {
                continue;
            };
            let Some(line) = Self::read_from(text, place, start, usual.1) else {
                continue;
            };
            let complete =
                !matches!(&text[line.text.len()..], [b' ', rest @ ..] if word(rest).is_some());
            if longest
                .as_ref()
                .is_none_or(|longest| line.text.len() > longest.text.len())
            {
                longest = Some(line);
            }
            if complete {
                break;
            }
        }
        longest
    }

    fn read_from(text: &[u8], place: &Place, start: u8, usual: u16) -> Option<Self> {
        let usual = Spelling::from_code(usual).unwrap_or_default();
        let (line, other) = Self::read_as(text, place, start, usual);
        match other {
            None => line,
            Some(spelling) => {
                let (other, _) = Self::read_as(text, place, start, spelling);
                let length = |line: &Option<Self>| line.as_ref().map_or(0, |line| line.text.len());
                if length(&other) > length(&line) {
                    other
                } else {
                    line
                }
            }
        }
    }

    /// Reads as far as all moves have this spelling; returns another one in which the next move is written, if that stopped it.
    fn read_as(
        text: &[u8],
        place: &Place,
        start: u8,
        spelling: Spelling,
    ) -> (Option<Self>, Option<Spelling>) {
        let mut player = Player::new(place);
        let mut line = Self {
            start,
            spelling: spelling.to_code(),
            ..Self::default()
        };
        let mut other = None;
        let mut written = Vec::new();
        while line.moves.len() < LONGEST {
            let at = line.text.len();
            let rest = match (line.moves.is_empty(), &text[at..]) {
                (true, rest) => rest,
                (false, [b' ', rest @ ..]) => rest,
                _ => break,
            };
            let Some(word) = word(rest) else {
                break;
            };
            let Some(index) = san::read(word, &player.position, &player.legal) else {
                break;
            };
            let facts = player.play(index);
            written.clear();
            facts.write(spelling, &mut written);
            if written != word {
                other = facts.spelling(word, spelling);
                break;
            }
            if !line.moves.is_empty() {
                line.text.push(b' ');
            }
            line.text.extend_from_slice(word);
            line.moves.push(index as u16);
        }
        let read = !line.moves.is_empty();
        (read.then_some(line), other)
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
