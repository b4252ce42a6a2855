use super::*;
use crate::Outcome;

fn sans(line: &Line) -> Vec<&str> {
    line.plies.iter().map(|ply| ply.san.as_str()).collect()
}

#[test]
fn variations_stand_behind_the_move_that_they_replace() {
    let game = Game::parse(b"1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *");
    let line = game.main_line();
    assert_eq!(sans(line), ["e4", "e5", "Nf3"]);
    let sicilian = &line.plies[1].variations[0];
    assert_eq!(sans(sicilian), ["c5", "Nf3", "d6"]);
    assert_eq!(sans(&sicilian.plies[1].variations[0]), ["c3"]);
}

#[test]
fn values_stand_beside_their_moves() {
    let text = b"{ before } 1. e4 {[%clk 0:03:00][%eval 0.3]} 1... e5 { [%emt 1.5] [%eval #-3] good } 2. Ke2 ?? $14 *";
    let game = Game::parse(text);
    let line = game.main_line();
    assert_eq!(line.comments[0].text, b" before ");
    let [first, second, third] = &line.plies[..] else {
        panic!("{line:?}");
    };
    assert_eq!(
        (first.clock(), first.eval()),
        (Some(180_000), Some(Eval::Centipawns(30)))
    );
    assert_eq!(
        (second.spent(), second.eval()),
        (Some(1500), Some(Eval::Mate(-3)))
    );
    assert_eq!(second.comments[0].text, b" [%emt 1.5] [%eval #-3] good ");
    assert_eq!(third.nags, [4, 14]);
}

#[test]
fn what_cannot_be_followed_is_kept_as_text() {
    let game = Game::parse(b"1. e4 (1. d5 d6) e5 2. Ke3 Nc6 1-0\n");
    let line = game.main_line();
    assert_eq!(sans(line), ["e4", "e5"]);
    assert_eq!(line.plies[0].variations[0].unread, b"d5 d6");
    assert_eq!(line.unread, b"Ke3 Nc6 1-0");
    let junk =
        Game::parse(b"<html>no chess at all, and longer than any short text could ever be</html>");
    assert!(junk.main_line().plies.is_empty() && !junk.main_line().unread.is_empty());
}

#[test]
fn positions_follow_null_moves_and_odd_starts() {
    let game = Game::parse(b"[FEN \"8/8/8/8/8/5k2/7q/5K2 b - - 0 1\"]\n\n1... Qf2# 0-1");
    assert_eq!(game.positions().count(), 2);
    assert!(game.position(1).unwrap().legal_moves().is_empty());
    let game = Game::parse(b"1. e4 -- 2. d4 *");
    assert_eq!(sans(game.main_line()), ["e4", "--", "d4"]);
    assert_eq!((game.positions().count(), game.moves().count()), (4, 1));
    assert!(Game::parse(b"[FEN \"none\"]\n\n1. e4 *").start().is_none());
}

#[test]
fn usual_tags_are_read_and_odd_values_are_not() {
    let text = b"[Date \"????.??.??\"]\n[UTCDate \"2024.05.03\"]\n[WhiteElo \"?\"]\n[BlackElo \"2800\"]\n[Result \"0-1\"]\n[ECO \"B90\"]\n[TimeControl \"40/7200:3600\"]\n\n*";
    let game = Game::parse(text);
    let tags = game.tags();
    let date = Date {
        year: Some(2024),
        month: Some(5),
        day: Some(3),
    };
    assert_eq!(
        (tags.date(), tags.ratings()),
        (Some(date), [None, Some(2800)])
    );
    assert_eq!((tags.result(), tags.eco()), (Outcome::Black, Some("B90")));
    assert_eq!((tags.time_control(), tags.players()), (None, [None, None]));
}
