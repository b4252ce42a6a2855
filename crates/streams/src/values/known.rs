//! What is known of a value before it is coded, and what comes of it.
//!
//! Format: "Values".

/// A tag's values so far.
#[derive(Clone, Default)]
pub(crate) struct Column {
    /// The digest of its name.
    pub tag: u32,
    /// The number of its vocabulary.
    pub kind: u32,
    /// Whether its values are positions.
    pub board: bool,
    /// How the last values were coded, four bits each, the latest lowest.
    pub history: u32,
    pub last: Vec<u8>,
    /// The last value's number, plus one; 0 if it has none.
    pub last_id: u32,
    /// The last difference from an expected value.
    pub last_step: i64,
}

impl Column {
    pub fn new(tag: u32, kind: u32) -> Self {
        Self {
            tag,
            kind,
            history: u32::MAX,
            ..Self::default()
        }
    }
}

/// A value that a rule suggests.
pub(crate) enum Said {
    /// The value of a number.
    Known(u32),
    Made(Vec<u8>),
}

/// What is known of a value.
#[derive(Default)]
pub(crate) struct Known {
    /// Values, each with its rule and the rule's strength.
    pub suggestions: Vec<(Said, u32, u32)>,
    /// Numbers for what the value depends on, those that tell most first.
    pub situation: [u32; 2],
    /// How the value before was coded.
    pub outcome: u32,
    /// Of those that were tried, the numbers, and the first, which the value may resemble.
    pub tried: Vec<Option<u32>>,
    pub reference: Option<Vec<u8>>,
}

impl Known {
    /// A rule's suggestion, if it has one; the strength tells how sure it is.
    pub fn suggest(&mut self, rule: u32, strength: u32, said: Option<Said>) {
        self.suggestions
            .extend(said.map(|said| (said, rule, strength)));
    }
}

/// From what the number of a value is counted.
pub(crate) struct Expected {
    /// A value of the same form.
    pub value: Vec<u8>,
    /// Where it comes from.
    pub note: u32,
    /// What else the difference may depend on.
    pub hint: u32,
}

/// A value that was coded.
pub(crate) struct Coded {
    pub value: Vec<u8>,
    /// How.
    pub outcome: u32,
    /// Its number, if it was met before.
    pub id: Option<u32>,
}

impl Coded {
    pub fn new(value: Vec<u8>, outcome: u32) -> Self {
        Self {
            value,
            outcome,
            id: None,
        }
    }
}
