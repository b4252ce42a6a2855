//! Parses and writes evaluations in comments.
//!
//! Format: "Stream evals".

use super::digits::{number, plain_number, write_digits};

/// An evaluation in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenEval {
    /// Centipawns, or moves to mate.
    pub value: i32,
    /// Whether it is mate.
    pub mate: bool,
    /// How it is written.
    pub form: EvalForm,
    /// Plies played before it in the order of the text.
    pub after: u32,
}

/// How an evaluation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalForm {
    /// The unit, and how many decimals.
    pub decimals: Decimals,
    /// Whether a sign stands before values that are not negative.
    pub plus: Plus,
    /// Whether a mate has an `M` after the sign instead of a `#` before it.
    pub letter: bool,
}

/// In what unit an evaluation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decimals {
    /// In pawns with as many decimals as needed, at least one.
    #[default]
    Needed,
    /// In pawns with two decimals.
    Two,
    /// As few as needed, and a zero has none.
    Fewest,
    /// As a whole number, which the model treats as centipawns.
    None,
}

/// Which evaluations have a plus sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plus {
    #[default]
    Never,
    /// Evaluations above zero.
    Positive,
    /// All evaluations without a minus sign.
    Always,
}

impl EvalForm {
    /// The number of forms.
    pub const COUNT: u32 = 24;

    /// A number for each form, below [`EvalForm::COUNT`].
    pub fn to_code(self) -> u32 {
        (self.decimals as u32 * 3 + self.plus as u32) * 2 + u32::from(self.letter)
    }

    /// The inverse of [`EvalForm::to_code`]; any other number gives some form.
    pub fn from_code(code: u32) -> Self {
        let decimals = [
            Decimals::Needed,
            Decimals::Two,
            Decimals::Fewest,
            Decimals::None,
        ];
        let plus = [Plus::Never, Plus::Positive, Plus::Always];
        Self {
            decimals: decimals[(code / 6 % 4) as usize],
            plus: plus[(code / 2 % 3) as usize],
            letter: code & 1 == 1,
        }
    }
}

impl WrittenEval {
    /// Whether it has a plus.
    pub fn has_plus(&self) -> bool {
        match self.form.plus {
            Plus::Never => false,
            Plus::Positive => self.value > 0,
            Plus::Always => self.value >= 0,
        }
    }

    /// Decimals of a score.
    pub fn decimals(&self) -> usize {
        match self.form.decimals {
            Decimals::Fewest if self.value == 0 => 0,
            Decimals::Needed | Decimals::Fewest if self.value % 10 == 0 => 1,
            Decimals::Needed | Decimals::Fewest | Decimals::Two => 2,
            Decimals::None => 0,
        }
    }

    /// Of all forms in which this evaluation has the same text, the one nearest to another form.
    pub fn form_near(&self, other: EvalForm) -> EvalForm {
        let EvalForm {
            mut decimals,
            mut plus,
            mut letter,
        } = self.form;
        let seen = Self {
            form: other,
            ..*self
        };
        if self.mate || self.decimals() == seen.decimals() {
            decimals = other.decimals;
        }
        if self.has_plus() == seen.has_plus() {
            plus = other.plus;
        }
        if !self.mate {
            letter = other.letter;
        }
        EvalForm {
            decimals,
            plus,
            letter,
        }
    }
}

/// Reads an evaluation as [`write_eval`] writes it.
pub(super) fn parse_eval(text: &[u8], after: u32) -> Option<WrittenEval> {
    let (hash, rest) = match text {
        [b'#', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (sign, rest) = match rest {
        [sign @ (b'-' | b'+'), rest @ ..] => (Some(sign), rest),
        _ => (None, rest),
    };
    let (letter, digits) = match rest {
        [b'M', digits @ ..] if !hash => (true, digits),
        _ => (false, rest),
    };
    let mate = hash || letter;
    let point = digits
        .iter()
        .position(|&byte| byte == b'.')
        .filter(|_| !mate);
    let (magnitude, decimals) = match point {
        None if digits == b"0" => (0, Decimals::Fewest),
        None => (plain_number(digits)?, Decimals::None),
        Some(point) => {
            let (whole, fraction) = (plain_number(&digits[..point])?, &digits[point + 1..]);
            match *fraction {
                [_] => (whole * 100 + number(fraction)? * 10, Decimals::Needed),
                [_, b'0'] => (whole * 100 + number(fraction)?, Decimals::Two),
                [_, _] => (whole * 100 + number(fraction)?, Decimals::Needed),
                _ => return None,
            }
        }
    };
    let magnitude = i32::try_from(magnitude).ok();
    let magnitude = magnitude.filter(|&magnitude| magnitude < 1 << 24)?;
    let (value, plus) = match (sign, magnitude) {
        (Some(b'-'), 0) => return None,
        (Some(b'-'), _) => (-magnitude, Plus::Never),
        (Some(_), 0) => (0, Plus::Always),
        (Some(_), _) => (magnitude, Plus::Positive),
        (None, _) => (magnitude, Plus::Never),
    };
    let form = EvalForm {
        decimals,
        plus,
        letter,
    };
    Some(WrittenEval {
        value,
        mate,
        form,
        after,
    })
}

pub(super) fn write_eval(eval: WrittenEval, out: &mut Vec<u8>) {
    if eval.mate && !eval.form.letter {
        out.push(b'#');
    }
    if eval.value < 0 {
        out.push(b'-');
    } else if eval.has_plus() {
        out.push(b'+');
    }
    let magnitude = u64::from(eval.value.unsigned_abs());
    if eval.mate {
        if eval.form.letter {
            out.push(b'M');
        }
        return write_digits(magnitude, 1, out);
    }
    match eval.decimals() {
        0 => write_digits(magnitude, 1, out),
        decimals => {
            write_digits(magnitude / 100, 1, out);
            out.push(b'.');
            let fraction = magnitude % 100;
            let shown = if decimals == 1 {
                fraction / 10
            } else {
                fraction
            };
            write_digits(shown, decimals, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_evaluation_looks_the_same_in_the_nearest_form(text in "#?[-+]?M?[0-9]{1,2}([.][0-9]{1,2})?", code in 0..EvalForm::COUNT) {
            if let Some(eval) = parse_eval(text.as_bytes(), 0) {
                let near = eval.form_near(EvalForm::from_code(code));
                for form in [eval.form, near, EvalForm::from_code(near.to_code())] {
                    let mut out = Vec::new();
                    write_eval(WrittenEval { form, ..eval }, &mut out);
                    prop_assert_eq!(out, text.as_bytes());
                }
                let same = WrittenEval { form: near, ..eval };
                prop_assert_eq!(same.form_near(near), near);
            }
        }
    }
}
