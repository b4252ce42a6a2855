//! Codes players' names, ratings and rating changes, which have special models.
//!
//! Format: "Other values".

use entropy::Code;
use model::number::hash;

use super::super::form::{Form, Shape};
use super::Values;

impl Values {
    pub(super) fn player(
        &mut self,
        coder: &mut impl Code,
        side: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        // The value is known to the encoder only.
        let player = (!coder.decodes())
            .then(|| self.players.find(value))
            .flatten();
        let known = self.players.code(coder, &self.known.now, side, player);
        let (found, player) = match known {
            Some(player) => (self.players.name(player).to_vec(), Some(player)),
            None => {
                let mut found = Vec::new();
                if !self.names.name(coder, value, limit, &mut found) {
                    return None;
                }
                let player = self.players.add(&found);
                (found, player)
            }
        };
        self.known.now.sides[side].player = player.map_or(0, |player| player + 1);
        let player = player.and_then(|player| self.players.get(player));
        self.known.now.sides[side].expected =
            player.and_then(|player| self.ratings.expect(player, &self.known.now));
        Some(found)
    }

    /// Codes whether a value that should be a number is one.
    pub(super) fn is_number(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        side: usize,
        is_number: bool,
    ) -> bool {
        let column = &self.known.columns[at];
        let player = self.known.now.sides[side].player.wrapping_sub(1);
        let rated = self.players.get(player).map_or(3, |player| {
            u32::from(player.games > 0) << 1 | u32::from(player.tracks.is_empty())
        });
        let contexts = [
            hash(&[1, column.tag, column.history & 0xFFF]),
            hash(&[2, column.tag, rated]),
            hash(&[3, column.tag, self.known.now.event]),
        ];
        self.modes.bit(coder, contexts, 16, is_number)
    }

    pub(super) fn rating(&mut self, coder: &mut impl Code, side: usize, value: &[u8]) -> Vec<u8> {
        let rating = plain(value).unwrap_or(0);
        let player = self.known.now.sides[side].player.wrapping_sub(1);
        let player = self.players.get(player);
        let rating = self
            .ratings
            .rating(coder, &self.known.now, side, player, rating);
        self.known.now.sides[side].rating = Some(rating);
        Form::plain(rating).at(rating)
    }

    pub(super) fn change(&mut self, coder: &mut impl Code, side: usize, value: &[u8]) -> Vec<u8> {
        let change = signed(value).unwrap_or(0);
        let player = self.known.now.sides[side].player.wrapping_sub(1);
        let tracks = self
            .players
            .get(player)
            .map_or(&[][..], |player| &player.tracks);
        let same = tracks
            .iter()
            .find(|track| track.is_of(self.known.now.class));
        let (change, surprise) = self
            .ratings
            .change(coder, &self.known.now, side, same, change);
        self.known.now.sides[side].change = Some(change);
        self.known.now.sides[side].surprise = surprise;
        Form::signed(change).at(change)
    }
}

/// The number that a rating is written as, if it is one.
pub(super) fn plain(value: &[u8]) -> Option<i64> {
    let form = Form::of(value)?;
    let is_plain = form.shape() == Shape::Number && form.is_bare();
    (is_plain && (0..=9999).contains(&form.number())).then(|| form.number())
}

/// The number that a rating's change is written as, if it is one.
pub(super) fn signed(value: &[u8]) -> Option<i64> {
    let form = Form::of(value)?;
    let is_signed = form.shape() == Shape::Signed && (-9999..=9999).contains(&form.number());
    is_signed.then(|| form.number())
}
