//! Codes line breaks one by one in stream `layout`, where a fixed line width explains them only in part.
//!
//! Format: "Stream layout".

use entropy::{Code, Counter};

use game::parts::wrap::Wrap;

/// Predicts at each space, and after each opening brace, whether the line ends there.
#[derive(Clone)]
pub(crate) struct Breaks {
    spaces: [Counter; 64],
    braces: [Counter; 8],
    last: usize,
}

impl Breaks {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            spaces: [Counter::new(); 64],
            braces: [Counter::new(); 8],
            last: 0,
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
        let width = usize::from(wrap.width);
        let start = out.len();
        let mut column = 0;
        let mut inside = false;
        for (at, &byte) in flat.iter().enumerate() {
            if coder.failed() {
                return;
            }
            let rest = &flat[at + 1..];
            // How far a word exceeds the width makes no difference; without this limit, the searches could take very long.
            let near = &rest[..rest.len().min(width + 1)];
            let lone = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii_whitespace());
            let here = source.get(out.len() - start..).unwrap_or_default();
            if byte == b' '
                && lone(rest.first())
                && lone(at.checked_sub(1).and_then(|before| flat.get(before)))
            {
                let word = near
                    .iter()
                    .position(u8::is_ascii_whitespace)
                    .unwrap_or(near.len());
                let full = column + 1 + word > width;
                let number = rest[0].is_ascii_digit() && near[..word].contains(&b'.');
                let kind = usize::from(full)
                    + 2 * usize::from(number)
                    + 4 * usize::from(inside)
                    + 8 * usize::from(rest[0] == b'{');
                let kind = kind + 16 * (self.last & 3);
                let ends = self.spaces[kind].code(coder, here.starts_with(line_end));
                self.last = self.last << 1 | usize::from(ends != full);
                if ends {
                    out.extend_from_slice(line_end);
                    column = 0;
                    continue;
                }
            }
            out.push(byte);
            column = if byte == b'\n' { 0 } else { column + 1 };
            match byte {
                b'{' => {
                    inside = true;
                    if lone(rest.first()) {
                        let length = memchr::memchr(b'}', near).unwrap_or(near.len()) + 1;
                        let word = near
                            .iter()
                            .position(u8::is_ascii_whitespace)
                            .unwrap_or(near.len());
                        let kind = usize::from(column + length > width)
                            + 2 * usize::from(length > width)
                            + 4 * usize::from(column + word > width);
                        let here = source.get(out.len() - start..).unwrap_or_default();
                        if self.braces[kind].code(coder, here.starts_with(line_end)) {
                            out.extend_from_slice(line_end);
                            column = 0;
                        }
                    }
                }
                b'}' => inside = false,
                _ => {}
            }
        }
    }
}
