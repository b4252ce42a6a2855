//! Codes a text without a template: its sketch (the text without its moves) as a string, then the moves.
//!
//! Format: "Moves in prose".

use crate::comments::marks::{Mark, MarkContext};
use crate::comments::pv::Situation;
use crate::moves::MoveContext;
use entropy::Code;
use legal::Place;
use legal::san::{MoveFacts, Spelling};
use model::number::hash;
use model::strings::Kind;

use super::list;
use super::sketch::{self, MARKS, MOVE, NUMBER, QUOTE, STARTS, Said, Sketch, Stage};
use super::{Comments, Here};

/// The kind of line that stands for moves in prose.
const NAME: u32 = 1;
/// Bytes before a move from which the position it starts from is predicted.
const TELLING: usize = 5;

/// The text since its last move.
struct Gap {
    /// A hash of the bytes since.
    since: u32,
    /// The number of the place from which that move started.
    start: u32,
    /// The place in the text for the number of the next move, if it has one.
    number: Option<usize>,
}

impl Comments {
    /// Codes a text that has no template. Returns `false` if it is longer than `limit`.
    pub(super) fn prose(
        &mut self,
        coder: &mut impl Code,
        here: &Here<'_>,
        source: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        let sketch = if coder.decodes() {
            Sketch::default()
        } else {
            Sketch::of(source, here.places, self.spelling)
        };
        let last = &mut self.last[here.situation.side];
        let mut bytes = Vec::new();
        let strings = &mut self.prose;
        // A sketch is at most twice as long as its text: then every byte is quoted.
        let longest = limit.saturating_mul(2);
        let kind = Kind::Other(0);
        if !strings.string(coder, kind, last, &sketch.bytes, longest, &mut bytes) {
            return false;
        }
        last.clone_from(&bytes);

        let mut stage = Stage::new(here.places);
        let mut moves = sketch.moves.into_iter();
        let mut marks = sketch.marks.into_iter();
        let mut gap = Gap {
            since: 0,
            start: STARTS.into(),
            number: None,
        };
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if out.len() as u64 > limit {
                return false;
            }
            match byte {
                NUMBER => gap.number = Some(out.len()),
                MOVE => {
                    let said = moves.next().unwrap_or_default();
                    let before = &bytes[at.saturating_sub(TELLING)..at];
                    let start = self.said(coder, here, &mut stage, (&gap, before), said, out);
                    gap = Gap {
                        since: 0,
                        start,
                        number: None,
                    };
                    at += 1;
                    continue;
                }
                MARKS => {
                    let arrows = list::announced(out).unwrap_or_default();
                    let drawn = marks.next().unwrap_or_default();
                    let drawn = self.drawn(coder, here, arrows, &drawn);
                    list::write(&drawn, arrows, out);
                }
                QUOTE => {
                    at += 1;
                    out.extend(bytes.get(at));
                }
                byte => out.push(byte),
            }
            gap.since = hash(&[gap.since, byte.into()]);
            at += 1;
        }
        if let Some(place) = stage.place(0) {
            self.lines(here.game).close(place.position.hash());
        }
        true
    }

    /// Codes a list of marks.
    pub(super) fn drawn(
        &mut self,
        coder: &mut impl Code,
        here: &Here<'_>,
        arrows: bool,
        drawn: &[Mark],
    ) -> Vec<Mark> {
        let now = here.places[0].as_ref();
        let context = MarkContext {
            position: now.map(|now| &now.position),
            last: now.and_then(|now| now.history.last),
            next: here.next,
            text: self.texts,
        };
        self.marks.list(coder, &context, arrows, drawn)
    }

    /// Codes a move of a text and appends it, with its number. Returns where it started.
    fn said(
        &mut self,
        coder: &mut impl Code,
        here: &Here<'_>,
        stage: &mut Stage<'_>,
        (gap, before): (&Gap, &[u8]),
        said: Said,
        out: &mut Vec<u8>,
    ) -> u32 {
        let numbered = u32::from(gap.number.is_some());
        let near = hash(&[gap.since, numbered]);
        let words = before
            .iter()
            .rfold(7, |state, &byte| hash(&[state, byte.into()]));
        let contexts = [
            hash(&[1, near, gap.start]),
            hash(&[2, near]),
            hash(&[3, words]),
            hash(&[4, numbered, gap.start]),
        ];
        let start = self.starts.symbol(coder, contexts, 3, said.start.into());
        let spelling = self
            .styles
            .symbol(coder, hash(&[NAME, 2]), said.spelling.into(), 1 << 16);
        // Only junk has a move where there is no position.
        let Some(place) = stage.place(start as u8) else {
            return start;
        };
        if let Some(number) = gap.number {
            let after = out.split_off(number);
            sketch::write_number(&place.position, out);
            out.extend_from_slice(&after);
        }
        self.spelling = Spelling::from_code(spelling as u16).unwrap_or_default();
        let index = usize::from(said.index);
        if let Some(facts) = self.play(coder, here, stage, place, start, index) {
            facts.write(self.spelling, out);
        }
        start
    }

    /// Codes a move and plays it; `None` where there is no legal move.
    fn play(
        &mut self,
        coder: &mut impl Code,
        here: &Here<'_>,
        stage: &mut Stage<'_>,
        place: Place,
        start: u32,
        index: usize,
    ) -> Option<MoveFacts> {
        let legal = place.position.legal_moves();
        if legal.is_empty() {
            return None;
        }
        let lines = self.lines(here.game);
        if start != 0 {
            if let Some(after) = stage.place(0) {
                lines.close(after.position.hash());
            }
            lines.begin(Situation {
                kind: NAME,
                alternative: here.situation.alternative.filter(|_| start == 3),
                ..here.situation
            });
        }
        let turn = MoveContext {
            position: &place.position,
            legal: &legal,
            history: &place.history,
            setting: here.setting,
        };
        let index = lines.single(coder, &turn, index);
        Some(stage.play(place, index))
    }
}
