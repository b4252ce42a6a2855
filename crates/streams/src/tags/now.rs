//! The state of the current game: its tags so far, and what they say.
//!
//! Format: "Stream tags".

use model::number::{digest, hash};

/// Fields of a game that others may refer to: the first ones, and always the last.
const MOST_FIELDS: usize = 256;

/// A value of the current game.
pub(super) struct Field {
    /// Number of its column.
    pub column: u32,
    pub value: Vec<u8>,
    /// Where the part after its last slash begins.
    pub tail: usize,
    /// Its number among the values of the block, plus one; 0 if it has none.
    pub id: u32,
    /// How it was coded.
    pub outcome: u32,
}

/// One of the two players.
#[derive(Clone, Copy, Default)]
pub(super) struct Side {
    /// Number of the player, plus one; 0 if not known yet.
    pub player: u32,
    /// The rating given in the tags.
    pub rating: Option<i64>,
    /// The rating that was predicted, if any.
    pub expected: Option<i64>,
    /// The change of the rating given in the tags.
    pub change: Option<i64>,
}

impl Side {
    /// The rating, or else the predicted one.
    pub fn strength(&self) -> Option<i64> {
        self.rating.or(self.expected)
    }
}

/// The tags of the current game so far, and what they say.
#[derive(Default)]
pub(super) struct Now {
    pub fields: Vec<Field>,
    pub sides: [Side; 2],
    /// Number of the event's value, plus one; 0 if there is none yet.
    pub event: u32,
    /// The kind of game by the event's name, for ratings.
    pub class: u32,
    /// The round without its board: what stands before the first point; 0 if there is none or it is not known.
    pub round: u32,
    /// White's score in half points.
    pub score: Option<u8>,
}

impl Now {
    pub fn start(&mut self) {
        let mut fields = std::mem::take(&mut self.fields);
        fields.clear();
        *self = Self {
            fields,
            ..Self::default()
        };
    }

    /// Adds a field, and gives its value back.
    pub fn push(&mut self, field: Field) -> &[u8] {
        if self.fields.len() == MOST_FIELDS {
            self.fields.pop();
        }
        self.fields.push(field);
        self.fields.last().map_or(&[], |field| &field.value)
    }

    /// The number of the last value, plus one; 0 if it has none.
    pub fn before(&self) -> u32 {
        self.fields.last().map_or(0, |field| field.id)
    }

    /// How the last value was coded.
    pub fn outcome(&self) -> u32 {
        self.fields.last().map_or(31, |field| field.outcome)
    }

    pub fn field(&self, column: u32) -> Option<&Field> {
        self.fields.iter().find(|field| field.column == column)
    }

    /// The number of the player on a side; none that any player has, if he is not known.
    pub fn player(&self, side: usize) -> u32 {
        self.sides[side].player.wrapping_sub(1)
    }

    /// By how much the player on a side is rated higher.
    pub fn lead(&self, side: usize) -> i64 {
        let strength = |side: usize| self.sides[side].strength();
        match (strength(side), strength(1 - side)) {
            (Some(own), Some(other)) => own - other,
            _ => 0,
        }
    }

    /// A player's half points; 3 if not known.
    pub fn points(&self, side: usize) -> u32 {
        self.score.map_or(3, |score| {
            u32::from(if side == 0 { score } else { 2 - score })
        })
    }
}

/// The kind of game by the event's name: a hash of the words between `Rated` or `Casual` and the kind of event (`game`, `tournament` and so
/// on).
pub(super) fn class(event: &[u8]) -> u32 {
    let mut words = event.split(|&byte| byte == b' ').peekable();
    let _ = words.next_if(|word| {
        word.eq_ignore_ascii_case(b"rated") || word.eq_ignore_ascii_case(b"casual")
    });
    let kind = words.take_while(|word| {
        !matches!(*word, b"game" | b"tournament" | b"swiss" | b"simul")
            && !word.starts_with(b"http")
    });
    kind.fold(1, |state, word| {
        hash(&[state, digest(&word.to_ascii_lowercase())])
    })
}

/// The round without its board; 0 where it does not begin with a number.
pub(super) fn round(value: &[u8]) -> u32 {
    let major = value.split(|&byte| byte == b'.').next().unwrap_or_default();
    if major.is_empty() || !major.iter().all(u8::is_ascii_digit) {
        return 0;
    }
    digest(major).max(1)
}
