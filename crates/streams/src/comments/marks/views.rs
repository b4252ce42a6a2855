//! The properties of a square from which its probability of being marked is predicted.
//!
//! Format: "Marks in comments".

use legal::{Move, attacks};

use super::chooser::{Known, VIEWS};
use super::{Mark, MarkContext};
use model::number::hash;

/// No square.
const NONE: u8 = 64;

/// Initial weights for squares: rows are likely to go on.
pub(super) const SQUARES: &[Known] = &[(2, 8, 2), (2, 3, 1), (2, 5, 1)];
/// Initial weights for the start of arrows: squares with pieces or pawns, most of all that of the piece that moves next.
pub(super) const FROMS: &[Known] = &[
    (0, 0, -1),
    (0, 1, 1),
    (0, 2, 1),
    (0, 3, 1),
    (0, 4, 1),
    (0, 5, 1),
    (0, 6, 1),
    (1, 1, 3),
    (1, 4, 1),
];
/// Initial weights for the end of arrows: squares to which that piece may go.
pub(super) const TOS: &[Known] = &[
    (0, 3, 1),
    (0, 5, 1),
    (0, 6, 2),
    (0, 9, 3),
    (0, 11, 3),
    (1, 7, 4),
    (1, 17, 4),
];

/// The properties of the board on which marks depend.
#[derive(Clone)]
pub(super) struct Board {
    /// 0 for an empty square, 1 to 6 for a piece or pawn of the side to move, 7 to 12 for one of the other.
    men: [u8; 64],
    /// Squares that the piece or pawn on each square attacks.
    reach: [u64; 64],
    /// Target squares of legal moves, by their starting square.
    legal: [u64; 64],
    /// Squares attacked by the side to move, and by the other.
    attacked: [u64; 2],
    /// From and to of the next move and the last.
    pub next: [u8; 2],
    last: [u8; 2],
}

fn ends(m: Option<Move>) -> [u8; 2] {
    m.map_or([NONE; 2], |m| {
        [m.from().map_or(NONE, |from| from as u8), m.to() as u8]
    })
}

impl Board {
    pub fn new(context: &MarkContext<'_>) -> Self {
        let mut found = Self {
            men: [0; 64],
            reach: [0; 64],
            legal: [0; 64],
            attacked: [0; 2],
            next: ends(context.next),
            last: ends(context.last),
        };
        let Some(position) = context.position else {
            return found;
        };
        let board = position.board();
        for (square, piece) in board.iter() {
            let at = square as usize;
            let other = usize::from(piece.color != position.turn());
            found.men[at] = piece.role as u8 + 6 * other as u8;
            found.reach[at] = attacks::attacks(square, piece, board.occupied()).0;
            found.attacked[other] |= found.reach[at];
        }
        for m in position.legal_moves().iter() {
            if let Some(from) = m.from() {
                found.legal[from as usize] |= 1 << (m.to() as u32);
            }
        }
        found
    }

    fn man(&self, square: u8) -> u8 {
        self.men[usize::from(square) % 64]
    }

    /// 0 empty, 1 a piece or pawn of the side to move, 2 one of the other side.
    fn owner(&self, square: u8) -> u8 {
        self.man(square).div_ceil(6)
    }

    /// Which sides attack a square, and whose piece stands on it: below 12.
    fn attack(&self, square: u8) -> u8 {
        let [own, other] = self.attacked.map(|squares| (squares >> square & 1) as u8);
        own + 2 * other + 4 * self.owner(square)
    }

    /// Whether a square is the start or the end of the next move or of the last: below 5.
    fn played(&self, square: u8) -> u8 {
        let known = [self.next[0], self.next[1], self.last[0], self.last[1]];
        known
            .iter()
            .position(|&known| known == square)
            .map_or(0, |at| at as u8 + 1)
    }
}

/// Steps between files and between ranks.
fn step(from: u8, to: u8) -> (i8, i8) {
    let (file, rank) = (
        |square: u8| (square & 7) as i8,
        |square: u8| (square >> 3) as i8,
    );
    (file(to) - file(from), rank(to) - rank(from))
}

/// Whether two squares touch: 1 by a side, 2 by a corner, else 0.
fn touch(from: u8, to: u8) -> u8 {
    let (files, ranks) = step(from, to);
    match (files.abs(), ranks.abs()) {
        (0, 1) | (1, 0) => 1,
        (1, 1) => 2,
        _ => 0,
    }
}

/// The place of the next mark: what is known before it.
pub(super) struct Place<'a> {
    pub board: &'a Board,
    /// Marks of this list so far.
    pub list: &'a [Mark],
    /// The last list of the kind in the game.
    pub before: &'a [Mark],
    /// Marks of the other kind in the same text.
    pub others: &'a [Mark],
}

impl Place<'_> {
    /// Whether the list has repeated the last one so far.
    fn repeats(&self) -> bool {
        self.before.starts_with(self.list)
    }

    /// How the last list marks a square: below 5; 5 is added if the list repeats it.
    fn again(&self, square: u8) -> u8 {
        let class = match self.before.get(self.list.len()) {
            Some(mark) if mark.from == square => 1,
            Some(mark) if mark.to == square => 2,
            _ if self.before.iter().any(|mark| mark.from == square) => 3,
            _ if self.before.iter().any(|mark| mark.to == square) => 4,
            _ => 0,
        };
        class + 5 * u8::from(self.repeats())
    }

    /// How a square is related to the marks of the list so far: below 10.
    fn near(&self, square: u8) -> u8 {
        let Some(last) = self.list.last() else {
            return 0;
        };
        let row = match self.list {
            [.., first, second] => step(first.from, second.from) == step(second.from, square),
            _ => false,
        };
        match (touch(last.to, square), touch(last.from, square)) {
            _ if last.from == square => 1,
            _ if last.to == square => 2,
            _ if row => 8,
            _ if self.list.iter().any(|mark| mark.from == square) => 9,
            (1, _) => 3,
            (2, _) => 4,
            (_, 1) => 5,
            (_, 2) => 6,
            _ => 7,
        }
    }

    /// How the other list of the text marks a square: below 4.
    fn elsewhere(&self, square: u8) -> u8 {
        match self.others.get(self.list.len()) {
            Some(mark) if mark.to == square => 1,
            _ if self.others.iter().any(|mark| mark.to == square) => 2,
            _ if self.others.is_empty() => 0,
            _ => 3,
        }
    }

    /// The classes of a square that may be marked.
    pub fn square(&self, square: u8) -> [u8; VIEWS] {
        let board = self.board;
        let later = u8::from(!self.list.is_empty());
        [
            board.man(square) + 13 * later,
            board.played(square) + 5 * later,
            self.near(square),
            self.again(square),
            board.attack(square) + 12 * later,
            self.elsewhere(square),
        ]
    }

    /// The classes of a square where an arrow may begin.
    pub fn from(&self, square: u8) -> [u8; VIEWS] {
        self.square(square)
    }

    /// The classes of a square that an arrow from another may point to.
    pub fn to(&self, from: u8, square: u8) -> [u8; VIEWS] {
        let board = self.board;
        let at = usize::from(from) % 64;
        let bit = |squares: u64| (squares >> square & 1) as u8;
        let (legal, reached) = (bit(board.legal[at]), bit(board.reach[at]));
        let owner = match (board.owner(square), board.owner(from)) {
            (0, _) => 0,
            (one, other) if one == other => 1,
            _ => 2,
        };
        let moves = u8::from(from == board.next[0]) + 2 * u8::from(from == board.last[1]);
        let same = |mark: &Mark| u8::from(mark.from == from);
        let near = match self.list.last() {
            None => 0,
            Some(last) if last.to == square => 1,
            Some(last) if last.from == square => 2,
            Some(last) if step(last.from, last.to) == step(from, square) => 3,
            Some(last) if touch(last.to, square) > 0 => 4,
            Some(_) => 5,
        };
        let again = match self.before.get(self.list.len()) {
            Some(mark) if mark.to == square => 1,
            _ if self
                .before
                .iter()
                .any(|mark| mark.from == from && mark.to == square) =>
            {
                2
            }
            _ if self.before.iter().any(|mark| mark.to == square) => 3,
            _ => 0,
        };
        let (files, ranks) = step(from, square);
        let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
        let shape = match (files, ranks) {
            (0, 0) => 0,
            (0, far) | (far, 0) => far,
            (1, 2) | (2, 1) => 15,
            (files, ranks) if files == ranks => 7 + files,
            _ => 16,
        };
        [
            legal * 6 + reached * 3 + owner,
            board.played(square) + 5 * moves,
            near + 6 * self.list.last().map_or(0, same),
            again + 4 * self.before.get(self.list.len()).map_or(0, same),
            shape + 17 * board.owner(from),
            self.elsewhere(square) + 4 * board.attack(square),
        ]
    }

    /// Contexts of the colour of a mark.
    pub fn colour(&self, arrows: bool, mark: &Mark) -> [u32; 5] {
        let colour = |mark: Option<&Mark>| mark.map_or(4, |mark| mark.colour.into());
        let kind = u32::from(arrows);
        let [last, earlier] = [1, 2].map(|back| {
            colour(
                self.list
                    .len()
                    .checked_sub(back)
                    .and_then(|at| self.list.get(at)),
            )
        });
        let before = colour(self.before.get(self.list.len()).or(self.before.last()));
        let is_next = mark.from == self.board.next[0];
        let legal = self.board.legal[usize::from(mark.from) % 64] >> mark.to & 1;
        let others = colour(self.others.iter().find(|other| other.to == mark.to));
        [
            hash(&[1, kind, last, before]),
            hash(&[2, kind, last, earlier]),
            hash(&[3, kind, before]),
            hash(&[
                4,
                kind,
                self.board.man(mark.from).into(),
                is_next.into(),
                legal as u32,
            ]),
            hash(&[5, kind, others, last]),
        ]
    }
}
