//! Follows the positions of a game from comment to comment.
//!
//! Format: "Lines in comments".

use legal::{Cursor, Move, Place, Position};

use game::parts::walk;
use game::parts::{GameParts, Item};

/// At most so many comments in a row are skipped in search of another item.
pub(super) const NEAR: usize = 8;

/// Goes through the items of a game whose moves are known.
pub(super) struct CommentCursor {
    cursor: Option<Cursor>,
    item: usize,
    ply: usize,
}

impl CommentCursor {
    pub fn new(game: &GameParts) -> Self {
        Self {
            cursor: walk::begin(game),
            item: 0,
            ply: 0,
        }
    }

    /// Goes to the item of this number, which is not played yet.
    pub fn advance(&mut self, game: &GameParts, item: usize) {
        while self.item < item {
            self.step(game, game.items[self.item]);
            self.item += 1;
        }
    }

    fn step(&mut self, game: &GameParts, item: Item) {
        let ply = game.plies.get(self.ply);
        self.ply += usize::from(item == Item::Move);
        let Some(cursor) = &mut self.cursor else {
            return;
        };
        let followed = match item {
            Item::Move => ply
                .map(|ply| cursor.play_move(ply.facts.played()))
                .is_some(),
            Item::Null => cursor.pass(),
            Item::Open => {
                cursor.open();
                true
            }
            Item::Close => cursor.close(),
            Item::Raw | Item::End | Item::Comment => true,
        };
        if !followed {
            self.cursor = None;
        }
    }

    /// Plies played before, in the order of the text.
    pub fn plies(&self) -> usize {
        self.ply
    }

    /// How many variations are open.
    pub fn variations(&self) -> usize {
        self.cursor.as_ref().map_or(0, Cursor::variations)
    }

    /// Where lines may start: now, before the last move, and before the one before it.
    pub fn places(&self) -> [Option<Place>; 3] {
        self.cursor.as_ref().map_or([None, None, None], |cursor| {
            let [last, oldest] = cursor.past();
            [Some(cursor.place()), last, oldest].map(Option::<&Place>::cloned)
        })
    }

    pub fn position(&self) -> Option<&Position> {
        self.cursor.as_ref().map(Cursor::position)
    }

    /// The first move of the variation that begins after the comment of this number, if one does.
    pub fn alternative(&self, game: &GameParts, item: usize) -> Option<Move> {
        let (at, next) = after(game, item)?;
        let opened = next == Item::Open && game.items.get(at + 1) == Some(&Item::Move);
        let ply = opened.then(|| game.plies.get(self.ply))??;
        Some(ply.facts.played())
    }
}

/// What follows the comment of this number, other comments aside, and its number.
pub(super) fn after(game: &GameParts, item: usize) -> Option<(usize, Item)> {
    let items = game.items.iter().copied().enumerate();
    let mut near = items.skip(item).take(NEAR);
    near.find(|&(_, item)| item != Item::Comment)
}
