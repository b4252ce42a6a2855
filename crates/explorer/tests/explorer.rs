//! Answers of the file are those of the games themselves, and damage is found.

use archive::Game;
use explorer::{About, Error, Explorer, Maker};
use query::{Facts, Filter, Root, Tree, Visit};
use std::io::Cursor;

/// Games with moves from a few lines, so that thousands share their first moves, with made-up ratings and paces.
fn games(count: usize) -> Vec<Game> {
    let mut random = fastrand::Rng::with_seed(7);
    let lines = [
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5",
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
        "c4",
        "",
    ];
    let times = ["60+0", "180+2", "600+0", "1800+20", "-", "?"];
    let game = |_| {
        let line = lines[random.usize(..lines.len())];
        let moves: Vec<&str> = line.split_whitespace().collect();
        let kept = match random.u8(..3) {
            0 => random.usize(..=moves.len()),
            _ => moves.len(),
        };
        let rating = |random: &mut fastrand::Rng| match random.u8(..6) {
            0 => "?".to_owned(),
            _ => random.u16(800..2800).to_string(),
        };
        let result = ["1-0", "0-1", "1/2-1/2", "*"][random.usize(..4)];
        let time = times[random.usize(..times.len())];
        let year = 2000 + random.u16(..25);
        let start = match random.u8(..20) {
            0 => "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
            _ => "",
        };
        let (white, black) = (rating(&mut random), rating(&mut random));
        let movetext = if start.is_empty() {
            moves[..kept].join(" ")
        } else {
            "e4".to_owned()
        };
        let text = format!(
            "[Date \"{year}.??.??\"]\n[Result \"{result}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[TimeControl \"{time}\"]\n{start}\n{movetext} {result}\n"
        );
        Game::parse(text.as_bytes())
    };
    (0..count).map(game).collect()
}

fn made(games: &[Game]) -> (About, Vec<u8>) {
    let about = About {
        digest: 17,
        games: games.len() as u64,
    };
    let (mut maker, mut file) = (Maker::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        maker.add(number as u64, game).unwrap();
    }
    maker.finish(about, &mut file).unwrap();
    (about, file)
}

/// The tree of the games themselves.
fn plain(games: &[Game], root: &Root, filter: &Filter) -> Tree {
    let mut tree = Tree::new(root);
    for (number, game) in games.iter().enumerate() {
        if filter.matches(game)
            && let Visit::Here(next) = root.visit(game)
        {
            tree.add((3, number as u64), next, &Facts::of(game));
        }
    }
    tree
}

/// The tree of the file, and how many games had to be read.
fn asked(
    explorer: &mut Explorer<Cursor<Vec<u8>>>,
    games: &[Game],
    root: &Root,
    filter: &Filter,
) -> Option<(Tree, usize)> {
    let mut tree = Tree::new(root);
    let asked = explorer.add_to(&mut tree, root, filter, 3).unwrap()?;
    for &number in &asked {
        let game = &games[number as usize];
        if let Visit::Here(next) = root.visit(game) {
            tree.add((3, number), next, &Facts::of(game));
        }
    }
    Some((tree, asked.len()))
}

fn assert_same(found: &Tree, expected: &Tree, what: &str) {
    assert_eq!(found.total(), expected.total(), "{what}");
    assert_eq!(found.branches(), expected.branches(), "{what}");
    assert_eq!(found.ended(), expected.ended(), "{what}");
}

#[test]
fn answers_are_those_of_the_games() {
    let games = games(20_000);
    let (about, file) = made(&games);
    let mut explorer = Explorer::open(Cursor::new(file), about).unwrap();
    for moves in [
        "",
        "1. e4",
        "1. e4 e5",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
        "1. d4 Nf6 2. c4 g6",
        "1. c4",
        "1. c4 e5",
        "1. b3",
    ] {
        let root = match moves {
            "" => Root::start(),
            moves => Root::of_moves(moves).unwrap(),
        };
        for (filter, may_decline) in [
            ("", false),
            ("min_rating >= 2000", false),
            ("min_rating >= 1600 and max_rating <= 1799", false),
            ("speed in ('blitz', 'rapid')", false),
            ("speed is null", false),
            ("white_rating is null", false),
            ("min_rating >= 2000 and speed = 'bullet'", false),
            // A class is divided: where only few games get to, the answer is known all the same.
            ("white_rating >= 2050", true),
            ("year >= 2010", true),
            ("result = 1-0", true),
        ] {
            let filter = match filter {
                "" => Filter::default(),
                filter => Filter::parse(filter).unwrap(),
            };
            let what = format!("{moves} {:?}", filter.expr());
            let expected = plain(&games, &root, &filter);
            match asked(&mut explorer, &games, &root, &filter) {
                Some((found, read)) => {
                    assert_same(&found, &expected, &what);
                    assert!(read <= 1, "{what}: {read} games had to be read");
                }
                None => assert!(may_decline, "{what}"),
            }
        }
    }
    let name = Filter::parse("white = 'Anna'").unwrap();
    assert!(asked(&mut explorer, &games, &Root::start(), &name).is_none());
    let position = Root::of_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let none = asked(
        &mut explorer,
        &games,
        &position.unwrap(),
        &Filter::default(),
    );
    assert!(none.is_none());
}

#[test]
fn real_games_are_counted_after_each_of_their_moves() {
    let text = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpora/famous.pgn"
    ));
    // Each game begins with its first tag pair.
    let text = String::from_utf8(text.unwrap()).unwrap();
    let games: Vec<Game> = text
        .split("\n[Event ")
        .map(|game| {
            Game::parse(format!("[Event {}\n", game.trim_start_matches("[Event ")).as_bytes())
        })
        .collect();
    assert!(games.len() > 20);
    let (about, file) = made(&games);
    let mut explorer = Explorer::open(Cursor::new(file), about).unwrap();
    for game in games.iter().take(12) {
        let moves: Vec<String> = game.moves().map(|played| played.to_string()).collect();
        for plies in 0..moves.len().min(60) {
            let root = match plies {
                0 => Root::start(),
                _ => Root::of_moves(&moves[..plies].join(" ")).unwrap(),
            };
            let (found, _) = asked(&mut explorer, &games, &root, &Filter::default()).unwrap();
            let expected = plain(&games, &root, &Filter::default());
            assert_same(&found, &expected, &moves[..plies].join(" "));
        }
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_found() {
    let games = games(5000);
    let (about, file) = made(&games);
    let ask = |file: Vec<u8>| {
        let mut explorer = Explorer::open(Cursor::new(file), about)?;
        let mut figures = Vec::new();
        for moves in ["1. e4", "1. d4 d5", "1. e4 c5 2. Nf3 d6"] {
            let root = Root::of_moves(moves).unwrap();
            let mut tree = Tree::new(&root);
            explorer.add_to(&mut tree, &root, &Filter::default(), 0)?;
            figures.push(tree.total().clone());
        }
        Ok::<_, Error>(figures)
    };
    let right = ask(file.clone()).unwrap();
    let mut found = 0;
    for bit in (0..file.len() * 8).step_by(211) {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        match ask(damaged) {
            // What was not read may be damaged.
            Ok(figures) => assert_eq!(figures, right, "bit {bit}"),
            Err(_) => found += 1,
        }
    }
    assert!(found > 100);
    for length in (0..file.len()).step_by(401) {
        if let Ok(figures) = ask(file[..length].to_vec()) {
            assert_eq!(figures, right, "{length} bytes");
        }
    }
    let other = About {
        digest: 18,
        ..about
    };
    let opened = Explorer::open(Cursor::new(file), other);
    assert!(matches!(opened, Err(Error::OfAnother)));
}
