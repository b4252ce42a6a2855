//! Text and index to style.

use shakmaty::Move;

use super::{
    Base, Capture, Castling, Check, Disambiguation, Mark, PawnLetter, Promotion, Spelling,
    write::Text,
};
use crate::{LegalMoves, Position};

/// The spelling in which [`write`](super::write) gives exactly `text` for the
/// move at `index`.
///
/// That is `usual` if it fits; else one that keeps the styles of `usual` for
/// whatever the text does not show. `None` if no spelling writes the text.
pub fn spelling(
    text: &[u8],
    before: &Position,
    legal: &LegalMoves,
    index: usize,
    mark: Mark,
    usual: Spelling,
) -> Option<Spelling> {
    let m = legal.unrank(index)?;
    let mut search = Search {
        text,
        before,
        legal,
        m,
        mark,
    };
    if search.agreement(usual) == EXACT {
        return Some(usual);
    }
    search.closest(usual)
}

const EXACT: usize = usize::MAX;

struct Search<'a> {
    text: &'a [u8],
    before: &'a Position,
    legal: &'a LegalMoves,
    m: Move,
    mark: Mark,
}

impl Search<'_> {
    /// Settles one part after the other in the order in which they show in
    /// the text: the style that agrees with the text furthest is the right one,
    /// because every part before it is right already.
    fn closest(&mut self, usual: Spelling) -> Option<Spelling> {
        let mut s = usual;
        s = self.settle(s, PawnLetter::ALL, |s, part| s.pawn_letter = part);
        s = self.settle(s, Base::ALL, |s, part| s.base = part);
        s = self.settle(s, Castling::ALL, |s, part| s.castling = part);
        s = self.settle(s, Disambiguation::ALL, |s, part| s.disambiguation = part);
        s = self.settle(s, Capture::ALL, |s, part| s.capture = part);
        s = self.settle(s, Promotion::ALL, |s, part| s.promotion = part);
        s = self.settle(s, Check::ALL, |s, part| s.check = part);
        (self.agreement(s) == EXACT).then_some(s)
    }

    /// The first best of the present style and all others.
    fn settle<P: Copy>(
        &self,
        present: Spelling,
        styles: &[P],
        set: impl Fn(&mut Spelling, P),
    ) -> Spelling {
        let mut best = present;
        let mut agreement = self.agreement(present);
        for &style in styles {
            let mut candidate = present;
            set(&mut candidate, style);
            let reached = self.agreement(candidate);
            if reached > agreement {
                (best, agreement) = (candidate, reached);
            }
        }
        best
    }

    /// How many bytes agree before the first that does not.
    #[inline]
    fn agreement(&self, spelling: Spelling) -> usize {
        let written = Text::of(self.before, self.legal, self.m, self.mark, spelling);
        let written = written.as_bytes();
        if written == self.text {
            return EXACT;
        }
        let pairs = written.iter().zip(self.text);
        pairs.take_while(|(ours, theirs)| ours == theirs).count()
    }
}
