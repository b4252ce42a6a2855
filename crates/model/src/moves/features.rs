//! What a move looks like: one weight's index for each of a dozen views of it.

use legal::{Bitboard, Board, Color, LegalMoves, Move, Position, Role, Square, attacks};

use super::book::Book;

/// Views of a move.
pub(super) const FEATURES: usize = 11;

/// Where each view's weights begin, and how many weights there are in all.
const BASES: [usize; FEATURES] = bases().0;
pub(super) const WEIGHTS: usize = bases().1;

const SIZES: [usize; FEATURES] = [
    4 * 6 * 64,    // phase, role, to
    6 * 64 * 64,   // role, from, to
    6 * 6 * 16,    // role, captured, danger at to, danger at from
    6 * 6 * 16,    // role, residual threat, danger at to, danger at from
    6 * 2 * 4 * 2, // role, gives check, danger at to, captures
    12 * 6 * 9,    // last move's role and capture, role, distance to the last move's square
    6 * 4 * 4,     // role, relation to own last move, phase
    4 * 6 * 64,    // phase, role, from
    4 * 10,        // phase, kind of move
    64,            // what the book says
    6 * 64 * 6,    // last move's role and square, role
];

const fn bases() -> ([usize; FEATURES], usize) {
    let mut bases = [0; FEATURES];
    let mut sum = 0;
    let mut i = 0;
    while i < FEATURES {
        bases[i] = sum;
        sum += SIZES[i];
        i += 1;
    }
    (bases, sum)
}

/// The moves that led to a position, as far as the model looks back.
#[derive(Clone, Copy, Debug, Default)]
pub struct History {
    /// The opponent's last move.
    pub last: Option<Move>,
    /// The mover's own last move.
    pub own: Option<Move>,
}

impl History {
    /// After `m` was played.
    #[must_use]
    pub fn then(self, m: Move) -> Self {
        Self {
            last: Some(m),
            own: self.last,
        }
    }
}

/// What the moves of one position have in common.
pub(super) struct Features<'a> {
    board: &'a Board,
    flip: u32,
    phase: usize,
    us: Bitboard,
    /// Squares the opponent attacks, by any piece and, for each role, by a cheaper one.
    attacked: Bitboard,
    attacked_by_cheaper: [Bitboard; 6],
    /// Squares we attack, once and at least twice.
    covered: Bitboard,
    covered_twice: Bitboard,
    /// Squares from which each role would give check.
    checks: [Bitboard; 6],
    /// Our pieces en prise, dearest first: role and square of the first two.
    threatened: [Option<(Role, Square)>; 2],
    history: History,
}

impl<'a> Features<'a> {
    pub(super) fn new(position: &'a Position, history: &History) -> Self {
        let board = position.board();
        let turn = position.turn();
        let (us, them) = (board.by_color(turn), board.by_color(!turn));
        let pieces = (board.occupied() & !board.pawns()).count();
        let mut features = Self {
            board,
            flip: if turn == Color::White { 0 } else { 56 },
            phase: (pieces / 4).min(3),
            us,
            attacked: Bitboard::EMPTY,
            attacked_by_cheaper: [Bitboard::EMPTY; 6],
            covered: Bitboard::EMPTY,
            covered_twice: Bitboard::EMPTY,
            checks: [Bitboard::EMPTY; 6],
            threatened: [None; 2],
            history: *history,
        };
        features.map_attacks(them, turn);
        features.map_checks(them, turn);
        features.map_threats();
        features
    }

    fn map_attacks(&mut self, them: Bitboard, turn: Color) {
        let occupied = self.board.occupied();
        let mut cheaper = Bitboard::EMPTY;
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            self.attacked_by_cheaper[role as usize - 1] = cheaper;
            if role == Role::Bishop {
                // A knight is no cheaper than a bishop.
                self.attacked_by_cheaper[role as usize - 1] =
                    self.attacked_by_cheaper[Role::Knight as usize - 1];
            }
            for square in self.board.by_role(role) & them {
                cheaper |= attacks::attacks(square, role.of(!turn), occupied);
            }
            for square in self.board.by_role(role) & self.us {
                let reach = attacks::attacks(square, role.of(turn), occupied);
                self.covered_twice |= self.covered & reach;
                self.covered |= reach;
            }
        }
        self.attacked = cheaper;
    }

    fn map_checks(&mut self, them: Bitboard, turn: Color) {
        let Some(king) = (self.board.kings() & them).first() else {
            return;
        };
        let occupied = self.board.occupied();
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            self.checks[role as usize - 1] = attacks::attacks(king, role.of(!turn), occupied);
        }
    }

    fn map_threats(&mut self) {
        let mut found = 0;
        for role in [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ] {
            let loose = self.attacked & !self.covered | self.attacked_by_cheaper[role as usize - 1];
            for square in self.board.by_role(role) & self.us & loose {
                if found < 2 {
                    self.threatened[found] = Some((role, square));
                    found += 1;
                }
            }
        }
    }

    /// 0 safe, 1 attacked but covered, 2 attacked and loose, 3 attacked by a cheaper piece.
    #[inline]
    fn danger(&self, role: Role, square: Square, covered: Bitboard) -> usize {
        if self.attacked_by_cheaper[role as usize - 1].contains(square) {
            3
        } else if !self.attacked.contains(square) {
            0
        } else if covered.contains(square) {
            1
        } else {
            2
        }
    }

    /// Fills `out` with the weights' indices of every legal move.
    pub(super) fn of_moves(
        &self,
        legal: &LegalMoves,
        book: &Book,
        page: usize,
        out: &mut Vec<[u16; FEATURES]>,
    ) {
        out.clear();
        out.extend(
            legal
                .as_slice()
                .iter()
                .map(|&m| self.of(m, book.says(page, m))),
        );
    }

    #[inline]
    fn of(&self, m: Move, book: u16) -> [u16; FEATURES] {
        let role = m.role();
        let (from, to) = match m {
            Move::Castle { king, rook } => {
                let file = if rook > king { 6 } else { 2 };
                (king, Square::new(king.to_u32() & !7 | file))
            }
            Move::Put { to, .. } => (to, to),
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        };
        let captured = m.capture().map_or(0, |role| role as usize);
        let r = role as usize - 1;
        let relative = |square: Square| (square.to_u32() ^ self.flip) as usize;
        let (f, t) = (relative(from), relative(to));

        let cover = if role == Role::Pawn && captured == 0 {
            self.covered
        } else {
            self.covered_twice
        };
        let at_to = self.danger(role, to, cover);
        let at_from = self.danger(role, from, self.covered);
        let residual = match self.threatened {
            [Some((_, square)), second] if square == from => second,
            [first, _] => first,
        };
        let residual = residual.map_or(0, |(role, _)| role as usize);
        let check = usize::from(self.checks[r].contains(to));

        let (last, distance, last_square) = match self.history.last {
            None => (0, 8, 0),
            Some(last) => {
                let distance = if last.to() == to {
                    0
                } else {
                    to.distance(last.to()) as usize
                };
                let name = (last.role() as usize - 1) * 2 + usize::from(last.is_capture());
                (
                    name,
                    distance,
                    (last.role() as usize - 1) * 64 + relative(last.to()),
                )
            }
        };
        let own = match self.history.own {
            Some(own) if own.from() == Some(to) && own.to() == from => 3,
            Some(own) if own.to() == from => 2,
            Some(own) if own.role() == role => 1,
            _ => 0,
        };
        let kind = match m {
            Move::Normal {
                promotion: Some(role),
                ..
            } => role as usize - 1,
            Move::Normal { .. } if captured > 0 => 6,
            Move::Normal { .. } => 0,
            Move::EnPassant { .. } => 7,
            Move::Castle { king, rook } => 8 + usize::from(rook > king),
            Move::Put { .. } => 5,
        };
        let places = [
            (self.phase * 6 + r) * 64 + t,
            (r * 64 + f) * 64 + t,
            ((r * 6 + captured.min(5)) * 4 + at_to) * 4 + at_from,
            ((r * 6 + residual.min(5)) * 4 + at_to) * 4 + at_from,
            ((r * 2 + check) * 4 + at_to) * 2 + usize::from(captured > 0),
            (last * 6 + r) * 9 + distance,
            (r * 4 + own) * 4 + self.phase,
            (self.phase * 6 + r) * 64 + f,
            self.phase * 10 + kind,
            usize::from(book),
            last_square * 6 + r,
        ];
        let mut out = [0; FEATURES];
        for (out, (base, place)) in out.iter_mut().zip(BASES.into_iter().zip(places)) {
            *out = (base + place) as u16;
        }
        out
    }
}
