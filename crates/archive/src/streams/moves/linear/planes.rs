//! The board as the side to move sees it: Black's is turned upside down, so that everybody's pawns go up.
//!
//! Format: "Stream moves".

use legal::{Bitboard, Board, Color, Position, Role, Square, attacks, sliders};

/// Sets of squares that all moves of a position have in common. Square 0 is the first of the mover's back rank.
pub(super) struct Planes {
    /// Pieces of each role, of both sides.
    pub roles: [u64; 6],
    pub us: u64,
    pub them: u64,
    pub occupied: u64,
    /// Squares the opponent attacks, at least once, at least twice, and for each role by a cheaper piece.
    pub attacked: u64,
    pub attacked_twice: u64,
    pub attacked_by_cheaper: [u64; 6],
    /// The opponent's pieces of each role or a dearer one; none after the dearest.
    at_least: [u64; 8],
    /// Squares we attack, at least once, twice, three times.
    pub covered: [u64; 3],
    /// Squares from which each role would give check.
    pub checks: [u64; 6],
    pub own_pawns: u64,
    pub their_pawns: u64,
    /// Squares our pawns attack, the opponent's pawns attack, and the latter may attack some day.
    pub pawns_cover: u64,
    pub pawns_attack: u64,
    pub pawns_guard: u64,
    /// The kings: 64 where there is none.
    pub own_king: u32,
    pub king: u32,
    /// The squares around them.
    pub own_home: u64,
    pub home: u64,
}

const WHITE: Color = Color::White;
const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// By role, in pawns; kings are not for sale.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

impl Planes {
    #[inline(always)]
    pub(super) fn new(position: &Position) -> Self {
        let board: &Board = position.board();
        let turn = position.turn();
        let seen = |set: Bitboard| match turn {
            Color::White => set.0,
            Color::Black => set.0.swap_bytes(),
        };
        let mut roles = [0; 6];
        for (set, role) in roles.iter_mut().zip(Role::ALL) {
            *set = seen(board.by_role(role));
        }
        let (us, them) = (seen(board.by_color(turn)), seen(board.by_color(!turn)));
        let mut planes = Self {
            roles,
            us,
            them,
            occupied: us | them,
            attacked: 0,
            attacked_twice: 0,
            attacked_by_cheaper: [0; 6],
            at_least: [0; 8],
            covered: [0; 3],
            checks: [0; 6],
            own_pawns: roles[0] & us,
            their_pawns: roles[0] & them,
            pawns_cover: 0,
            pawns_attack: 0,
            pawns_guard: 0,
            own_king: (roles[5] & us).trailing_zeros(),
            king: (roles[5] & them).trailing_zeros(),
            own_home: 0,
            home: 0,
        };
        let mut dearer = 0;
        for role in (0..6).rev() {
            dearer |= roles[role] & them;
            planes.at_least[role] = dearer;
        }
        planes.map_pawns();
        planes.map_attacks();
        planes.map_kings();
        planes
    }

    /// From the cheapest to the dearest. The pawns' attacks are known.
    #[inline(always)]
    fn map_attacks(&mut self) {
        let occupied = self.occupied;
        let knight = |square: Square| attacks::knight_attacks(square).0;
        let bishop = |square: Square| sliders::bishop(square.to_u32(), occupied);
        let rook = |square: Square| sliders::rook(square.to_u32(), occupied);
        let queen = |square: Square| bishop(square) | rook(square);
        let king = |square: Square| attacks::king_attacks(square).0;
        // A knight is no cheaper than a bishop.
        let pawns = self.attacked;
        self.map_role(Role::Knight, knight);
        self.map_role(Role::Bishop, bishop);
        let minor = self.attacked;
        self.map_role(Role::Rook, rook);
        let rooks = self.attacked;
        self.map_role(Role::Queen, queen);
        self.attacked_by_cheaper = [0, pawns, pawns, minor, rooks, self.attacked];
        self.map_role(Role::King, king);
    }

    #[inline(always)]
    fn map_role(&mut self, role: Role, reach: impl Fn(Square) -> u64) {
        let pieces = self.roles[role as usize - 1];
        for square in squares(pieces & self.them) {
            let reach = reach(square);
            self.attacked_twice |= self.attacked & reach;
            self.attacked |= reach;
        }
        for square in squares(pieces & self.us) {
            let reach = reach(square);
            self.covered[2] |= self.covered[1] & reach;
            self.covered[1] |= self.covered[0] & reach;
            self.covered[0] |= reach;
        }
    }

    #[inline(always)]
    fn map_kings(&mut self) {
        if self.own_king < 64 {
            self.own_home = attacks::king_attacks(Square::new(self.own_king)).0;
        }
        if self.king < 64 {
            let king = Square::new(self.king);
            self.home = attacks::king_attacks(king).0;
            let bishop = sliders::bishop(self.king, self.occupied);
            let rook = sliders::rook(self.king, self.occupied);
            let pawn = attacks::pawn_attacks(!WHITE, king).0;
            let knight = attacks::knight_attacks(king).0;
            self.checks = [pawn, knight, bishop, rook, bishop | rook, 0];
        }
    }

    #[inline(always)]
    fn map_pawns(&mut self) {
        let (own, other) = (self.own_pawns, self.their_pawns);
        let left = [(own & NOT_A) << 7, (other & NOT_A) >> 9];
        let right = [(own & NOT_H) << 9, (other & NOT_H) >> 7];
        self.pawns_cover = left[0] | right[0];
        self.pawns_attack = left[1] | right[1];
        self.covered = [self.pawns_cover, left[0] & right[0], 0];
        (self.attacked, self.attacked_twice) = (self.pawns_attack, left[1] & right[1]);
        let wide = other | (other & NOT_A) >> 1 | (other & NOT_H) << 1;
        let below = wide >> 8;
        let below = below | below >> 8;
        let below = below | below >> 16;
        self.pawns_guard = below | below >> 32;
    }

    /// What a piece of ours attacks from a square.
    #[inline(always)]
    pub(super) fn reach(&self, square: u32, role: Role, occupied: u64) -> u64 {
        let at = Square::new(square);
        match role {
            Role::Pawn => attacks::pawn_attacks(WHITE, at).0,
            _ => sliders::piece(role, at, Bitboard(occupied)).0,
        }
    }

    /// The dearest role among some of the opponent's pieces, kings first, from 1; 0 if there are none.
    #[inline(always)]
    pub(super) fn dearest(&self, set: u64) -> u32 {
        // By halves, and without branches, which would be mispredicted: each set holds those after it.
        let met = |at: usize| usize::from(self.at_least[at] & set != 0);
        let found = 4 * met(3);
        let found = found + 2 * met(found + 1);
        (found + met(found)) as u32
    }

    /// Our pieces' worth less the opponent's.
    #[inline(always)]
    pub(super) fn balance(&self) -> i32 {
        let mut balance = 0;
        for (role, worth) in WORTH.into_iter().enumerate() {
            let [ours, theirs] = [self.us, self.them].map(|side| self.roles[role] & side);
            balance += worth * (ours.count_ones() as i32 - theirs.count_ones() as i32);
        }
        balance
    }

    /// For each role, the opponent's pieces that are dearer; a king is the dearest, and no prey.
    #[inline(always)]
    pub(super) fn dearer(&self) -> [u64; 6] {
        let [_, knights, bishops, rooks, queens, _] = self.roles;
        let queens = queens & self.them;
        let rooks = rooks & self.them | queens;
        let minor = (knights | bishops) & self.them | rooks;
        [minor, rooks, rooks, queens, 0, 0]
    }
}

/// The squares of a set, in ascending order.
pub(super) fn squares(set: u64) -> impl Iterator<Item = Square> {
    Bitboard(set).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_from_mirrored_positions() {
        let fens = [
            "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 6",
            "r1bqkb1r/ppp2ppp/2n2n2/1B1pp3/3PP3/2N2N2/PPP2PPP/R1BQK2R b KQkq - 0 6",
        ];
        let [white, black] = fens.map(|fen| {
            let position = Position::from_fen(fen, legal::Variant::Standard).unwrap();
            Planes::new(&position)
        });
        assert_eq!(white.us, black.us);
        assert_eq!(white.covered, black.covered);
        assert_eq!(white.attacked_by_cheaper, black.attacked_by_cheaper);
        assert_eq!(white.pawns_guard, black.pawns_guard);
    }
}
