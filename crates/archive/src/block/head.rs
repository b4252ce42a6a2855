//! The state with which the groups after the first begin.
//!
//! Format: "Groups".

use super::groups::Group;
use super::{BlockError, Models, fault};
use crate::Stream;
use entropy::range::Decoder;
use streams::{Derived, Lessons};

/// The state of the models after the first group, and the lessons (names of openings and the like) that are added to it before each
/// other group.
pub(super) struct Head {
    pub models: Models,
    /// The model of derived tags, and the same without lessons, once lessons have been added.
    pub derived: Derived,
    without_lessons: Option<Derived>,
    lessons: Lessons,
    bytes: Vec<u8>,
    coder: Decoder,
    text_bytes: u64,
    /// The last group whose lessons have been added.
    added: usize,
}

impl Head {
    /// The same state without lessons, for another thread.
    pub fn fork(&self) -> Self {
        let derived = self.without_lessons.as_ref().unwrap_or(&self.derived);
        let (models, derived) = (self.models.clone(), derived.clone());
        Self::new(models, derived, &self.bytes, self.text_bytes)
    }

    pub fn new(models: Models, derived: Derived, bytes: &[u8], text_bytes: u64) -> Self {
        Self {
            models,
            derived,
            without_lessons: None,
            lessons: Lessons::new(text_bytes),
            bytes: bytes.to_vec(),
            coder: Decoder::new(bytes),
            text_bytes,
            added: 0,
        }
    }

    /// Brings the state to that with the lessons up to those of a group, and no others. `is_last` says that no group will need fewer of them.
    pub fn add_lessons_up_to(
        &mut self,
        group: usize,
        groups: &[Group],
        is_last: bool,
    ) -> Result<(), BlockError> {
        if let Some(without_lessons) = self.without_lessons.take_if(|_| group < self.added) {
            self.derived = without_lessons;
            self.lessons = Lessons::new(self.text_bytes);
            self.coder = Decoder::new(&self.bytes);
            self.added = 0;
        }
        if self.without_lessons.is_none() && !is_last {
            self.without_lessons = Some(self.derived.clone());
        }
        while self.added < group {
            self.added += 1;
            let (coder, derived) = (&mut self.coder, &mut self.derived);
            let games = groups[self.added].games;
            if !self.lessons.code(coder, derived, &[], games) {
                return Err(fault(
                    Stream::Derived,
                    "lessons that are longer than the text",
                ));
            }
        }
        Ok(())
    }
}
