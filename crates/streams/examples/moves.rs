//! Times the parts of the move model over the games of PGN files.
//!
//! `cargo run --release -p pgnz-streams --features training --example moves -- games.pgn`

use std::hint::black_box;
use std::time::{Duration, Instant};

use entropy::{Encode, range};
use legal::{Cursor, LegalMoves, Position, san};
use streams::moves::{Knowledge, MoveContext, Moves, Setting};
use streams::training::networks::{Asked, BEST, DEFAULT, Detail, FAST, Features, Networks};

/// Positions that one part looks at before the next begins: few enough for the second-level cache.
const TOGETHER: usize = 256;

/// Passes over all games. Of the times for the same piece of work, the least counts: in the others the machine did something else.
const PASSES: usize = 7;

/// For each part what each piece of work has taken.
#[derive(Default)]
struct Times(Vec<(&'static str, Vec<Duration>)>);

impl Times {
    /// Does one piece of work of a part.
    fn time<T>(&mut self, part: &'static str, piece: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        let taken = start.elapsed();
        let known = self.0.iter().position(|&(known, _)| known == part);
        let at = known.unwrap_or_else(|| {
            self.0.push((part, Vec::new()));
            self.0.len() - 1
        });
        let pieces = &mut self.0[at].1;
        if piece >= pieces.len() {
            pieces.resize(piece + 1, Duration::MAX);
        }
        pieces[piece] = pieces[piece].min(taken);
        done
    }
}

fn main() {
    let mut games: Vec<Vec<usize>> = Vec::new();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a file that can be read");
        games.extend(read(&bytes));
    }
    let mut times = Times::default();
    let mut digest = 0;
    for _ in 0..PASSES {
        digest = parts(&games, &mut times);
        digest = mixed(digest, &whole(&games, &mut times));
    }
    let plies = games.iter().map(Vec::len).sum::<usize>();
    println!("{plies} plies, digest {digest:016x}");
    for (name, taken) in times.0 {
        let taken = taken.iter().sum::<Duration>();
        println!(
            "{name:>24} {:7.1} ns",
            taken.as_nanos() as f64 / plies as f64
        );
    }
}

/// Times the parts alone. Returns a digest of the logits.
fn parts(games: &[Vec<usize>], times: &mut Times) -> u64 {
    let setting = Setting::default();
    let (mut digest, mut piece) = (0, 0);
    let mut fast = Asked::new(Networks::<FAST>::shipped());
    let mut default = Asked::new(Networks::<DEFAULT>::shipped());
    let mut best = Asked::new(Networks::<BEST>::shipped());
    let mut cursors: Vec<Cursor> = Vec::new();
    let mut legal = vec![LegalMoves::new(); TOGETHER];
    let mut brief = vec![Features::default(); TOGETHER];
    let mut in_full = vec![Features::default(); TOGETHER];
    let mut widths = Vec::new();
    let mut look = |cursors: &mut Vec<Cursor>| {
        times.time("legal moves", piece, || {
            for (cursor, legal) in cursors.iter().zip(&mut legal) {
                cursor.position().legal_moves_into(legal);
            }
        });
        for (name, detail, described) in [
            ("describe in brief", Detail::Brief, &mut brief),
            ("describe in full", Detail::Full, &mut in_full),
        ] {
            times.time(name, piece, || {
                for (cursor, features) in cursors.iter().zip(described) {
                    features.extract(detail, &MoveContext::at(cursor, &setting));
                }
            });
        }
        times.time("forward, fast", piece, || {
            digest = forward(&mut fast, &mut brief[..cursors.len()], digest);
        });
        times.time("forward, default", piece, || {
            digest = forward(&mut default, &mut brief[..cursors.len()], digest);
        });
        times.time("forward, best", piece, || {
            digest = forward(&mut best, &mut in_full[..cursors.len()], digest);
        });
        times.time("softmax", piece, || {
            for cursor in &*cursors {
                best.logits.truncate(cursor.legal().len());
                model::simd::run(Softmax(&best.logits, &mut widths));
            }
        });
        piece += 1;
        cursors.clear();
    };
    for game in games {
        let mut cursor = Cursor::new(Position::standard());
        for &index in game {
            cursor.legal();
            cursors.push(cursor.clone());
            if cursors.len() == TOGETHER {
                look(&mut cursors);
            }
            cursor.play(index);
        }
    }
    look(&mut cursors);
    digest
}

/// Computes the logits of positions that are described already, and mixes them into a digest.
fn forward<const C: usize>(
    asked: &mut Asked<C>,
    described: &mut [Features],
    mut digest: u64,
) -> u64 {
    for features in described {
        std::mem::swap(&mut asked.features, features);
        asked.weigh(Setting::default().kind());
        std::mem::swap(&mut asked.features, features);
        digest = mixed(digest, &asked.logits);
    }
    digest
}

/// Times playing the games, and coding their moves. Returns how many bytes they take.
fn whole(games: &[Vec<usize>], times: &mut Times) -> [i32; 3] {
    let setting = Setting::default();
    for (piece, game) in games.iter().enumerate() {
        times.time("playing", piece, || {
            let mut cursor = Cursor::new(Position::standard());
            for &index in game {
                cursor.legal();
                black_box(cursor.play(index));
            }
        });
    }
    [
        ("fast, with playing", Knowledge::Fast),
        ("default, with playing", Knowledge::Default),
        ("best, with playing", Knowledge::Best),
    ]
    .map(|(name, knowledge)| {
        let mut models = Moves::new(&knowledge);
        let mut coder = range::Encoder::new();
        for (piece, game) in games.iter().enumerate() {
            times.time(name, piece, || {
                let mut cursor = Cursor::new(Position::standard());
                for &index in game {
                    models.code(&mut coder, &MoveContext::at(&cursor, &setting), index);
                    black_box(cursor.play(index));
                }
            });
        }
        coder.finish().len() as i32
    })
}

fn mixed(digest: u64, numbers: &[i32]) -> u64 {
    numbers.iter().fold(digest, |digest, &number| {
        (digest ^ number as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23)
    })
}

/// The games of a PGN file without variations, as indices of moves.
fn read(bytes: &[u8]) -> Vec<Vec<usize>> {
    let (mut games, mut game) = (Vec::new(), Vec::new());
    let mut position = Position::standard();
    let mut comment = false;
    for line in bytes.split(|&byte| byte == b'\n') {
        if line.starts_with(b"[") && !comment {
            continue;
        }
        for word in line.split(|byte| byte.is_ascii_whitespace()) {
            if comment || word.starts_with(b"{") {
                comment = !word.ends_with(b"}");
            } else if matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
                games.push(std::mem::take(&mut game));
                position = Position::standard();
            } else {
                let text = word.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
                let legal = position.legal_moves();
                if let Some(index) = san::read(text, &position, &legal) {
                    game.push(index);
                    position.play(legal[index]);
                }
            }
        }
    }
    games
}

struct Softmax<'a>(&'a [i32], &'a mut Vec<u32>);

impl model::simd::Task for Softmax<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        model::softmax::widths(self.0, self.1);
    }
}
