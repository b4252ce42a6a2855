//! `piece-list-ranked`: sets of squares as numbers.

use std::sync::LazyLock;

use legal::{Bitboard, Board, ByRole, Color, Role, Setup};

use super::base13_11::no_outer_pawns;
use super::piece_list::king;
use super::{PositionCodec, board_only};
use crate::combination::{Sets, pop};
use crate::{Bits, Error, bits::Reader};

/// The order in which men are placed; pawns come last.
const PIECES: [Role; 5] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
];
/// Bits for the numbers of a side's men besides its king: up to 8 pawns, 15 men in all, 15,042 cases.
const COUNT_BITS: u32 = 14;
const MOST: usize = 15;
const MOST_PAWNS: usize = 8;

/// How many men each side has, White first, 14 bits each; then one number in as many bits as it can need: White's king, queens, rooks,
/// bishops and knights, then Black's; then another: White's pawns and Black's. Each set is ranked by the combinatorial number system
/// among the squares that are still free (for pawns, those of the inner ranks), and the first set is the lowest digit.
///
/// The source counts ordered placements of pawns, 48 · 47 · … · 41 and 40 · … · 33: 44 and 42 bits at the start. Sets need
/// log2 C(48, 8) = 28.5 and log2 C(40, 8) = 26.2, 55 together. The start: 171 bits. Refuses pawns on the outer ranks, other than one
/// king a side, more than 8 pawns or 15 men besides the king.
pub(super) struct PieceListRanked;

impl PositionCodec for PieceListRanked {
    fn name(&self) -> &'static str {
        "piece-list-ranked"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        no_outer_pawns(position)?;
        let board = &position.board;
        let mut bits = Bits::default();
        for color in Color::ALL {
            king(board, color)?;
            bits.push(rank_counts(board, color)?, COUNT_BITS);
        }
        let mut free = Bitboard::FULL;
        for (roles, room) in PARTS {
            let mut sets = Sets::default();
            for (color, &role) in order(roles) {
                let set = board.by_color(color) & board.by_role(role);
                sets.push(set, free & room);
                free &= !set;
            }
            bits.push_number(&sets.number, sets.width());
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut counts = [ByRole::default(); 2];
        for counts in &mut counts {
            *counts = unrank_counts(reader.take(COUNT_BITS)?)?;
        }
        let mut board = Board::empty();
        for (roles, room) in PARTS {
            let count = |color: Color, role| usize::from(counts[color.fold_wb(0, 1)][role]);
            let mut left = (room & !board.occupied()).count();
            let mut cases = Sets::default();
            for (color, &role) in order(roles) {
                cases.allow(left, count(color, role));
                left = left.saturating_sub(count(color, role));
            }
            let mut number = reader.take_number(cases.width())?;
            for (color, &role) in order(roles) {
                let free = room & !board.occupied();
                for square in pop(&mut number, count(color, role), free) {
                    board.set_piece_at(square, role.of(color));
                }
            }
        }
        Ok(board_only(board))
    }
}

/// What is placed together, and where.
const PARTS: [(&[Role], Bitboard); 2] = [
    (&PIECES, Bitboard::FULL),
    (&[Role::Pawn], Bitboard(0x00ff_ffff_ffff_ff00)),
];

/// White's men of some kinds, then Black's.
fn order(roles: &[Role]) -> impl Iterator<Item = (Color, &Role)> {
    Color::ALL
        .into_iter()
        .flat_map(move |color| roles.iter().map(move |role| (color, role)))
}

/// Every way to have men besides the king.
fn counts() -> impl Iterator<Item = ByRole<u8>> {
    let most = MOST as u8;
    (0..=MOST_PAWNS as u8).flat_map(move |pawn| {
        (0..=most - pawn).flat_map(move |queen| {
            (0..=most - pawn - queen).flat_map(move |rook| {
                (0..=most - pawn - queen - rook).flat_map(move |bishop| {
                    (0..=most - pawn - queen - rook - bishop).map(move |knight| ByRole {
                        pawn,
                        knight,
                        bishop,
                        rook,
                        queen,
                        king: 1,
                    })
                })
            })
        })
    })
}

static COUNTS: LazyLock<Vec<ByRole<u8>>> = LazyLock::new(|| counts().collect());

fn rank_counts(board: &Board, color: Color) -> Result<u64, Error> {
    let wanted = board.material_side(color);
    let key = |counts: &ByRole<u8>| {
        let ByRole {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            ..
        } = *counts;
        [pawn, queen, rook, bishop, knight]
    };
    let found = COUNTS.binary_search_by_key(&key(&wanted), key);
    found.map(|rank| rank as u64).map_err(|_| {
        let men = board.by_color(color).count() - 1;
        Error::refused(format!(
            "{color} has {} pawns and {} other men besides the king",
            wanted.pawn,
            men - usize::from(wanted.pawn)
        ))
    })
}

fn unrank_counts(rank: u64) -> Result<ByRole<u8>, Error> {
    let found = COUNTS.get(rank as usize).copied();
    found.ok_or_else(|| Error::malformed(format!("numbers of men end before {rank}")))
}
