//! Describes the legal moves of a position in full: the rows and scalars of each in the network's last layer.
//!
//! Format: "Rows and scalars".

use legal::{LegalMoves, Move, Role};

use super::piece_features::PieceFeatures;
use super::position_features::PositionFeatures;
use super::rows::{self, Row};
use super::view::{KING, NOTHING, PAWN, ROOK, reach};

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Ordinary,
    EnPassant,
    Promotion(usize),
    Castling { long: bool },
    Drop,
}

/// The place in [`rows::SPECIAL`] of a pawn that is dropped.
const DROP: u32 = 48;

impl PositionFeatures<'_> {
    /// Fills `described` with one entry for each legal move, and calls `seen` with each.
    #[inline(always)]
    pub(super) fn fill(
        &self,
        legal: &LegalMoves,
        described: &mut Vec<Row>,
        mut seen: impl FnMut(&Row),
    ) {
        described.resize(legal.len(), Row::default());
        let mut moves = legal.as_slice();
        let mut rows = &mut described[..];
        while let Some(&first) = moves.first() {
            // The code is compiled for each role separately.
            let count = match first.role() {
                Role::Pawn => self.fill_piece::<PAWN>(moves, rows),
                Role::Knight => self.fill_piece::<1>(moves, rows),
                Role::Bishop => self.fill_piece::<2>(moves, rows),
                Role::Rook => self.fill_piece::<ROOK>(moves, rows),
                Role::Queen => self.fill_piece::<4>(moves, rows),
                Role::King => self.fill_piece::<KING>(moves, rows),
            };
            let (done, rest) = rows.split_at_mut(count);
            done.iter().for_each(&mut seen);
            (moves, rows) = (&moves[count..], rest);
        }
    }

    /// Describes the moves of the piece that makes the first move. There is at least one. Returns their number.
    #[inline(always)]
    fn fill_piece<const ROLE: usize>(&self, moves: &[Move], rows: &mut [Row]) -> usize {
        let Some(start) = moves[0].from() else {
            self.describe_drop::<ROLE>(moves[0], &mut rows[0]);
            return 1;
        };
        let flip = self.view.flip;
        let piece = PieceFeatures::new::<ROLE>(self, start.to_u32() ^ flip);
        let mut count = 0;
        for (&m, row) in moves.iter().zip(rows) {
            match m {
                // The common case.
                Move::Normal {
                    from,
                    to,
                    capture,
                    promotion: None,
                    ..
                } if from == start => {
                    let captured = TAKEN[capture.map_or(0, |role| role as usize)];
                    let to = to.to_u32() ^ flip;
                    self.describe::<ROLE>(&piece, m, to, captured, Kind::Ordinary, row);
                }
                _ if m.from() != Some(start) => break,
                _ => self.describe_other::<ROLE>(&piece, m, row),
            }
            count += 1;
        }
        count
    }

    /// Describes a drop, as if the piece moved from its square to the same square.
    #[cold]
    #[inline(never)]
    fn describe_drop<const ROLE: usize>(&self, m: Move, row: &mut Row) {
        let piece = PieceFeatures::new::<ROLE>(self, m.to().to_u32() ^ self.view.flip);
        self.describe_other::<ROLE>(&piece, m, row);
    }

    /// Describes a promotion, castling, a drop or an en passant capture.
    #[cold]
    #[inline(never)]
    fn describe_other<const ROLE: usize>(&self, piece: &PieceFeatures, m: Move, row: &mut Row) {
        let (_, to) = self.view.ends(m);
        let (captured, kind) = match m {
            Move::Normal {
                capture, promotion, ..
            } => (
                TAKEN[capture.map_or(0, |role| role as usize)],
                promotion.map_or(Kind::Ordinary, |role| Kind::Promotion(role as usize - 1)),
            ),
            Move::EnPassant { .. } => (PAWN, Kind::EnPassant),
            Move::Castle { king, rook } => (NOTHING, Kind::Castling { long: rook < king }),
            Move::Put { .. } => (NOTHING, Kind::Drop),
        };
        self.describe::<ROLE>(piece, m, to, captured, kind, row);
    }

    /// Describes a move. Each number is written to its place directly, because a copy of the whole row would have to wait for all of them.
    #[inline(always)]
    fn describe<const ROLE: usize>(
        &self,
        piece: &PieceFeatures,
        m: Move,
        to: u32,
        captured: usize,
        kind: Kind,
        row: &mut Row,
    ) {
        let view = self.view;
        let to = to & 63;
        let target = 1u64 << to;
        let bit = |set: u64| (set >> to) as u32 & 1;
        let castles = matches!(kind, Kind::Castling { .. });
        let becomes = match kind {
            Kind::Promotion(role) => role,
            _ => ROLE,
        };
        let takes = u32::from(captured != NOTHING);

        let danger = match kind {
            Kind::Promotion(role) => view.danger(role, to),
            _ => bit(piece.danger_of[0]) | bit(piece.danger_of[1]) << 1,
        };
        let value = self.value::<ROLE>(piece, to, captured, kind, danger);
        let attacks = if castles {
            0
        } else {
            reach(becomes, to, piece.vacated)
        };
        let (check, mates) = if kind != Kind::Ordinary || piece.uncovers {
            self.unusual_check(piece, m, to, attacks, becomes, kind)
        } else {
            let check = self.checks[ROLE] & target != 0;
            (check, check && self.check_mates(piece, m, to, ROLE))
        };

        // A square counts as covered if another piece covers it. The moving piece attacks it too, except a pawn that steps ahead.
        let covered = if ROLE == PAWN && takes == 0 {
            bit(view.mover.all)
        } else {
            bit(view.mover.twice)
        };
        let recaptures = takes & u32::from(to == self.last);
        let comes_back = u32::from(to == piece.came_from);
        let from_king = u32::from(self.from_king[to as usize]);
        let near_king = u32::from(from_king > 2) + u32::from(from_king > 3);
        let (prey, loose) = view.prey(attacks & !piece.reach, becomes);
        let residual = if castles {
            self.threats.after_castling(target)
        } else {
            self.threats
                .after(&piece.losses, target, attacks & piece.vacated)
        };

        let way = match kind {
            // In some variants a pawn may become a king; it has the same row as a queen.
            Kind::Promotion(role) => rows::promotion(role.min(4), piece.from, to) as u32,
            Kind::Castling { long } => rows::castling(long) as u32,
            _ => u32::from(piece.ways[to as usize]),
        };
        let lands = becomes as u32 * 64 + to;
        let check = u32::from(check);
        let structure = if becomes == PAWN {
            view.pawn_structure(piece.from, to)
        } else {
            let change = (attacks & view.free).count_ones() as i32 - piece.mobility as i32;
            let change = (change + 8).clamp(0, 15) as u32;
            128 + ((becomes as u32 - 1) * 4 + view.phase as u32) * 16 + change
        };
        let special = match kind {
            _ if mates => 1,
            Kind::Castling { long } => 2 + u32::from(long) * 16 + self.number(),
            Kind::Promotion(role) if piece.special == 0 => 42 + role as u32,
            Kind::Drop => DROP + ROLE as u32,
            _ => piece.special,
        };
        let approach = (from_king * 6 + becomes as u32) * 4 + view.phase as u32;
        row.rows[0] = (rows::WAY as u32 + way) as u16;
        row.rows[1] = (piece.landing + u32::from(value >= 2) * 384 + check * 768 + lands) as u16;
        row.rows[2] = (piece.exchange
            + captured as u32 * 320
            + value * 64
            + check * 32
            + danger * 2
            + covered) as u16;
        row.rows[3] = (piece.purpose
            + residual * 504
            + recaptures * 252
            + comes_back * 42
            + near_king * 14
            + prey * 2
            + loose) as u16;
        row.scalars[0] = self.reply + lands;
        row.scalars[1] = self.sequel + lands;
        row.scalars[2] = piece.answer + u32::from(self.from_last[to as usize]);
        row.scalars[3] = rows::STRUCTURE as u32 + structure;
        row.scalars[4] = rows::SPECIAL as u32 + special;
        row.scalars[5] = self.opening + lands;
        row.scalars[6] = rows::APPROACH as u32 + approach;
    }
}

/// The captured role, by its number in `legal`, where 0 is none.
pub(super) const TAKEN: [usize; 7] = [NOTHING, 0, 1, 2, 3, 4, 5];
