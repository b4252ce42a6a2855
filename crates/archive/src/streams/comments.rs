//! Stream `comments`: the free text of comments.

use entropy::Code;
use model::text::Prose;

use crate::block::game::Game;

/// Model of the stream.
pub(crate) struct Comments {
    text: Prose,
    /// The last texts of each side, which engines' comments resemble.
    last: [Vec<u8>; 2],
    turn: usize,
}

impl Comments {
    /// The state at the start of every block, for about `bytes` bytes of text.
    pub fn new(bytes: usize) -> Self {
        Self {
            text: Prose::new(bytes),
            last: Default::default(),
            turn: 0,
        }
    }

    /// Codes the texts of a game, whose number is known from its comments' templates. Returns `false` if one is longer than `limit`.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game, limit: u64) -> bool {
        for at in 0..game.texts.len() {
            let span = game.texts[at];
            let mut text = Vec::new();
            let reference = &self.last[self.turn];
            if !self
                .text
                .string(coder, 0, reference, game.get(span), limit, &mut text)
            {
                return false;
            }
            if coder.decodes() {
                game.texts[at] = game.put(&text);
                if !game.fits(limit) {
                    return false;
                }
            }
            self.last[self.turn] = text;
            self.turn ^= 1;
        }
        true
    }
}
