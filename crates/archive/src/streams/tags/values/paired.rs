//! Values that name both players: their head by the models of other values, the names as those of the players.
//!
//! Format: "Pairings".

use entropy::Code;
use model::number::hash;

use super::super::column::Role;
use super::super::pairing::Pairing;
use super::{MODE, Mode, Values};

/// Nodes of the decisions whether a value names both players, and whether a name is the one that another tag has told.
const PAIRED: u32 = 18;
const TOLD: u32 = 19;

impl Values {
    /// Whether values of some tag named both players.
    pub fn pairs(&self) -> bool {
        self.columns.iter().any(|column| column.pairing.is_some())
    }

    /// Takes note of the names that the tags of a game to be coded are going to tell.
    pub fn foresee(&mut self, names: [&[u8]; 2]) {
        self.coming = names.map(<[u8]>::to_vec);
    }

    /// The players' names, as far as they are told; empty if not.
    fn names(&self) -> [&[u8]; 2] {
        [0, 1].map(|side: usize| &self.now.names[side][..])
    }

    /// Codes whether the value is written as the tag's last one that named both players, and if so, all of it; `Some(None)` if it is not,
    /// `None` if it is longer than `limit`.
    pub(super) fn paired(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Option<Vec<u8>>> {
        let column = &self.columns[at];
        let Some(pairing) = column.pairing.clone() else {
            return Some(None);
        };
        let known = self.names();
        let names = [0, 1].map(|side: usize| match known[side] {
            [] => &self.coming[side][..],
            name => name,
        });
        let head = pairing.head(value, names);
        let contexts = [
            hash(&[31, column.tag]),
            hash(&[32, column.tag, column.paired & 0xFF]),
            hash(&[33, column.tag, self.now.outcome()]),
        ];
        let is_paired = self.modes.bit(coder, contexts, PAIRED, head.is_some());
        let column = &mut self.columns[at];
        column.paired = column.paired << 1 | u32::from(is_paired);
        if !is_paired {
            return Some(None);
        }
        let (head, outcome) = self.general(coder, at, head.unwrap_or_default(), limit)?;
        self.remember(at, outcome, &head);
        for side in pairing.sides() {
            if self.now.names[side].is_empty() {
                let name = std::mem::take(&mut self.coming[side]);
                self.player(coder, side, &name, limit)?;
            }
        }
        Some(Some(pairing.write(&head, self.names())))
    }

    /// Codes whether a player's name is the one told already, if one is.
    pub(super) fn is_told(&mut self, coder: &mut impl Code, side: usize, value: &[u8]) -> bool {
        let name = &self.now.names[side];
        let contexts = [
            hash(&[34, side as u32]),
            hash(&[35, side as u32, self.now.event]),
            hash(&[36, self.now.outcome()]),
        ];
        !name.is_empty() && self.modes.bit(coder, contexts, TOLD, value == name)
    }

    /// Learns how values of the game at hand named both players.
    pub(super) fn learn_pairings(&mut self) {
        for field in &self.now.fields {
            let column = &mut self.columns[field.column as usize];
            if field.outcome == MODE + Mode::Spelled as u32
                && matches!(column.role, Role::Event | Role::Other)
            {
                let names = [0, 1].map(|side: usize| &self.now.names[side][..]);
                column.pairing = Pairing::find(&field.value, names).or(column.pairing.take());
            }
        }
    }
}
