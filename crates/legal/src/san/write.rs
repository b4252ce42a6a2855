//! Index to text.
//!
//! Format: "Spelling of moves".

use shakmaty::{CastlingSide, Color, File, Move, Role, Square};

use super::{
    Base, Capture, Castling, Check, Disambiguation, Mark, MoveFacts, PawnLetter, Promotion,
    Spelling,
};
use crate::{LegalMoves, Position};

impl MoveFacts {
    /// Appends the text of the move.
    #[inline]
    pub fn write(&self, spelling: Spelling, out: &mut Vec<u8>) {
        out.extend_from_slice(Text::of(self, spelling).as_bytes());
    }
}

/// Appends the text of the move at `index`, or nothing if there is none.
///
/// `legal` are the moves of `before`; `mark` is what the move does, see
/// [`Mark::of`].
#[inline]
pub fn write(
    out: &mut Vec<u8>,
    before: &Position,
    legal: &LegalMoves,
    index: usize,
    mark: Mark,
    spelling: Spelling,
) {
    if index < legal.len() {
        MoveFacts::of(before, legal, index, mark).write(spelling, out);
    }
}

/// A text on the stack; no spelling is longer.
pub(super) struct Text {
    bytes: [u8; 24],
    length: usize,
}

impl Text {
    pub(super) fn of(facts: &MoveFacts, spelling: Spelling) -> Text {
        let mut text = Text {
            bytes: [0; 24],
            length: 0,
        };
        match spelling.base {
            Base::San | Base::LongDash | Base::LongPlain => {
                text.push_algebraic(facts, spelling);
            }
            Base::Uci | Base::UciRook | Base::UciDash => text.push_uci(facts.played, spelling),
        }
        text.push_check(facts.mark, spelling.check);
        text
    }

    #[inline]
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn push_all(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.push(byte));
    }

    #[inline]
    fn push_file(&mut self, square: Square) {
        self.push(b'a' + square.file() as u8);
    }

    #[inline]
    fn push_rank(&mut self, square: Square) {
        self.push(b'1' + square.rank() as u8);
    }

    #[inline]
    fn push_square(&mut self, square: Square) {
        self.push_file(square);
        self.push_rank(square);
    }

    #[inline]
    fn push_algebraic(&mut self, facts: &MoveFacts, spelling: Spelling) {
        match facts.played {
            Move::Normal {
                role,
                from,
                to,
                capture,
                promotion,
            } => {
                if role == Role::Pawn {
                    self.push_pawn(from, to, capture.is_some(), spelling);
                } else {
                    self.push(letter(role));
                    if spelling.base == Base::San {
                        self.push_origin(facts, from, spelling.disambiguation);
                    } else {
                        self.push_square(from);
                    }
                    self.push_sign(capture.is_some(), spelling);
                    self.push_square(to);
                }
                if let Some(role) = promotion {
                    self.push_promotion(role, spelling.promotion);
                }
            }
            Move::EnPassant { from, to } => {
                self.push_pawn(from, to, true, spelling);
                if spelling.capture == Capture::EnPassantSuffix {
                    self.push_all(b"e.p.");
                }
            }
            Move::Castle { king, rook } => self.push_castling(king, rook, spelling),
            Move::Put { role, to } => {
                self.push_drop(role, to, spelling.pawn_letter == PawnLetter::Drops);
            }
        }
    }

    #[inline]
    fn push_pawn(&mut self, from: Square, to: Square, captures: bool, spelling: Spelling) {
        if spelling.pawn_letter == PawnLetter::Moves {
            self.push(b'P');
        }
        if spelling.base != Base::San {
            self.push_square(from);
        } else if captures {
            self.push_file(from);
        }
        self.push_sign(captures, spelling);
        self.push_square(to);
    }

    #[inline]
    fn push_sign(&mut self, captures: bool, spelling: Spelling) {
        match spelling.capture {
            Capture::Cross | Capture::EnPassantSuffix if captures => self.push(b'x'),
            Capture::Colon if captures => self.push(b':'),
            _ if spelling.base == Base::LongDash => self.push(b'-'),
            _ => {}
        }
    }

    fn push_castling(&mut self, king: Square, rook: Square, spelling: Spelling) {
        let letter = match spelling.castling {
            Castling::Zeros => b'0',
            Castling::LowerCase => b'o',
            Castling::Squares if spelling.base != Base::San => {
                self.push_square(king);
                if spelling.base == Base::LongDash {
                    self.push(b'-');
                }
                return self.push_square(castled_king(king, rook));
            }
            Castling::Letters | Castling::Squares => b'O',
        };
        self.push(letter);
        for _ in 0..if king < rook { 1 } else { 2 } {
            self.push(b'-');
            self.push(letter);
        }
    }

    fn push_drop(&mut self, role: Role, to: Square, pawn_letter: bool) {
        if role != Role::Pawn || pawn_letter {
            self.push(letter(role));
        }
        self.push(b'@');
        self.push_square(to);
    }

    fn push_promotion(&mut self, role: Role, style: Promotion) {
        let upper = letter(role);
        let lower = upper.to_ascii_lowercase();
        match style {
            Promotion::Equals => self.push_all(&[b'=', upper]),
            Promotion::Bare => self.push(upper),
            Promotion::Parentheses => self.push_all(&[b'(', upper, b')']),
            Promotion::Slash => self.push_all(&[b'/', upper]),
            Promotion::EqualsLower => self.push_all(&[b'=', lower]),
            Promotion::BareLower => self.push(lower),
        }
    }

    fn push_uci(&mut self, m: Move, spelling: Spelling) {
        let (from, to) = match m {
            Move::Put { role, to } => return self.push_drop(role, to, true),
            Move::Castle { king, rook } if spelling.base == Base::UciRook => (king, rook),
            Move::Castle { king, rook } => (king, uci_target(king, rook)),
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        };
        self.push_square(from);
        if spelling.base == Base::UciDash {
            self.push(b'-');
        }
        self.push_square(to);
        match (m.promotion(), spelling.promotion) {
            (None, _) => {}
            (Some(role), Promotion::Equals) => self.push_promotion(role, Promotion::BareLower),
            (Some(role), style) => self.push_promotion(role, style),
        }
    }

    #[inline]
    fn push_check(&mut self, mark: Mark, style: Check) {
        let suffix: &[u8] = match (style, mark) {
            (Check::Never, _) => b"",
            (Check::Plus, _) => b"+",
            (Check::Hash, _) => b"#",
            (Check::DoublePlus, _) => b"++",
            (_, Mark::None) => return,
            (Check::PlusForMate, Mark::Mate) => b"+",
            (Check::DoubleForMate, Mark::Mate) => b"++",
            (Check::WordForMate, Mark::Mate) => b"mate",
            (_, Mark::Mate) => b"#",
            (Check::MateOnly, _) => b"",
            (Check::DoubleForDouble, Mark::DoubleCheck) => b"++",
            (_, Mark::Check | Mark::DoubleCheck) => b"+",
        };
        self.push_all(suffix);
    }

    /// The origin of a piece, as far as it must be told.
    #[inline]
    fn push_origin(&mut self, facts: &MoveFacts, from: Square, style: Disambiguation) {
        let rivals = match style {
            Disambiguation::Pseudo => facts.seeming_rivals,
            _ => facts.rivals,
        };
        let (file, rank) = match style {
            Disambiguation::File => (true, rivals.on_file),
            Disambiguation::Rank => (rivals.on_rank, true),
            _ if !rivals.any => (false, false),
            _ if !rivals.on_file => (true, false),
            Disambiguation::Both => (true, true),
            _ => (rivals.on_rank, true),
        };
        if file {
            self.push_file(from);
        }
        if rank {
            self.push_rank(from);
        }
    }
}

#[inline]
pub(super) fn letter(role: Role) -> u8 {
    match role {
        Role::Pawn => b'P',
        Role::Knight => b'N',
        Role::Bishop => b'B',
        Role::Rook => b'R',
        Role::Queen => b'Q',
        Role::King => b'K',
    }
}

/// The square on which a castling king arrives.
pub(super) fn castled_king(king: Square, rook: Square) -> Square {
    let color = Color::from_white(king < Square::A4);
    CastlingSide::from_king_side(king < rook).king_to(color)
}

/// In Chess960 the way to the castled king's square may be a king's move.
fn uci_target(king: Square, rook: Square) -> Square {
    if king.file() == File::E && matches!(rook.file(), File::A | File::H) {
        castled_king(king, rook)
    } else {
        rook
    }
}
