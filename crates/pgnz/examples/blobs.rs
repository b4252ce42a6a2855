//! Keeps a game as a few bytes and reads it back: `cargo run -p pgnz --example blobs e4 e5 Nf3 Nc6`.

use pgnz::{GameInfo, Model, Moves, decode_game, encode_game};

fn main() -> Result<(), pgnz::Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let moves: Moves = words.join(" ").parse()?;
    // What other columns of the row say.
    let info = GameInfo::from_pairs([("Result", "1/2-1/2")]);
    let blob = encode_game(&moves, &info, &Model::default())?;
    println!("{} moves in {} bytes: {blob:02x?}", moves.len(), blob.len());
    let back = decode_game(&blob, &info, None)?;
    assert_eq!(back, moves);
    println!("{}", back.to_uci().join(" "));
    Ok(())
}
