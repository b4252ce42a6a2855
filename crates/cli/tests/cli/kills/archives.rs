//! Killed while it adds to an archive, or makes archives of archives.

use crate::desk::{Desk, games};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{OLD, quiet};

#[test]
fn whenever_adding_is_killed_the_old_archive_or_the_new_is_there() {
    let runs = std::env::var("PGNZ_KILLS").map_or(8, |runs| runs.parse().unwrap());
    let desk = Desk::new();
    desk.write("old.pgn", &games(100));
    desk.write("week.pgn", &games(300));
    desk.run(&["compress", "old.pgn", "-o", "old.pgnz"], 0);
    let args = ["append", "all.pgnz", "week.pgn"];
    let (old, week) = (games(100), games(300));
    let both = [&old[..], &week].concat();
    let mut length = Duration::default();
    let mut tally = [0; 4];
    for run in 0..=runs {
        fs::copy(desk.path("old.pgnz"), desk.path("all.pgnz")).unwrap();
        let start = Instant::now();
        let mut child = quiet(desk.command(&args)).spawn().unwrap();
        if run > 0 {
            std::thread::sleep(length.mul_f64(fastrand::f64() * 1.1));
            let _ = child.kill();
        }
        child.wait().unwrap();
        if run == 0 {
            length = start.elapsed();
        }
        let found = desk
            .command(&["expand", "-c", "all.pgnz"])
            .output()
            .unwrap();
        let (code, is_new) = (found.status.code(), found.stdout.len() == both.len());
        let is_whole = desk.read("all.pgnz").len() == desk.read("old.pgnz").len();
        assert!(
            found.stdout == if is_new { &both } else { &old }[..],
            "lost"
        );
        assert_eq!(code, Some(if is_new || is_whole { 0 } else { 2 }));
        assert!(run > 0 || is_new);
        let counted = desk.command(&["count", "all.pgnz"]).output().unwrap();
        assert_eq!(counted.stdout, if is_new { b"400\n" } else { b"100\n" });
        assert_eq!(counted.status.code(), code);
        let cat = ["cat", "--game", "100", "all.pgnz"];
        let cat = desk.command(&cat).output().unwrap();
        assert!(cat.stdout == old[old.len() - cat.stdout.len()..] && !cat.stdout.is_empty());
        tally[if is_new {
            2
        } else if is_whole {
            0
        } else {
            1
        }] += usize::from(run > 0);
        if !is_new {
            // What is left is removed, and nothing else.
            desk.run(&args, if is_whole { 0 } else { 2 });
            let found = desk.run(&["expand", "-c", "all.pgnz"], 0);
            assert!(found.stdout == both, "lost by the next run");
            tally[3] += 1;
        }
    }
    let [nothing, unfinished, done, again] = tally;
    eprintln!(
        "append: {nothing} killed before a byte was written, {unfinished} in between, {done} after the last; {again} done again"
    );
}

#[test]
fn whenever_archives_are_made_of_archives_all_that_has_a_name_is_whole() {
    let runs = std::env::var("PGNZ_KILLS").map_or(4, |runs| runs.parse().unwrap());
    let text = games(300);
    for args in [
        &["merge", "a.pgnz", "b.pgnz", "-f", "-o", "out/out.pgnz"][..],
        &[
            "dedupe",
            "a.pgnz",
            "b.pgnz",
            "--by",
            "text",
            "-f",
            "-o",
            "out/out.pgnz",
        ],
        &["split", "a.pgnz", "--by", "games=40", "-f", "-o", "out"],
        &[
            "edit",
            "a.pgnz",
            "--set",
            "White=x",
            "-f",
            "-o",
            "out/out.pgnz",
        ],
    ] {
        let desk = Desk::new();
        for name in ["a", "b"] {
            desk.write(format!("{name}.pgn"), &text);
            desk.run(
                &[
                    "compress",
                    "-1",
                    "--block-games",
                    "50",
                    &format!("{name}.pgn"),
                ],
                0,
            );
        }
        let sources = ["a.pgnz", "b.pgnz"].map(|name| desk.read(name));
        let mut length = Duration::default();
        let mut whole = Vec::new();
        let mut tally = [0; 3];
        for run in 0..=runs {
            let _ = fs::remove_dir_all(desk.path("out"));
            fs::create_dir(desk.path("out")).unwrap();
            let is_over = run % 2 == 1;
            let old = if args[0] == "split" {
                "out/part-003.pgnz"
            } else {
                "out/out.pgnz"
            };
            if is_over {
                desk.write(old, OLD);
            }
            let start = Instant::now();
            let mut child = quiet(desk.command(args)).spawn().unwrap();
            if run > 0 {
                std::thread::sleep(length.mul_f64(fastrand::f64() * 1.1));
                let _ = child.kill();
            }
            child.wait().unwrap();
            let names = fs::read_dir(desk.path("out")).unwrap();
            let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut found: Vec<(String, Vec<u8>)> = names
                .filter(|name| !name.ends_with(".part"))
                .map(|name| (name.clone(), desk.read(Path::new("out").join(name))))
                .collect();
            found.sort();
            if run == 0 {
                length = start.elapsed();
                whole = found;
                assert!(!whole.is_empty());
                continue;
            }
            let is_old = |file: &&(String, Vec<u8>)| file.1 == OLD;
            assert!(
                !is_over || found.iter().any(|(name, _)| old.ends_with(name)),
                "gone"
            );
            let new: Vec<_> = found.iter().filter(|file| !is_old(file)).collect();
            assert!(
                new.iter().all(|file| whole.contains(file)),
                "{args:?}: half a file"
            );
            assert!(is_over || found.iter().find(is_old).is_none());
            let done = if new.is_empty() {
                0
            } else if new.len() < whole.len() {
                1
            } else {
                2
            };
            tally[done] += 1;
            let now = ["a.pgnz", "b.pgnz"].map(|name| desk.read(name));
            assert!(now == sources, "{args:?}: a source differs");
        }
        let [none, some, all] = tally;
        eprintln!(
            "{}: killed before the first file {none}, in between {some}, after the last {all}",
            args[0]
        );
    }
}

#[test]
fn whenever_editing_in_place_is_killed_the_old_archive_or_the_new_is_there() {
    let runs = std::env::var("PGNZ_KILLS").map_or(8, |runs| runs.parse().unwrap());
    let desk = Desk::new();
    desk.write("a.pgn", &games(300));
    desk.run(&["compress", "-1", "--block-games", "50", "a.pgn"], 0);
    let args = [
        "edit",
        "a.pgnz",
        "--set",
        "White=x",
        "--delete",
        "7",
        "--in-place",
    ];
    let old = desk.read("a.pgnz");
    let (mut new, mut length, mut done) = (Vec::new(), Duration::default(), 0);
    for run in 0..=runs {
        desk.write("a.pgnz", &old);
        let start = Instant::now();
        let mut child = quiet(desk.command(&args)).spawn().unwrap();
        if run > 0 {
            std::thread::sleep(length.mul_f64(fastrand::f64() * 1.1));
            let _ = child.kill();
        }
        child.wait().unwrap();
        let found = desk.read("a.pgnz");
        if run == 0 {
            length = start.elapsed();
            new = found;
            assert!(new != old);
            continue;
        }
        assert!(found == old || found == new, "lost");
        done += usize::from(found == new);
    }
    eprintln!("edit --in-place: {done} of {runs} killed after the last byte");
}
