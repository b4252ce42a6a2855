//! One pass over a game that codes its layout: the decoder assembles the text, the encoder compares the text with the prediction.
//!
//! Format: "Stream layout".

use super::super::structure::Structure;
use super::gap::{Gap, Numbering};
use super::{CLOSE, COMMENT, END, Layout, MOVE, MOVE_TEXT, NULL, NULL_TEXT, OPEN, RAW, TAG, pair};
use entropy::Code;
use game::parts::comment::Join;
use game::parts::{GameParts, Item, PlyFacts, Span, TagSpans};
use legal::san::{Mark, Spelling};
use model::number::hash;
use model::strings::Kind;
use pgn::lex;
use std::borrow::Cow;
use std::ops::Range;

/// One pass over a game.
pub(super) struct Pass<'a, C> {
    pub(super) layout: &'a mut Layout,
    pub(super) coder: &'a mut C,
    pub(super) source: &'a [u8],
    pub(super) cursor: usize,
    pub(super) begin: usize,
    pub(super) limit: usize,
    pub(super) out: &'a mut Vec<u8>,
    /// Where null moves and unread texts stand in `out`.
    pub(super) nulls: Vec<Range<usize>>,
    pub(super) raws: Vec<Range<usize>>,
    pub(super) before: [u32; 2],
    pub(super) numbering: Numbering,
    pub(super) result: &'a [u8],
}

impl<C: Code> Pass<'_, C> {
    pub(super) fn items(&mut self, game: &GameParts, structure: &Structure) -> Option<()> {
        let (mut plies, mut nulls, mut raws) =
            (game.plies.iter(), game.nulls.iter(), game.raws.iter());
        let (mut comments, mut join) = (game.comments.iter(), Join::default());
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
                    let (kind, limit) = (Kind::Other(0), self.limit as u64);
                    let raw = &mut self.layout.raw;
                    if !raw.string(self.coder, kind, &[], text, limit, self.out) {
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

    /// Appends text that need not be coded.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
        self.cursor += text.len();
    }

    /// Codes the gap before a tag pair that stands at `place`, and appends the pair, too.
    pub(super) fn tag(
        &mut self,
        game: &GameParts,
        tag: &TagSpans,
        place: Option<&Span>,
    ) -> Option<()> {
        let start = self.out.len();
        let told = place.map_or(Cow::Borrowed(&[][..]), |place| {
            let (from, to) = (place.start as usize, place.end as usize);
            let (text, gap) = (&self.source[from..to], &self.source[self.cursor..from]);
            if pair::is_usual(text, game.get(tag.name), game.get(tag.value)) {
                return Cow::Borrowed(gap);
            }
            let pair = lex(text).next().and_then(|token| token.tag_pair());
            pair.map_or(Cow::Borrowed(gap), |found| pair::told(gap, found.blanks))
        });
        self.spaced(TAG, &told)?;
        // Usually it is the gap alone.
        let told = &self.out[start..];
        let told = memchr::memchr(b'[', told).map_or(Vec::new(), |_| told.to_vec());
        let (gap, [begin, middle, end]) = pair::parts(&told);
        if !told.is_empty() {
            self.out.truncate(start + gap.len());
        }
        self.cursor += self.out.len() - start;
        let (name, value) = (game.get(tag.name), game.get(tag.value));
        for part in [b"[", begin, name, middle, b"\"", value, b"\"", end, b"]"] {
            self.text(part);
        }
        Some(())
    }

    /// Codes the gap before the item that stands at `place`.
    pub(super) fn gap(&mut self, next: u32, place: Option<&Span>) -> Option<()> {
        let text = place.map_or(&[][..], |place| {
            &self.source[self.cursor..place.start as usize]
        });
        let start = self.out.len();
        self.spaced(next, text)?;
        let gap = &self.out[start..];
        self.cursor += gap.len();
        if next == NULL || next & !1 == MOVE {
            self.numbering.correct(gap);
        }
        Some(())
    }

    /// Codes the text of a gap and appends it.
    fn spaced(&mut self, next: u32, text: &[u8]) -> Option<()> {
        let context = hash(&[self.before[0], self.before[1], next]);
        let repeats = Gap::new(self.numbering.number(), self.result);
        self.layout
            .gap(self.coder, context, text, &repeats, self.limit, self.out)?;
        self.before = [next, self.before[0]];
        Some(())
    }

    /// Codes text that is not a gap, with the dictionary of gaps.
    fn as_gap(&mut self, context: u32, text: &[u8]) -> Option<()> {
        let start = self.out.len();
        let repeats = Gap::new(0, &[]);
        self.layout
            .gap(self.coder, context, text, &repeats, self.limit, self.out)?;
        self.cursor += self.out.len() - start;
        Some(())
    }

    /// Codes how a move is spelled.
    fn played(&mut self, ply: &PlyFacts, game: &GameParts) -> Option<()> {
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
    fn move_text(&self, ply: &PlyFacts) -> &[u8] {
        let source = self.source.get(self.cursor..).unwrap_or_default();
        source.get(..usize::from(ply.length)).unwrap_or_default()
    }

    /// Codes a spelling that is not the usual one, or the text itself where no spelling gives it.
    fn unusual(&mut self, ply: &PlyFacts) -> Option<()> {
        let text = self.move_text(ply).to_vec();
        let layout = &mut *self.layout;
        let found = ply.facts.spelling(&text, layout.usual);
        let last = layout.last_unusual.map_or(0, Spelling::to_code);
        let contexts = [1 + u32::from(last), 0];
        if layout
            .spellings
            .bit(self.coder, contexts, 1, found.is_none())
        {
            let repeats = Gap::new(0, &[]);
            return layout.gap(self.coder, MOVE_TEXT, &text, &repeats, self.limit, self.out);
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
