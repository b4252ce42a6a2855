//! The bytes of a catalogue: a message of the range coder, walking the tree from the initial position.

use std::collections::HashMap;

use entropy::{Code, Encode, range};
use legal::Position;
use legal::san::{Mark, MoveFacts, Spelling};

use super::{Label, Labels, Node, School};
use crate::number::{Decisions, hash};
use crate::text::Names;

/// Longer lines are no openings.
const MOST_DEPTH: usize = 64;
/// No tree has more positions.
const MOST_POSITIONS: usize = 1 << 16;
/// Names are shorter than this.
const LONGEST: u64 = 250;

/// The bytes of a tree, whose lines are shorter than 64 plies and whose names are shorter than 250 bytes.
pub fn to_bytes(tree: &Node) -> Vec<u8> {
    let mut coder = range::Encoder::new();
    let mut tree = tree.clone();
    let root = References::default();
    File::new().node(&mut coder, &mut tree, &Position::standard(), &root, 0);
    coder.finish()
}

/// The tree of these bytes; `None` if [`to_bytes`] did not write them.
pub fn from_bytes(bytes: &[u8]) -> Option<Node> {
    let mut coder = range::Decoder::new(bytes);
    let mut tree = Node::default();
    let root = References::default();
    let whole = File::new().node(&mut coder, &mut tree, &Position::standard(), &root, 0);
    (whole && !coder.failed()).then_some(tree)
}

/// What names are expected to resemble: those of the position before, followed by the moves where that is the custom.
#[derive(Clone, Default)]
struct References {
    labels: [Label; School::ALL.len()],
}

struct File {
    flags: Decisions<2>,
    ranks: Decisions<2>,
    text: Names,
    positions: usize,
    labels: [Vec<Label>; School::ALL.len()],
    numbers: [HashMap<Label, u32>; School::ALL.len()],
}

impl File {
    fn new() -> Self {
        Self {
            flags: Decisions::new(12),
            ranks: Decisions::new(14),
            text: Names::new(1 << 12),
            positions: 0,
            labels: Default::default(),
            numbers: Default::default(),
        }
    }

    /// Codes a position with all that follow from it. `false` if the bytes are none of a tree.
    fn node(
        &mut self,
        coder: &mut impl Code,
        node: &mut Node,
        position: &Position,
        before: &References,
        depth: usize,
    ) -> bool {
        self.positions += 1;
        if self.positions > MOST_POSITIONS || coder.failed() {
            return false;
        }
        let mut references = before.clone();
        let mut named = 0;
        for school in School::ALL {
            let at = school as usize;
            let contexts = [hash(&[at as u32, named]), hash(&[at as u32, depth as u32])];
            if self
                .flags
                .bit(coder, contexts, 1, node.labels[at].is_some())
            {
                named |= 1 << at;
                let given = node.labels[at].take().unwrap_or_default();
                let Some(label) = self.label(coder, school, &references, &node.labels, given)
                else {
                    return false;
                };
                references.labels[at] = label.clone();
                node.labels[at] = Some(label);
            }
        }
        let legal = position.legal_moves();
        let mut least = 0;
        for at in 0.. {
            let known = node.children.get(at).map(|(rank, _)| *rank);
            let contexts = [
                hash(&[9, named, at.min(5) as u32]),
                hash(&[10, depth as u32, at.min(2) as u32]),
            ];
            if least == legal.len() || !self.flags.bit(coder, contexts, 2, known.is_some()) {
                return true;
            }
            let step = known.map_or(0, |rank| (usize::from(rank) - least) as u64);
            let contexts = [at.min(3) as u32, hash(&[depth as u32, at as u32])];
            let rank = least as u64 + self.ranks.unsigned(coder, contexts, step);
            if rank >= legal.len() as u64 || depth == MOST_DEPTH {
                return false;
            }
            least = rank as usize + 1;
            if coder.decodes() {
                node.children.push((rank as u8, Node::default()));
            }
            let mut references = references.clone();
            let played = legal[rank as usize];
            let mut after = position.clone();
            after.play(played);
            let mark = Mark::of(&after, || after.legal_moves().is_empty());
            let facts = MoveFacts::of(position, &legal, rank as usize, mark);
            add_move(&mut references, position, &facts);
            if !self.node(
                coder,
                &mut node.children[at].1,
                &after,
                &references,
                depth + 1,
            ) {
                return false;
            }
        }
        true
    }

    fn label(
        &mut self,
        coder: &mut impl Code,
        school: School,
        references: &References,
        others: &Labels<Label>,
        label: Label,
    ) -> Option<Label> {
        let at = school as usize;
        let count = self.labels[at].len();
        let known = self.numbers[at].get(&label).copied();
        let context = [hash(&[20, at as u32]), 21];
        if self.flags.bit(coder, context, 3, known.is_some()) {
            let number = coder.uniform(known.unwrap_or(0).into(), count.max(1) as u64);
            return self.labels[at].get(number as usize).cloned();
        }
        let lichess = others[School::Lichess as usize].as_ref();
        let mut expected = references.labels[at].clone();
        if let (Some(lichess), true) = (lichess, school != School::Lichess) {
            expected[0].clone_from(&lichess[0]);
            if school == School::ChessCom {
                expected[1] = as_address(&lichess[1]);
            }
        }
        let mut found = Label::default();
        let columns = match school {
            School::Lichess | School::ChessCom => 2,
            School::Classical => 3,
            School::Database => 1,
        };
        for column in 0..columns {
            let kind = (at * 3 + column) as u32;
            let whole = self.text.string(
                coder,
                kind,
                &expected[column],
                &label[column],
                LONGEST,
                &mut found[column],
            );
            if !whole {
                return None;
            }
        }
        self.numbers[at].insert(found.clone(), count as u32);
        self.labels[at].push(found.clone());
        Some(found)
    }
}

/// A name of lichess.org as a part of an address of chess.com's.
fn as_address(name: &[u8]) -> Vec<u8> {
    let kept = name.iter().filter(|byte| !b":,'.".contains(byte));
    kept.map(|&byte| if byte == b' ' { b'-' } else { byte })
        .collect()
}

/// Adds a move to the name that chess.com is expected to give, as it does for lines without one of their own.
fn add_move(references: &mut References, before: &Position, played: &MoveFacts) {
    let name = &mut references.labels[School::ChessCom as usize][1];
    let number = before.fullmoves();
    let white = before.turn().is_white();
    let spoken = format!("-{number}.");
    let follows = !white
        && name
            .windows(spoken.len())
            .any(|part| part == spoken.as_bytes());
    let lead = match (white, follows) {
        (true, _) => spoken,
        (false, true) => "-".to_owned(),
        (false, false) => format!("-{number}..."),
    };
    name.extend_from_slice(lead.as_bytes());
    played.write(Spelling::default(), name);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Catalogue;
    use proptest::prelude::*;

    fn named(school: School, label: [&str; 3], children: Vec<(u8, Node)>) -> Node {
        let mut labels = Labels::default();
        labels[school as usize] = Some(label.map(|part| part.as_bytes().to_vec()));
        Node { labels, children }
    }

    #[test]
    fn a_tree_comes_back() {
        let deep = named(School::Classical, ["B20", "Sicilian", "4.Nc3"], Vec::new());
        let again = named(
            School::ChessCom,
            ["B00", "Kings-Pawn-1.e4", ""],
            vec![(19, deep)],
        );
        let tree = named(
            School::Lichess,
            ["A00", "Start: \u{fc}", ""],
            vec![(0, again.clone()), (5, Node::default()), (19, again)],
        );
        assert_eq!(from_bytes(&to_bytes(&tree)), Some(tree));
    }

    #[test]
    fn the_catalogue_that_is_shipped_knows_the_sicilian() {
        let mut position = Position::standard();
        let mut line = vec![position.hash()];
        for text in ["e4", "c5"] {
            let legal = position.legal_moves();
            let index = legal::san::read(text.as_bytes(), &position, &legal).unwrap();
            position.play(legal[index]);
            line.push(position.hash());
        }
        let catalogue = Catalogue::shipped();
        let (label, place) = catalogue.find(&line)[School::Lichess as usize].unwrap();
        let label = catalogue.label(School::Lichess, label).unwrap();
        assert_eq!((place, &label[1][..]), (2, &b"Sicilian Defense"[..]));
    }

    proptest! {
        #[test]
        fn junk_is_a_tree_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Some(tree) = from_bytes(&bytes) {
                Catalogue::of(&tree);
            }
        }
    }
}
