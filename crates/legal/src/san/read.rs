//! Text to index.
//!
//! Not part of the format.

use shakmaty::{Bitboard, File, Move, Rank, Role, Square};

use super::write::castled_king;
use crate::{LegalMoves, Position, sliders};

/// The index of the one legal move that `text` names.
///
/// Every [`Spelling`](super::Spelling) is understood, with or without check
/// marks; more disambiguation than needed and superfluous or missing capture
/// signs are tolerated. `None` if no legal move fits or several do.
pub fn read(text: &[u8], before: &Position, legal: &LegalMoves) -> Option<usize> {
    debug_assert_eq!(before.turn(), legal.turn());
    let text = without_marks(text);
    if let Some(side) = castling(text) {
        return only(legal, |m| match m {
            Move::Castle { king, rook } => (king < rook) == side,
            _ => false,
        });
    }
    let named = Named::parse(text)?;
    if named.drop {
        let role = named.role.unwrap_or(Role::Pawn);
        return legal.rank(Move::Put { role, to: named.to });
    }
    if let Some(found) = piece_from_where_it_can_come(&named, before, legal) {
        return Some(found);
    }
    let found = match named.role {
        Some(role) => only(legal, |m| m.role() == role && named.is_met_by(m)),
        None => only(legal, |m| named.is_met_by(m)),
    };
    // Only a whole square of origin may name castling by squares.
    if found.is_none() && named.from.count() == 1 && named.promotion.is_none() {
        return only(legal, |m| match m {
            Move::Castle { king, rook } => {
                named.from.contains(king)
                    && (named.to == rook || named.to == castled_king(king, rook))
            }
            _ => false,
        });
    }
    found
}

/// The index of the only move of a knight, bishop, rook or queen that fits: there are few squares to look at, fewer than moves.
#[inline]
fn piece_from_where_it_can_come(
    named: &Named,
    before: &Position,
    legal: &LegalMoves,
) -> Option<usize> {
    let role = named.role?;
    if matches!(role, Role::Pawn | Role::King) || named.promotion.is_some() {
        return None;
    }
    let board = before.board();
    let ours = board.by_role(role) & board.by_color(before.turn()) & named.from;
    let reach = sliders::piece(role, named.to, board.occupied());
    let capture = board.role_at(named.to);
    let mut found = (ours & reach).into_iter().filter_map(|from| {
        legal.rank(Move::Normal {
            role,
            from,
            capture,
            to: named.to,
            promotion: None,
        })
    });
    found.next().filter(|_| found.next().is_none())
}

/// The index of the only move that passes a test.
#[inline]
fn only(legal: &LegalMoves, test: impl Fn(Move) -> bool) -> Option<usize> {
    let mut found = None;
    for (index, &m) in legal.as_slice().iter().enumerate() {
        if test(m) {
            if found.is_some() {
                return None;
            }
            found = Some(index);
        }
    }
    found
}

/// Takes check marks and the en passant suffix off the end.
#[inline]
fn without_marks(mut text: &[u8]) -> &[u8] {
    if let [rest @ .., b'm', b'a', b't', b'e'] = text {
        text = rest;
    }
    while let [rest @ .., b'+' | b'#'] = text {
        text = rest;
    }
    match text {
        [rest @ .., b'e', b'.', b'p', b'.'] | [rest @ .., b'e', b'p'] => rest,
        _ => text,
    }
}

/// Whether the text is castling, and then whether it is on the king's side.
#[inline]
fn castling(text: &[u8]) -> Option<bool> {
    fn is_letter(byte: u8) -> bool {
        matches!(byte, b'O' | b'0' | b'o')
    }
    match *text {
        [a, b'-', b, b'-', c] if is_letter(a) && is_letter(b) && is_letter(c) => Some(false),
        [a, b'-', b] if is_letter(a) && is_letter(b) => Some(true),
        [a, b, c] if is_letter(a) && is_letter(b) && is_letter(c) => Some(false),
        [a, b] if is_letter(a) && is_letter(b) => Some(true),
        _ => None,
    }
}

/// What a text says about a move.
struct Named {
    /// `None` where the notation has no piece letters.
    role: Option<Role>,
    /// The squares that the origin may be.
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
    drop: bool,
}

impl Named {
    #[inline]
    fn parse(text: &[u8]) -> Option<Named> {
        let (role, text) = match text {
            [
                letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'),
                rest @ ..,
            ] => (role(*letter), rest),
            _ => (None, text),
        };
        let (promotion, text) = promotion(text);
        let (rest, &[file, rank]) = text.split_last_chunk::<2>()?;
        let to = Square::from_coords(self::file(file)?, self::rank(rank)?);
        let (sign, rest) = match rest {
            [rest @ .., sign @ (b'x' | b':' | b'-' | b'@')] => (Some(*sign), rest),
            _ => (None, rest),
        };
        let drop = sign == Some(b'@');
        let from = match *rest {
            [] => Bitboard::FULL,
            [file @ b'a'..=b'h'] => Bitboard::from_file(self::file(file)?),
            [rank] => Bitboard::from_rank(self::rank(rank)?),
            [file, rank] => Square::from_coords(self::file(file)?, self::rank(rank)?).into(),
            _ => return None,
        };
        if drop && (!rest.is_empty() || promotion.is_some()) {
            return None;
        }
        let mut named = Named {
            role,
            from,
            to,
            promotion,
            drop,
        };
        if rest.len() < 2 && matches!(role, None | Some(Role::Pawn)) {
            named.role = Some(Role::Pawn);
            // A pawn's move without sign and file is a push.
            if rest.is_empty() && sign.is_none() {
                named.from = Bitboard::from_file(to.file());
            }
        }
        Some(named)
    }

    #[inline]
    fn is_met_by(&self, m: Move) -> bool {
        match m {
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => to == self.to && promotion == self.promotion && self.from.contains(from),
            Move::EnPassant { from, to } => {
                to == self.to && self.promotion.is_none() && self.from.contains(from)
            }
            Move::Castle { .. } | Move::Put { .. } => false,
        }
    }
}

/// Takes the piece a pawn becomes off the end.
#[inline]
fn promotion(text: &[u8]) -> (Option<Role>, &[u8]) {
    let (letter, rest) = match text {
        [.., b'1'..=b'8'] => return (None, text),
        [rest @ .., b'(', letter, b')'] => (letter, rest),
        [rest @ .., b'=' | b'/', letter] => (letter, rest),
        [rest @ .., letter] => (letter, rest),
        [] => return (None, text),
    };
    match role(letter.to_ascii_uppercase()) {
        Some(role) if role != Role::Pawn => (Some(role), rest),
        _ => (None, text),
    }
}

#[inline]
fn role(letter: u8) -> Option<Role> {
    Some(match letter {
        b'P' => Role::Pawn,
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => return None,
    })
}

#[inline]
fn file(byte: u8) -> Option<File> {
    matches!(byte, b'a'..=b'h').then(|| File::new(u32::from(byte - b'a')))
}

#[inline]
fn rank(byte: u8) -> Option<Rank> {
    matches!(byte, b'1'..=b'8').then(|| Rank::new(u32::from(byte - b'1')))
}
