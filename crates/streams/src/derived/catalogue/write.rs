//! Writes the bytes of a catalogue: the labels of each school, then hashes of positions with the numbers of their labels.
//!
//! Format: "The catalogue of openings".

use std::collections::{BTreeMap, HashMap};

use legal::Position;

use super::labels::parts;
use super::positions::NONE;
use super::{Label, Labels, Node, School};

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
