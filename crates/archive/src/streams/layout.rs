//! Stream `layout`: everything between the items, and how the items are written.
//!
//! Format: "Stream layout".
//!
//! Gaps (whitespace, move numbers, terminations, stray text) are predicted by what stood between the same neighbours
//! before; moves are predicted in the spelling of the file. The stream comes last, so coding it puts the text together.

use std::ops::Range;

use entropy::{Code, Counter};
use legal::san::{Mark, Spelling};
use model::letters::{Kind, Letters};
use model::number::{Decisions, hash};
use model::prose::Prose;
use model::recent::Recent;

use super::breaks::Breaks;
use super::dictionary::Dictionary;
use super::gap::{Blanks, Numbering};
use super::structure::Structure;
use crate::block::comment::Join;
use crate::block::game::{Game, Item, Ply, Span};
use crate::block::wrap::{Usual, Wrap};

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

/// Contexts of what is coded as if it were a gap.
const NULL_TEXT: u32 = 0xFFFF_0001;
const MOVE_TEXT: u32 = 0xFFFF_0002;

/// Contexts of ways of wrapping: as a whole, without the width, the width.
const WRAP: u32 = 0;
const WAY: u32 = 1;
const WIDTH: u32 = 3;

/// Longer gaps are spelled each time.
const LONGEST_KNOWN: usize = 64;
/// Most gaps that are remembered.
const MOST_KNOWN: u32 = 1 << 16;

/// Model of the stream.
pub(crate) struct Layout {
    recent: Recent,
    known: Dictionary,
    /// Spells gaps.
    spelling: Letters,
    /// Spells what is not understood; its tables are large, but made only when it is used.
    raw: Prose,
    as_usual: [Counter; 32],
    spellings: Decisions<2>,
    usual: Spelling,
    last_unusual: Option<Spelling>,
    wraps: Recent,
    breaks: Breaks,
    pub(crate) usual_wrap: Usual,
}

impl Layout {
    /// The state at the start of every block of `bytes` bytes of text.
    pub fn new(bytes: usize) -> Self {
        Self {
            recent: Recent::new(12),
            known: Dictionary::default(),
            spelling: Letters::new(),
            raw: Prose::new(bytes),
            as_usual: [Counter::new(); 32],
            spellings: Decisions::new(10),
            usual: Spelling::default(),
            last_unusual: None,
            wraps: Recent::new(2),
            breaks: Breaks::new(),
            usual_wrap: Usual::default(),
        }
    }

    /// Codes how the movetext is wrapped.
    pub fn wrap(&mut self, coder: &mut impl Code, wrap: Option<Wrap>) -> Option<Wrap> {
        let symbol = wrap.map_or(0, |wrap| 1 + wrap.to_code());
        let known = self.wraps.code(coder, WRAP, symbol);
        let symbol = known.unwrap_or_else(|| {
            // Most often only the width is another.
            let [way, width] = wrap.map_or([0; 2], |wrap| [1 + wrap.way(), wrap.width.into()]);
            let way = self.wraps.symbol(coder, WAY, way, 1 + Wrap::WAYS);
            let found = way.checked_sub(1).map(|way| {
                let width = self.wraps.symbol(coder, WIDTH, width, 1 << 16);
                1 + width * Wrap::WAYS + way
            });
            self.wraps.learn(WRAP, found.unwrap_or(0));
            found.unwrap_or(0)
        });
        let wrap = symbol.checked_sub(1).map(Wrap::from_code);
        if let Some(wrap) = wrap {
            self.usual_wrap.note(wrap);
        }
        wrap
    }

    /// Puts the breaks into a game's movetext: those that the width explains, or, if it is only a guide, those that are coded.
    /// Encoding, `source` is the movetext with its breaks.
    pub fn breaks(
        &mut self,
        coder: &mut impl Code,
        wrap: Wrap,
        movetext: &[u8],
        source: &[u8],
        out: &mut Vec<u8>,
    ) {
        if wrap.guided {
            self.breaks.code(coder, wrap, movetext, source, out);
        } else {
            wrap.wrap(movetext, out);
        }
    }

    /// Codes a game's layout and appends its text to `out`; encoding, that is `source` again. Decoding, the game gets its null moves'
    /// and unread texts. Returns where the last tag ends, or `None` if the game is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &mut Game,
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
            result: game.tag(b"Result").unwrap_or_default(),
        };
        for (at, tag) in game.tags.iter().enumerate() {
            pass.gap(TAG, game.tag_places.get(at))?;
            if pass.coder.failed() {
                return None;
            }
            pass.text(b"[");
            pass.text(game.get(tag.name));
            pass.text(b" \"");
            pass.text(game.get(tag.value));
            pass.text(b"\"]");
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
        blanks: &Blanks,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let symbol = if coder.decodes() {
            0
        } else {
            self.symbol(context, text, blanks)
        };
        let symbol = match self.recent.code(coder, context, symbol) {
            Some(symbol) => symbol,
            None => {
                let symbol =
                    coder.uniform(u64::from(symbol), u64::from(self.known.len()) + 1) as u32;
                if symbol == self.known.len() {
                    return self.spell(coder, context, text, blanks, limit, out);
                }
                self.recent.learn(context, symbol);
                symbol
            }
        };
        let template = self.known.get(symbol);
        if coder.decodes() {
            return blanks.fill(template, limit, out);
        }
        debug_assert!(blanks.fills(template, text));
        out.extend_from_slice(text);
        Some(())
    }

    /// The number of a gap's template, or the next free one.
    fn symbol(&mut self, context: u32, text: &[u8], blanks: &Blanks) -> u32 {
        if let Some(guess) = self.recent.guess(context)
            && blanks.fills(self.known.get(guess), text)
        {
            return guess;
        }
        self.known
            .find(&blanks.blank(text))
            .unwrap_or(self.known.len())
    }

    /// Codes a gap that was not met before.
    fn spell(
        &mut self,
        coder: &mut impl Code,
        context: u32,
        text: &[u8],
        blanks: &Blanks,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let mut template = Vec::new();
        if !self.spelling.string(
            coder,
            Kind::Other(1),
            &[],
            &blanks.blank(text),
            2 * limit as u64,
            &mut template,
        ) {
            return None;
        }
        if template.len() <= LONGEST_KNOWN && self.known.len() < MOST_KNOWN {
            let symbol = self.known.add(&template);
            self.recent.learn(context, symbol);
        }
        blanks.fill(&template, limit, out)
    }
}

/// One pass over a game.
struct Pass<'a, C> {
    layout: &'a mut Layout,
    coder: &'a mut C,
    source: &'a [u8],
    cursor: usize,
    begin: usize,
    limit: usize,
    out: &'a mut Vec<u8>,
    /// Where null moves and unread texts stand in `out`.
    nulls: Vec<Range<usize>>,
    raws: Vec<Range<usize>>,
    before: [u32; 2],
    numbering: Numbering,
    result: &'a [u8],
}

impl<C: Code> Pass<'_, C> {
    fn items(&mut self, game: &Game, structure: &Structure) -> Option<()> {
        let (mut plies, mut nulls, mut raws) =
            (game.plies.iter(), game.nulls.iter(), game.raws.iter());
        let (mut comments, mut join) = (game.comments.iter(), Join::new());
        for (at, &item) in game.items.iter().enumerate() {
            let place = game.places.get(at);
            match item {
                Item::Move => {
                    let ply = plies.next()?;
                    self.gap(MOVE + u32::from(!ply.facts.white()), place)?;
                    self.played(ply, game)?;
                    self.numbering.played();
                }
                Item::Null => {
                    self.gap(NULL, place)?;
                    let text = nulls.next().map_or(&[][..], |&span| game.get(span));
                    let start = self.out.len();
                    self.as_gap(NULL_TEXT, text)?;
                    self.nulls.push(start..self.out.len());
                    self.numbering.played();
                }
                Item::Open => {
                    self.gap(OPEN, place)?;
                    self.text(b"(");
                    self.numbering.open();
                }
                Item::Close => {
                    self.gap(CLOSE, place)?;
                    self.text(b")");
                    self.numbering.close();
                }
                Item::Comment => {
                    let comment = comments.next()?;
                    self.gap(COMMENT + comment.template, place)?;
                    let start = self.out.len();
                    join.comment(structure.template(comment.template), game, self.out);
                    self.cursor += self.out.len() - start;
                }
                Item::Raw => {
                    self.gap(RAW, place)?;
                    let text = raws.next().map_or(&[][..], |&span| game.get(span));
                    let start = self.out.len();
                    if !self
                        .layout
                        .raw
                        .string(self.coder, &[], text, self.limit as u64, self.out)
                    {
                        return None;
                    }
                    self.cursor += self.out.len() - start;
                    self.raws.push(start..self.out.len());
                }
                Item::End => self.gap(END, place)?,
            }
            if self.coder.failed() || self.out.len() - self.begin > self.limit {
                return None;
            }
        }
        Some(())
    }

    /// Appends what is known.
    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
        self.cursor += text.len();
    }

    /// Codes the gap before the item that stands at `place`.
    fn gap(&mut self, next: u32, place: Option<&Span>) -> Option<()> {
        let context = hash(&[self.before[0], self.before[1], next]);
        let text = place.map_or(&[][..], |place| {
            &self.source[self.cursor..place.start as usize]
        });
        let start = self.out.len();
        let blanks = Blanks {
            number: self.numbering.number(),
            result: self.result,
        };
        self.layout
            .gap(self.coder, context, text, &blanks, self.limit, self.out)?;
        let gap = &self.out[start..];
        self.cursor += gap.len();
        if next == NULL || next & !1 == MOVE {
            self.numbering.correct(gap);
        }
        self.before = [next, self.before[0]];
        Some(())
    }

    /// Codes text that is no gap with the gaps' dictionary.
    fn as_gap(&mut self, context: u32, text: &[u8]) -> Option<()> {
        let start = self.out.len();
        let blanks = Blanks {
            number: 0,
            result: &[],
        };
        self.layout
            .gap(self.coder, context, text, &blanks, self.limit, self.out)?;
        self.cursor += self.out.len() - start;
        Some(())
    }

    /// Codes how a move is spelled.
    fn played(&mut self, ply: &Ply, game: &Game) -> Option<()> {
        let start = self.out.len();
        ply.facts.write(self.layout.usual, self.out);
        let written = &self.out[start..];
        let kind = usize::from(ply.facts.played().is_castle())
            + 2 * usize::from(ply.facts.mark() == Mark::Mate)
            + 4 * usize::from(ply.facts.mark() != Mark::None)
            + 8 * usize::from(ply.facts.played().is_promotion());
        let usual = written == self.move_text(ply);
        if !self.layout.as_usual[kind].code(self.coder, usual) {
            self.out.truncate(start);
            self.unusual(ply)?;
        }
        self.cursor += self.out.len() - start;
        self.text(game.get(ply.glyphs));
        Some(())
    }

    /// The text of a move as it stands in the source; the decoder has none.
    fn move_text(&self, ply: &Ply) -> &[u8] {
        let source = self.source.get(self.cursor..).unwrap_or_default();
        source.get(..usize::from(ply.length)).unwrap_or_default()
    }

    /// Codes a spelling that is not the usual one, or the text itself where no spelling gives it.
    fn unusual(&mut self, ply: &Ply) -> Option<()> {
        let text = self.move_text(ply).to_vec();
        let layout = &mut *self.layout;
        let found = ply.facts.spelling(&text, layout.usual);
        let last = layout.last_unusual.map_or(0, Spelling::to_code);
        let contexts = [1 + u32::from(last), 0];
        if layout
            .spellings
            .bit(self.coder, contexts, 1, found.is_none())
        {
            let blanks = Blanks {
                number: 0,
                result: &[],
            };
            return layout.gap(self.coder, MOVE_TEXT, &text, &blanks, self.limit, self.out);
        }
        let code = found.unwrap_or_default().to_code();
        let contexts = contexts.map(|context| context ^ 0x10_0000);
        let code = layout
            .spellings
            .symbol(self.coder, contexts, 16, code.into());
        let spelling = Spelling::from_code(code as u16)?;
        if layout.last_unusual == Some(spelling) {
            layout.usual = spelling;
        }
        layout.last_unusual = Some(spelling);
        ply.facts.write(spelling, self.out);
        Some(())
    }
}
