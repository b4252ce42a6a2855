//! Times ranking, reading and writing over the games of a PGN file.
//!
//! `cargo run --release -p pgnz-legal --example speed -- games.pgn`

use std::{hint::black_box, time::Instant};

use legal::{LegalMoves, Position, san};

struct Ply {
    before: Position,
    legal: LegalMoves,
    text: Vec<u8>,
    index: usize,
    mark: san::Mark,
}

fn main() {
    let path = std::env::args().nth(1).expect("usage: speed FILE");
    let bytes = std::fs::read(path).expect("readable file");
    let mut plies = Vec::new();
    let mut position = Position::standard();
    let lines = bytes.split(|&byte| byte == b'\n');
    for line in lines.filter(|line| !line.starts_with(b"[")) {
        for word in line.split(|byte| byte.is_ascii_whitespace()) {
            if matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
                position = Position::standard();
                continue;
            }
            let text = word.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
            let legal = position.legal_moves();
            let Some(index) = san::read(text, &position, &legal) else {
                continue;
            };
            let before = position.clone();
            position.play(legal[index]);
            let mark = san::Mark::of(&position, || position.legal_moves().is_empty());
            if plies.len() < 400 {
                plies.push(Ply {
                    before,
                    legal,
                    text: text.to_vec(),
                    index,
                    mark,
                });
            }
        }
    }
    let time = |name: &str, work: &mut dyn FnMut(&Ply)| {
        let best = (0..200)
            .map(|_| {
                let start = Instant::now();
                plies.iter().for_each(&mut *work);
                start.elapsed().as_nanos()
            })
            .min()
            .expect("some rounds");
        println!("{name:>28} {:7.1} ns", best as f64 / plies.len() as f64);
    };
    let usual = san::Spelling::default();
    let mut out = Vec::new();
    time("legal_moves", &mut |ply| {
        black_box(ply.before.legal_moves());
    });
    time("shakmaty::legal_moves", &mut |ply| {
        use shakmaty::Position as _;
        black_box(ply.before.chess().expect("standard chess").legal_moves());
    });
    time("rank", &mut |ply| {
        black_box(ply.legal.rank(ply.legal[ply.index]));
    });
    time("san::read", &mut |ply| {
        black_box(san::read(&ply.text, &ply.before, &ply.legal));
    });
    time("san::write", &mut |ply| {
        out.clear();
        san::write(
            &mut out,
            &ply.before,
            &ply.legal,
            ply.index,
            ply.mark,
            usual,
        );
        black_box(&out);
    });
    time("san::spelling", &mut |ply| {
        black_box(san::spelling(
            &ply.text,
            &ply.before,
            &ply.legal,
            ply.index,
            ply.mark,
            usual,
        ));
    });
    time("san::spelling, other usual", &mut |ply| {
        let usual = san::Spelling {
            base: san::Base::LongDash,
            ..usual
        };
        black_box(san::spelling(
            &ply.text,
            &ply.before,
            &ply.legal,
            ply.index,
            ply.mark,
            usual,
        ));
    });
    time("hash", &mut |ply| {
        black_box(ply.before.hash());
    });
    time("clone and play", &mut |ply| {
        let mut after = ply.before.clone();
        after.play(ply.legal[ply.index]);
        black_box(after);
    });
}
