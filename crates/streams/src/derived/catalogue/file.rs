//! Reads the bytes of a catalogue: the labels of each school, then hashes of positions with the numbers of their labels.
//!
//! Format: "The catalogue of openings".
//!
//! The bytes are used where they are, without parsing moves, so that small files with opening names decode without delay.

use super::Catalogue;
use super::labels::LabelTable;
use super::positions::{Positions, RECORD};

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

#[cfg(test)]
mod tests {
    use super::super::{Labels, Node, School, to_bytes};
    use super::*;
    use legal::Position;
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
