//! The program is killed at random moments: at any time the source is there, or the whole result.
//!
//! 24 runs, or as many as PGNZ_KILLS says (`just kill`), which prints a table.

use crate::desk::{Desk, games};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod archives;
mod live;

/// A command that makes `result` from `source`.
struct Case {
    args: &'static [&'static str],
    source: &'static str,
    result: &'static str,
}

const CASES: [Case; 7] = [
    Case {
        args: &["compress", "--rm", "games.pgn"],
        source: "games.pgn",
        result: "games.pgnz",
    },
    Case {
        args: &["compress", "-f", "games.pgn"],
        source: "games.pgn",
        result: "games.pgnz",
    },
    Case {
        args: &["compress", "-f", "--rm", "games.pgn"],
        source: "games.pgn",
        result: "games.pgnz",
    },
    Case {
        args: &["expand", "--rm", "games.pgnz"],
        source: "games.pgnz",
        result: "games.pgn",
    },
    Case {
        args: &["expand", "-f", "games.pgnz"],
        source: "games.pgnz",
        result: "games.pgn",
    },
    Case {
        args: &["expand", "-f", "--rm", "games.pgnz"],
        source: "games.pgnz",
        result: "games.pgn",
    },
    Case {
        args: &["repair", "-f", "games.pgnz", "-o", "sound.pgnz"],
        source: "games.pgnz",
        result: "sound.pgnz",
    },
];

impl Case {
    fn has(&self, option: &str) -> bool {
        self.args.contains(&option)
    }
}

/// What became of the runs of one case.
#[derive(Default)]
struct Tally {
    runs: usize,
    /// Killed before the result was there.
    before: usize,
    /// Killed when the result was there.
    after: usize,
    /// Not killed in time.
    done: usize,
    /// Unfinished files that the next run has to remove: where files need no name, and where they do.
    leftovers: [usize; 2],
}

const OLD: &[u8] = b"what was there before";

#[test]
fn whenever_the_program_is_killed_the_source_or_the_whole_result_is_there() {
    let runs = std::env::var("PGNZ_KILLS").map_or(24, |runs| runs.parse().unwrap());
    let desk = Desk::new();
    let text = games(400);
    desk.write("games.pgn", &text);
    desk.run(&["compress", "games.pgn"], 0);
    let archive = desk.read("games.pgnz");
    let repairs = desk.command(&["repair", "--help"]).output().unwrap();
    let repairs = repairs.status.success();
    let mut cases: Vec<_> = CASES.iter().map(|case| (case, Tally::default())).collect();
    cases.retain(|(case, _)| repairs || case.args[0] != "repair");
    let mut lengths = vec![[None; 2]; cases.len()];
    for run in 0..runs {
        let number = run % cases.len();
        let (case, tally) = &mut cases[number];
        // Every other round goes the way of file systems where files need a name.
        let named = run / lengths.len() % 2;
        let command = || -> Command {
            let named = (named == 1).then(|| desk.after_without_proc("true", case.args));
            named.flatten().unwrap_or_else(|| desk.command(case.args))
        };
        let source = if case.source == "games.pgn" {
            &text
        } else {
            &archive
        };
        let whole = if case.result == "games.pgn" {
            &text
        } else {
            &archive
        };
        prepare(&desk, case, source);
        let length = *lengths[number][named].get_or_insert_with(|| {
            let start = Instant::now();
            assert!(quiet(command()).status().unwrap().success());
            let length = start.elapsed();
            assert_eq!(&desk.read(case.result), whole, "{:?}", case.args);
            prepare(&desk, case, source);
            length
        });
        let before = leftovers(&desk);
        let mut child = quiet(command()).spawn().unwrap();
        std::thread::sleep(length.mul_f64(fastrand::f64() * 1.2));
        let _ = child.kill();
        let killed = child.wait().unwrap().signal() == Some(9);
        let complete = check(&desk, case, source, whole);
        tally.runs += 1;
        match (killed, complete) {
            (true, false) => tally.before += 1,
            (true, true) => tally.after += 1,
            (false, true) => tally.done += 1,
            (false, false) => panic!("{:?} failed", case.args),
        }
        let new = leftovers(&desk)
            .into_iter()
            .filter(|name| !before.contains(name));
        tally.leftovers[named] += new.count();
    }
    eprintln!("                                                               not  left behind");
    eprintln!("command                              runs  before  after  killed  nameless  named");
    for (case, tally) in &cases {
        let name = case.args.join(" ");
        let Tally {
            runs,
            before,
            after,
            done,
            leftovers: [nameless, named],
        } = tally;
        eprintln!("{name:36} {runs:4} {before:7} {after:6} {done:7} {nameless:9} {named:6}");
    }
    // The next run of each kind has removed what they have left; so does one more.
    prepare(&desk, cases[1].0, &text);
    desk.run(cases[1].0.args, 0);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
}

#[test]
fn whenever_expanding_to_several_files_is_killed_the_archive_or_all_of_them_are_there() {
    let runs = std::env::var("PGNZ_KILLS").map_or(8, |runs| runs.parse().unwrap());
    let desk = Desk::new();
    let files = [
        ("a.pgn", games(150)),
        ("b.pgn", games(100)),
        ("c.pgn", games(50)),
    ];
    for (name, text) in &files {
        desk.write(name, text);
    }
    desk.run(
        &["compress", "-o", "all.pgnz", "a.pgn", "b.pgn", "c.pgn"],
        0,
    );
    let archive = desk.read("all.pgnz");
    let args = ["expand", "--rm", "all.pgnz"];
    let mut length = Duration::default();
    for run in 0..=runs {
        for name in desk.names().iter().filter(|name| !name.ends_with(".part")) {
            fs::remove_file(desk.path(name)).unwrap();
        }
        desk.write("all.pgnz", &archive);
        let named = (run % 2 == 1).then(|| desk.after_without_proc("true", &args));
        let command = named.flatten().unwrap_or_else(|| desk.command(&args));
        let start = Instant::now();
        let mut child = quiet(command).spawn().unwrap();
        if run > 0 {
            std::thread::sleep(length.mul_f64(fastrand::f64() * 1.2));
            let _ = child.kill();
        }
        child.wait().unwrap();
        if run == 0 {
            length = start.elapsed();
        }
        let mut all = true;
        for (name, text) in &files {
            match fs::read(desk.path(name)) {
                Ok(found) => assert!(&found == text, "{name} is not whole"),
                Err(_) => all = false,
            }
        }
        assert!(all || desk.read("all.pgnz") == archive, "lost");
        assert!(run > 0 || all && !desk.path("all.pgnz").exists());
    }
}

fn leftovers(desk: &Desk) -> Vec<String> {
    let names = desk.names().into_iter();
    names.filter(|name| name.ends_with(".part")).collect()
}

fn quiet(mut command: Command) -> Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The source, the old file that is to be overwritten if there is force, and nothing else but leftovers.
fn prepare(desk: &Desk, case: &Case, source: &[u8]) {
    for name in desk.names().iter().filter(|name| !name.ends_with(".part")) {
        fs::remove_file(desk.path(name)).unwrap();
    }
    desk.write(case.source, source);
    if case.has("-f") {
        desk.write(case.result, OLD);
    }
    // What lies here from earlier has been there for long.
    std::thread::sleep(Duration::from_millis(1));
}

/// Whether the result is complete. Nothing may be anything but whole.
fn check(desk: &Desk, case: &Case, source: &[u8], whole: &[u8]) -> bool {
    let result = fs::read(desk.path(case.result)).ok();
    let complete = match &result {
        None => {
            assert!(!case.has("-f"), "{:?}: the old file is gone", case.args);
            false
        }
        Some(found) if found == OLD => false,
        Some(found) => {
            assert_eq!(found.len(), whole.len(), "{:?}: half a file", case.args);
            assert!(found == whole, "{:?}: another file", case.args);
            true
        }
    };
    match fs::read(desk.path(case.source)) {
        Ok(found) => assert!(found == source, "{:?}: the source differs", case.args),
        Err(_) => assert!(complete && case.has("--rm"), "{:?}: lost", case.args),
    }
    complete
}
