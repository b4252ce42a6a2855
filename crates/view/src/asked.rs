//! What a request asks for: a path and parameters.

use crate::answer::Wrong;
use query::{Conditions, Filter};

/// The parameters of a request, in their order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked(Vec<(String, String)>);

/// Parameters that choose games: the simple conditions and an expression, named as the options of the program.
pub(crate) const FILTERS: [&str; 7] = [
    "player", "rating", "date", "result", "eco", "position", "where",
];

impl Asked {
    /// Reads what stands after the `?`. Only these names are known.
    pub fn read(text: &str, known: &[&str]) -> Result<Self, Wrong> {
        let mut found = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            if !known.contains(&&*name) {
                return Err(Wrong::asked(format!("there is no parameter {name:?} here")));
            }
            if found.iter().any(|(other, _)| *other == name) {
                return Err(Wrong::asked(format!("the parameter {name} is given twice")));
            }
            found.push((name, value));
        }
        Ok(Self(found))
    }

    /// A parameter that is given and not empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(other, _)| other == name)?;
        Some(value.trim()).filter(|value| !value.is_empty())
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Result<Option<u64>, Wrong> {
        let read = |text: &str| {
            text.parse().map_err(|_| {
                Wrong::asked(format!("{name}: {text:?} is not a whole number from 0 up"))
            })
        };
        self.text(name).map(read).transpose()
    }

    /// The number of a game, from 1.
    pub fn game(&self) -> Result<u64, Wrong> {
        let number = self.number("n")?;
        number
            .and_then(|number| number.checked_sub(1))
            .ok_or_else(|| Wrong::asked("the number of a game is missing: n=1 is the first"))
    }

    /// The games that are wanted.
    pub fn filter(&self) -> Result<Filter, Wrong> {
        let text = |name| self.text(name).map(str::to_owned);
        let conditions = Conditions {
            player: text("player").into_iter().collect(),
            rating: text("rating"),
            date: text("date"),
            result: text("result"),
            eco: text("eco"),
            position: text("position"),
            expression: text("where"),
            ..Conditions::default()
        };
        Ok(Filter::of(&conditions)?)
    }
}

/// A text without the spelling of addresses: `+` for a blank, `%C3%A9` for bytes.
fn decoded(text: &str) -> Result<String, Wrong> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(bytes.next()?).to_digit(16);
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (16 * high + low) as u8,
                    _ => return Err(Wrong::asked("a % is not followed by two digits")),
                }
            }
            byte => byte,
        });
    }
    String::from_utf8(out).map_err(|_| Wrong::asked("a parameter is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded_and_those_that_nobody_knows_are_refused() {
        let asked = Asked::read(
            "where=white+%3d+%27Andr%C3%A9%27&from=50&eco=",
            &["where", "from", "eco"],
        )
        .unwrap();
        assert_eq!(asked.text("where"), Some("white = 'André'"));
        assert_eq!(asked.number("from").unwrap(), Some(50));
        assert_eq!(asked.text("eco"), None);
        for wrong in ["n=1&n=2", "m=1", "n=%", "n=%e", "n=%zz", "n=%ff"] {
            assert!(Asked::read(wrong, &["n"]).is_err(), "{wrong}");
        }
        for wrong in ["n=-1", "n=0", "n=x", "n=99999999999999999999", ""] {
            assert!(
                Asked::read(wrong, &["n"]).unwrap().game().is_err(),
                "{wrong}"
            );
        }
    }

    #[test]
    fn the_error_of_a_filter_names_the_field() {
        let asked = Asked::read("rating=high", &FILTERS).unwrap();
        assert_eq!(asked.filter().unwrap_err().field.as_deref(), Some("rating"));
        let asked = Asked::read("where=white+%3d", &FILTERS).unwrap();
        assert_eq!(asked.filter().unwrap_err().field.as_deref(), Some("where"));
    }
}
