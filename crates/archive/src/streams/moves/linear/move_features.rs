//! What a move looks like.
//!
//! Format: "Stream moves".

use legal::{Move, Role, Square};

use super::maps::mark;
use super::piece_features::{PieceFeatures, on};
use super::position_features::PositionFeatures;

/// What distinguishes a move from the other moves of its piece. Squares are as the mover sees them.
pub(super) struct MoveFeatures {
    pub to: u32,
    /// 0 nothing, else the role from 1; at most 5.
    pub captured: u32,
    /// Whether anything is captured.
    pub takes: u32,
    /// A promotion's role from 0, drops 5, captures 6, en passant 7, castling 8 and 9, any other move 0.
    pub kind: u32,
    /// How dangerous the square is, 0 to 3.
    pub at_to: u32,
    /// Where the move goes, is it attacked twice (8), covered twice (4), three times (2)?
    pub crowd: u32,
    pub check: u32,
    /// What is attacked from there, 0 to 48: the dearest piece that is loose or dearer, and the dearest.
    pub targets: u32,
    /// Another pawn of ours on the file (64), one of theirs (32), a pawn of ours covers the square (16), theirs never can attack it (1).
    pub pawns: u32,
    /// Our pawns around the square, and theirs twice, as digits to the base of 3: 0 to 6560.
    pub ring: u32,
    /// Squares next to their king that are attacked from there, at most 3 (32 each), whether it is one (16), whether it is check (4).
    pub near: u32,
    /// Of pawns: promotion, rank, whether passed, blocked, attacking a pawn; 0 to 383.
    pub run: u32,
}

/// A move taken apart.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub role: Role,
    pub from: u32,
    pub to: u32,
    pub captured: u32,
    pub kind: u32,
}

/// Kinds of moves that are told apart beside promotions (the role), drops 5, captures 6 and en passant 7.
const CASTLING_LOW: u32 = 8;
const CASTLING_HIGH: u32 = 9;

impl Parts {
    /// Whether that piece makes the move.
    #[inline(always)]
    pub fn is_of(&self, role: Role, from: u32) -> bool {
        self.role == role && self.from == from
    }
}

impl MoveFeatures {
    /// `role` is that of the parts; where it is known beforehand, what concerns others is left out.
    #[inline(always)]
    pub fn new(
        position: &PositionFeatures,
        piece: &PieceFeatures,
        role: Role,
        parts: &Parts,
    ) -> Self {
        let planes = &position.planes;
        let &Parts {
            from,
            to,
            captured,
            kind,
            ..
        } = parts;
        let takes = u32::from(captured > 0);
        let check = on(piece.checks, to);
        let marks = position.maps.marks(to);

        let reach = match kind {
            CASTLING_LOW if role == Role::King => planes.reach(to + 1, Role::Rook, planes.occupied),
            CASTLING_HIGH if role == Role::King => {
                planes.reach(to - 1, Role::Rook, planes.occupied)
            }
            _ => planes.reach(to, role, planes.occupied ^ 1 << from),
        };
        let victims = reach & planes.them;
        let targets = if victims == 0 {
            0
        } else {
            let prey = victims & (!planes.attacked | piece.dearer);
            planes.dearest(prey) * 7 + planes.dearest(victims)
        };

        let (own_file, run) = if role == Role::Pawn {
            let file = 0x0101_0101_0101_0101_u64 << (to & 7);
            let own_file = planes.own_pawns & file & !(1 << from) != 0;
            let promotion = if kind < 5 && to >= 56 { kind + 1 } else { 0 };
            let blocked = u32::from(to < 56 && on(planes.occupied, to + 8) == 1);
            let hits = u32::from(reach & planes.their_pawns != 0);
            let run = (promotion * 8 + (to >> 3)) * 2 + (marks & mark::PASSED);
            (
                mark::OWN_FILE * u32::from(own_file),
                (run * 2 + blocked) * 2 + hits,
            )
        } else {
            (marks & mark::OWN_FILE, 0)
        };
        let near = (reach & planes.home).count_ones().min(3);
        let crowd = mark::ATTACKED_TWICE | mark::COVERED_TWICE | mark::COVERED_THRICE;
        Self {
            to,
            captured,
            takes,
            kind,
            at_to: if role == Role::Pawn {
                piece.dangers[takes as usize].at(to)
            } else {
                piece.dangers[1].at(to)
            },
            crowd: marks & crowd,
            check,
            targets,
            pawns: own_file | marks & (mark::THEIR_FILE | mark::PAWNS_COVER | mark::PASSED),
            ring: position.maps.ring(to),
            near: near * 32 + (marks & mark::HOME) / 8 + check * 4,
            run,
        }
    }

    /// Takes a move apart. `role` is the piece's; where that is known beforehand, what concerns others is left out.
    #[inline(always)]
    pub fn parts(m: Move, role: Role, flip: u32) -> Parts {
        let seen = |square: Square| square.to_u32() ^ flip;
        // Nearly all moves are normal.
        if let Move::Normal {
            role: own,
            from,
            to,
            capture,
            promotion,
        } = m
        {
            let captured = capture.map_or(0, |role| role as u32).min(5);
            let promotion = promotion.filter(|_| role == Role::Pawn);
            let takes = u32::from(captured > 0);
            return Parts {
                role: own,
                from: seen(from),
                to: seen(to),
                captured,
                kind: promotion.map_or(6 * takes, |role| role as u32 - 1),
            };
        }
        Self::special_parts(m, flip)
    }

    /// The same for other moves than normal ones.
    #[cold]
    #[inline(never)]
    fn special_parts(m: Move, flip: u32) -> Parts {
        let seen = |square: Square| square.to_u32() ^ flip;
        let (role, from, to, captured, kind) = match m {
            Move::Castle { king, rook } => {
                let (file, kind) = if rook > king {
                    (6, CASTLING_HIGH)
                } else {
                    (2, CASTLING_LOW)
                };
                (Role::King, seen(king), seen(king) & !7 | file, 0, kind)
            }
            Move::EnPassant { from, to } => (Role::Pawn, seen(from), seen(to), 1, 7),
            Move::Put { role, to } | Move::Normal { role, to, .. } => {
                (role, seen(to), seen(to), 0, 5)
            }
        };
        Parts {
            role,
            from,
            to,
            captured,
            kind,
        }
    }
}
