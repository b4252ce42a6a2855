//! Games that come one by one, and runs that go on where others were stopped.

use crate::desk::{Desk, games, is_ignored, said};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// The text of single games.
fn one_by_one(count: usize) -> Vec<Vec<u8>> {
    let text = games(count);
    pgn::games(&text).map(<[u8]>::to_vec).collect()
}

/// The signal, or SIGTERM in its place where the tests were started so that programs do not see it.
fn seen(signal: &'static str) -> &'static str {
    let number = match signal {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        _ => return signal,
    };
    if is_ignored(number) { "TERM" } else { signal }
}

fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let kill = Command::new("kill")
        .args([&format!("-{signal}"), &id])
        .status();
    assert!(kill.unwrap().success());
}

fn count(desk: &Desk, name: &str) -> (String, Option<i32>) {
    let output = desk.command(&["count", name]).output().unwrap();
    let games = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (games, output.status.code())
}

/// Waits until an archive that is being written has so many games.
#[track_caller]
fn wait_for(desk: &Desk, name: &str, games: usize) {
    for _ in 0..600 {
        if desk.path(name).exists() && count(desk, name) == (games.to_string(), Some(0)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{name} has {:?} games, not {games}", count(desk, name));
}

fn expanded(desk: &Desk, name: &str, code: i32) -> Vec<u8> {
    desk.run(&["expand", "-c", name], code).stdout
}

fn give(child: &mut Child, text: &[u8]) {
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(text).and_then(|()| stdin.flush()).unwrap();
}

const LIVE: [&str; 6] = ["compress", "-1", "--flush", "300ms", "-o", "live.pgnz"];

#[test]
fn games_that_come_one_by_one_can_be_read_meanwhile_by_every_command() {
    let desk = Desk::new();
    let games = one_by_one(30);
    let mut child = desk.spawn(&LIVE);
    let mut given = 0;
    for pause_after in [1, 2, 12, 30] {
        for game in &games[given..pause_after] {
            give(&mut child, game);
        }
        given = pause_after;
        // The last game is known to be over only by its termination.
        wait_for(&desk, "live.pgnz", given);
        assert!(expanded(&desk, "live.pgnz", 2) == games[..given].concat());
        let last = given.to_string();
        let cat = desk.run(&["cat", "--game", &last, "live.pgnz"], 0);
        assert!(cat.stdout == games[given - 1], "{}", said(&cat));
        let list = desk.run(&["list", "live.pgnz"], 0);
        assert!(String::from_utf8_lossy(&list.stdout).contains("unfinished"));
        assert!(said(&list).contains("being written"));
        let json = desk.run(&["list", "--json", "live.pgnz"], 0);
        assert!(String::from_utf8_lossy(&json.stdout).contains("\"unfinished\":true"));
        desk.run(&["export", "live.pgnz", "-o", "all.csv", "-f"], 0);
    }
    // Half a game waits.
    give(&mut child, b"[White \"Half\"]\n\n1. e4 e5");
    std::thread::sleep(Duration::from_millis(900));
    assert_eq!(count(&desk, "live.pgnz"), ("30".to_owned(), Some(0)));
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), said(&output)),
        (Some(0), String::new())
    );
    let whole = [games.concat(), b"[White \"Half\"]\n\n1. e4 e5".to_vec()].concat();
    assert!(expanded(&desk, "live.pgnz", 0) == whole);
    let list = desk.run(&["list", "live.pgnz"], 0);
    assert!(!String::from_utf8_lossy(&list.stdout).contains("unfinished"));
    desk.run(&["test", "live.pgnz"], 0);

    desk.run(&["merge", "--repack", "live.pgnz", "-o", "small.pgnz"], 0);
    assert!(expanded(&desk, "small.pgnz", 0) == whole);
    desk.write("whole.pgn", &whole);
    desk.run(&["compress", "-1", "whole.pgn"], 0);
    assert!(desk.read("small.pgnz") == desk.read("whole.pgnz"));
}

#[test]
fn games_that_come_without_a_pause_are_written_in_time_and_a_steady_pipe_is_not_cut() {
    let desk = Desk::new();
    let games = one_by_one(60);
    let mut child = desk.spawn(&LIVE);
    for game in &games {
        give(&mut child, game);
        std::thread::sleep(Duration::from_millis(20));
    }
    // All but those of the last moments.
    let (found, code) = count(&desk, "live.pgnz");
    assert_eq!(code, Some(0));
    assert!(found.parse::<usize>().unwrap() > 0, "{found}");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert!(expanded(&desk, "live.pgnz", 0) == games.concat());

    let text = crate::desk::games(6000);
    desk.write("games.pgn", &text);
    desk.run(&["compress", "-1", "games.pgn", "-o", "file.pgnz"], 0);
    let piped = desk.pipe(&["compress", "-1", "-o", "piped.pgnz"], &text);
    assert_eq!(piped.status.code(), Some(0));
    assert!(desk.read("piped.pgnz") == desk.read("file.pgnz"));
    let packed = zstd::encode_all(&text[..], 3).unwrap();
    let piped = desk.pipe(
        &["compress", "-1", "--flush", "5s", "-o", "zst.pgnz"],
        &packed,
    );
    assert_eq!(piped.status.code(), Some(0));
    assert!(expanded(&desk, "zst.pgnz", 0) == text);
}

#[test]
fn a_signal_completes_the_archive_and_a_second_one_ends_the_program() {
    let desk = Desk::new();
    let games = one_by_one(8);
    let half = b"[White \"Half\"]\n\n1. e4 e5";
    for (signal, partial) in [("INT", false), ("TERM", true), ("HUP", false)] {
        let signal = seen(signal);
        let mut args = [&LIVE[..], &["-f"]].concat();
        args.extend(partial.then_some("--partial"));
        let mut child = desk.spawn(&args);
        give(&mut child, &games[..5].concat());
        wait_for(&desk, "live.pgnz", 5);
        // What is in the pipe counts.
        give(&mut child, &games[5..].concat());
        give(&mut child, half);
        send(signal, &child);
        let output = wait_with_open_input(&mut child);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{signal}: {said}");
        assert!(said.contains(&format!("stopped by SIG{signal}")), "{said}");
        let rest: &[u8] = if partial { b"" } else { half };
        assert!(expanded(&desk, "live.pgnz", 0) == [games.concat(), rest.to_vec()].concat());
        fs::remove_file(desk.path("live.pgnz")).unwrap();
    }
    // Nothing came: nothing stays.
    let child = desk.spawn(&LIVE);
    std::thread::sleep(Duration::from_millis(300));
    send(seen("INT"), &child);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.code() != Some(0));
    assert_eq!(desk.names(), Vec::<String>::new());
}

/// The output of a program whose input stays open.
fn wait_with_open_input(child: &mut Child) -> Output {
    let stdin = child.stdin.take();
    let status = child.wait().unwrap();
    drop(stdin);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let read = |from: &mut dyn std::io::Read, to: &mut Vec<u8>| from.read_to_end(to).unwrap();
    read(child.stdout.as_mut().unwrap(), &mut stdout);
    read(child.stderr.as_mut().unwrap(), &mut stderr);
    Output {
        status,
        stdout,
        stderr,
    }
}

#[test]
fn a_second_signal_and_a_kill_leave_what_was_finished() {
    let desk = Desk::new();
    let games = one_by_one(8);
    for signals in [&["INT", "INT"][..], &["TERM", "QUIT"], &["KILL"], &["USR1"]] {
        let mut child = desk.spawn(&[&LIVE[..], &["-f"]].concat());
        give(&mut child, &games.concat());
        wait_for(&desk, "live.pgnz", 8);
        // A text that does not stop coming keeps the first signal from ending it at once.
        if signals.len() == 2 {
            send("STOP", &child);
            send(seen(signals[0]), &child);
            send(seen(signals[1]), &child);
            send("CONT", &child);
        } else {
            send(signals[0], &child);
        }
        let output = wait_with_open_input(&mut child);
        let (found, code) = count(&desk, "live.pgnz");
        assert_eq!(found, "8", "{signals:?}: {}", said(&output));
        if output.status.signal().is_some() {
            assert_eq!(code, Some(2));
            assert!(expanded(&desk, "live.pgnz", 2) == games.concat());
            let list = desk.run(&["list", "live.pgnz"], 2);
            assert!(
                said(&list).contains("stopped after 8 games"),
                "{}",
                said(&list)
            );
            let test = desk.run(&["test", "live.pgnz"], 2);
            assert!(said(&test).contains("unfinished"));
            let append = desk
                .command(&["append", "live.pgnz", "-"])
                .stdin(Stdio::null())
                .output();
            assert!(said(&append.unwrap()).contains("unfinished"));
            desk.run(&["merge", "live.pgnz", "-o", "whole.pgnz", "-f"], 0);
            assert!(expanded(&desk, "whole.pgnz", 0) == games.concat());
        }
        fs::remove_file(desk.path("live.pgnz")).unwrap();
    }
}

#[test]
fn a_file_that_grows_is_followed_until_a_signal_and_gone_on_with_later() {
    let desk = Desk::new();
    let games = one_by_one(20);
    desk.write("match.pgn", &games[..3].concat());
    let mut file = OpenOptions::new()
        .append(true)
        .open(desk.path("match.pgn"))
        .unwrap();
    let args = [
        "compress",
        "-1",
        "--flush",
        "300ms",
        "--follow",
        "match.pgn",
    ];
    let mut child = desk.spawn(&args);
    wait_for(&desk, "match.pgnz", 3);
    file.write_all(&games[3..7].concat()).unwrap();
    wait_for(&desk, "match.pgnz", 7);
    send("TERM", &child);
    let output = wait_with_open_input(&mut child);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        said(&output).contains("stopped by SIGTERM; the archive is complete, with the 7 games")
    );
    assert!(expanded(&desk, "match.pgnz", 0) == games[..7].concat());

    // It goes on after its last game, after a signal and after a kill.
    let again = [&args[..], &["--resume"]].concat();
    for (from, to, signal) in [(7, 9, "KILL"), (9, 14, "KILL"), (14, 20, "INT")] {
        file.write_all(&games[from..to].concat()).unwrap();
        let mut child = desk.spawn(&again);
        wait_for(&desk, "match.pgnz", to);
        send(seen(signal), &child);
        wait_with_open_input(&mut child);
    }
    assert!(expanded(&desk, "match.pgnz", 0) == games.concat());
    assert_eq!(count(&desk, "match.pgnz"), ("20".to_owned(), Some(0)));

    // A file that was written anew is not followed.
    let mut child = desk.spawn(&[&again[..], &["-o", "other.pgnz"]].concat());
    wait_for(&desk, "other.pgnz", 20);
    desk.write("match.pgn", &games[0]);
    let output = wait_with_open_input(&mut child);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("shorter"), "{}", said(&output));
    assert_eq!(count(&desk, "other.pgnz").0, "20");
}

#[test]
fn standard_output_has_what_came_too() {
    let desk = Desk::new();
    let games = one_by_one(4);
    let out = fs::File::create(desk.path("out.pgnz")).unwrap();
    let mut child = desk
        .command(&["compress", "-1", "--flush", "300ms", "-c"])
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    give(&mut child, &games.concat());
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(50));
        if count(&desk, "out.pgnz").0 == "4" {
            break;
        }
    }
    assert_eq!(count(&desk, "out.pgnz"), ("4".to_owned(), Some(2)));
    assert!(expanded(&desk, "out.pgnz", 1) == games.concat());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert!(expanded(&desk, "out.pgnz", 0) == games.concat());
}

const RESUME: [&str; 6] = [
    "compress",
    "-1",
    "--block-games",
    "50",
    "--resume",
    "games.pgn.zst",
];

#[test]
fn a_run_that_was_stopped_goes_on_and_the_result_is_that_of_one_run() {
    let desk = Desk::new();
    let text = games(3000);
    let pack = |text: &[u8]| zstd::encode_all(text, 3).unwrap();
    desk.write("games.pgn.zst", &pack(&text));
    desk.run(
        &[
            "compress",
            "-1",
            "--block-games",
            "50",
            "games.pgn.zst",
            "-o",
            "once.pgnz",
        ],
        0,
    );
    // A packed pipe that stops coming, so that the moment is certain.
    let piped = [&RESUME[..5], &["-o", "games.pgnz"]].concat();
    let mut child = desk.spawn(&piped);
    let packed = pack(&text);
    give(&mut child, &packed[..packed.len() / 2]);
    for _ in 0..400 {
        if desk.path("games.pgnz").exists() && count(&desk, "games.pgnz").0.len() > 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    let other = desk.run(&RESUME, 1);
    assert!(said(&other).contains("another run"), "{}", said(&other));
    send("KILL", &child);
    child.wait().unwrap();
    let (found, code) = count(&desk, "games.pgnz");
    assert_eq!(code, Some(2), "{found}");
    assert!(text.starts_with(&expanded(&desk, "games.pgnz", 2)));
    let refused = desk.run(&["compress", "-1", "games.pgn.zst"], 1);
    assert!(said(&refused).contains("already exists"));
    let refused = desk.run(
        &[
            "compress",
            "--block-games",
            "50",
            "--resume",
            "games.pgn.zst",
        ],
        1,
    );
    assert!(said(&refused).contains("level"), "{}", said(&refused));
    desk.run(&RESUME, 0);
    assert!(desk.read("games.pgnz") == desk.read("once.pgnz"));
    desk.run(&RESUME, 0);
    assert!(desk.read("games.pgnz") == desk.read("once.pgnz"));

    // A longer download of the same file, and another file.
    let longer = games(3333);
    desk.write("games.pgn.zst", &pack(&longer));
    desk.run(&RESUME, 0);
    assert!(expanded(&desk, "games.pgnz", 0) == longer);
    let mut other = longer.clone();
    let at = 100_000
        + other[100_000..]
            .iter()
            .position(|&byte| byte == b'1')
            .unwrap();
    other[at] = b'2';
    desk.write("games.pgn.zst", &pack(&other));
    let before = desk.read("games.pgnz");
    let refused = desk.run(&RESUME, 1);
    assert!(
        said(&refused).contains(&format!("differs from byte {at} on")),
        "{}",
        said(&refused)
    );
    assert!(desk.read("games.pgnz") == before);

    let several = [
        "compress",
        "--resume",
        "games.pgn.zst",
        "games.pgn.zst",
        "-o",
        "both.pgnz",
    ];
    let refused = desk.run(&several, 1);
    assert!(
        said(&refused).contains("archive of its own"),
        "{}",
        said(&refused)
    );
    assert!(!desk.path("both.pgnz").exists());
}
