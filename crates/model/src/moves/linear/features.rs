//! What a move looks like: the index of one weight for each view of it.

use legal::{Color, LegalMoves, Move, Position, Role, Square};

use super::super::{History, Setting, Site, name};
use super::book::{Page, says};
use super::planes::{Planes, WORTH, around, squares};

/// Views of a move; the first ones learn in every block.
pub const VIEWS: usize = SIZES.len();
/// Weights of all views.
pub const WEIGHTS: usize = BASES[SIZES.len()];

const SIZES: [usize; 25] = [
    64,             // what the book says
    64,             // what the player's book says
    1 << 16,        // early position and move, hashed
    384 * 384,      // last move's role and square, role, to
    384 * 384,      // own last move's role and square, role, to
    6 * 64 * 64,    // role, from, to
    12 * 64 * 64,   // last move's kind and square, to
    8 * 576,        // rating, role, captured, danger at to, danger at from
    8 * 576,        // rating, role, residual threat, danger at to, danger at from
    6 * 6 * 4 * 16, // role, captured, danger at to, attacked and covered how often
    6 * 2 * 4 * 2,  // role, gives check, danger at to, captures
    12 * 6 * 9,     // last move's kind, role, distance to the last move's square
    4 * 10,         // phase, kind of move
    4 * 6 * 225,    // phase, role, to as the opponent's king sees it
    4 * 6 * 225,    // phase, role, to as our king sees it
    6 * 128,        // role, files, pawns nearby, phase, passed
    6 * 7 * 7 * 4,  // role, what is attacked from to, danger at to
    4 * 768,        // castling rights, role, from, phase
    8 * 6 * 6 * 4,  // balance, role, captured, danger at to
    2 * 6 * 6 * 4,  // in check, role, captured, danger at to
    16 * 6 * 2,     // repetition, plies without progress, role, captures
    8 * 6 * 8 * 8,  // pawns: promotion, rank, passed, blocked, attacks a pawn
    6561 * 6,       // pawns around to, role
    6 * 128,        // role, how near the kings
    4 * 6 * 64,     // phase, role, to
];

/// Where each view's weights begin, and where the last one's end.
const BASES: [usize; SIZES.len() + 1] = {
    let mut bases = [0; SIZES.len() + 1];
    let mut view = 0;
    while view < SIZES.len() {
        bases[view + 1] = bases[view] + SIZES[view];
        view += 1;
    }
    bases
};

/// Plies before a position is no longer early.
const EARLY: u16 = 24;

/// What the moves of one position have in common.
pub(super) struct Features<'a> {
    planes: Planes,
    flip: u32,
    history: &'a History,
    hash: u64,
    phase: u32,
    /// Classes of: the mover's rating, material, check, castling rights, repetition.
    rating: u32,
    balance: u32,
    in_check: u32,
    castling: u32,
    calm: u32,
    /// Squares next to the opponent's king that we do not attack.
    escapes: u32,
    /// Our pieces en prise, dearest first: role from 1 and square of the first two.
    threatened: [(u32, Option<Square>); 2],
    /// For each role, the opponent's pieces that are dearer.
    dearer: [u64; 6],
    /// The last moves: role and square; of the opponent's also whether it captured.
    last_kind: u32,
    last_square: u32,
    own_square: u32,
    /// How far each square is from the last move's.
    distances: &'static [u8; 64],
}

impl<'a> Features<'a> {
    pub(super) fn new(
        position: &Position,
        history: &'a History,
        setting: &Setting,
        hash: u64,
    ) -> Self {
        let planes = Planes::new(position);
        let turn = position.turn();
        let flip = if turn == Color::White { 0 } else { 56 };
        let place = |m: Move| 64 * (m.role() as u32 - 1) + (m.to().to_u32() ^ flip);
        let rights = position.castling_rights();
        let ours = rights & position.board().by_color(turn);
        let pieces = (planes.occupied & !planes.roles[0]).count_ones();
        let free = planes.home & !planes.covered[0] & !planes.them;
        Self {
            flip,
            history,
            hash,
            phase: (pieces / 4).min(3),
            rating: rating_class(setting, turn),
            balance: balance_class(planes.balance()),
            in_check: position.is_check().into(),
            castling: u32::from(ours.any()) + 2 * u32::from((rights & !ours).any()),
            calm: 4 * u32::from(history.last_took_back()) + calm_class(position.halfmoves()),
            escapes: free.count_ones().min(3),
            threatened: threatened(&planes),
            dearer: WORTH.map(|worth| {
                let dearer = (1..5).filter(|&role| worth > 0 && WORTH[role] > worth);
                dearer.fold(0, |set, role| set | planes.roles[role] & planes.them)
            }),
            last_kind: history.last.map_or(0, |last| {
                2 * (last.role() as u32 - 1) + u32::from(last.is_capture())
            }),
            last_square: history.last.map_or(0, place),
            own_square: history.own.map_or(0, place),
            distances: &DISTANCES[history
                .last
                .map_or(64, |last| (last.to().to_u32() ^ flip) as usize)],
            planes,
        }
    }

    /// Fills `views` for every legal move. The pages are those of the position in both books.
    pub(super) fn of_moves(
        &self,
        legal: &LegalMoves,
        pages: [&Page; 2],
        views: &mut Vec<[u32; VIEWS]>,
    ) {
        let early = self.history.depth < EARLY;
        let new = pages.map(|page| page.total() == 0);
        // Moves come sorted by origin, so what the origin decides is worked out once for each piece.
        let mut piece = Piece::default();
        let mut origin = u32::MAX;
        views.clear();
        views.extend(legal.iter().map(|m| {
            let parts = self.parts(m);
            let place = parts.from << 3 | parts.role as u32;
            if origin != place {
                origin = place;
                piece = self.piece(parts.role, parts.from);
            }
            let said = |book: usize| match new[book] {
                true => 0,
                false => says(pages[book], m).into(),
            };
            let opening = if early { self.opening(m) } else { 0 };
            self.of(&piece, &parts, [said(0), said(1), opening])
        }));
    }

    /// The position and the move in 16 bits.
    #[inline]
    fn opening(&self, m: Move) -> u32 {
        let both = self.hash ^ u64::from(name(m)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (both.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 48) as u32
    }

    /// What a piece's moves have in common.
    fn piece(&self, role: Role, from: u32) -> Piece {
        let planes = &self.planes;
        let r = role as u32 - 1;
        let cheaper = planes.attacked_by_cheaper[r as usize];
        let quiet = Danger::new(cheaper, planes.attacked, planes.covered[0]);
        let taking = Danger::new(cheaper, planes.attacked, planes.covered[1]);
        let at_from = quiet.at(from);
        let residual = match self.threatened {
            [(_, Some(square)), second] if square.to_u32() == from => second.0,
            [first, _] => first.0,
        };
        let back = self.history.own.and_then(|own| {
            let came_here = own.to().to_u32() ^ self.flip == from;
            own.from().filter(|_| came_here)
        });
        let phased = self.phase * 6 + r;
        let pawn = if role == Role::Pawn { 0 } else { 384 + r };
        let places = [
            0,
            0,
            0,
            self.last_square * 384 + r * 64,
            self.own_square * 384 + r * 64,
            (r * 64 + from) * 64,
            (self.last_kind * 64 + (self.last_square & 63)) * 64,
            (self.rating * 6 + r) * 96 + at_from,
            ((self.rating * 6 + r) * 6 + residual) * 16 + at_from,
            r * 384 + on(planes.attacked_twice, from),
            r * 16,
            (self.last_kind * 6 + r) * 9,
            self.phase * 10,
            phased * 225 + seen_from(planes.king),
            phased * 225 + seen_from(planes.own_king),
            r * 128 + on(planes.pawns_attack, from) * 8 + self.phase * 2,
            r * 196,
            ((self.castling * 6 + r) * 64 + from) * 2 + u32::from(self.phase > 1),
            (self.balance * 6 + r) * 24,
            (self.in_check * 6 + r) * 24,
            (self.calm * 6 + r) * 2,
            pawn,
            r,
            r * 128 + on(planes.own_home, from) * 8 + self.escapes,
            phased * 64,
        ];
        Piece {
            // A piece does not cover the square it goes to, but a pawn that steps ahead did not attack it.
            dangers: [if role == Role::Pawn { quiet } else { taking }, taking],
            checks: planes.checks[r as usize],
            dearer: self.dearer[r as usize],
            back: back.map_or(64, |square| square.to_u32() ^ self.flip),
            places: std::array::from_fn(|view| BASES[view] as u32 + places[view]),
        }
    }

    #[inline]
    fn of(&self, piece: &Piece, parts: &Parts, known: [u32; 3]) -> [u32; VIEWS] {
        let planes = &self.planes;
        let &Parts {
            role,
            from,
            to,
            captured,
            kind,
        } = parts;
        let takes = u32::from(captured > 0);
        let at_to = piece.dangers[takes as usize].at(to);
        let crowd = on(planes.attacked_twice, to) * 8
            + on(planes.covered[1], to) * 4
            + on(planes.covered[2], to) * 2;
        let check = on(piece.checks, to);

        let reach = match kind {
            CASTLING_LOW => planes.reach(Square::new(to + 1), Role::Rook, planes.occupied),
            CASTLING_HIGH => planes.reach(Square::new(to - 1), Role::Rook, planes.occupied),
            _ => planes.reach(Square::new(to), role, planes.occupied ^ 1 << from),
        };
        let victims = reach & planes.them;
        let targets = if victims == 0 {
            0
        } else {
            let prey = victims & (!planes.attacked | piece.dearer);
            planes.dearest(prey) * 7 + planes.dearest(victims)
        };

        let file = 0x0101_0101_0101_0101_u64 << (to & 7);
        let (own_pawns, their_pawns) = (planes.own_pawns, planes.their_pawns);
        let own_file = u32::from(own_pawns & file & !(1 << from) != 0);
        let their_file = u32::from(their_pawns & file != 0);
        let passed = on(!planes.pawns_guard, to);
        let ring = TERNARY[around(own_pawns, to)] + 2 * TERNARY[around(their_pawns, to)];
        let pawn = if role == Role::Pawn {
            let promotion = if kind < 5 && to >= 56 { kind + 1 } else { 0 };
            let blocked = u32::from(to < 56 && on(planes.occupied, to + 8) == 1);
            let hits = u32::from(reach & their_pawns != 0);
            (((promotion * 8 + (to >> 3)) * 2 + passed) * 2 + blocked) * 2 + hits
        } else {
            0
        };
        let near = (reach & planes.home).count_ones().min(3);

        let ahead = (to & 7) * 15 + (to >> 3);
        let adds = [
            known[0],
            known[1],
            known[2],
            to,
            to,
            to,
            to,
            captured * 16 + at_to * 4,
            at_to * 4,
            (captured * 4 + at_to) * 16 + crowd,
            check * 8 + at_to * 2 + takes,
            u32::from(self.distances[to as usize]),
            kind,
            if planes.king == 64 { 0 } else { ahead },
            if planes.own_king == 64 { 0 } else { ahead },
            own_file * 64 + their_file * 32 + on(planes.pawns_cover, to) * 16 + passed,
            targets * 4 + at_to,
            0,
            captured * 4 + at_to,
            captured * 4 + at_to,
            u32::from(piece.back == to) * 96 + takes,
            pawn,
            ring * 6,
            near * 32 + on(planes.home, to) * 16 + check * 4,
            to,
        ];
        std::array::from_fn(|view| {
            let place = piece.places[view] + adds[view];
            debug_assert!((place as usize) < BASES[view + 1], "view {view}");
            place
        })
    }

    #[inline]
    fn parts(&self, m: Move) -> Parts {
        let seen = |square: Square| square.to_u32() ^ self.flip;
        let (role, from, to, captured, kind) = match m {
            Move::Normal {
                role,
                from,
                to,
                capture,
                promotion,
            } => {
                let captured = capture.map_or(0, |role| role as u32);
                let kind = match promotion {
                    None => 6 * u32::from(captured > 0),
                    Some(role) => role as u32 - 1,
                };
                (role, seen(from), seen(to), captured.min(5), kind)
            }
            Move::Castle { king, rook } => {
                let (file, kind) = if rook > king {
                    (6, CASTLING_HIGH)
                } else {
                    (2, CASTLING_LOW)
                };
                (Role::King, seen(king), seen(king) & !7 | file, 0, kind)
            }
            Move::EnPassant { from, to } => (Role::Pawn, seen(from), seen(to), 1, 7),
            Move::Put { role, to } => (role, seen(to), seen(to), 0, 5),
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

/// A move taken apart.
struct Parts {
    role: Role,
    from: u32,
    to: u32,
    /// 0 nothing, else the role from 1; at most 5.
    captured: u32,
    /// A promotion's role from 0, and the kinds named below.
    kind: u32,
}

/// What the moves of one piece have in common.
#[derive(Default)]
struct Piece {
    /// Going there, and taking there.
    dangers: [Danger; 2],
    checks: u64,
    dearer: u64,
    /// Where the piece came from with the mover's last move; 64 if it did not move.
    back: u32,
    /// The parts of the indices that the piece decides.
    places: [u32; VIEWS],
}

/// How dangerous each square is for a piece, as two planes of bits: 0 safe, 1 attacked but covered, 2 attacked and loose, 3 attacked
/// by a cheaper piece.
#[derive(Clone, Copy, Default)]
struct Danger {
    low: u64,
    high: u64,
}

impl Danger {
    #[inline]
    fn new(cheaper: u64, attacked: u64, covered: u64) -> Self {
        Self {
            low: attacked & covered | cheaper,
            high: attacked & !covered | cheaper,
        }
    }

    #[inline]
    fn at(self, square: u32) -> u32 {
        on(self.low, square) + 2 * on(self.high, square)
    }
}

#[inline]
fn on(set: u64, square: u32) -> u32 {
    (set >> square & 1) as u32
}

/// Kinds of moves that are told apart beside promotions (the role), drops 5, captures 6 and en passant 7.
const CASTLING_LOW: u32 = 8;
const CASTLING_HIGH: u32 = 9;

/// Our two dearest pieces, but the king, that are attacked and not covered, or attacked by a cheaper piece.
fn threatened(planes: &Planes) -> [(u32, Option<Square>); 2] {
    let mut found = [(0, None); 2];
    let mut count = 0;
    for role in (0..5).rev() {
        let loose = planes.attacked & !planes.covered[0] | planes.attacked_by_cheaper[role];
        for square in squares(planes.roles[role] & planes.us & loose) {
            if count < 2 {
                found[count] = (role as u32 + 1, Some(square));
                count += 1;
            }
        }
    }
    found
}

fn rating_class(setting: &Setting, turn: Color) -> u32 {
    match (setting.site, setting.ratings[usize::from(turn.is_black())]) {
        (Site::Other, 0) => 0,
        (Site::Other, ..2300) => 1,
        (Site::Other, _) => 2,
        (_, 0) => 4,
        (_, ..1300) => 3,
        (_, ..1700) => 4,
        (_, ..2100) => 5,
        _ => 6,
    }
}

fn balance_class(balance: i32) -> u32 {
    match balance {
        ..=-5 => 0,
        -4..=-2 => 1,
        -1 => 2,
        0 => 3,
        1 => 4,
        2..=4 => 5,
        5..=8 => 6,
        _ => 7,
    }
}

fn calm_class(halfmoves: u32) -> u32 {
    match halfmoves {
        0 => 0,
        1..6 => 1,
        6..20 => 2,
        _ => 3,
    }
}

/// Where square 0 lies as seen from a king: 15 for each file, 1 for each rank; 0 if there is no king.
fn seen_from(king: u32) -> u32 {
    match king {
        64 => 0,
        king => (7 - (king & 7)) * 15 + 7 - (king >> 3),
    }
}

/// The binary digits of a number read as ternary ones.
static TERNARY: [u32; 256] = {
    let mut table = [0; 256];
    let mut number = 0;
    while number < 256 {
        let (mut digit, mut worth) = (0, 1);
        while digit < 8 {
            table[number] += (number >> digit & 1) as u32 * worth;
            worth *= 3;
            digit += 1;
        }
        number += 1;
    }
    table
};

/// King's steps between every two squares; 8 from nowhere.
static DISTANCES: [[u8; 64]; 65] = {
    let mut table = [[8; 64]; 65];
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
