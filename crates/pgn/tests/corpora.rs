//! Real files: all of them survive lexing, and on the clean ones pgn-reader sees the same games and moves.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn::{Splitter, TokenKind, games, lex, write};
use pgn_reader::{Reader, SanPlus, Skip, Visitor};

/// The public corpora beside the repository; they are too large to be part of it.
fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/test")
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, files);
        } else {
            files.push(path);
        }
    }
}

#[test]
fn every_file_survives_lexing_and_splits_alike_in_pieces() {
    let mut files = Vec::new();
    files_below(&corpora(), &mut files);
    if files.is_empty() {
        eprintln!("skipped: no corpora at {}", corpora().display());
    }
    for file in files {
        let text = fs::read(&file).unwrap();
        let mut out = Vec::with_capacity(text.len());
        write(lex(&text), &mut out);
        assert!(out == text, "{} changes", file.display());
        let expected: Vec<_> = games(&text).map(<[u8]>::len).collect();
        assert_eq!(
            expected.iter().sum::<usize>(),
            text.len(),
            "{}",
            file.display()
        );
        assert_eq!(lens_by_pieces(&text, 997), expected, "{}", file.display());
    }
}

fn lens_by_pieces(text: &[u8], piece: usize) -> Vec<usize> {
    let (mut splitter, mut buffer, mut ends, mut lens) =
        (Splitter::new(), Vec::new(), Vec::new(), Vec::new());
    let mut pieces = text.chunks(piece).peekable();
    while let Some(piece) = pieces.next() {
        buffer.extend_from_slice(piece);
        splitter.feed(&buffer, pieces.peek().is_none(), &mut ends);
        let complete = ends.last().copied().unwrap_or(0);
        let mut start = 0;
        for end in ends.drain(..) {
            lens.push(end - start);
            start = end;
        }
        buffer.drain(..complete);
        splitter.consume(complete);
    }
    lens
}

/// What pgn-reader sees of a file: the moves of each game, variations left out.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, moves: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _moves: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, moves: Self::Movetext) -> Self::Output {
        moves
    }
}

fn moves_of(game: &[u8]) -> Vec<String> {
    let mut depth = 0;
    let mut moves = Vec::new();
    for token in lex(game) {
        match token.kind {
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose => depth -= 1,
            TokenKind::San if depth == 0 => {
                moves.push(String::from_utf8_lossy(token.text).into_owned())
            }
            _ => {}
        }
    }
    moves
}

#[test]
fn pgn_reader_sees_the_same_games_and_moves_in_clean_files() {
    for name in [
        "lichess-dump-2025-05.pgn",
        "twic-1428.pgn",
        "lichess-user-clk.pgn",
        "chesscom-user-a.pgn",
    ] {
        let Ok(text) = fs::read(corpora().join(name)) else {
            eprintln!("skipped: no corpus {name}");
            continue;
        };
        let expected: Vec<_> = Reader::new(&text[..])
            .read_games(&mut Moves)
            .map(Result::unwrap)
            .collect();
        let found: Vec<_> = games(&text).map(moves_of).collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        for (number, pair) in found.iter().zip(&expected).enumerate() {
            assert_eq!(pair.0, pair.1, "{name}, game {}", number + 1);
        }
    }
}
