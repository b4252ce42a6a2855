//! Values that name both players, as `Open 2024: White - Black`: what stands before the names is a value of its own.
//!
//! Format: "Pairings".

/// Shorter names are found in other words by chance.
const SHORTEST_NAME: usize = 3;
/// Longer values teach nothing.
const LONGEST: usize = 256;

/// How a value is written with the names of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The side that is named first.
    first: usize,
    /// What stands before the first name, but for the head.
    lead: Vec<u8>,
    between: Vec<u8>,
    behind: Vec<u8>,
}

impl Pairing {
    /// How `value` names both players, if it does.
    pub fn find(value: &[u8], names: [&[u8]; 2]) -> Option<Self> {
        if value.len() > LONGEST || names.iter().any(|name| name.len() < SHORTEST_NAME) {
            return None;
        }
        (0..2).find_map(|first| {
            let second = last(value, names[1 - first])?;
            let place = last(&value[..second], names[first])?;
            let (before, from) = (&value[..place], place + names[first].len());
            let head = before.iter().rposition(|&byte| is_of_word(byte));
            Some(Self {
                first,
                lead: before[head.map_or(0, |at| at + 1)..].to_vec(),
                between: value[from..second].to_vec(),
                behind: value[second + names[1 - first].len()..].to_vec(),
            })
        })
    }

    /// The sides in the order in which they are named.
    pub fn sides(&self) -> [usize; 2] {
        [self.first, 1 - self.first]
    }

    /// What stands before the names, if the value is written like this.
    pub fn head<'a>(&self, value: &'a [u8], names: [&[u8]; 2]) -> Option<&'a [u8]> {
        if names.iter().any(|name| name.is_empty()) {
            return None;
        }
        let value = value.strip_suffix(&self.behind[..])?;
        let value = value.strip_suffix(names[1 - self.first])?;
        let value = value.strip_suffix(&self.between[..])?;
        let value = value.strip_suffix(names[self.first])?;
        value.strip_suffix(&self.lead[..])
    }

    /// The value with this head and these names.
    pub fn write(&self, head: &[u8], names: [&[u8]; 2]) -> Vec<u8> {
        let [first, second] = self.sides().map(|side| names[side]);
        [head, &self.lead, first, &self.between, second, &self.behind].concat()
    }
}

/// Where `part` stands in `value` for the last time.
fn last(value: &[u8], part: &[u8]) -> Option<usize> {
    value.windows(part.len()).rposition(|window| window == part)
}

/// Whether a byte belongs to a word: punctuation between a head and a name does not.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&[u8]; 2] = [b"Hansen,Eric", b"Niemann,Hans Moke"];

    #[test]
    fn what_stands_before_the_names_is_the_head() {
        for (value, head) in [
            ("Hansen,Eric - Niemann,Hans Moke", ""),
            ("Open 2024: Hansen,Eric - Niemann,Hans Moke", "Open 2024"),
            ("Niemann,Hans Moke vs Hansen,Eric (blitz)", ""),
            (
                "\"Hansen,Eric\" Hansen,EricNiemann,Hans Moke",
                "\"Hansen,Eric",
            ),
        ] {
            let pairing = Pairing::find(value.as_bytes(), NAMES).unwrap();
            assert_eq!(
                pairing.head(value.as_bytes(), NAMES),
                Some(head.as_bytes()),
                "{value}"
            );
            assert_eq!(pairing.write(head.as_bytes(), NAMES), value.as_bytes());
        }
    }

    #[test]
    fn other_players_are_named_in_the_same_way() {
        let pairing = Pairing::find(b"Round 1: Hansen,Eric - Niemann,Hans Moke", NAMES).unwrap();
        let others: [&[u8]; 2] = [b"Xu", b"Li - Wu"];
        let value = pairing.write(b"Round 2", others);
        assert_eq!(value, b"Round 2: Xu - Li - Wu");
        assert_eq!(pairing.head(&value, others), Some(&b"Round 2"[..]));
        assert_eq!(pairing.head(&value, NAMES), None);
    }

    #[test]
    fn values_without_both_names_show_no_pairing() {
        for value in [
            "",
            "Hansen,Eric",
            "Hansen,Eric - Niemann",
            "Niemann,Hans Moke",
        ] {
            assert_eq!(Pairing::find(value.as_bytes(), NAMES), None, "{value}");
        }
        assert_eq!(Pairing::find(b"Xu - Li", [b"Xu", b"Li"]), None);
        assert_eq!(Pairing::find(b"Hansen,Eric", [NAMES[0]; 2]), None);
    }
}
