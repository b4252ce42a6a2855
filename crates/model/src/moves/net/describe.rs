//! What distinguishes the legal moves of a position.

use legal::{LegalMoves, Move, Position, Role};

use super::super::History;
use super::rows::{self, Row};
use super::threats::Threats;
use super::view::{KING, PAWN, ROOK, View, WORTH, pawn, reach};
use legal::Color;

/// What all moves of a position share.
pub(super) struct Describer<'a> {
    position: &'a Position,
    view: &'a View,
    threats: Threats,
    /// The opponent's last move: its target and role, what it attacks from there.
    last: Option<(u32, usize)>,
    last_attacks: u64,
    /// The own last move: from and to.
    own: Option<(u32, u32)>,
    /// Parts of the scalars' indices.
    reply: usize,
    sequel: usize,
    number: usize,
    /// Squares from which each role gives check, and pieces that uncover one.
    checks: [u64; 6],
    uncovers: u64,
    /// The mover's castling rooks, and the place of its rights in `SPECIAL`.
    castling_rooks: u64,
    rights: usize,
}

/// What the moves of one piece share.
struct Piece {
    from: u32,
    reach: u64,
    mobility: u32,
    danger: usize,
    /// The piece shields its own side's king or others from a slider's view of what is behind it.
    on_line: bool,
}

impl<'a> Describer<'a> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, view: &'a View, history: &History) -> Self {
        let ends = |m: Move| {
            let (from, to) = view.ends(m);
            (from, to, m.role() as usize - 1)
        };
        let last = history.last.map(ends);
        let own = history.own.map(ends);
        let context =
            |m: Option<(u32, u32, usize)>| m.map_or(0, |(_, to, role)| 1 + role * 64 + to as usize);
        let last_attacks = last.map_or(0, |(_, to, role)| match role {
            PAWN => pawn(Color::Black, to),
            role => reach(role, to, view.occupied),
        });
        let king = view.king;
        let checks = [
            pawn(Color::Black, king),
            reach(1, king, 0),
            reach(2, king, view.occupied),
            reach(3, king, view.occupied),
            reach(4, king, view.occupied),
            0,
        ];
        let (mut castling_rooks, mut rights) = (0, 0);
        for rook in position.castling_rights() & position.board().by_color(position.turn()) {
            let square = rook.to_u32() ^ view.flip;
            castling_rooks |= 1 << square;
            let king = view.planes[KING].trailing_zeros();
            rights |= if square > king { 1 } else { 2 };
        }
        Self {
            position,
            view,
            threats: Threats::new(view),
            last: last.map(|(_, to, role)| (to, role)),
            last_attacks,
            own: own.map(|(from, to, _)| (from, to)),
            reply: context(last),
            sequel: context(own),
            number: usize::from(history.depth / 2).min(15),
            uncovers: uncovering(view, &checks),
            checks,
            castling_rooks,
            rights,
        }
    }

    /// Fills `described` with one entry for each legal move; each is shown to `seen` when it is known.
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
            // The code for each role without what concerns others.
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

    /// Describes the moves of the piece to which the first belongs. Returns how many they are.
    #[inline(always)]
    fn fill_piece<const ROLE: usize>(&self, moves: &[Move], rows: &mut [Row]) -> usize {
        let Some(&first) = moves.first() else {
            return 0;
        };
        let (from, _) = self.view.ends(first);
        let piece = self.piece::<ROLE>(from);
        let mut count = 0;
        for (&m, row) in moves.iter().zip(rows) {
            let (other, to) = self.view.ends(m);
            if other != from {
                break;
            }
            *row = self.describe::<ROLE>(&piece, m, to);
            count += 1;
        }
        count
    }

    #[inline(always)]
    fn piece<const ROLE: usize>(&self, from: u32) -> Piece {
        let view = self.view;
        let reach = reach(ROLE, from, view.occupied);
        Piece {
            from,
            reach,
            mobility: self.mobility(reach),
            danger: self.danger(ROLE, from),
            on_line: view.other.sliders >> from & 1 == 1,
        }
    }

    /// Squares of a piece that are not its own side's or covered by pawns.
    #[inline(always)]
    fn mobility(&self, reach: u64) -> u32 {
        (reach & !self.view.own & !self.view.other.cheaper[1]).count_ones()
    }

    /// How a square is attacked for a piece of `role`: not, by a pawn, by another cheaper piece, by its like or dearer ones.
    #[inline(always)]
    fn danger(&self, role: usize, square: u32) -> usize {
        let other = &self.view.other;
        let bit = |set: u64| set >> square & 1 == 1;
        if !bit(other.all) {
            0
        } else if role != PAWN && bit(other.cheaper[1]) {
            1
        } else if role != KING && bit(other.cheaper[role]) {
            2
        } else {
            3
        }
    }

    #[inline(always)]
    fn describe<const ROLE: usize>(&self, piece: &Piece, m: Move, to: u32) -> Row {
        let view = self.view;
        let (from, role) = (piece.from, ROLE);
        let (origin, target) = (1u64 << from, 1u64 << to);
        let castles = role == KING && matches!(m, Move::Castle { .. });
        let long = castles && matches!(m, Move::Castle { king, rook } if rook < king);
        let en_passant = role == PAWN && matches!(m, Move::EnPassant { .. });
        let captured = match m {
            Move::Normal { capture, .. } => capture.map_or(6, |role| role as usize - 1),
            _ if en_passant => PAWN,
            _ => 6,
        };
        let promoted = match m {
            Move::Normal { promotion, .. } if role == PAWN => {
                promotion.map(|role| role as usize - 1)
            }
            _ => None,
        };
        let becomes = promoted.unwrap_or(role);
        let takes = captured < 6;

        let gain =
            if takes { WORTH[captured] } else { 0 } + promoted.map_or(0, |role| WORTH[role] - 1);
        let taken_back =
            view.other.all & target != 0 || piece.on_line && self.opens_line_to(from, to);
        let exchange = if role == KING || !taken_back {
            gain
        } else {
            view.exchange(from, to, becomes, gain, en_passant)
        };
        let value = match exchange {
            ..=-3 => 0,
            -2..0 => 1,
            0 => 2,
            1 | 2 => 3,
            _ => 4,
        };

        let occupied = view.occupied & !origin | target;
        let attacks = if castles {
            0
        } else {
            reach(becomes, to, occupied)
        };
        let direct = if castles {
            let rook = if long { to + 1 } else { to - 1 };
            reach(ROOK, rook, occupied) >> view.king & 1 == 1
        } else if promoted.is_some() || self.uncovers & origin != 0 {
            role != KING && attacks >> view.king & 1 == 1
        } else {
            self.checks[role] & target != 0
        };
        let discovered = self.uncovers & origin != 0 && !castles && !in_line(view.king, from, to);
        let check = direct || discovered;

        let danger = self.danger(becomes, to);
        // A piece does not cover the square it goes to, but a pawn that steps ahead did not attack it.
        let cover = if role == PAWN && !takes {
            view.mover.all
        } else {
            view.mover.twice
        };
        let covered = cover & target != 0;
        let recaptures = takes && self.last.is_some_and(|(square, _)| square == to);
        let attacked_by_last = self.last_attacks & origin != 0;
        let same = match self.own {
            Some((came, at)) if at == from => 1 + usize::from(came == to),
            _ => 0,
        };
        let near_king = match distance(to, view.king) {
            0..=2 => 0,
            3 => 1,
            _ => 2,
        };
        let fresh = attacks & !piece.reach;
        let (prey, loose) = self.prey(fresh, becomes);
        let residual = self.threats.after(origin, target, attacks, castles);

        let way = match (promoted, castles) {
            (Some(role), _) => rows::promotion(role, from, to),
            (None, true) => rows::castling(long),
            (None, false) => rows::way(role, from, to),
        };
        let lands = becomes * 64 + to as usize;
        let bit = usize::from;
        let landing =
            (bit(value >= 2) | bit(check) << 1 | bit(piece.danger > 0) << 2) * 384 + lands;
        let exchange =
            ((((captured * 5 + value) * 2 + bit(check)) * 4 + piece.danger) * 4 + danger) * 2
                + bit(covered);
        let purpose = ((((residual * 2 + bit(recaptures)) * 2 + bit(attacked_by_last)) * 3 + same)
            * 3
            + near_king)
            * 14
            + prey * 2
            + bit(loose);
        let answer = match self.last {
            Some((square, last)) => {
                ((bit(attacked_by_last) * 7 + last) * 6 + role) * 8 + distance(to, square) as usize
            }
            None => (6 * 6 + role) * 8 + 7,
        };
        let structure = if becomes == PAWN {
            self.pawn_structure(origin, to)
        } else {
            let change = self.mobility(attacks) as i32 - piece.mobility as i32;
            128 + ((becomes - 1) * 4 + view.phase) * 16 + (change + 8).clamp(0, 15) as usize
        };
        // Most checks leave the king a square that is not attacked; only the others are played, and those that open lines.
        let escapes = direct && !discovered && !castles && self.escapes(from, to, becomes);
        let mates = check && !escapes && self.mates(m);
        let special = self.special::<ROLE>(piece, promoted, mates, castles, long);
        let approach = (distance(to, view.king) as usize * 6 + becomes) * 4 + view.phase;
        Row {
            rows: [
                rows::WAY + way,
                rows::LANDING + landing,
                rows::EXCHANGE + exchange,
                rows::PURPOSE + purpose,
            ]
            .map(|row| row as u16),
            scalars: [
                rows::REPLY + self.reply * 384 + lands,
                rows::SEQUEL + self.sequel * 384 + lands,
                rows::ANSWER + answer,
                rows::STRUCTURE + structure,
                rows::SPECIAL + special,
                rows::OPENING + self.number * 384 + lands,
                rows::APPROACH + approach,
            ]
            .map(|scalar| scalar as u32),
        }
    }

    /// Whether a slider sees `to` once `from` is empty.
    fn opens_line_to(&self, from: u32, to: u32) -> bool {
        let (view, planes) = (self.view, &self.view.planes);
        let occupied = view.occupied ^ 1 << from;
        reach(2, to, occupied) & (planes[8] | planes[10]) != 0
            || reach(3, to, occupied) & (planes[9] | planes[10]) != 0
    }

    /// The dearest piece that is newly attacked (6 for none), and whether it is loose or dearer than its attacker.
    #[inline]
    fn prey(&self, fresh: u64, attacker: usize) -> (usize, bool) {
        if fresh & self.view.opponent == 0 {
            return (6, false);
        }
        let dearest = (0..6).rev().find_map(|role| {
            let found = fresh & self.view.planes[6 + role];
            (found != 0).then_some((role, found))
        });
        dearest.map_or((6, false), |(role, found)| {
            (
                role,
                found & !self.view.other.all != 0 || WORTH[role] > WORTH[attacker],
            )
        })
    }

    /// Whether the pawn is passed, doubled, supported, blocked, and its rank; in `0..128`.
    #[inline(always)]
    fn pawn_structure(&self, origin: u64, to: u32) -> usize {
        let (own, other) = (self.view.planes[PAWN] & !origin, self.view.planes[6 + PAWN]);
        let file = FILE_A << (to & 7);
        let beside = (file & !FILE_H) << 1 | (file & !FILE_A) >> 1;
        let ahead = !0 << (to & 56) << 8;
        let passed = (file | beside) & ahead & other == 0;
        let doubled = file & own != 0;
        let supported = pawn(Color::Black, to) & own != 0;
        let blocked = other >> ((to + 8) & 63) & 1 == 1;
        let bit = usize::from;
        (bit(passed) | bit(doubled) << 1 | bit(supported) << 2 | bit(blocked) << 3) * 8
            + (to >> 3) as usize
    }

    /// In `0..64`; 0 for an ordinary move.
    #[inline(always)]
    fn special<const ROLE: usize>(
        &self,
        piece: &Piece,
        promoted: Option<usize>,
        mates: bool,
        castles: bool,
        long: bool,
    ) -> usize {
        if mates {
            1
        } else if castles {
            2 + usize::from(long) * 16 + self.number
        } else if ROLE == KING && self.rights != 0 {
            34 + self.rights
        } else if self.castling_rooks >> piece.from & 1 == 1 {
            38 + self.rights
        } else {
            promoted.map_or(0, |role| 42 + role)
        }
    }

    /// Whether the opponent's king has a square that is not attacked once `role` gives check from `to`.
    fn escapes(&self, from: u32, to: u32, role: usize) -> bool {
        let view = self.view;
        let occupied = (view.occupied & !(1 << from) | 1 << to) & !(1 << view.king);
        let held = view.mover.all | reach(role, to, occupied);
        reach(KING, view.king, 0) & !view.opponent & !held != 0
    }

    /// Whether there is no move after this one.
    fn mates(&self, m: Move) -> bool {
        let mut after = self.position.clone();
        after.play(m);
        after.legal_moves().is_empty()
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The mover's pieces that stand between its sliders and the opponent's king.
fn uncovering(view: &View, checks: &[u64; 6]) -> u64 {
    let mut found = 0;
    for (role, sliders) in [
        (2, view.planes[2] | view.planes[4]),
        (3, view.planes[3] | view.planes[4]),
    ] {
        let blockers = checks[role] & view.own;
        let behind = reach(role, view.king, view.occupied ^ blockers) & sliders & !blockers;
        for slider in super::view::squares(behind) {
            found |= between(view.king, slider) & blockers;
        }
    }
    found
}

/// The squares between two squares in line.
#[inline]
pub(super) fn between(a: u32, b: u32) -> u64 {
    legal::attacks::between(legal::Square::new(a), legal::Square::new(b)).0
}

/// Whether three squares lie on one line.
#[inline]
fn in_line(a: u32, b: u32, c: u32) -> bool {
    let square = legal::Square::new;
    legal::attacks::aligned(square(a), square(b), square(c))
}

/// King's steps between two squares.
#[inline]
fn distance(a: u32, b: u32) -> u32 {
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    files.max(ranks)
}
