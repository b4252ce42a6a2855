//! A network's prediction, corrected by what this block has shown so far.
//!
//! Format: "Stream moves by networks".
//!
//! Three things are learned. What each row of the network's last layer is worth more or less than the network says: by everyone in
//! this block, and by the player to move. And what was played from each position: by everyone, and by the player to move. The
//! first two are added to the logits, the last two joined with the shares (see [`book`]). In most games online rows are worth what
//! the network says, and players alone have corrections. Of a network that looks in brief nothing is corrected.

mod book;

use std::sync::Arc;

use entropy::{Code, Frequencies, TOTAL};

use super::net::{Asked, HIDDEN, Networks, ROWS, Row};
use super::{Kind, MoveContext, Surprise};
use book::Book;
use model::softmax;

/// Learns from the moves of a block and predicts the next.
#[derive(Clone)]
pub(super) struct Deep<const C: usize> {
    asked: Asked<C>,
    /// Corrections of rows, by everyone, once one is asked for. Units of 2^-16 bit, as those of logits.
    rows: Vec<i32>,
    /// Corrections of rows by player, the same, in a table that is not checked for collisions.
    habits: Vec<i32>,
    /// What was played from each position: by anyone, and by the player to move.
    books: [Book; 2],
    /// Shares of the moves: by logits, after the first book, after the second.
    widths: [Vec<u32>; 3],
    surprise: Surprise,
}

/// Entries of the table of habits, a power of two.
const HABITS: usize = 1 << 16;
/// Rows of a move that have habits: where a piece lands, and what the exchange is like.
const HABITUAL: [usize; 2] = [1, 2];
/// Steps per error, in units of 2^-10.
const ROWS_RATE: i32 = 3;
const HABITS_RATE: i32 = 20;
/// Corrections stay within 128 bits either way: rows that all moves of a position share may drift without limit otherwise.
const LIMIT: i32 = 1 << 23;
/// Errors below this are left: most moves have such, and together they weigh little.
const SMALL: u32 = 100;

/// Where the concentrations of the books begin, by class of games met: what suited many collections.
const USUAL: [[u32; 8]; 2] = [[5, 6, 6, 7, 7, 8, 8, 8], [3, 3, 3, 3, 4, 4, 4, 4]];

impl<const C: usize> Deep<C> {
    /// Whether anything is corrected. In brief that would take a tenth of the time of level `fast`.
    const CORRECTS: bool = C == HIDDEN;

    /// Whether rows are corrected for everyone in such games. Online that brings 0.03 % of an archive at most, for a
    /// thirtieth of the time.
    fn corrects_rows(kind: Kind) -> bool {
        kind != Kind::Online
    }

    /// The state at the start of every block.
    pub(super) fn new(networks: Arc<Networks<C>>) -> Self {
        Self {
            asked: Asked::new(networks),
            rows: Vec::new(),
            habits: Vec::new(),
            books: USUAL.map(Book::new),
            widths: Default::default(),
            surprise: Surprise::default(),
        }
    }

    /// How the move that was coded last had looked.
    pub(super) fn surprise(&self) -> Surprise {
        self.surprise
    }

    /// Codes the index of the move played among the legal ones, of which there is one at least. A forced move costs nothing.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        played: usize,
        reweight: &mut impl FnMut(&mut [u32]),
    ) -> usize {
        let MoveContext {
            position,
            legal,
            history,
            setting,
        } = *turn;
        let player = spread(setting.players[usize::from(position.turn().is_black())]);
        let everyone = position.hash();
        let hashes = [everyone, everyone ^ player];
        let books = self.books.iter().zip(hashes);
        books.clone().for_each(|(book, hash)| book.fetch_place(hash));
        if legal.len() == 1 {
            for (book, hash) in self.books.iter_mut().zip(hashes) {
                let page = book.open(hash, history.depth);
                book.note(page, legal[0], TOTAL);
            }
            self.surprise = Surprise::default();
            return 0;
        }
        self.asked.look(turn);
        books.for_each(|(book, hash)| book.fetch_page(hash));
        let kind = setting.kind();
        self.asked.weigh(kind);
        let pages: [usize; 2] =
            std::array::from_fn(|at| self.books[at].open(hashes[at], history.depth));
        if Self::CORRECTS {
            self.correct(player, kind);
        }
        let [alone, after_first, after_both] = &mut self.widths;
        softmax::widths(&self.asked.logits, alone);
        after_first.clone_from(alone);
        self.books[0].join(pages[0], legal, after_first);
        after_both.clone_from(after_first);
        self.books[1].join(pages[1], legal, after_both);
        reweight(after_both);
        let played = coder.code(played, &Frequencies::new(after_both));
        self.surprise = Surprise::of(after_both, played);
        self.books[0].note(pages[0], legal[played], alone[played]);
        self.books[1].note(pages[1], legal[played], after_first[played]);
        if Self::CORRECTS {
            self.learn(player, kind, played);
        }
        played
    }

    fn correct(&mut self, player: u64, kind: Kind) {
        let moves = &self.asked.features.moves;
        let logits = self.asked.logits.iter_mut().zip(moves);
        self.habits.resize(HABITS, 0);
        if !Self::corrects_rows(kind) {
            for (logit, row) in logits {
                let habits = habits(player, row).map(|habit| self.habits[habit]);
                *logit += habits.into_iter().sum::<i32>();
            }
            return;
        }
        self.rows.resize(ROWS, 0);
        for (logit, row) in logits {
            let rows = row.rows.iter().map(|&row| self.rows[usize::from(row)]);
            let habits = habits(player, row).map(|habit| self.habits[habit]);
            *logit += rows.sum::<i32>() + habits.into_iter().sum::<i32>();
        }
    }

    /// Moves each correction along the gradient of the cost.
    fn learn(&mut self, player: u64, kind: Kind, played: usize) {
        let moves = self.asked.features.moves.iter();
        for (at, (row, &width)) in moves.zip(&self.widths[0]).enumerate() {
            let target = if at == played { TOTAL } else { 0 };
            if target.abs_diff(width) < SMALL {
                continue;
            }
            let error = target as i32 - width as i32;
            let step = |correction: &mut i32, rate: i32| {
                let step = (error * rate + (1 << 9)) >> 10;
                *correction = (*correction + step).clamp(-LIMIT, LIMIT);
            };
            if Self::corrects_rows(kind) {
                for &row in &row.rows {
                    step(&mut self.rows[usize::from(row)], ROWS_RATE);
                }
            }
            for habit in habits(player, row) {
                step(&mut self.habits[habit], HABITS_RATE);
            }
        }
    }
}

/// Where a player's habits concerning a move lie.
#[inline]
fn habits(player: u64, row: &Row) -> [usize; HABITUAL.len()] {
    HABITUAL.map(|of| {
        let hash = (player ^ u64::from(row.rows[of])).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 48) as usize % HABITS
    })
}

/// Spreads a player's hash over 64 bits.
fn spread(player: u32) -> u64 {
    u64::from(player).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
