//! Stream `layout`: the text between the items (gaps), and how the items are written.
//!
//! Format: "Stream layout".
//!
//! Gaps (whitespace, move numbers, terminations, stray text) are predicted from earlier gaps between the same kinds of items. Moves are
//! predicted in the usual spelling of the file. This stream comes last, and decoding it assembles the text of the game.

mod breaks;
mod gap;
mod pair;
mod pass;

use pass::Pass;

use std::ops::Range;

use entropy::{Code, Counter};
use legal::san::Spelling;
use model::move_to_front::MoveToFront;
use model::number::Decisions;
use model::strings::{Kind, Strings};

use super::structure::Structure;
use breaks::Breaks;
use game::parts::GameParts;
use game::parts::wrap::Wrap;
use gap::{Gap, Numbering};
use model::dictionary::Dictionary;

/// Neighbours of a gap.
const START: u32 = 0;
const TAG: u32 = 1;
const OPEN: u32 = 2;
const CLOSE: u32 = 3;
const RAW: u32 = 4;
const NULL: u32 = 5;
const END: u32 = 6;
const MOVE: u32 = 8; // and the next: White's, Black's
const COMMENT: u32 = 16; // and the next: one for each template

/// Contexts of texts that are coded as if they were gaps.
const NULL_TEXT: u32 = 0xFFFF_0001;
const MOVE_TEXT: u32 = 0xFFFF_0002;

/// Longer gaps are spelled each time.
const LONGEST_KNOWN: usize = 64;
/// Most gaps that are remembered.
const MOST_KNOWN: u32 = 1 << 16;

/// Model of the stream.
#[derive(Clone)]
pub struct Layout {
    recent: MoveToFront,
    known: Dictionary,
    /// Spells gaps.
    spelling: Strings,
    /// Codes text that is not understood.
    raw: Strings,
    as_usual: [Counter; 16],
    spellings: Decisions<2>,
    usual: Spelling,
    last_unusual: Option<Spelling>,
    wraps: MoveToFront,
    breaks: Breaks,
    /// How the last game with breaks was wrapped.
    pub last_wrap: Option<Wrap>,
}

/// The text that is expected at the end of a game: the tag `Result` or, where that is missing or empty, the termination.
fn written_result(game: &GameParts) -> &[u8] {
    match game.tag(b"Result") {
        None | Some([]) => game
            .termination
            .map_or(&[], |found| found.text().as_bytes()),
        Some(result) => result,
    }
}

impl Layout {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            recent: MoveToFront::new(12),
            known: Dictionary::default(),
            spelling: Strings::short(),
            raw: Strings::long(),
            as_usual: [Counter::new(); 16],
            spellings: Decisions::new(10),
            usual: Spelling::default(),
            last_unusual: None,
            wraps: MoveToFront::new(2),
            breaks: Breaks::new(),
            last_wrap: None,
        }
    }

    /// Codes how the movetext is wrapped.
    pub fn wrap(&mut self, coder: &mut impl Code, wrap: Option<Wrap>) -> Option<Wrap> {
        let symbol = wrap.map_or(0, |wrap| 1 + wrap.to_code());
        let symbol = self.wraps.symbol(coder, 0, symbol, 1 + Wrap::COUNT);
        let wrap = symbol.checked_sub(1).map(Wrap::from_code);
        self.last_wrap = wrap.or(self.last_wrap);
        wrap
    }

    /// Codes the line breaks of a game's movetext and appends it to `out` with them. When encoding, `source` is that text.
    pub fn breaks(
        &mut self,
        coder: &mut impl Code,
        wrap: Wrap,
        movetext: &[u8],
        source: &[u8],
        out: &mut Vec<u8>,
    ) {
        self.breaks.code(coder, wrap, movetext, source, out);
    }

    /// Codes a game's layout and appends its text to `out`; when encoding, that is `source` again. When decoding, the texts of null moves
    /// and of unread parts are added to the game. Returns where the last tag ends, or `None` if the game is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &mut GameParts,
        structure: &Structure,
        source: &[u8],
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let mut pass = Pass {
            layout: self,
            coder: &mut *coder,
            source,
            cursor: 0,
            begin: out.len(),
            limit,
            out: &mut *out,
            nulls: Vec::new(),
            raws: Vec::new(),
            before: [START; 2],
            numbering: Numbering::new(game),
            result: written_result(game),
        };
        for (at, tag) in game.tags.iter().enumerate() {
            pass.tag(game, tag, game.tag_places.get(at))?;
            if pass.coder.failed() {
                return None;
            }
        }
        let tags_end = pass.out.len() - pass.begin;
        pass.items(game, structure)?;
        let (nulls, raws) = (pass.nulls, pass.raws);
        if coder.decodes() {
            let mut put = |places: Vec<Range<usize>>| {
                let spans = places.into_iter().map(|place| game.put(&out[place]));
                spans.collect()
            };
            (game.nulls, game.raws) = (put(nulls), put(raws));
        }
        Some(tags_end)
    }

    /// Codes a gap, given its neighbours, and appends it to `out`.
    fn gap(
        &mut self,
        coder: &mut impl Code,
        context: u32,
        text: &[u8],
        repeats: &Gap,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let symbol = if coder.decodes() {
            0
        } else {
            self.symbol(context, text, repeats)
        };
        let symbol = match self.recent.code(coder, context, symbol) {
            Some(symbol) => symbol,
            None => {
                let symbol =
                    coder.uniform(u64::from(symbol), u64::from(self.known.count()) + 1) as u32;
                if symbol == self.known.count() {
                    return self.spell(coder, context, text, repeats, limit, out);
                }
                self.recent.learn(context, symbol);
                symbol
            }
        };
        let template = self.known.get(symbol);
        if coder.decodes() {
            return repeats.blanks().fill(template, limit, out);
        }
        debug_assert!(repeats.blanks().fills(template, text));
        out.extend_from_slice(text);
        Some(())
    }

    /// The number of a gap's template, or the next free one.
    fn symbol(&mut self, context: u32, text: &[u8], repeats: &Gap) -> u32 {
        if let Some(guess) = self.recent.guess(context)
            && repeats.blanks().fills(self.known.get(guess), text)
        {
            return guess;
        }
        self.known
            .find(&repeats.template(text))
            .unwrap_or(self.known.count())
    }

    /// Codes a gap that was not met before.
    fn spell(
        &mut self,
        coder: &mut impl Code,
        context: u32,
        text: &[u8],
        repeats: &Gap,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let mut template = Vec::new();
        if !self.spelling.string(
            coder,
            Kind::Other(1),
            &[],
            &repeats.template(text),
            2 * limit as u64,
            &mut template,
        ) {
            return None;
        }
        if template.len() <= LONGEST_KNOWN && self.known.count() < MOST_KNOWN {
            let symbol = self.known.add(&template);
            self.recent.learn(context, symbol);
        }
        repeats.blanks().fill(&template, limit, out)
    }
}
