//! Reads and writes the bytes of a catalogue: the labels of each school, then hashes of positions with the numbers of their labels.
//!
//! Format: "The catalogue of openings".
//!
//! The bytes are used where they are, without parsing moves, so that small files with opening names decode without delay.

use std::collections::{BTreeMap, HashMap};

use legal::Position;

use super::labels::{LabelTable, parts};
use super::positions::{NONE, Positions, RECORD};
use super::{Catalogue, Label, Labels, Node, School};

/// The bytes of a tree whose schools have less than 2^16 labels each, and whose labels have parts of less than 256 bytes.
pub fn to_bytes(tree: &Node) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.node(tree, &Position::standard());
    let counts = writer.labels.iter().map(|labels| labels.len() as u16);
    let (mut ends, mut text) = (Vec::new(), Vec::new());
    for (school, labels) in School::ALL.into_iter().zip(&writer.labels) {
        for label in labels {
            for part in &label[..parts(school)] {
                text.push(part.len() as u8);
                text.extend(part);
            }
            ends.extend((text.len() as u32).to_le_bytes());
        }
    }
    let mut bytes: Vec<u8> = counts.flat_map(u16::to_le_bytes).collect();
    bytes.extend(ends);
    bytes.extend(text);
    for (hash, labels) in &writer.positions {
        bytes.extend(hash.to_le_bytes());
        let labels = labels.iter().map(|label| label.unwrap_or(NONE));
        bytes.extend(labels.flat_map(u16::to_le_bytes));
    }
    bytes
}

/// The catalogue of these bytes; `None` if they are not a catalogue.
pub(super) fn read(bytes: &[u8]) -> Option<Catalogue<'_>> {
    let mut rest = bytes;
    let labels = LabelTable::take(&mut rest)?;
    let (records, []) = rest.as_chunks::<RECORD>() else {
        return None;
    };
    let positions = Positions::new(records)?;
    Some(Catalogue {
        positions,
        labels,
        ..Catalogue::default()
    })
}

/// Collects labels in the order of their first use, and the labels of each position.
#[derive(Default)]
struct Writer<'a> {
    labels: [Vec<&'a Label>; School::ALL.len()],
    numbers: [HashMap<&'a Label, u16>; School::ALL.len()],
    positions: BTreeMap<u64, Labels<u16>>,
}

impl<'a> Writer<'a> {
    /// Adds a position and all that follow from it. If a position comes twice, the later labels count.
    fn node(&mut self, node: &'a Node, position: &Position) {
        for (school, label) in node.labels.iter().enumerate() {
            let Some(label) = label else { continue };
            let labels = &mut self.labels[school];
            let number = *self.numbers[school].entry(label).or_insert_with(|| {
                labels.push(label);
                labels.len() as u16 - 1
            });
            self.positions.entry(position.hash()).or_default()[school] = Some(number);
        }
        let legal = position.legal_moves();
        for (rank, child) in &node.children {
            if usize::from(*rank) < legal.len() {
                let mut after = position.clone();
                after.play(legal[usize::from(*rank)]);
                self.node(child, &after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named(school: School, label: [&str; 3], children: Vec<(u8, Node)>) -> Node {
        let mut labels = Labels::default();
        labels[school as usize] = Some(label.map(|part| part.as_bytes().to_vec()));
        Node { labels, children }
    }

    fn line(moves: &[&str]) -> Vec<u64> {
        let mut position = Position::standard();
        let mut line = vec![position.hash()];
        for text in moves {
            let legal = position.legal_moves();
            let index = legal::san::read(text.as_bytes(), &position, &legal).unwrap();
            position.play(legal[index]);
            line.push(position.hash());
        }
        line
    }

    #[test]
    fn the_names_of_a_tree_are_found() {
        let deep = named(School::Classical, ["B20", "Sicilian", "4.Nc3"], Vec::new());
        let again = named(
            School::ChessCom,
            ["B00", "Kings-Pawn-1.e4", ""],
            vec![(19, deep)],
        );
        let start = ["A00", "Start: \u{fc}", ""];
        let children = vec![(0, again.clone()), (5, Node::default()), (19, again)];
        let tree = named(School::Lichess, start, children);
        let bytes = to_bytes(&tree);
        let catalogue = Catalogue::from_bytes(&bytes).unwrap();
        assert_eq!(catalogue.len(), 5);
        let found = catalogue.find(&line(&[]));
        assert_eq!(found, [Some((0, 0)), None, None, None, None]);
        let label = catalogue.label(School::Lichess, 0).unwrap();
        assert_eq!(label[1], "Start: \u{fc}".as_bytes());
        assert_eq!(Catalogue::from_bytes(&bytes[..bytes.len() - 1]), None);
    }

    #[test]
    fn the_catalogue_that_is_shipped_knows_the_sicilian() {
        let catalogue = Catalogue::shipped();
        let found = catalogue.find(&line(&["e4", "c5"]));
        let (label, place) = found[School::Lichess as usize].unwrap();
        let label = catalogue.label(School::Lichess, label).unwrap();
        assert_eq!((place, label[1]), (2, &b"Sicilian Defense"[..]));
    }

    proptest! {
        #[test]
        fn junk_is_a_catalogue_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            Catalogue::from_bytes(&bytes);
            Catalogue::from_bytes(&[&[0; 8], &bytes[..]].concat());
        }
    }
}
