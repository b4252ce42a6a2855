//! A table of the right spellings of names, as Scid keeps it in files `.ssp`.
//!
//! Not part of the format.

use super::tags::{Change, Pairs, is_value};
use crate::Error;
use query::fold;
use std::collections::{HashMap, HashSet};
use std::ops::AddAssign;

/// The right spellings of names of players, events, sites and rounds.
///
/// ```
/// let spellings = shape::Spellings::parse(b"@PLAYER\nCarlsen, Magnus  # gm NOR 1990\n=Carlsen,M\n")?;
/// assert_eq!(spellings.player("carlsen, m"), Some("Carlsen, Magnus".to_owned()));
/// assert_eq!(spellings.player("Carlsen, Magnus"), None);
/// # Ok::<(), shape::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Spellings {
    /// Of players, events, sites and rounds.
    sections: [Section; 4],
}

/// Values that got another spelling.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Respelled {
    /// Names of players.
    pub players: u64,
    /// Names of events.
    pub events: u64,
    /// Names of sites.
    pub sites: u64,
    /// Rounds.
    pub rounds: u64,
}

impl AddAssign for Respelled {
    fn add_assign(&mut self, other: Self) {
        self.players += other.players;
        self.events += other.events;
        self.sites += other.sites;
        self.rounds += other.rounds;
    }
}

const SECTIONS: [&str; 4] = ["PLAYER", "EVENT", "SITE", "ROUND"];

#[derive(Debug, Clone, Default)]
struct Section {
    right: HashSet<String>,
    /// The right spelling for each key of a spelling; `None` if several have the same key.
    by_key: HashMap<String, Option<String>>,
    rules: Vec<Rule>,
}

/// What is replaced at the beginning, somewhere or at the end of a name.
#[derive(Debug, Clone)]
enum Rule {
    Prefix(String, String),
    Infix(String, String),
    Suffix(String, String),
}

/// What a spelling is found by: case, accents and blanks do not matter.
fn key(name: &str) -> String {
    fold(name).split_whitespace().collect()
}

impl Spellings {
    /// Reads a table: after `@PLAYER`, `@EVENT`, `@SITE` or `@ROUND` come right names, each followed by other spellings after `=`, and rules
    /// such as `%Suffix "Germany" "GER"`. What stands after `#` is ignored, as are other lines with `%`, such as `%Bio`.
    ///
    /// # Errors
    ///
    /// A line cannot be read; the message has its number.
    pub fn parse(table: &[u8]) -> Result<Self, Error> {
        let table = table.strip_prefix(b"\xef\xbb\xbf").unwrap_or(table);
        // Old tables are in Latin-1.
        let table = match std::str::from_utf8(table) {
            Ok(table) => table.to_owned(),
            Err(_) => table.iter().copied().map(char::from).collect(),
        };
        let mut spellings = Self::default();
        let (mut section, mut right) = (None, None::<String>);
        for (at, line) in table.lines().enumerate() {
            let wrong = |what: &str| Err(Error::Asked(format!("line {}: {what}", at + 1)));
            let line = line.split('#').next().unwrap_or_default().trim();
            let into = section.and_then(|section: usize| spellings.sections.get_mut(section));
            if line.is_empty() {
                continue;
            } else if let Some(name) = line.strip_prefix('@') {
                right = None;
                section = SECTIONS
                    .iter()
                    .position(|section| section.eq_ignore_ascii_case(name.trim()));
                if section.is_none() {
                    return wrong("expected @PLAYER, @EVENT, @SITE or @ROUND");
                }
            } else if let Some(rule) = line.strip_prefix('%') {
                let kind = rule
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_ascii_lowercase();
                let rule = match &kind[..] {
                    "prefix" => Rule::Prefix as fn(String, String) -> Rule,
                    "infix" => Rule::Infix,
                    "suffix" => Rule::Suffix,
                    _ => continue,
                };
                let parts: Vec<&str> = line.split('"').collect();
                let (Some(into), [_, old, _, new, _]) = (into, &parts[..]) else {
                    return wrong(
                        "expected a rule such as %Prefix \"old\" \"new\" after @PLAYER, @EVENT, @SITE or @ROUND",
                    );
                };
                if old.is_empty() {
                    return wrong("a rule cannot replace nothing");
                }
                into.rules.push(rule((*old).to_owned(), (*new).to_owned()));
            } else {
                let Some(into) = into else {
                    return wrong(
                        "expected @PLAYER, @EVENT, @SITE or @ROUND before the first name",
                    );
                };
                let name = match line.strip_prefix('=') {
                    Some(other) => {
                        let Some(right) = &right else {
                            return wrong("expected the right name before another spelling of it");
                        };
                        into.add(other, right);
                        continue;
                    }
                    None => line.to_owned(),
                };
                into.add(&name, &name);
                into.right.insert(name.clone());
                right = Some(name);
            }
        }
        Ok(spellings)
    }

    /// The right spelling of a player's name, if it is another and the table knows it.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<String> {
        self.sections[0].right(name)
    }

    /// Adds what changes in a game with these tags to the other changes.
    pub(super) fn respell(
        &self,
        pairs: Pairs<'_>,
        changes: &mut Vec<Change>,
        respelled: &mut Respelled,
    ) {
        let Respelled {
            players,
            events,
            sites,
            rounds,
        } = respelled;
        let (mut white, mut black) = (0, 0);
        let tags = [
            ("White", 0, &mut white),
            ("Black", 0, &mut black),
            ("Event", 1, events),
            ("Site", 2, sites),
            ("Round", 3, rounds),
        ];
        for (tag, section, count) in tags {
            let set = changes.iter().position(|change| change.name == tag);
            let raw = pairs
                .iter()
                .rev()
                .find(|(name, _)| *name == tag.as_bytes())
                .map(|(_, value)| *value);
            let now = match set {
                Some(set) => changes[set].value.clone(),
                None => raw.map(|raw| query::text(raw).into_owned()),
            };
            let Some(right) = now.and_then(|now| self.sections[section].right(&now)) else {
                continue;
            };
            changes.retain(|change| change.name != tag);
            if raw.is_some_and(|raw| is_value(raw, &right)) {
                continue;
            }
            let (name, value) = (tag.to_owned(), Some(right));
            changes.push(Change { name, value });
            *count += 1;
        }
        *players += white + black;
    }
}

impl Section {
    fn add(&mut self, spelling: &str, right: &str) {
        let same = |known: &mut Option<String>| {
            if known.as_deref() != Some(right) {
                *known = None;
            }
        };
        let entry = self.by_key.entry(key(spelling));
        entry
            .and_modify(same)
            .or_insert_with(|| Some(right.to_owned()));
    }

    /// The right spelling of a name, if it is another.
    fn right(&self, name: &str) -> Option<String> {
        let mut by_rules = name.to_owned();
        for rule in &self.rules {
            match rule {
                Rule::Prefix(old, new) => {
                    if let Some(rest) = by_rules.strip_prefix(old.as_str()) {
                        by_rules = format!("{new}{rest}");
                    }
                }
                Rule::Infix(old, new) => by_rules = by_rules.replace(old.as_str(), new),
                Rule::Suffix(old, new) => {
                    if let Some(rest) = by_rules.strip_suffix(old.as_str()) {
                        by_rules = format!("{rest}{new}");
                    }
                }
            }
        }
        let right = match self.right.contains(&by_rules) {
            true => by_rules,
            false => match self.by_key.get(&key(&by_rules)) {
                Some(Some(right)) => right.clone(),
                _ => by_rules,
            },
        };
        (right != name).then_some(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# A table\n@PLAYER\nAlder, Anna  #gm GER [2542] 1973\n=Alder,A\n=Ahlder, Anna # old\n%Bio a life\nBirch, B\n=Bjork, B\nCedar, C\n=Bjork, B\n\n\
        @SITE\n%Suffix \" Germany\" \" GER\"\nBerlin GER\n=Berlin\n%Prefix \"FRG \" \"\"\n";

    #[test]
    fn names_get_the_right_spelling() {
        let table = Spellings::parse(TABLE.as_bytes()).unwrap();
        let right = |section: usize, name: &str| table.sections[section].right(name);
        for (section, name, found) in [
            (0, "Alder,A", Some("Alder, Anna")),
            (0, "alder, a", Some("Alder, Anna")),
            (0, "Ahlder, Anna", Some("Alder, Anna")),
            (0, "ALDER, ANNA", Some("Alder, Anna")),
            (0, "Alder, Anna", None),
            // Two players are spelled like that.
            (0, "Bjork, B", None),
            (0, "Dogwood, D", None),
            (2, "Berlin", Some("Berlin GER")),
            (2, "Berlin Germany", Some("Berlin GER")),
            (2, "FRG Berlin", Some("Berlin GER")),
            (2, "Bonn Germany", Some("Bonn GER")),
            (1, "Alder,A", None),
        ] {
            assert_eq!(right(section, name).as_deref(), found, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        for (table, line) in [
            ("Alder, A\n", "line 1"),
            ("@PLAYER\n=x\n", "line 2"),
            ("\n@TEAM\n", "line 2"),
            ("@SITE\n%Prefix x y\n", "line 2"),
        ] {
            let error = Spellings::parse(table.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(line), "{error}");
        }
    }
}
