//! A training of a few steps.

use std::path::Path;
use std::time::Duration;

use crate::feed::walk;
use crate::games::Games;
use crate::labels::Labels;
use crate::measure::measure_quantised;
use crate::net::Net;
use crate::net::batch::Batch;
use crate::quantise::quantise;
use crate::read::{Purpose, read};
use crate::run::{Plan, run};
use crate::teacher::Teacher;
use legal::{Cursor, Position};
use streams::training::networks::{ALL_KINDS, BEST, Detail, FAST, Network, Networks};

/// Games, and the indices of those to learn from and of those to measure on.
fn games() -> (Games, Vec<u32>, Vec<u32>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/famous.pgn");
    let (games, _) = read(&[file], Purpose::Training, 1).unwrap();
    let count = games.len() as u32;
    (games, (4..count).collect(), (0..4).collect())
}

fn plan() -> Plan {
    Plan {
        positions: 6 * 512,
        batch: 512,
        rate: 0.02,
        late_rate: 0.25,
        dropout: 51,
        columns: BEST,
        seed: 7,
        begin: None,
        checkpoint: None,
        keep_every: Duration::ZERO,
    }
}

const NAMES: [&str; 1] = ["famous.pgn"];

/// The file of the model after a training on so many threads; with `stop_at`, it is broken off there once, and goes on.
fn trained(plan: &Plan, threads: usize, stop_at: Option<u64>) -> Vec<u8> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| {
        let (games, training, held_out) = games();
        let names = NAMES.map(String::from);
        let all = |mut stop_at: Option<u64>| {
            run(
                &games,
                training.clone(),
                &held_out,
                &names,
                plan,
                None,
                |point, _| match stop_at
                    .take_if(|stop_at| point.positions >= *stop_at * plan.batch as u64)
                {
                    Some(_) => anyhow::bail!("broken off"),
                    None => Ok(()),
                },
            )
        };
        if stop_at.is_some() {
            assert!(all(stop_at).is_err());
        }
        quantise(&all(None).unwrap(), ALL_KINDS, 1.0)
    })
}

#[test]
fn training_gives_the_same_bytes_on_any_number_of_threads_and_after_a_break() {
    let once = trained(&plan(), 1, None);
    assert!(trained(&plan(), 3, None) == once, "three threads");
    let folder = tempfile::tempdir().unwrap();
    let interrupted = Plan {
        checkpoint: Some(folder.path().join("checkpoint")),
        ..plan()
    };
    assert!(
        trained(&interrupted, 2, Some(3)) == once,
        "broken off and gone on"
    );

    let (games, _, held_out) = games();
    let network = <Network>::from_bytes(&once).unwrap();
    let bits = measure_quantised(&network, &games, &held_out, &NAMES.map(String::from))
        .files
        .mean();
    assert!(bits < 4.6, "{bits} bits a ply after six steps");
}

/// A file of labels by which the first legal move is always the right one.
fn labels_of_first_moves(games: &Games) -> Vec<u8> {
    let mut file = Vec::new();
    for game in games.iter() {
        file.extend(game.hash.to_le_bytes());
        file.extend((game.plies.len() as u16).to_le_bytes());
        let mut cursor = Cursor::new(Position::standard());
        for &played in game.plies {
            let moves = cursor.legal().len();
            file.push(moves as u8);
            file.extend([0xff, 0xff]);
            file.resize(file.len() + 2 * (moves - 1), 0);
            cursor.play(usize::from(played));
        }
    }
    file
}

/// What the first legal moves cost, in bits a position.
fn cost_of_first_moves(net: &mut Net, games: &Games) -> f32 {
    let mut batch = Batch::default();
    for game in games.iter() {
        walk(game, &game.setting, Detail::Full, |features, _, _| {
            batch.push(features, 0)
        });
    }
    net.costs(&batch).iter().sum::<f32>() / batch.len() as f32
}

#[test]
fn networks_learn_together_what_labels_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    let (games, training, held_out) = games();
    std::fs::write(path("labels"), labels_of_first_moves(&games)).unwrap();
    let two = quantise(&Net::new(3, 2, BEST), ALL_KINDS, 1.0);
    std::fs::write(path("two.net"), &two).unwrap();
    let plan = Plan {
        positions: 16 * 512,
        begin: Some((path("two.net"), 0..2)),
        ..plan()
    };
    let labels = Labels::read(&[path("labels")], 1.0).unwrap();
    assert_eq!(labels.len(), games.len());
    let names = NAMES.map(String::from);
    let mut net = run(
        &games,
        training,
        &held_out,
        &names,
        &plan,
        Some(Teacher::Labels(&labels)),
        |_, _| Ok(()),
    )
    .unwrap();
    assert_eq!(net.networks(), 2);
    assert_eq!(quantise(&net, ALL_KINDS, 1.0).len(), two.len());
    let before = cost_of_first_moves(&mut Net::new(3, 2, BEST), &games);
    let after = cost_of_first_moves(&mut net, &games);
    assert!(before > 4.0 && after < 0.7 * before, "{before} {after}");
}

#[test]
fn a_network_in_brief_learns_from_another() {
    let (games, training, held_out) = games();
    let teacher = Teacher::Networks {
        networks: &<Networks>::shipped(),
        part: 0.8,
    };
    let plan = Plan {
        columns: FAST,
        positions: 16 * 512,
        ..plan()
    };
    let names = NAMES.map(String::from);
    let net = run(
        &games,
        training,
        &held_out,
        &names,
        &plan,
        Some(teacher),
        |_, _| Ok(()),
    )
    .unwrap();
    let file = quantise(&net, ALL_KINDS, 1.0);
    let network = Network::<FAST>::from_bytes(&file).unwrap();
    let bits = measure_quantised(&network, &games, &held_out, &names)
        .files
        .mean();
    assert!(bits < 4.5, "{bits}");
}
