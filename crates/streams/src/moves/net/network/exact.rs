//! The logits of 10,000 positions, as the conformance set has them (`corpora/conformance/1.0/logits`): every kernel gives exactly these.
//!
//! Not part of the format: the set tests what "The network" says.

use super::super::forward::Scratch;
use super::super::plain::Plain;
use super::super::{BEST, DEFAULT, FAST, Features, Networks, simd};
use super::Network;
use crate::moves::{MoveContext, Outcome, Pace, Setting, Site};
use legal::{History, Position, Variant, san};
use sha2::{Digest, Sha256};

/// A file of the set.
macro_rules! logits {
    ($name:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../corpora/conformance/1.0/logits/",
            $name
        ))
    };
}

/// A walk through a hundred positions.
struct Walk {
    setting: Setting,
    start: Position,
    moves: Vec<Vec<u8>>,
}

impl Walk {
    fn read(line: &str) -> Self {
        const OUTCOMES: [Outcome; 4] = [
            Outcome::Unknown,
            Outcome::White,
            Outcome::Black,
            Outcome::Draw,
        ];
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<u32>().unwrap();
        Self {
            setting: Setting {
                ratings: [number(0) as u16, number(1) as u16],
                pace: Pace::ALL[number(2) as usize],
                site: Site::ALL[number(3) as usize],
                outcome: OUTCOMES[number(4) as usize],
                year: number(5) as u16,
                set_up: number(6) == 1,
                players: [number(7), number(8)],
            },
            start: Position::from_fen(fields[10], Variant::ALL[number(9) as usize]).unwrap(),
            moves: fields[11]
                .split(' ')
                .map(|m| m.as_bytes().to_vec())
                .collect(),
        }
    }

    /// Gives the context of each position.
    fn visit(&self, mut visit: impl FnMut(usize, &MoveContext)) {
        let (mut position, mut history) = (self.start.clone(), History::default());
        for (ply, text) in self.moves.iter().enumerate() {
            let legal = position.legal_moves();
            visit(
                ply,
                &MoveContext {
                    position: &position,
                    legal: &legal,
                    history: &history,
                    setting: &self.setting,
                },
            );
            let m = legal[san::read(text, &position, &legal).unwrap()];
            position.play(m);
            history = history.then(m);
        }
    }
}

#[test]
fn every_kernel_gives_exactly_the_logits_of_the_conformance_set() {
    let walks: Vec<Walk> = logits!("walks.tsv")
        .lines()
        .skip(1)
        .map(Walk::read)
        .collect();
    assert_eq!(walks.len(), 100);
    exact(&Networks::<FAST>::shipped(), &walks, logits!("fast.tsv"));
    exact(
        &Networks::<DEFAULT>::shipped(),
        &walks,
        logits!("default.tsv"),
    );
    exact(&Networks::<BEST>::shipped(), &walks, logits!("best.tsv"));
}

/// A way to compute logits.
type Forward<const C: usize> = fn(&Network<C>, &Features, &mut Scratch<C>, &mut Vec<i32>);

/// Each way to compute logits that there is on this machine.
fn ways<const C: usize>() -> Vec<(&'static str, Forward<C>)> {
    // The one that is used is the widest, AVX-512 where the processor has it.
    let mut ways: Vec<(&'static str, Forward<C>)> = vec![
        ("plain", Network::<C>::forward::<Plain>),
        ("the one that is used", Network::<C>::logits),
    ];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        ways.push(("AVX2", Network::<C>::forward::<simd::Avx2>));
    }
    #[cfg(target_arch = "x86_64")]
    if simd::Avx512::runs_here() {
        ways.push(("AVX-512", Network::<C>::forward::<simd::Avx512>));
    }
    ways
}

fn exact<const C: usize>(networks: &Networks<C>, walks: &[Walk], expected: &str) {
    for (name, forward) in ways::<C>() {
        let (mut features, mut scratch) = (Features::default(), Scratch::default());
        let mut logits = Vec::new();
        for (walk, line) in walks.iter().zip(expected.lines().skip(1)) {
            let fields: Vec<&str> = line.split('\t').collect();
            let mut all = Sha256::new();
            walk.visit(|ply, turn| {
                features.extract(Network::<C>::DETAIL, turn);
                let network = networks.of(walk.setting.kind());
                forward(network, &features, &mut scratch, &mut logits);
                logits
                    .iter()
                    .for_each(|logit| all.update(logit.to_le_bytes()));
                if ply.to_string() == fields[1] {
                    let shown: Vec<_> = logits.iter().map(i32::to_string).collect();
                    assert_eq!(shown.join(" "), fields[2], "{name}, {C} columns");
                }
            });
            let sum: String = all
                .finalize()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            assert_eq!(sum, fields[0], "{name}, {C} columns");
        }
        assert_eq!(expected.lines().count(), walks.len() + 1);
    }
}
