//! All boards that games can lead to, as far as counting men tells, ranked.

use std::sync::LazyLock;

use legal::{Bitboard, Board, Color, Role};
use num_bigint::BigUint;

use crate::Error;
use crate::combination::{Sets, choose, pop};

/// The squares of pawns.
const INNER: Bitboard = Bitboard(0x00ff_ffff_ffff_ff00);
/// Queens, rooks, bishops and knights of a side at the start.
const FIRST: [usize; 4] = [1, 2, 2, 2];
const KINDS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// How many men of which sort there are: a group of boards that are ranked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    /// Pawns of White and Black.
    pawns: [usize; 2],
    /// Other men, kings included.
    pieces: [usize; 2],
}

impl Group {
    fn of(board: &Board) -> Self {
        let count = |color| {
            let us = board.by_color(color);
            let pawns = (us & board.pawns()).count();
            (pawns, us.count() - pawns)
        };
        let [white, black] = [count(Color::White), count(Color::Black)];
        Self {
            pawns: [white.0, black.0],
            pieces: [white.1, black.1],
        }
    }

    /// Whether play can lead here.
    ///
    /// The two pawns that face each other on a file at the start block each other until one of them is captured or captures. A
    /// capture is made by one man of another, so it concerns at most two files: each man that is missing accounts for at most four
    /// pawns that are gone, captured or promoted.
    fn is_reachable(self) -> bool {
        let pawns: usize = self.pawns.iter().sum();
        let pieces: usize = self.pieces.iter().sum();
        let missing = 32 - pawns - pieces;
        pawns + 4 * missing >= 16
    }

    /// The number of ways to place the men and to tell the kinds of pieces, as factors.
    fn cases(self) -> (Sets, [u64; 2]) {
        let mut places = Sets::default();
        places.allow(48, self.pawns[0]);
        places.allow(48 - self.pawns[0], self.pawns[1]);
        let free = 64 - self.pawns[0] - self.pawns[1];
        places.allow(free, self.pieces[0]);
        places.allow(free - self.pieces[0], self.pieces[1]);
        let kinds = [0, 1].map(|side| kinds(self.pieces[side], 8 - self.pawns[side]).0);
        (places, kinds)
    }
}

/// The groups in ascending order, each with the number of boards in those before it; and the number of all boards.
static GROUPS: LazyLock<(Vec<(Group, BigUint)>, BigUint)> = LazyLock::new(|| {
    let mut before = BigUint::default();
    let mut groups = Vec::new();
    let sides = |pawns: usize| (0..=8).map(move |other| [pawns, other]);
    for pawns in (0..=8).flat_map(sides) {
        for white in 1..=16 - pawns[0] {
            for black in 1..=16 - pawns[1] {
                let group = Group {
                    pawns,
                    pieces: [white, black],
                };
                if group.is_reachable() {
                    let (places, [white, black]) = group.cases();
                    groups.push((group, before.clone()));
                    before += places.cases * white * black;
                }
            }
        }
    }
    (groups, before)
});

/// The number of boards that have a rank.
pub(super) fn boards() -> &'static BigUint {
    &GROUPS.1
}

/// The rank of a board with one king a side and no pawns on the outer ranks.
pub(super) fn rank(board: &Board) -> Result<BigUint, Error> {
    let group = Group::of(board);
    let found = GROUPS.0.binary_search_by_key(&group, |&(group, _)| group);
    let at = found.map_err(|_| {
        Error::refused("more pawns are gone than the captures so far can have let past each other")
    })?;
    let mut places = Sets::default();
    let mut free = INNER;
    for color in Color::ALL {
        let pawns = board.pawns() & board.by_color(color);
        places.push(pawns, free);
        free &= !pawns;
    }
    free = !board.pawns();
    let mut kinds = [0; 2];
    for color in Color::ALL {
        let pieces = board.by_color(color) & !board.pawns();
        places.push(pieces, free);
        free &= !pieces;
        let side = color.fold_wb(0, 1);
        kinds[side] = rank_kinds(board, pieces, 8 - group.pawns[side])?;
    }
    let (_, cases) = group.cases();
    let number = (places.number * cases[0] + kinds[0]) * cases[1] + kinds[1];
    Ok(&GROUPS.0[at].1 + number)
}

/// The board of a rank.
pub(super) fn unrank(number: &BigUint) -> Result<Board, Error> {
    let (groups, boards) = &*GROUPS;
    if number >= boards {
        return Err(Error::malformed("boards end before this number"));
    }
    let at = groups.partition_point(|(_, before)| before <= number) - 1;
    let (group, before) = &groups[at];
    let mut number = number - before;
    let (_, cases) = group.cases();
    let mut kinds = [0; 2];
    for side in [1, 0] {
        kinds[side] = u64::try_from(&number % cases[side]).unwrap_or(0);
        number /= cases[side];
    }
    let mut board = Board::empty();
    for color in Color::ALL {
        let count = group.pawns[color.fold_wb(0, 1)];
        for square in pop(&mut number, count, INNER & !board.occupied()) {
            board.set_piece_at(square, Role::Pawn.of(color));
        }
    }
    for color in Color::ALL {
        let side = color.fold_wb(0, 1);
        let pieces = pop(&mut number, group.pieces[side], !board.occupied());
        unrank_kinds(
            kinds[side],
            pieces,
            8 - group.pawns[side],
            color,
            &mut board,
        );
    }
    Ok(board)
}

/// The ways in which a king and others can be of different kinds, with how many of each there are, if at most `promoted` have
/// been pawns; and the sum of all cases.
fn kinds(pieces: usize, promoted: usize) -> (u64, impl Iterator<Item = ([usize; 4], u64)>) {
    let others = pieces - 1;
    let numbers = (0..=others).flat_map(move |queens| {
        (0..=others - queens).flat_map(move |rooks| {
            (0..=others - queens - rooks)
                .map(move |bishops| [queens, rooks, bishops, others - queens - rooks - bishops])
        })
    });
    let can_be = move |numbers: &[usize; 4]| {
        let more = numbers.iter().zip(FIRST);
        more.map(|(&number, first)| number.saturating_sub(first))
            .sum::<usize>()
            <= promoted
    };
    let counted = numbers.filter(can_be).map(move |numbers| {
        let mut left = others;
        let ways = numbers.iter().fold(pieces as u64, |ways, &number| {
            let now = ways * choose(left, number);
            left -= number;
            now
        });
        (numbers, ways)
    });
    (counted.clone().map(|(_, ways)| ways).sum(), counted)
}

/// The rank of what kinds the pieces are of.
fn rank_kinds(board: &Board, pieces: Bitboard, promoted: usize) -> Result<u64, Error> {
    let sets = KINDS.map(|kind| board.by_role(kind) & pieces);
    let numbers = sets.map(Bitboard::count);
    let mut before = 0;
    for (found, ways) in kinds(pieces.count(), promoted).1 {
        if found == numbers {
            let mut digits = Sets::default();
            let mut free = pieces;
            for set in [board.kings() & pieces].into_iter().chain(sets) {
                digits.push(set, free);
                free &= !set;
            }
            return Ok(before + u64::try_from(digits.number).unwrap_or(0));
        }
        before += ways;
    }
    Err(Error::refused("more men than pawns can have become"))
}

/// Puts the pieces of a side on the board, of the kinds that the rank says.
fn unrank_kinds(mut rank: u64, pieces: Bitboard, promoted: usize, color: Color, board: &mut Board) {
    for (numbers, ways) in kinds(pieces.count(), promoted).1 {
        if rank < ways {
            let mut number = BigUint::from(rank);
            let mut free = pieces;
            let roles = [Role::King].into_iter().chain(KINDS);
            for (role, count) in roles.zip([1].into_iter().chain(numbers)) {
                for square in pop(&mut number, count, free) {
                    board.set_piece_at(square, role.of(color));
                    free.discard(square);
                }
            }
            return;
        }
        rank -= ways;
    }
}
