//! The fewest names that explain the games.

use super::Opening;
use super::refine::refine;
use std::collections::HashMap;

/// Numbers of labels by the hash of the position.
pub type Named = HashMap<u64, u32>;

/// How often names are improved by what they get wrong.
const ROUNDS: usize = 6;

/// What the games that pass a position cost, in games guessed wrong, if it has this name or that.
#[derive(Default)]
struct Node {
    games: f64,
    /// With any name that is not listed.
    other: f64,
    listed: HashMap<u32, f64>,
    /// The cheapest name, and what it costs.
    best: (u32, f64),
}

impl Node {
    fn cost(&self, label: u32) -> f64 {
        self.listed.get(&label).copied().unwrap_or(self.other)
    }

    /// Adds the part `share` of what follows a move to `child`, where the name may change.
    fn add(&mut self, child: &Node, share: f64, price: f64) {
        let change = price + child.best.1;
        let other = child.other.min(change);
        self.other += share * other;
        for (&label, &cost) in &child.listed {
            let saved = other - cost.min(change);
            if saved > 0.0 {
                *self.listed.entry(label).or_default() -= share * saved;
            }
        }
    }

    /// A game that nothing more is known of.
    fn end(&mut self, label: u32, games: f64) {
        self.other += games;
        *self.listed.entry(label).or_default() -= games;
    }

    fn close(&mut self) {
        for cost in self.listed.values_mut() {
            *cost += self.other;
        }
        let cheapest = self.listed.iter().map(|(&label, &cost)| (label, cost));
        let cheapest = cheapest.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        self.best = cheapest.unwrap_or((0, self.other));
    }
}

/// The positions that have names; a name costs as much as `price` games guessed wrong. Where there is a list of openings, it alone names
/// them: programs look their names up in it, and games are too few to mend it.
#[must_use]
pub fn names(games: &[Opening], entries: &[Opening], price: f64) -> Named {
    if !entries.is_empty() {
        let ends = entries
            .iter()
            .filter_map(|entry| Some((*entry.positions.last()?, entry.label)));
        return ends.collect();
    }
    let lengths = lengths(games);
    let depth = lengths.iter().copied().max().unwrap_or(0);
    // From the deepest positions up, layer by layer.
    let mut layers: Vec<HashMap<u64, Node>> = Vec::new();
    for layer in (0..depth).rev() {
        let mut nodes: HashMap<u64, Node> = HashMap::new();
        let mut moves: HashMap<(u64, u64), f64> = HashMap::new();
        let mut ends: HashMap<(u64, u32), f64> = HashMap::new();
        for (game, &length) in games.iter().zip(&lengths) {
            if length <= layer {
                continue;
            }
            let position = game.positions[layer];
            nodes.entry(position).or_default().games += 1.0;
            if length == layer + 1 {
                *ends.entry((position, game.label)).or_default() += 1.0;
            } else {
                *moves
                    .entry((position, game.positions[layer + 1]))
                    .or_default() += 1.0;
            }
        }
        for ((position, label), count) in in_order(ends) {
            nodes.entry(position).or_default().end(label, count);
        }
        for ((position, next), count) in in_order(moves) {
            let below = &layers[layers.len() - 1];
            if let Some(child) = below.get(&next) {
                let share = count / child.games;
                nodes.entry(position).or_default().add(child, share, price);
            }
        }
        nodes.values_mut().for_each(Node::close);
        layers.push(nodes);
    }
    layers.reverse();
    let mut named = assign(games, &lengths, &layers, price);
    refine(games, &lengths, &mut named, price, ROUNDS);
    named
}

/// From the initial position down: a position has a name of its own where that costs less than going on with the one before.
fn assign(
    games: &[Opening],
    lengths: &[usize],
    layers: &[HashMap<u64, Node>],
    price: f64,
) -> Named {
    let mut named = Named::new();
    let mut effective: HashMap<u64, u32> = HashMap::new();
    for (layer, nodes) in layers.iter().enumerate() {
        let mut parents: HashMap<(u64, u64), f64> = HashMap::new();
        for (game, &length) in games.iter().zip(lengths) {
            if length > layer {
                let parent = if layer > 0 {
                    game.positions[layer - 1]
                } else {
                    0
                };
                *parents.entry((game.positions[layer], parent)).or_default() += 1.0;
            }
        }
        let mut kept: HashMap<u64, (f64, f64, u32)> = HashMap::new();
        for ((position, parent), count) in in_order(parents) {
            let node = &nodes[&position];
            let inherited = effective.get(&parent).copied().unwrap_or(node.best.0);
            let entry = kept.entry(position).or_insert((0.0, 0.0, inherited));
            entry.0 += count / node.games * node.cost(inherited);
            if count > entry.1 {
                (entry.1, entry.2) = (count, inherited);
            }
        }
        let mut next = HashMap::new();
        for (position, (cost, _, inherited)) in kept {
            let node = &nodes[&position];
            let label = if layer == 0 || price + node.best.1 < cost - 1e-6 {
                named.entry(position).or_insert(node.best.0);
                node.best.0
            } else {
                inherited
            };
            next.insert(position, label);
        }
        effective = next;
    }
    named
}

/// How many positions of each game matter: up to the first that no other game passes at the same ply.
fn lengths(games: &[Opening]) -> Vec<usize> {
    let mut lengths = vec![0; games.len()];
    let mut together: Vec<usize> = (0..games.len()).collect();
    for layer in 0.. {
        let mut counts: HashMap<u64, u32> = HashMap::new();
        together.retain(|&game| games[game].positions.len() > layer);
        for &game in &together {
            lengths[game] = layer + 1;
            *counts.entry(games[game].positions[layer]).or_default() += 1;
        }
        together.retain(|&game| counts[&games[game].positions[layer]] > 1);
        if together.is_empty() {
            break;
        }
    }
    lengths
}

/// In an order that does not depend on the machine.
fn in_order<K: Ord + Copy>(map: HashMap<K, f64>) -> Vec<(K, f64)> {
    let mut pairs: Vec<_> = map.into_iter().collect();
    pairs.sort_by_key(|pair| pair.0);
    pairs
}
