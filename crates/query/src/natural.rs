//! The order of texts in which numbers count as numbers: `1`, `1.2`, `1.10`, `2`, `10`.
//!
//! Not part of the format.

use std::cmp::Ordering;

/// Text in natural order: letters by their code points, runs of digits by the number that they make. A sign before a number at the
/// beginning belongs to it. Texts are equal only if all their letters are.
///
/// ```
/// use query::Natural;
///
/// let mut rounds = ["10", "1.10", "2", "1.2", "Final"].map(|round| Natural(round.to_owned()));
/// rounds.sort();
/// assert_eq!(rounds.map(|round| round.0), ["1.2", "1.10", "2", "10", "Final"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural(pub String);

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, two) = (self.0.as_bytes(), other.0.as_bytes());
        let order = match (after_sign(one), after_sign(two)) {
            // The greater number comes first.
            ((true, one), (true, two)) => {
                number(one, two).reverse().then_with(|| compare(one, two))
            }
            ((true, _), _) => Ordering::Less,
            (_, (true, _)) => Ordering::Greater,
            ((_, one), (_, two)) => compare(one, two),
        };
        // What differs in zeros or a plus sign.
        order.then_with(|| one.cmp(two))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether a text begins with a minus sign and a digit, and the text without its sign.
fn after_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [sign @ (b'+' | b'-'), rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) => {
            (*sign == b'-', rest)
        }
        text => (false, text),
    }
}

/// The digits at the beginning, and what follows.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// The order of the numbers at the beginnings of two texts.
fn number(one: &[u8], two: &[u8]) -> Ordering {
    let (one, two) = (significant(one), significant(two));
    one.len().cmp(&two.len()).then_with(|| one.cmp(two))
}

/// The digits at the beginning without zeros before them.
fn significant(text: &[u8]) -> &[u8] {
    let (digits, _) = digits(text);
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

fn compare(mut one: &[u8], mut two: &[u8]) -> Ordering {
    loop {
        let (Some((a, after_a)), Some((b, after_b))) = (one.split_first(), two.split_first())
        else {
            return one.len().cmp(&two.len());
        };
        if a.is_ascii_digit() && b.is_ascii_digit() {
            let order = number(one, two);
            if order.is_ne() {
                return order;
            }
            (one, two) = (digits(one).1, digits(two).1);
            continue;
        }
        if a != b {
            return a.cmp(b);
        }
        (one, two) = (after_a, after_b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(texts: &[&str]) -> Vec<String> {
        let mut all: Vec<Natural> = texts
            .iter()
            .rev()
            .map(|&text| Natural(text.to_owned()))
            .collect();
        all.sort();
        all.into_iter().map(|text| text.0).collect()
    }

    #[test]
    fn numbers_in_text_count_as_numbers() {
        for order in [
            &[
                "1", "1.2", "1.10", "2", "2.1", "3", "9", "10", "11.1", "final",
            ][..],
            &["60+1", "180+0", "180+2", "600+0", "1800+0"],
            &["board 2", "board 10", "board 10 b"],
            &["-11", "-2", "+3", "+12"],
            &["2019.12.31", "2023.01.??", "2023.??.??"],
            &["0-1", "1-0", "1/2-1/2"],
            &["a00", "b9", "b20", "b90"],
            &["", "-", "1", "?", "x", "é", "π"],
            &["007", "07", "7", "8"],
            &[
                "99999999999999999999998",
                "99999999999999999999999",
                "100000000000000000000000",
            ],
        ] {
            assert_eq!(sorted(order), order);
        }
    }

    #[test]
    fn the_order_is_total() {
        let texts = [
            "", "0", "00", "1", "01", "1a", "01b", "-1", "+1", "-01", "a1", "a01", "a1b", "-", "-a",
        ];
        let all = texts.map(|text| Natural(text.to_owned()));
        for a in &all {
            for b in &all {
                assert_eq!(a.cmp(b), b.cmp(a).reverse());
                assert_eq!(a.cmp(b).is_eq(), a == b);
                for c in all.iter().filter(|c| a < b && b < *c) {
                    assert!(a < c, "{a:?} {b:?} {c:?}");
                }
            }
        }
    }
}
