//! Games of the corpora are written as PGN and read back.

use pgnz::{Game, GameBuilder, Position, Variant};
use std::fs;
use std::path::Path;

/// Games of the repository, and of the corpora beside it where they are: at most the first 300 of a file.
fn games() -> Vec<Game> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = [
        "corpora",
        "corpora/quirks",
        "../shared/corpora/test",
        "../shared/corpora/test/annotated",
    ];
    let files = folders
        .iter()
        .filter_map(|folder| fs::read_dir(root.join(folder)).ok());
    let mut found = Vec::new();
    for file in files.flatten() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        let text = fs::read(path).unwrap();
        let text = &text[..text.len().min(400_000)];
        let mut packed = Vec::new();
        let options = pgnz::CompressOptions::new().level(pgnz::Level::Fast);
        pgnz::compress(text, &mut packed, &options.verify(false)).unwrap();
        let mut archive = pgnz::Archive::open(std::io::Cursor::new(packed)).unwrap();
        let games = archive.games(.., pgnz::Columns::ALL).unwrap();
        found.extend(games.map(Result::unwrap).take(300));
    }
    found
}

#[test]
fn games_of_the_corpora_come_back_as_they_were_written() {
    let (mut written, mut refused) = (0, 0);
    for game in games() {
        let Ok(builder) = GameBuilder::edit(&game) else {
            refused += 1;
            continue;
        };
        let Ok(text) = builder.to_pgn() else {
            refused += 1;
            continue;
        };
        let back = Game::parse(&text);
        assert_eq!(back.start(), game.start());
        assert_eq!(
            back.moves().collect::<Vec<_>>(),
            game.moves().collect::<Vec<_>>()
        );
        assert_eq!(
            back.tags().result_text().unwrap_or("*"),
            game.tags().result_text().unwrap_or("*")
        );
        for tag in game.tags().pairs() {
            let name = std::str::from_utf8(tag.name).unwrap();
            assert_eq!(back.tags().get(name), game.tags().get(name), "{name}");
        }
        // What was written once is written the same again.
        assert_eq!(GameBuilder::edit(&back).unwrap().to_pgn().unwrap(), text);
        written += 1;
    }
    assert!(
        written > 10 * refused,
        "{written} written, {refused} refused"
    );
}

#[test]
fn lines_are_short_and_a_blank_line_ends_the_tags() {
    let mut game = GameBuilder::new();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(200) {
        game.push(text).unwrap();
    }
    let text = String::from_utf8(game.to_pgn().unwrap()).unwrap();
    assert!(text.lines().all(|line| line.len() < 80));
    assert_eq!(text.lines().filter(|line| line.is_empty()).count(), 2);
}

#[test]
fn odd_values_come_back_or_are_refused() {
    let mut game = GameBuilder::new();
    game.tag("White", "Anna \"the\" \\ Great").unwrap();
    game.push("e4").unwrap();
    for text in [
        "a } brace",
        "two  blanks",
        " [%clk 0:01:00] ",
        "",
        "{",
        "; x",
    ] {
        game.line_mut().plies[0].comments = vec![pgnz::Comment::new(text)];
        let back = game.build().unwrap();
        assert_eq!(
            back.main_line().plies[0].comments[0].text,
            text.as_bytes(),
            "{text:?}"
        );
    }
    assert!(game.tag("White\n", "x").is_err() && game.tag("White", "x\n").is_err());
    assert!(game.push("e4").is_err());
    let start = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 7", Variant::Standard).unwrap();
    game.set_start(start.clone());
    game.push("Kd8").unwrap();
    let back = game.build().unwrap();
    assert_eq!(back.start(), Some(&start));
    assert!(back.text().windows(10).any(|text| text == b"7... Kd8 *"));
}
