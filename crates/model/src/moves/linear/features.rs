//! What a move looks like: one weight's index for each of a dozen views of it.

use legal::{Bitboard, Board, Color, LegalMoves, Move, Position, Role, Square, attacks};

use super::super::History;
use super::book::Page;

/// Views of a move that its piece alone decides, and views of the move itself.
pub(super) const OF_PIECE: usize = 3;
pub(super) const OF_MOVE: usize = 8;

/// Where each view's weights begin; all weights' indices fit 16 bits.
const BASES: [usize; OF_MOVE + OF_PIECE] = bases();

const SIZES: [usize; OF_MOVE + OF_PIECE] = [
    4 * 6 * 64,    // phase, role, to
    6 * 64 * 64,   // role, from, to
    6 * 6 * 16,    // role, captured, danger at to, danger at from
    6 * 6 * 16,    // role, residual threat, danger at to, danger at from
    6 * 2 * 4 * 2, // role, gives check, danger at to, captures
    12 * 6 * 9,    // last move's role and capture, role, distance to the last move's square
    4 * 10,        // phase, kind of move
    64,            // what the book says
    6 * 4 * 4,     // role, relation to own last move, phase
    4 * 6 * 64,    // phase, role, from
    6 * 64 * 6,    // last move's role and square, role
];

const fn bases() -> [usize; OF_MOVE + OF_PIECE] {
    let mut bases = [0; OF_MOVE + OF_PIECE];
    let mut sum = 0;
    let mut i = 0;
    while i < bases.len() {
        bases[i] = sum;
        sum += SIZES[i];
        i += 1;
    }
    assert!(sum <= 1 << 16);
    bases
}

/// The indices of the weights of every legal move.
#[derive(Default)]
pub(super) struct Views {
    /// For each piece that can move, the views its moves share.
    pub pieces: Vec<[u16; OF_PIECE]>,
    /// For each move, its own views and the place of its piece.
    pub moves: Vec<([u16; OF_MOVE], u16)>,
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
    /// The last move: its role and whether it captured, its role and square, and how far each square is from there.
    last_kind: usize,
    last_square: usize,
    distances: &'static [u8; 64],
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
            last_kind: 0,
            last_square: 0,
            distances: &[8; 64],
            history: *history,
        };
        if let Some(last) = history.last {
            let r = last.role() as usize - 1;
            features.last_kind = 2 * r + usize::from(last.is_capture());
            features.last_square = 64 * r + features.relative(last.to());
            features.distances = &DISTANCES[usize::from(last.to())];
        }
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

    /// Fills `views` for every legal move.
    pub(super) fn of_moves(&self, legal: &LegalMoves, book: &Page, views: &mut Views) {
        let known = !book.is_empty();
        let Views { pieces, moves } = views;
        pieces.clear();
        moves.clear();
        // Moves come sorted by origin, so what the origin decides is worked out once for each piece.
        let mut piece = Piece::default();
        let mut origin = u32::MAX;
        moves.extend(legal.as_slice().iter().map(|&m| {
            let (role, from, to, captured, kind) = match m {
                Move::Normal {
                    role,
                    from,
                    to,
                    capture,
                    promotion,
                } => {
                    let captured = capture.map_or(0, |role| role as usize);
                    let kind = match promotion {
                        None => 6 * usize::from(captured > 0),
                        Some(role) => role as usize - 1,
                    };
                    (role, from, to, captured, kind)
                }
                Move::Castle { king, rook } => {
                    let (file, kind) = if rook > king { (6, 9) } else { (2, 8) };
                    let to = Square::new(king.to_u32() & !7 | file);
                    (Role::King, king, to, 0, kind)
                }
                Move::EnPassant { from, to } => (Role::Pawn, from, to, 1, 7),
                Move::Put { role, to } => (role, to, to, 0, 5),
            };
            let place = from.to_u32() << 3 | role as u32;
            if origin != place {
                origin = place;
                let shared;
                (piece, shared) = self.piece(role, from);
                pieces.push(shared);
            }
            let said = if known { book.says(m) } else { 0 };
            let own = self.of(&piece, to, captured, kind, said);
            (own, pieces.len() as u16 - 1)
        }));
    }

    /// What a piece's moves have in common.
    fn piece(&self, role: Role, from: Square) -> (Piece, [u16; OF_PIECE]) {
        let r = role as usize - 1;
        let f = self.relative(from);
        let cheaper = self.attacked_by_cheaper[r];
        let quiet = Danger::new(cheaper, self.attacked, self.covered);
        let at_from = quiet.at(from);
        // A piece does not cover the square it goes to, but a pawn that steps ahead did not attack it.
        let taking = Danger::new(cheaper, self.attacked, self.covered_twice);
        let residual = match self.threatened {
            [Some((_, square)), second] if square == from => second,
            [first, _] => first,
        };
        let residual = residual.map_or(0, |(role, _)| role as usize);
        let own = match self.history.own {
            Some(own) if own.to() == from => 2,
            Some(own) if own.role() == role => 1,
            _ => 0,
        };
        let shared = [
            BASES[8] + (r * 4 + own) * 4 + self.phase,
            BASES[9] + (self.phase * 6 + r) * 64 + f,
            BASES[10] + self.last_square * 6 + r,
        ];
        let piece = Piece {
            dangers: [if role == Role::Pawn { quiet } else { taking }, taking],
            checks: self.checks[r],
            to: BASES[0] + (self.phase * 6 + r) * 64,
            way: BASES[1] + (r * 64 + f) * 64,
            captures: BASES[2] + r * 96 + at_from,
            threats: BASES[3] + (r * 6 + residual) * 16 + at_from,
            gives_check: BASES[4] + r * 16,
            answers: BASES[5] + (self.last_kind * 6 + r) * 9,
        };
        (piece, shared.map(|place| place as u16))
    }

    #[inline]
    fn of(
        &self,
        piece: &Piece,
        to: Square,
        captured: usize,
        kind: usize,
        book: u16,
    ) -> [u16; OF_MOVE] {
        let t = self.relative(to);
        let takes = usize::from(captured > 0);
        let at_to = piece.dangers[takes].at(to);
        let check = (piece.checks.0 >> to.to_u32() & 1) as usize;
        let distance = usize::from(self.distances[usize::from(to)]);
        [
            piece.to + t,
            piece.way + t,
            piece.captures + captured.min(5) * 16 + at_to * 4,
            piece.threats + at_to * 4,
            piece.gives_check + check * 8 + at_to * 2 + takes,
            piece.answers + distance,
            BASES[6] + self.phase * 10 + kind,
            BASES[7] + usize::from(book),
        ]
        .map(|place| place as u16)
    }

    #[inline]
    fn relative(&self, square: Square) -> usize {
        (square.to_u32() ^ self.flip) as usize
    }
}

/// What the moves of one piece have in common: parts of the weights' indices.
#[derive(Default)]
struct Piece {
    /// Going there, and taking there.
    dangers: [Danger; 2],
    checks: Bitboard,
    to: usize,
    way: usize,
    captures: usize,
    threats: usize,
    gives_check: usize,
    answers: usize,
}

/// How dangerous each square is for a piece, as two planes of bits: 0 safe, 1 attacked but covered, 2 attacked and loose, 3 attacked
/// by a cheaper piece.
#[derive(Clone, Copy, Default)]
struct Danger {
    low: Bitboard,
    high: Bitboard,
}

impl Danger {
    #[inline]
    fn new(cheaper: Bitboard, attacked: Bitboard, covered: Bitboard) -> Self {
        Self {
            low: attacked & covered | cheaper,
            high: attacked & !covered | cheaper,
        }
    }

    #[inline]
    fn at(self, square: Square) -> usize {
        let bit = |plane: Bitboard| (plane.0 >> square.to_u32() & 1) as usize;
        bit(self.low) + 2 * bit(self.high)
    }
}

/// King's steps between every two squares.
static DISTANCES: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b): (usize, usize) = (at / 64, at % 64);
        let files = (a % 8).abs_diff(b % 8);
        let ranks = (a / 8).abs_diff(b / 8);
        table[a][b] = if files > ranks { files } else { ranks } as u8;
        at += 1;
    }
    table
};
