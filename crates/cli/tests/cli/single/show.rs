//! `pgnz show`.

use crate::desk::{Desk, said};

use super::{START, fails, printed};

#[test]
fn show_tells_what_a_board_does_not() {
    let desk = Desk::new();
    desk.write(
        "game.pgn",
        b"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 a6 4. e5 d5 5. exd6 exd6 6. Ke2 *\n",
    );
    let show = |ply: &str| printed(&desk, &["show", "game.pgn", "--game", "1", "--ply", ply]);
    let line = |text: &str, key: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(key));
        found.map(|rest| rest.trim().to_owned()).unwrap()
    };
    let start = show("0");
    assert!(start.contains("8  r n b q k b n r\n") && start.contains("1  R N B Q K B N R\n"));
    assert_eq!(line(&start, "FEN"), START);
    assert_eq!(line(&start, "last move"), "-");
    assert_eq!(line(&start, "legal moves"), "20");
    let moves = start.lines().filter(|line| line.contains('%')).count();
    assert_eq!(moves, 20);
    assert!(
        start
            .lines()
            .any(|line| line.ends_with("played") && line.trim().starts_with("2  Nf3")),
        "{start}"
    );
    let again = show("4");
    assert_eq!(line(&again, "occurred"), "2 times");
    assert_eq!(line(&again, "halfmove clock"), "4");
    let en_passant = show("8");
    assert_eq!(line(&en_passant, "en passant"), "d6");
    assert_eq!(line(&en_passant, "to move"), "White");
    assert_eq!(
        line(&en_passant, "castling"),
        "White king's side, White queen's side, Black king's side, Black queen's side"
    );
    let last = printed(&desk, &["show", "game.pgn", "--game", "1", "-1"]);
    assert_eq!(
        line(&last, "castling"),
        "Black king's side, Black queen's side"
    );
    assert_eq!(line(&last, "last move"), "Ke2");
    fails(
        &desk,
        &[(
            &["show", "game.pgn", "--game", "1", "--ply", "12"],
            &["no ply 12", "has 11"],
        )],
    );
}

#[test]
fn show_draws_letters_pictures_and_an_image_that_does_not_overwrite() {
    let desk = Desk::new();
    let text = "[White \"Anna\"]\n[Black \"Emil\"]\n[Event \"Cup\"]\n[Date \"2024.05.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    desk.write("game.pgn", text.as_bytes());
    let shown = |args: &[&str]| {
        let args = [&["show", "game.pgn"], args].concat();
        String::from_utf8(desk.run(&args, 0).stdout).unwrap()
    };
    assert!(shown(&[]).starts_with("Anna - Emil  1-0\nCup, 2024.05.01\n\n8  r n b q k b n r\n"));
    assert!(shown(&["--pieces", "unicode"]).contains("1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n"));
    assert_eq!(shown(&["--svg", "board.svg"]), "");
    let image = String::from_utf8(desk.read("board.svg")).unwrap();
    assert_eq!(image.matches("<rect").count(), 64);
    assert_eq!(image.matches("<use href=\"#wp\"").count(), 8);
    assert_eq!(image.matches("<use").count(), 32);
    assert_eq!(image, shown(&["--svg", "-"]));
    let refused = desk.run(&["show", "game.pgn", "--ply", "0", "--svg", "board.svg"], 1);
    assert!(said(&refused).contains("board.svg"), "{}", said(&refused));
    assert_eq!(desk.read("board.svg"), image.as_bytes());
    shown(&["--ply", "0", "--svg", "board.svg", "-f"]);
    assert_ne!(desk.read("board.svg"), image.as_bytes());
}
