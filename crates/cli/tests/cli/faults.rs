//! Every system call of a run fails once, or kills the program: at any time the source is there, or the whole result, and
//! the exit status says which.
//!
//! `strace` makes the calls fail; without it these tests say that they are skipped. The first and the last of the calls
//! that have to do with files are tried, or all calls with PGNZ_FAULTS=all (`just faults`). A table says what came.

use crate::desk::{Desk, games, noise, said};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

/// Calls, and what they fail with.
const FILES: [(&str, &[&str]); 9] = [
    (
        "write",
        &[
            "error=EINTR",
            "error=EIO",
            "error=ENOSPC",
            "retval=0",
            "retval=10",
            "signal=KILL",
        ],
    ),
    (
        "fsync",
        &["error=EINTR", "error=EIO", "error=EINVAL", "signal=KILL"],
    ),
    (
        "linkat",
        &[
            "error=EINTR",
            "error=EPERM",
            "error=ENOSPC",
            "error=EIO",
            "signal=KILL",
        ],
    ),
    ("renameat", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("renameat2", &["error=EINVAL", "error=EIO", "signal=KILL"]),
    ("unlink", &["error=EPERM", "error=EIO", "signal=KILL"]),
    ("fchmod", &["error=EPERM", "signal=KILL"]),
    ("utimensat", &["error=EPERM", "signal=KILL"]),
    ("flock", &["error=ENOLCK", "signal=KILL"]),
];

const OTHERS: [(&str, &[&str]); 12] = [
    (
        "openat",
        &[
            "error=EMFILE",
            "error=EIO",
            "error=EINTR",
            "error=EOPNOTSUPP",
        ],
    ),
    ("read", &["error=EINTR", "error=EIO"]),
    ("lseek", &["error=ESPIPE"]),
    ("statx", &["error=EIO"]),
    ("fstat", &["error=EIO"]),
    ("close", &["error=EIO"]),
    ("getdents64", &["error=EIO"]),
    ("readlink", &["error=EIO"]),
    ("getrandom", &["error=ENOSYS"]),
    ("mmap", &["error=ENOMEM"]),
    ("brk", &["error=ENOMEM"]),
    ("clone3", &["error=EAGAIN"]),
];

const COMMANDS: [&[&str]; 4] = [
    &["compress", "-1", "--rm", "games.pgn"],
    &["compress", "-1", "-f", "--rm", "games.pgn"],
    &["expand", "--rm", "games.pgnz"],
    &["expand", "-f", "--rm", "games.pgnz"],
];

const OLD: &[u8] = b"what was there before";

struct Bench {
    desk: Desk,
    text: Vec<u8>,
    archive: Vec<u8>,
    /// For each fault: runs, how many were done, and how many were not.
    tally: BTreeMap<String, [usize; 3]>,
}

impl Bench {
    fn new() -> Option<Self> {
        let probe = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "true"])
            .output();
        if !probe.is_ok_and(|done| done.status.success()) {
            eprintln!("skipped: this takes the program `strace` and the right to trace");
            return None;
        }
        let desk = Desk::new();
        let text = games(20);
        desk.write("games.pgn", &text);
        desk.run(&["compress", "-1", "games.pgn"], 0);
        let archive = desk.read("games.pgnz");
        Some(Self {
            desk,
            text,
            archive,
            tally: BTreeMap::new(),
        })
    }

    /// Source, result, and their contents.
    fn files(&self, args: &[&str]) -> [(&'static str, &[u8]); 2] {
        let text = ("games.pgn", &self.text[..]);
        let archive = ("games.pgnz", &self.archive[..]);
        if args[0] == "compress" {
            [text, archive]
        } else {
            [archive, text]
        }
    }

    /// Runs a command with these options of `strace`.
    fn run(&self, args: &[&str], strace: &[&str]) -> Output {
        let [source, result] = self.files(args);
        for name in self.desk.names() {
            fs::remove_file(self.desk.path(name)).unwrap();
        }
        self.desk.write(source.0, source.1);
        if args.contains(&"-f") {
            self.desk.write(result.0, OLD);
        }
        let plain = self.desk.command(args);
        let mut command = Command::new("timeout");
        command.args(["60", "strace", "-f", "-qq"]).args(strace);
        command
            .arg(plain.get_program())
            .args(args)
            .args(["-T1", "-q"]);
        command.current_dir(self.desk.path("")).output().unwrap()
    }

    /// How often a run makes each of these calls.
    fn count(
        &self,
        args: &[&str],
        calls: &[(&'static str, &[&str])],
    ) -> BTreeMap<&'static str, usize> {
        let names: Vec<_> = calls.iter().map(|(name, _)| format!("?{name}")).collect();
        let trace = format!("trace={}", names.join(","));
        let log = tempfile::NamedTempFile::new().unwrap();
        let output = self.run(args, &["-e", &trace, "-o", log.path().to_str().unwrap()]);
        assert!(output.status.success(), "{}", said(&output));
        let log = fs::read_to_string(log.path()).unwrap();
        let count = |name: &str| {
            let call = format!(" {name}(");
            let begins = format!("{name}(");
            log.lines()
                .filter(|line| line.contains(&call) || line.starts_with(&begins))
                .count()
        };
        calls.iter().map(|&(name, _)| (name, count(name))).collect()
    }

    /// Runs a command whose call of this name and number suffers a fault, and looks at what is there.
    fn suffer(&mut self, args: &[&str], call: &str, number: usize, fault: &str) {
        let inject = format!("inject={call}:{fault}:when={number}");
        let trace = format!("trace={call}");
        let output = self.run(args, &["-e", &trace, "-e", &inject, "-o", "/dev/null"]);
        let told = format!("{args:?} {inject}: {:?} {}", output.status, said(&output));
        let [source, result] = self.files(args);
        let read = |name: &str| fs::read(self.desk.path(name)).ok();
        let complete = match read(result.0) {
            None => {
                assert!(!args.contains(&"-f"), "the old file is gone: {told}");
                false
            }
            Some(found) if found == OLD => false,
            Some(found) => {
                assert!(found == result.1, "half a file: {told}");
                true
            }
        };
        match read(source.0) {
            Some(found) => assert!(found == source.1, "the source differs: {told}"),
            None => assert!(complete, "lost: {told}"),
        }
        if output.status.code() == Some(0) {
            assert!(complete && read(source.0).is_none(), "not done: {told}");
        }
        let killed = fault == "signal=KILL" || output.status.signal().is_some();
        let left: Vec<_> = self
            .desk
            .names()
            .into_iter()
            .filter(|name| name.ends_with(".part"))
            .collect();
        // A file that cannot be removed stays, and one that loses its program.
        let stays = killed || call == "unlink";
        assert!(stays || left.is_empty(), "{left:?} stays: {told}");
        let tally = self.tally.entry(format!("{call} {fault}")).or_default();
        tally[0] += 1;
        tally[if output.status.code() == Some(0) {
            1
        } else {
            2
        }] += 1;
    }

    /// Every call of these, or the first and the last of each.
    fn suffer_all(&mut self, commands: &[&[&str]], calls: &[(&'static str, &[&str])], all: bool) {
        for args in commands {
            for (name, count) in self.count(args, calls) {
                let faults = calls.iter().find(|(call, _)| *call == name).unwrap().1;
                for number in (1..=count).filter(|number| all || [1, count].contains(number)) {
                    for fault in faults.iter() {
                        self.suffer(args, name, number, fault);
                    }
                }
            }
        }
    }
}

#[test]
fn whatever_call_fails_the_source_or_the_whole_result_is_there() {
    let Some(mut bench) = Bench::new() else {
        return;
    };
    if std::env::var("PGNZ_FAULTS").is_ok_and(|which| which == "all") {
        bench.suffer_all(&COMMANDS, &FILES, true);
        bench.suffer_all(&COMMANDS[1..3], &OTHERS, true);
    } else {
        bench.suffer_all(&COMMANDS[1..3], &FILES, false);
    }
    eprintln!("fault                          runs   done  refused");
    for (fault, [runs, done, refused]) in &bench.tally {
        eprintln!("{fault:30} {runs:4} {done:6} {refused:8}");
    }
    for (fault, tally) in &bench.tally {
        let kills = fault.ends_with("signal=KILL") && !fault.starts_with("unlink");
        assert!(!kills || tally[1] == 0, "{fault}: the program lives");
    }
    // A name that cannot be given directly is given by way of a copy.
    for fault in ["error=EPERM", "error=EINTR"] {
        let done = bench.tally[&format!("linkat {fault}")];
        assert_eq!(done[0], done[1], "{fault}");
    }
}

#[test]
fn a_disk_that_is_full_is_reported_and_nothing_is_lost() {
    let desk = Desk::new();
    desk.write("noise.bin", &noise(300_000));
    fs::create_dir(desk.path("small")).unwrap();
    let line = "mount -t tmpfs -o size=500k none small && cp noise.bin small && cd small \
        && { \"$0\" compress --rm noise.bin; echo status $?; ls -A; cmp noise.bin ../noise.bin && echo same; }";
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", line, env!("CARGO_BIN_EXE_pgnz")])
        .current_dir(desk.path(""))
        .output();
    let output = match output {
        Ok(output) if !said(&output).contains("unshare") && !said(&output).contains("mount") => {
            output
        }
        _ => {
            eprintln!("skipped: this takes `unshare` and the right to mount");
            return;
        }
    };
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed, "status 1\nnoise.bin\nsame\n", "{}", said(&output));
    assert!(
        said(&output).contains("No space left on device"),
        "{}",
        said(&output)
    );
}
