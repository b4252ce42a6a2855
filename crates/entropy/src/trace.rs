//! Tells a listener each decision that a [`range::Decoder`](crate::range::Decoder) takes, and who asked for it. Only with the feature `trace`.
//!
//! Not part of the format.

use std::cell::{Cell, RefCell};
use std::panic::Location;

/// What was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A yes or no.
    Bit(bool),
    /// A symbol, which its share tells.
    Share,
}

/// A decision that was decoded from a message. Decisions of probability one are none.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The name of the message, see [`range::Decoder::named`](crate::range::Decoder::named).
    pub stream: &'static str,
    /// What was decoded.
    pub taken: Taken,
    /// Where the share begins, out of [`TOTAL`](crate::TOTAL); 0 for a yes or no.
    pub low: u32,
    /// The width of the share; for a yes or no, that of yes.
    pub width: u32,
    /// Who asked.
    pub place: &'static Location<'static>,
}

type Listener = Box<dyn FnMut(&Decision)>;

thread_local! {
    /// Who asked, where that is not the caller of the decoder.
    static ASKED: Cell<Option<&'static Location<'static>>> = const { Cell::new(None) };
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Does some work, and tells the listener each decision that is decoded meanwhile on this thread.
///
/// ```
/// use entropy::{Decode, Encode, Uniform, range, trace};
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// let mut encoder = range::Encoder::new();
/// encoder.encode(2, &Uniform::new(4));
/// let bytes = encoder.finish();
/// let seen = Rc::new(Cell::new((0, 0)));
/// let seen_too = Rc::clone(&seen);
/// trace::heard(
///     move |decision| seen_too.set((decision.low, decision.width)),
///     || range::Decoder::new(&bytes).decode(&Uniform::new(4)),
/// );
/// assert_eq!(seen.get(), (1 << 15, 1 << 14));
/// ```
pub fn heard<T>(listener: impl FnMut(&Decision) + 'static, work: impl FnOnce() -> T) -> T {
    let before = LISTENER.replace(Some(Box::new(listener)));
    let result = work();
    LISTENER.set(before);
    result
}

/// As long as it is there, decisions are told as asked for by the caller of [`asked`].
#[derive(Debug)]
pub struct Asked(Option<&'static Location<'static>>);

impl Drop for Asked {
    fn drop(&mut self) {
        ASKED.set(self.0);
    }
}

/// Says that the caller asks for the decisions that follow, where a decoder cannot see that itself.
#[must_use]
#[track_caller]
pub fn asked() -> Asked {
    Asked(ASKED.replace(Some(Location::caller())))
}

/// Tells the listener of this thread, if there is one.
pub(crate) fn tell(mut decision: Decision) {
    decision.place = ASKED.get().unwrap_or(decision.place);
    // A listener that decodes something itself hears nothing of it.
    let Some(mut listener) = LISTENER.take() else {
        return;
    };
    listener(&decision);
    LISTENER.set(Some(listener));
}
