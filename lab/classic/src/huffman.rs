//! Huffman's code (1952), as a tree that can itself be written down.

use crate::{Bits, Error, bits::Reader};

/// A binary tree with a symbol at each leaf. The way to a symbol, 0 for left and 1 for right, is its code.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The root is the last node, if there is any.
    nodes: Vec<Node>,
    /// The code of each symbol and its length; no bits for symbols that are not in the tree.
    codes: Vec<(u64, u8)>,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Leaf(u8),
    Inner(usize, usize),
}

impl Tree {
    /// The tree of least cost for these weights. A symbol of weight 0 gets no code.
    ///
    /// Of equal weights those go together first that came first, so the tree depends on the weights alone.
    pub fn from_weights(weights: &[u64]) -> Self {
        let mut nodes = Vec::new();
        let mut open: Vec<(u64, usize)> = Vec::new();
        for (symbol, &weight) in weights.iter().enumerate() {
            if weight > 0 {
                open.push((weight, nodes.len()));
                nodes.push(Node::Leaf(symbol as u8));
            }
        }
        while open.len() > 1 {
            open.sort_unstable_by_key(|&(weight, node)| std::cmp::Reverse((weight, node)));
            let lightest = open.split_off(open.len() - 2);
            let [(heavier, right), (lighter, left)] = lightest[..] else {
                break;
            };
            open.push((heavier + lighter, nodes.len()));
            nodes.push(Node::Inner(left, right));
        }
        Self::new(nodes, weights.len())
    }

    fn new(nodes: Vec<Node>, symbols: usize) -> Self {
        let mut tree = Self {
            nodes,
            codes: vec![(0, 0); symbols],
        };
        if let Some(root) = tree.nodes.len().checked_sub(1) {
            tree.assign(root, 0, 0);
        }
        tree
    }

    fn assign(&mut self, node: usize, code: u64, length: u8) {
        match self.nodes[node] {
            Node::Leaf(symbol) => self.codes[usize::from(symbol)] = (code, length),
            Node::Inner(left, right) => {
                self.assign(left, code << 1, length + 1);
                self.assign(right, code << 1 | 1, length + 1);
            }
        }
    }

    /// Appends the code of a symbol that has one.
    pub fn write(&self, symbol: u8, bits: &mut Bits) {
        let (code, length) = self.codes[usize::from(symbol)];
        bits.push(code, length.into());
    }

    /// Reads a symbol.
    pub fn read(&self, reader: &mut Reader<'_>) -> Result<u8, Error> {
        let root = self.nodes.len().checked_sub(1);
        let mut node = root.ok_or_else(|| Error::malformed("a code without symbols"))?;
        loop {
            match self.nodes[node] {
                Node::Leaf(symbol) => return Ok(symbol),
                Node::Inner(left, right) => node = if reader.bit()? { right } else { left },
            }
        }
    }

    /// Appends the tree in preorder: 0 for a node with two branches, left one first, 1 for a leaf and its symbol in `width` bits.
    pub fn write_preorder(&self, width: u32, bits: &mut Bits) {
        let mut open: Vec<usize> = self.nodes.len().checked_sub(1).into_iter().collect();
        while let Some(node) = open.pop() {
            match self.nodes[node] {
                Node::Leaf(symbol) => {
                    bits.push(1, 1);
                    bits.push(symbol.into(), width);
                }
                Node::Inner(left, right) => {
                    bits.push(0, 1);
                    open.extend([right, left]);
                }
            }
        }
    }

    /// Reads a tree with at most one leaf for each of the `1 << width` symbols; `width` is at most 6.
    pub fn read_preorder(width: u32, reader: &mut Reader<'_>) -> Result<Self, Error> {
        let mut tree = Reading {
            width,
            nodes: Vec::new(),
            leaves: 0,
        };
        tree.node(reader, 0)?;
        Ok(Self::new(tree.nodes, 1 << width))
    }
}

struct Reading {
    width: u32,
    nodes: Vec<Node>,
    leaves: u64,
}

impl Reading {
    /// Reads a node with its branches in front of it, and returns its place.
    fn node(&mut self, reader: &mut Reader<'_>, depth: u32) -> Result<usize, Error> {
        if depth >= 1 << self.width {
            return Err(Error::malformed("a tree deeper than it has symbols"));
        }
        let node = if reader.bit()? {
            let symbol = reader.take(self.width)?;
            if self.leaves >> symbol & 1 == 1 {
                return Err(Error::malformed("a tree with one symbol twice"));
            }
            self.leaves |= 1 << symbol;
            Node::Leaf(symbol as u8)
        } else {
            let left = self.node(reader, depth + 1)?;
            Node::Inner(left, self.node(reader, depth + 1)?)
        };
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use constriction::symbol::EncoderCodebook;
    use constriction::symbol::huffman::EncoderHuffmanTree;
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// Bits that all symbols take together, each as often as its weight, by the codes of another's tree.
    fn least_cost(weights: &[u64]) -> u64 {
        // That tree has a code for every symbol, so those of weight 0 are left out.
        let weights: Vec<u64> = weights.iter().copied().filter(|&w| w > 0).collect();
        let tree = EncoderHuffmanTree::from_probabilities::<u64, _>(&weights);
        let cost = |symbol: usize| {
            let mut length = 0;
            let count = |_| -> Result<(), Infallible> {
                length += 1;
                Ok(())
            };
            tree.encode_symbol_suffix(symbol, count).unwrap();
            length * weights[symbol]
        };
        (0..weights.len()).map(cost).sum()
    }

    proptest! {
        #[test]
        fn no_code_is_shorter_than_ours(
            weights in proptest::collection::vec(prop_oneof![Just(0), 1u64..9, 1u64..1_000_000], 1..64)
                .prop_filter("a symbol at least", |weights| weights.iter().any(|&w| w > 0)),
        ) {
            let tree = Tree::from_weights(&weights);
            let codes = tree.codes.iter().zip(&weights);
            let cost: u64 = codes.map(|(&(_, length), weight)| u64::from(length) * weight).sum();
            prop_assert_eq!(cost, least_cost(&weights));
        }

        #[test]
        fn symbols_come_back_through_a_tree_that_was_written(
            symbols in proptest::collection::vec(0u8..64, 1..200),
        ) {
            let mut weights = [0; 64];
            symbols.iter().for_each(|&symbol| weights[usize::from(symbol)] += 1);
            let tree = Tree::from_weights(&weights);
            let mut bits = Bits::default();
            tree.write_preorder(6, &mut bits);
            symbols.iter().for_each(|&symbol| tree.write(symbol, &mut bits));
            let mut reader = bits.reader();
            let tree = Tree::read_preorder(6, &mut reader).unwrap();
            for &symbol in &symbols {
                prop_assert_eq!(tree.read(&mut reader), Ok(symbol));
            }
            prop_assert_eq!(reader.left(), 0);
        }

        #[test]
        fn junk_is_a_tree_or_an_error(text in "[01]{0,300}") {
            let bits: Bits = text.parse().unwrap();
            let mut reader = bits.reader();
            if let Ok(tree) = Tree::read_preorder(6, &mut reader) {
                let mut again = Bits::default();
                tree.write_preorder(6, &mut again);
                prop_assert!(bits.to_string().starts_with(&again.to_string()));
            }
        }
    }
}
