//! Codes the breaks of lines in stream `layout`, each predicted from a width.
//!
//! Format: "Stream layout".

use entropy::{Code, Counter};

use game::parts::wrap::{KINDS, Place, Wrap};

/// Predicts at each space, and after each opening brace, whether the line ends there.
#[derive(Clone)]
pub(crate) struct Breaks {
    /// At spaces, and after braces.
    ends: [[Counter; KINDS]; 2],
}

impl Breaks {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            ends: [[Counter::new(); KINDS]; 2],
        }
    }

    /// Codes the breaks in `flat` and appends it to `out` with them. Encoding, `source` is that text; the only differences are
    /// breaks for spaces and breaks after opening braces.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        wrap: Wrap,
        flat: &[u8],
        source: &[u8],
        out: &mut Vec<u8>,
    ) {
        let line_end = wrap.line_end();
        let start = out.len();
        let (mut column, mut inside) = (0, false);
        for (at, &byte) in flat.iter().enumerate() {
            if coder.failed() {
                return;
            }
            match byte {
                b'{' => inside = true,
                b'}' => inside = false,
                _ => {}
            }
            // A break stands for a space, and after a brace.
            let brace = usize::from(byte == b'{');
            let ends = Place::at(flat, at, column, inside).is_some_and(|place| {
                let here = source.get(out.len() - start + brace..).unwrap_or_default();
                self.ends[brace][place.kind(wrap.width)].code(coder, here.starts_with(line_end))
            });
            if brace > 0 || !ends {
                out.push(byte);
            }
            if ends {
                out.extend_from_slice(line_end);
            }
            column = if ends || byte == b'\n' { 0 } else { column + 1 };
        }
    }
}
