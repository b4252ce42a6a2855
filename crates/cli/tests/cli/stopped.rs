//! A run that is stopped leaves nothing behind, or the next one removes it.

use crate::desk::{Desk, games, is_ignored, said};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

/// Names and numbers of the signals that end a program, and can be caught.
const STOPPING: [(&str, i32); 10] = [
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ABRT", 6),
    ("USR1", 10),
    ("USR2", 12),
    ("ALRM", 14),
    ("TERM", 15),
    ("XCPU", 24),
    ("VTALRM", 26),
];

/// Runs a command until it waits for more input, with a file half written.
fn half_way(desk: &Desk, mut command: Command) -> Child {
    let mut child = command
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(&games(10)).unwrap();
    let named = command.get_program() == "unshare";
    desk.wait_for_output(child.id(), named);
    child
}

fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill")
        .args([&format!("-{signal}"), &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

/// A file that a run without /proc has left when it was killed.
fn leave_a_file(desk: &Desk) -> Option<String> {
    let args = ["compress", "--flush", "never", "-o", "killed.pgnz"];
    let command = desk.after_without_proc("true", &args)?;
    let before = desk.names();
    let mut child = half_way(desk, command);
    send("KILL", &child);
    child.wait().unwrap();
    let new = desk.names().into_iter().find(|name| !before.contains(name));
    Some(new.expect("a file with a name stays"))
}

#[test]
fn no_signal_leaves_anything_behind() {
    let desk = Desk::new();
    let args = ["compress", "--flush", "never", "-o", "games.pgnz"];
    let no_core = "ulimit -c 0";
    for (signal, number) in STOPPING {
        if is_ignored(number) {
            eprintln!(
                "skipped: {signal} is ignored here, as under nohup, and stays so in what is started"
            );
            continue;
        }
        // Without /proc nobody can tell whether a signal is ignored, so that HUP is left as it is.
        let named = desk.after_without_proc(no_core, &args);
        let named = named.filter(|_| signal != "HUP");
        for command in [Some(desk.after(no_core, &args)), named] {
            let Some(command) = command else { continue };
            let child = half_way(&desk, command);
            send(signal, &child);
            let output = child.wait_with_output().unwrap();
            let found = (output.status.signal(), desk.names());
            assert_eq!(found, (Some(number), vec![]), "{signal}");
        }
    }
}

#[test]
fn a_run_that_is_killed_leaves_nothing_where_files_need_no_name() {
    let desk = Desk::new();
    let mut child = half_way(
        &desk,
        desk.command(&["compress", "--flush", "never", "-o", "games.pgnz"]),
    );
    send("KILL", &child);
    child.wait().unwrap();
    assert_eq!(desk.names(), [""; 0]);
}

#[test]
fn the_next_run_removes_what_a_killed_one_has_left_and_says_so() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.write(".pgnz-a1B2c3.part", b"left");
    let others = [".pgnz-.part", ".pgnz-backup-1.part", "games.part"];
    for other in others {
        desk.write(other, b"someone's own");
    }
    let output = desk.run(&["compress", "-v", "games.pgn"], 0);
    assert!(
        said(&output).contains("an unfinished file (4 bytes)"),
        "{}",
        said(&output)
    );
    let expected = [&others[..], &["games.pgn", "games.pgnz"]].concat();
    assert_eq!(desk.names(), expected);
    if leave_a_file(&desk).is_some() {
        desk.write(".pgnz-Z9y8x7.part", b"");
        let output = desk.run(&["compress", "-f", "games.pgn"], 0);
        assert!(
            said(&output).contains("2 unfinished files"),
            "{}",
            said(&output)
        );
    }
    assert_eq!(desk.names(), expected);
    let output = desk.run(&["expand", "-f", "games.pgnz"], 0);
    assert_eq!(said(&output), "");
}

#[test]
fn what_another_run_works_on_is_not_removed() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    let args = ["compress", "--flush", "never", "-o", "other.pgnz"];
    let Some(command) = desk.after_without_proc("true", &args) else {
        return;
    };
    let child = half_way(&desk, command);
    let output = desk.run(&["compress", "games.pgn"], 0);
    assert_eq!(said(&output), "");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz", "other.pgnz"]);
    desk.run(&["test", "other.pgnz"], 0);
}

#[test]
fn files_get_their_names_with_and_without_force_where_they_need_a_passing_one() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    let run = |args: &[&str], code| {
        let Some(mut command) = desk.after_without_proc("true", args) else {
            return false;
        };
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        true
    };
    if !run(&["compress", "games.pgn"], 0) {
        return;
    }
    desk.run(&["test", "games.pgnz"], 0);
    run(&["compress", "games.pgn"], 1);
    run(&["compress", "-f", "--rm", "games.pgn"], 0);
    assert_eq!(desk.names(), ["games.pgnz"]);
    run(&["expand", "--rm", "games.pgnz"], 0);
    assert_eq!(desk.read("games.pgn"), games(3));
    assert_eq!(desk.names(), ["games.pgn"]);
}
