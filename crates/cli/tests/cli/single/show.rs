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

#[test]
fn several_plies_are_boards_in_rows_and_need_a_picture() {
    let desk = Desk::new();
    desk.write("game.pgn", b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n");
    desk.run(
        &["show", "game.pgn", "--ply", "0,2,5,7", "--svg", "row.svg"],
        0,
    );
    let image = String::from_utf8(desk.read("row.svg")).unwrap();
    assert_eq!(image.matches("<rect").count(), 4 * 64);
    for caption in [">Start<", ">1... e5<", ">3. Bb5<", ">4. Ba4<"] {
        assert!(image.contains(caption), "{caption}");
    }
    fails(
        &desk,
        &[
            (&["show", "game.pgn", "--ply", "1,2"], &["--svg"]),
            (
                &["show", "game.pgn", "--ply", "1,8", "--svg", "-"],
                &["no ply 8", "has 7"],
            ),
        ],
    );
}

#[test]
fn diagrams_have_every_move_once_and_escape_names() {
    let desk = Desk::new();
    let text = "[White \"<b>Anna</b>\"]\n[Black \"Emil\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 1-0\n";
    desk.write("game.pgn", text.as_bytes());
    desk.run(
        &["diagrams", "game.pgn", "--every", "3", "-o", "sheet.html"],
        0,
    );
    let page = String::from_utf8(desk.read("sheet.html")).unwrap();
    assert!(page.contains("&lt;b&gt;Anna&lt;/b&gt; – Emil") && !page.contains("<b>Anna"));
    let captions = page.split("<figcaption>").skip(1);
    let captions: Vec<&str> = captions
        .filter_map(|rest| rest.split("</figcaption>").next())
        .collect();
    assert_eq!(
        captions,
        [
            "<b>2. Nf3</b>, Black to move<br>1. e4 e5 2. Nf3",
            "<b>3... a6</b>, White to move<br>2... Nc6 3. Bb5 a6",
            "<b>4. Ba4</b>, Black to move<br>4. Ba4",
        ]
    );
    assert!(page.contains("size:A4") && !page.contains("http:"));
    let again = desk.run(&["diagrams", "game.pgn", "--every", "3"], 0);
    assert_eq!(again.stdout, page.as_bytes());
    let refused = desk.run(&["diagrams", "game.pgn", "-o", "sheet.html"], 1);
    assert!(said(&refused).contains("sheet.html"));
    // A game without moves has its start.
    desk.write("empty.pgn", b"[White \"Anna\"]\n\n*\n");
    let empty = printed(&desk, &["diagrams", "empty.pgn"]);
    assert_eq!(empty.matches("<figure>").count(), 1);
    desk.write("wrong.pgn", b"1. e4 e5 2. Ke3 *\n");
    let warned = desk.run(&["diagrams", "wrong.pgn"], 2);
    assert!(said(&warned).contains("Ke3"), "{}", said(&warned));
}
