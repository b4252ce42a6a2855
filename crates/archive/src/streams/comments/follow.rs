//! The positions at the comments of a game, for those who ask.
//!
//! Format: "Lines in comments".

use legal::{Move, Position};
use model::moves::History;

use crate::block::game::{Game, Item};
use crate::block::walk::Walk;

/// A position and what led to it.
#[derive(Clone)]
pub(super) struct Place {
    pub position: Position,
    pub history: History,
}

/// Comments in a row that are looked over.
pub(super) const NEAR: usize = 8;

/// Goes through a game's items once more, moves known.
pub(super) struct Follow {
    walk: Option<Walk>,
    /// The places before the last move of the line and before the one before it.
    past: [Option<Place>; 2],
    around: Vec<[Option<Place>; 2]>,
    item: usize,
    ply: usize,
}

impl Follow {
    pub fn new(game: &Game) -> Self {
        Self {
            walk: Walk::new(game),
            past: [None, None],
            around: Vec::new(),
            item: 0,
            ply: 0,
        }
    }

    /// Goes to the item of this number, which is not played yet.
    pub fn advance(&mut self, game: &Game, item: usize) {
        while self.item < item {
            self.step(game, game.items[self.item]);
            self.item += 1;
        }
    }

    fn step(&mut self, game: &Game, item: Item) {
        if item == Item::Move {
            self.ply += 1;
        }
        let Some(walk) = &mut self.walk else {
            return;
        };
        match item {
            Item::Move | Item::Null => {
                let place = Place {
                    position: walk.position().clone(),
                    history: *walk.history(),
                };
                let played = if item == Item::Move {
                    let played = game.plies.get(self.ply - 1).map(|ply| ply.facts.played());
                    let index = played.and_then(|played| walk.legal().rank(played));
                    index.map(|index| walk.play(index)).is_some()
                } else {
                    walk.pass()
                };
                if !played {
                    self.walk = None;
                    return;
                }
                self.past = [Some(place), self.past[0].take()];
            }
            Item::Open => {
                walk.open();
                let [_, before] = &self.past;
                let branch = [before.clone(), None];
                self.around.push(std::mem::replace(&mut self.past, branch));
            }
            Item::Close => {
                walk.close();
                self.past = self.around.pop().unwrap_or_default();
            }
            Item::Raw | Item::End | Item::Comment => {}
        }
    }

    /// Plies played before, in the order of the text.
    pub fn plies(&self) -> usize {
        self.ply
    }

    /// How many variations are open.
    pub fn variations(&self) -> usize {
        self.around.len()
    }

    /// Where lines may start: now, before the last move, and before the one before it.
    pub fn places(&self) -> [Option<Place>; 3] {
        let now = self.walk.as_ref().map(|walk| Place {
            position: walk.position().clone(),
            history: *walk.history(),
        });
        match now {
            None => [None, None, None],
            now => [now, self.past[0].clone(), self.past[1].clone()],
        }
    }

    pub fn position(&self) -> Option<&Position> {
        self.walk.as_ref().map(Walk::position)
    }

    /// The move that is played behind the comment of this number, if one is.
    pub fn next(&self, game: &Game, item: usize) -> Option<Move> {
        let (_, next) = behind(game, item)?;
        let ply = (next == Item::Move).then(|| game.plies.get(self.ply))??;
        Some(ply.facts.played())
    }

    /// The first move of the variation that begins behind the comment of this number, if one does.
    pub fn alternative(&self, game: &Game, item: usize) -> Option<Move> {
        let (at, next) = behind(game, item)?;
        let opened = next == Item::Open && game.items.get(at + 1) == Some(&Item::Move);
        let ply = opened.then(|| game.plies.get(self.ply))??;
        Some(ply.facts.played())
    }
}

/// What follows the comment of this number, other comments aside, and its number.
pub(super) fn behind(game: &Game, item: usize) -> Option<(usize, Item)> {
    let items = game.items.iter().copied().enumerate();
    let mut near = items.skip(item).take(NEAR);
    near.find(|&(_, item)| item != Item::Comment)
}
