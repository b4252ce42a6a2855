//! Just enough of a PGN reader to get at the moves of well-formed files.

use std::{fs, path::Path};

use legal::{Position, Variant};

pub struct Game {
    pub start: Position,
    pub moves: Vec<Vec<u8>>,
}

/// The games of a file of the shared corpora; `None` where it is not at hand.
pub fn read(name: &str) -> Option<Vec<Game>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpora/test")
        .join(name);
    let Ok(bytes) = fs::read(&path) else {
        eprintln!("skipped: no corpus {name}");
        return None;
    };
    let mut games = Vec::new();
    let mut variant = Variant::Standard;
    let mut fen = None;
    let mut moves = Vec::new();
    let mut in_comment = false;
    let mut depth = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii();
        if line.starts_with(b"[") && !in_comment {
            let value = line.split(|&byte| byte == b'"').nth(1).unwrap_or_default();
            if line.starts_with(b"[Variant ") {
                variant = Variant::from_tag(value).expect("known variant");
            } else if line.starts_with(b"[FEN ") {
                fen = Some(String::from_utf8(value.to_vec()).expect("FEN"));
            }
            continue;
        }
        for word in line.split(|byte| byte.is_ascii_whitespace()) {
            let was_in_comment = in_comment;
            in_comment = (in_comment || word.contains(&b'{')) && !word.contains(&b'}');
            if was_in_comment || word.iter().any(|byte| b"{}".contains(byte)) || word.is_empty() {
                continue;
            }
            let parentheses = word.iter().filter(|byte| b"()".contains(byte)).count();
            if depth > 0 || parentheses > 0 {
                depth += word.iter().filter(|&&byte| byte == b'(').count();
                depth -= word.iter().filter(|&&byte| byte == b')').count();
                continue;
            }
            if matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
                let start = match fen.take() {
                    Some(fen) => Position::from_fen(&fen, variant).expect("playable FEN"),
                    None => Position::initial(variant),
                };
                games.push(Game {
                    start,
                    moves: std::mem::take(&mut moves),
                });
                variant = Variant::Standard;
                continue;
            }
            let san = word.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
            let san = san.strip_suffix(b"?").unwrap_or(san);
            if san.first().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                moves.push(san.to_vec());
            }
        }
    }
    Some(games)
}
