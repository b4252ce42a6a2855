//! Levels, and models of one's own.

use crate::desk::{Desk, games, own_model, said};
use serde_json::Value;

fn model(desk: &Desk, archive: &str) -> Value {
    let output = desk.run(&["list", "--json", archive], 0);
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    figures["model"].clone()
}

#[test]
fn every_way_to_ask_for_a_level_gives_the_same_archive() {
    let desk = Desk::new();
    let text = games(300);
    desk.write("games.pgn", &text);
    let archive = |asked: &[&str]| {
        desk.run(&[&["compress", "-c", "games.pgn"], asked].concat(), 0)
            .stdout
    };
    let (fast, default, best) = (archive(&["-1"]), archive(&[]), archive(&["-9"]));
    assert!(fast != default && default != best);
    assert_eq!(archive(&["--level", "fast"]), fast);
    assert_eq!(archive(&["-5"]), default);
    assert_eq!(archive(&["--level=default"]), default);
    assert_eq!(archive(&["--level", "best"]), best);
    for (name, archive) in [("fast", fast), ("default", default), ("best", best)] {
        desk.write("games.pgnz", &archive);
        assert_eq!(desk.run(&["expand", "-c", "games.pgnz"], 0).stdout, text);
        assert_eq!(model(&desk, "games.pgnz")["name"], name);
        let digest = model(&desk, "games.pgnz")["digest"].clone();
        let digest = digest.as_str().unwrap();
        assert_eq!(digest.len(), 16);
        let listed = desk.run(&["list", "games.pgnz"], 0).stdout;
        let listed = String::from_utf8(listed).unwrap();
        assert!(
            listed.contains(&format!("{name} (digest {digest})")),
            "{listed}"
        );
    }
}

#[test]
fn a_level_that_does_not_exist_is_refused_with_those_that_do() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(1));
    for asked in [&["-7"][..], &["--level", "max"], &["--level", "7"]] {
        let output = desk.run(&[&["compress", "games.pgn"], asked].concat(), 1);
        let said = said(&output);
        assert!(said.contains("fast") && said.contains("best"), "{said}");
    }
    for asked in [
        &["-1", "-5"][..],
        &["-1", "--level", "fast"],
        &["-5", "--model", "x"],
        &["--level", "fast", "--model", "x"],
    ] {
        let output = desk.run(&[&["compress", "games.pgn"], asked].concat(), 1);
        assert!(
            said(&output).contains("cannot be used with"),
            "{}",
            said(&output)
        );
    }
    assert_eq!(desk.names(), ["games.pgn"]);
    let help = desk.run(&["help", "compress"], 0).stdout;
    assert!(
        String::from_utf8(help)
            .unwrap()
            .contains("[possible values: fast")
    );
}

#[test]
fn a_model_of_ones_own_that_is_not_in_the_archive_is_needed_again() {
    let desk = Desk::new();
    let text = games(30);
    desk.write("games.pgn", &text);
    desk.write("my.net", &own_model(1));
    desk.write("other.net", &own_model(2));
    let own = ["--model", "my.net", "--no-embed"];
    desk.run(&[&["compress", "--rm", "games.pgn"][..], &own].concat(), 0);
    assert_eq!(model(&desk, "games.pgnz")["name"], "own");
    let digest = model(&desk, "games.pgnz")["digest"].clone();
    for args in [
        &["expand", "games.pgnz"][..],
        &["expand", "--model", "other.net", "games.pgnz"],
        &["test", "games.pgnz"],
        &["cat", "games.pgnz", "--game", "1"],
    ] {
        let said = said(&desk.run(args, 1));
        for part in [
            "pgnz: games.pgnz: ",
            digest.as_str().unwrap(),
            "--model FILE",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
    }
    let with = ["--model", "my.net", "--model", "other.net"];
    desk.run(&[&["test", "games.pgnz"][..], &with].concat(), 0);
    desk.run(&[&["list", "games.pgnz"][..], &with].concat(), 0);
    let first = desk.run(
        &[&["cat", "games.pgnz", "--game", "1"][..], &with].concat(),
        0,
    );
    assert!(text.starts_with(&first.stdout) && !first.stdout.is_empty());
    let piped = desk.pipe(
        &[&["list", "--json"][..], &with].concat(),
        &desk.read("games.pgnz"),
    );
    assert!(piped.status.success(), "{}", said(&piped));
    desk.run(&[&["expand", "games.pgnz"][..], &with].concat(), 0);
    assert_eq!(desk.read("games.pgn"), text);
}

#[test]
fn archives_of_different_models_are_mixed() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(5));
    desk.write("my.net", &own_model(1));
    let archive = |asked: &[&str]| {
        desk.run(&[&["compress", "-c", "games.pgn"], asked].concat(), 0)
            .stdout
    };
    let all = [
        archive(&["-1"]),
        archive(&[]),
        archive(&["--model", "my.net"]),
    ]
    .concat();
    desk.write("all.pgnz", &all);
    let found = model(&desk, "all.pgnz");
    assert_eq!(
        (&found["name"], &found["digest"]),
        (&"mixed".into(), &Value::Null)
    );
    let output = desk.run(&["expand", "-c", "--model", "my.net", "all.pgnz"], 0);
    assert_eq!(output.stdout, games(5).repeat(3));
}

#[test]
fn a_file_that_is_not_a_model_is_named() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(1));
    let archive = desk.run(&["compress", "-c", "games.pgn"], 0).stdout;
    desk.write("games.pgnz", &archive);
    for (file, what) in [
        ("games.pgn", "--model needs"),
        ("missing.net", "cannot read"),
    ] {
        for args in [
            &["compress", "-f", "games.pgn"][..],
            &["expand", "-c", "games.pgnz"],
            &["test", "games.pgnz"],
            &["cat", "games.pgnz", "--game", "1"],
            &["list", "games.pgnz"],
        ] {
            let said = said(&desk.run(&[args, &["--model", file]].concat(), 1));
            assert!(said.contains(file) && said.contains(what), "{said}");
        }
    }
}
