//! A run destroys neither what it has written nor what it has yet to read, and removes only what it has read.

use crate::desk::{Desk, games, said};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

#[test]
fn of_two_sources_with_one_target_the_second_is_refused_even_by_force() {
    let desk = Desk::new();
    let (first, second) = (games(3), games(5));
    for other in ["x.pgn.gz", "./x.pgn.gz", "sub/../x.pgn.gz"] {
        fs::create_dir_all(desk.path("sub")).unwrap();
        for options in [&["-f", "--rm"][..], &["-f"], &["--rm"]] {
            desk.write("x.pgn", &first);
            desk.write("x.pgn.gz", &gzipped(&second));
            let _ = fs::remove_file(desk.path("x.pgnz"));
            let args = [&["compress"][..], options, &["x.pgn", other]].concat();
            let output = desk.run(&args, 1);
            let said = said(&output);
            assert!(said.contains("made from x.pgn:"), "{said}");
            assert!(said.contains(&format!("pgnz: {other}: ")), "{said}");
            assert_eq!(desk.run(&["expand", "-c", "x.pgnz"], 0).stdout, first);
            assert_eq!(desk.read("x.pgn.gz"), gzipped(&second));
        }
    }
}

#[test]
fn of_two_archives_of_one_name_the_second_is_refused_even_by_force() {
    let desk = Desk::new();
    for (name, text) in [("x.pgnz", games(3)), ("x.pgn.pgnz", games(5))] {
        desk.write("text", &text);
        desk.run(&["compress", "text", "-o", name], 0);
    }
    let kept = desk.read("x.pgn.pgnz");
    let output = desk.run(&["expand", "-f", "--rm", "x.pgnz", "x.pgn.pgnz"], 1);
    assert!(said(&output).contains("made from x.pgnz:"));
    assert_eq!(desk.names(), ["text", "x.pgn", "x.pgn.pgnz"]);
    assert_eq!(desk.read("x.pgn"), games(3));
    assert_eq!(desk.read("x.pgn.pgnz"), kept);
}

#[test]
fn a_link_to_what_was_just_written_is_not_written_to() {
    let desk = Desk::new();
    desk.write("x.pgn", &games(3));
    desk.write("y.pgn", &games(5));
    symlink("x.pgnz", desk.path("y.pgnz")).unwrap();
    let output = desk.run(&["compress", "-f", "--rm", "x.pgn", "y.pgn"], 1);
    assert!(said(&output).contains("made from x.pgn:"));
    assert_eq!(desk.names(), ["x.pgnz", "y.pgn", "y.pgnz"]);
    assert_eq!(desk.run(&["expand", "-c", "x.pgnz"], 0).stdout, games(3));
}

#[test]
fn an_input_is_not_written_to_whether_it_was_read_or_not() {
    let desk = Desk::new();
    desk.write("x.pgn", &games(3));
    desk.write("y.pgn", &games(5));
    desk.run(&["compress", "y.pgn", "-o", "x.pgnz"], 0);
    let kept = desk.read("x.pgnz");
    fs::hard_link(desk.path("x.pgnz"), desk.path("other name")).unwrap();
    for inputs in [
        &["x.pgn", "x.pgnz"][..],
        &["x.pgnz", "x.pgn"],
        &["x.pgn", "other name"],
        &["x.pgn", "./x.pgnz"],
        &["-o", "other name", "x.pgn", "x.pgnz"],
        &["-o", "x.pgnz", "x.pgn", "x.pgnz"],
    ] {
        let args = [&["compress", "-f"][..], inputs].concat();
        let output = desk.run(&args, 1);
        assert!(
            said(&output).contains("give the output another name"),
            "{inputs:?}: {}",
            said(&output)
        );
        assert_eq!(desk.read("x.pgnz"), kept, "{inputs:?}");
        assert_eq!(desk.read("x.pgn"), games(3), "{inputs:?}");
    }
    // A name that leads to nothing yet, but is to be read later.
    fs::remove_file(desk.path("x.pgnz")).unwrap();
    desk.run(&["compress", "x.pgn", "x.pgnz"], 1);
    let args = ["stats", "-f", "--html", "./x.pgn", "x.pgn"];
    let output = desk.run(&args, 1);
    assert!(said(&output).contains("input x.pgn"), "{}", said(&output));
    assert_eq!(desk.read("x.pgn"), games(3));
}

#[test]
fn links_are_not_removed_but_by_force() {
    let desk = Desk::new();
    desk.write("real.pgn", &games(3));
    symlink("real.pgn", desk.path("link.pgn")).unwrap();
    let output = desk.run(&["compress", "--rm", "link.pgn"], 2);
    assert!(said(&output).contains("symbolic link"), "{}", said(&output));
    assert_eq!(desk.names(), ["link.pgn", "real.pgn"]);
    fs::hard_link(desk.path("real.pgn"), desk.path("twin.pgn")).unwrap();
    let output = desk.run(&["compress", "--rm", "twin.pgn"], 2);
    assert!(said(&output).contains("hard link"), "{}", said(&output));
    assert_eq!(desk.names(), ["link.pgn", "real.pgn", "twin.pgn"]);
    // Without --rm a link is a file like any other.
    desk.run(&["compress", "link.pgn"], 0);
    desk.run(&["compress", "-f", "--rm", "link.pgn", "twin.pgn"], 0);
    assert_eq!(desk.names(), ["link.pgnz", "real.pgn", "twin.pgnz"]);
    assert_eq!(desk.read("real.pgn"), games(3));
    symlink("twin.pgnz", desk.path("alias.pgnz")).unwrap();
    desk.run(&["expand", "--rm", "alias.pgnz"], 2);
    assert_eq!(
        desk.names(),
        ["alias.pgnz", "link.pgnz", "real.pgn", "twin.pgnz"]
    );
}

/// Runs `compress --rm games.pgn` and does something to games.pgn when it has been read: the next input is a pipe for
/// which the program has to wait.
fn meanwhile(desk: &Desk, act: impl FnOnce()) -> String {
    let pipe = desk.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let child = desk
        .command(&["compress", "--rm", "games.pgn", "pipe", "-o", "all.pgnz"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program opens the pipe when it is through with the first input, and this waits for it.
    let mut end = File::create(&pipe).unwrap();
    act();
    end.write_all(&games(1)).unwrap();
    drop(end);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    desk.run(&["test", "all.pgnz"], 0);
    said(&output)
}

#[test]
fn a_file_that_took_the_place_of_the_source_is_not_removed() {
    let desk = Desk::new();
    let mut other = games(3);
    other[10] ^= 1;
    let source = desk.write("games.pgn", &games(3));
    let time = fs::metadata(&source).unwrap().modified().unwrap();
    let said = meanwhile(&desk, || {
        let new = desk.write("new", &other);
        File::options()
            .write(true)
            .open(&new)
            .unwrap()
            .set_modified(time)
            .unwrap();
        fs::rename(new, &source).unwrap();
    });
    assert!(said.contains("games.pgn: the file has changed"), "{said}");
    assert_eq!(desk.read("games.pgn"), other);
}

#[test]
fn a_source_that_was_rewritten_in_place_with_its_old_time_is_not_removed() {
    let desk = Desk::new();
    let mut other = games(3);
    other[10] ^= 1;
    let source = desk.write("games.pgn", &games(3));
    let time = fs::metadata(&source).unwrap().modified().unwrap();
    // The clock of the file system may go in steps of some milliseconds.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let said = meanwhile(&desk, || {
        let mut file = File::options().write(true).open(&source).unwrap();
        file.write_all(&other).unwrap();
        file.set_modified(time).unwrap();
    });
    assert!(said.contains("games.pgn: the file has changed"), "{said}");
    assert_eq!(desk.read("games.pgn"), other);
}

#[test]
fn games_in_pgn_are_read_where_archives_are() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(40));
    desk.write(
        "games.pgn.zst",
        &zstd::encode_all(&games(40)[..], 3).unwrap(),
    );
    desk.run(&["compress", "-1", "games.pgn"], 0);
    for command in [
        &["count", "--where", "plies > 3"][..],
        &["cat", "--games", "3..5"],
        &["list", "--games", "--columns", "number,white,plies"],
        &["export", "--to", "csv", "-c"],
        &["tree"],
        &["stats"],
    ] {
        let of = |file: &str| {
            let output = desk.run(&[command, &[file]].concat(), 0);
            assert!(output.stderr.is_empty(), "{}", said(&output));
            String::from_utf8(output.stdout)
                .unwrap()
                .replace(file, "FILE")
        };
        let wanted = of("games.pgnz");
        assert_eq!(of("games.pgn"), wanted, "{command:?}");
        assert_eq!(of("games.pgn.zst"), wanted, "{command:?}");
    }
    assert_eq!(desk.names(), ["games.pgn", "games.pgn.zst", "games.pgnz"]);
    desk.run(&["index", "games.pgn"], 1);
}
