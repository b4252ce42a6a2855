//! Text and index to style.
//!
//! Not part of the format.

use shakmaty::{Move, Role};

use super::{
    Base, Capture, Castling, Check, Disambiguation, Mark, MoveFacts, PawnLetter, Promotion,
    Spelling, write::Text,
};
use crate::{LegalMoves, Position};

/// The spelling in which [`write()`](super::write()) gives exactly `text` for the
/// move at `index`; see [`MoveFacts::spelling`].
pub fn spelling(
    text: &[u8],
    before: &Position,
    legal: &LegalMoves,
    index: usize,
    mark: Mark,
    usual: Spelling,
) -> Option<Spelling> {
    legal.unrank(index)?;
    MoveFacts::of(before, legal, index, mark).spelling(text, usual)
}

impl MoveFacts {
    /// The spelling in which [`MoveFacts::write`] gives exactly `text`.
    ///
    /// That is `usual` if it fits; else one that keeps the styles of `usual` for
    /// whatever the text does not show. `None` if no spelling writes the text.
    #[inline]
    pub fn spelling(&self, text: &[u8], usual: Spelling) -> Option<Spelling> {
        let search = Search { text, facts: self };
        if search.agreement(usual) == EXACT {
            return Some(usual);
        }
        search.closest(usual)
    }
}

const EXACT: usize = usize::MAX;

struct Search<'a> {
    text: &'a [u8],
    facts: &'a MoveFacts,
}

impl Search<'_> {
    /// Tries the parts that hide or imitate others, base and disambiguation, in
    /// all combinations, the usual ones first.
    fn closest(&self, usual: Spelling) -> Option<Spelling> {
        let bases = std::iter::once(&usual.base).chain(Base::ALL);
        for &base in bases {
            let s = Spelling { base, ..usual };
            if let Some(found) = self.settled(s) {
                return Some(found);
            }
            if base == Base::San
                && matches!(self.facts.played, Move::Normal { role, .. } if role != Role::Pawn)
            {
                for &disambiguation in Disambiguation::ALL {
                    let s = Spelling {
                        disambiguation,
                        ..s
                    };
                    if let Some(found) = self.settled(s) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Settles the other parts one after the other in the order in which they
    /// show in the text: the style that agrees with the text furthest is the
    /// right one, because every part before it is right already. The mark comes
    /// last and is left out until then, so that the usual one does not hide
    /// where the rest of the text ends.
    fn settled(&self, usual: Spelling) -> Option<Spelling> {
        let mut s = Spelling {
            check: Check::Never,
            ..usual
        };
        s = self.settle(s, PawnLetter::ALL, |s, part| s.pawn_letter = part);
        s = self.settle(s, Castling::ALL, |s, part| s.castling = part);
        s = self.settle(s, Capture::ALL, |s, part| s.capture = part);
        s = self.settle(s, Promotion::ALL, |s, part| s.promotion = part);
        s.check = usual.check;
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

    /// How far a spelling agrees with the text: two for each byte before the first that differs, and one more if nothing does but
    /// that the text goes on. So `exd6` is nearer to `exd6++` than `exd6e.p.` is, whatever mark is still to be found.
    #[inline]
    fn agreement(&self, spelling: Spelling) -> usize {
        let written = Text::of(self.facts, spelling);
        let written = written.as_bytes();
        if written == self.text {
            return EXACT;
        }
        let pairs = written.iter().zip(self.text);
        let agreeing = pairs.take_while(|(ours, theirs)| ours == theirs).count();
        2 * agreeing + usize::from(agreeing == written.len())
    }
}
