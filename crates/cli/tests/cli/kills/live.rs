//! Killed while it writes games as they come, and while it makes an archive that a later run goes on with.

use crate::desk::{Desk, games};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::quiet;

/// A game comes every few milliseconds, and is in the file at the latest a second later.
const EVERY: Duration = Duration::from_millis(15);
const LATEST: Duration = Duration::from_secs(1);

#[test]
fn whenever_a_live_run_is_killed_all_games_but_those_of_the_last_moments_are_there() {
    let runs = std::env::var("PGNZ_KILLS").map_or(4, |runs| runs.parse().unwrap());
    let text = games(400);
    let games: Vec<&[u8]> = pgn::games(&text).collect();
    let desk = Desk::new();
    let args = [
        "compress",
        "-1",
        "--flush",
        "100ms",
        "-f",
        "-o",
        "live.pgnz",
    ];
    let (mut kept, mut lost, mut oldest) = (0, 0, Duration::default());
    for _ in 0..runs {
        let _ = std::fs::remove_file(desk.path("live.pgnz"));
        let mut child = quiet(desk.command(&args))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let length = Duration::from_millis(300).mul_f64(1.0 + 7.0 * fastrand::f64());
        let (start, mut given) = (Instant::now(), Vec::new());
        while start.elapsed() < length {
            stdin.write_all(games[given.len()]).unwrap();
            given.push(Instant::now());
            std::thread::sleep(EVERY);
        }
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        let end = Instant::now();
        let found = match desk.path("live.pgnz").exists() {
            true => desk.run(&["expand", "-c", "live.pgnz"], 2).stdout,
            false => Vec::new(),
        };
        assert!(text.starts_with(&found));
        let there = pgn::games(&found).count();
        assert!(games[..there].concat() == found);
        if there > 0 {
            let counted = desk.run(&["count", "live.pgnz"], 2);
            assert_eq!(counted.stdout, format!("{there}\n").into_bytes());
        }
        if let Some(first) = given.get(there) {
            oldest = oldest.max(end - *first);
            lost += given.len() - there;
        }
        kept += there;
    }
    eprintln!(
        "live: {runs} runs, {kept} games there, {lost} of the last moments not; the oldest of them came {oldest:?} before"
    );
    // A machine with much else to do takes its time, so this says no more than that something was written.
    assert!(kept > 0 && oldest < LATEST * 60);
}

#[test]
fn whenever_a_run_is_killed_another_goes_on_and_makes_the_same_archive() {
    let runs = std::env::var("PGNZ_KILLS").map_or(3, |runs| runs.parse().unwrap());
    let desk = Desk::new();
    let text = games(2000);
    let packed = zstd::encode_all(&text[..], 3).unwrap();
    desk.write("games.pgn.zst", &packed);
    let once = [
        "compress",
        "-1",
        "--block-games",
        "100",
        "games.pgn.zst",
        "-o",
        "once.pgnz",
    ];
    let start = Instant::now();
    desk.run(&once, 0);
    let length = start.elapsed();
    let args = [
        "compress",
        "-1",
        "--block-games",
        "100",
        "--resume",
        "games.pgn.zst",
    ];
    let (mut killed, mut found_games, mut made) = (0, 0, 0);
    while killed < runs {
        let mut child = quiet(desk.command(&args)).spawn().unwrap();
        std::thread::sleep(length.mul_f64(fastrand::f64() * 1.2));
        let _ = child.kill();
        let status = child.wait().unwrap();
        if status.signal() == Some(9) {
            killed += 1;
        } else {
            assert!(status.success());
        }
        let is_there = desk.path("games.pgnz").exists();
        let mut is_done = false;
        if is_there {
            let expand = desk
                .command(&["expand", "-c", "games.pgnz"])
                .output()
                .unwrap();
            assert!(text.starts_with(&expand.stdout));
            let is_whole = expand.status.code() == Some(0);
            assert!(!is_whole || expand.stdout.len() == text.len());
            assert!(is_whole || expand.status.code() == Some(2));
            is_done = is_whole;
            found_games += pgn::games(&expand.stdout).count();
            let before = desk.command(&["count", "games.pgnz"]).output().unwrap();
            assert_eq!(before.status.code(), expand.status.code());
        }
        // Every third time the run goes on to its end; else it is killed again.
        if is_done || is_there && fastrand::u8(..3) == 0 {
            desk.run(&args, 0);
            assert!(desk.read("games.pgnz") == desk.read("once.pgnz"));
            std::fs::remove_file(desk.path("games.pgnz")).unwrap();
            made += 1;
        }
    }
    desk.run(&args, 0);
    assert!(desk.read("games.pgnz") == desk.read("once.pgnz"));
    eprintln!(
        "resume: {killed} kills, {found_games} games found after them, {} archives completed, all the same as that of one run",
        made + 1
    );
}
