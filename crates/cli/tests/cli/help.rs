//! Help, manual pages and completions: complete, and of one source.

use crate::desk::{Desk, said};
use std::fs;
use std::process::{Command, Output};

/// The words of every command and of every command inside one, the program itself first.
fn commands(desk: &Desk) -> Vec<Vec<String>> {
    let mut found = vec![vec![]];
    let mut next = 0;
    while next < found.len() {
        let words: Vec<String> = found[next].clone();
        let text = help(desk, &words);
        let list = text.split("Commands:\n").nth(1).unwrap_or_default();
        let lines = list.lines().take_while(|line| !line.is_empty());
        // A description that goes on is indented further.
        let names = lines.filter_map(|line| {
            line.strip_prefix("  ")
                .filter(|line| !line.starts_with(' '))
        });
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            // Options that stand for the command may follow.
            let name = name.trim_end_matches(',');
            if name != "help" {
                found.push([&words[..], &[name.to_owned()]].concat());
            }
        }
        next += 1;
    }
    assert!(found.len() > 15, "{found:?}");
    found
}

fn help(desk: &Desk, words: &[String]) -> String {
    let args = [words, &["--help".to_owned()]].concat();
    String::from_utf8(desk.run(&args, 0).stdout).unwrap()
}

#[test]
fn the_help_of_every_command_has_examples_and_the_exit_status() {
    let desk = Desk::new();
    for words in commands(&desk) {
        let text = help(&desk, &words);
        for part in ["Examples:\n", "Exit status: 0 "] {
            assert!(text.contains(part), "pgnz {words:?}: no {part:?} in {text}");
        }
    }
}

#[test]
fn options_that_commands_share_say_what_they_do_there() {
    let desk = Desk::new();
    let help = |words: &str| {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        help(&desk, &words)
    };
    assert!(help("compress").contains("once more"));
    assert!(!help("expand").contains("once more"));
    assert!(help("expand").contains("each archive once its text"));
    assert!(help("compress").contains("each file once its archive is verified"));
    assert!(help("show").contains("predicts the moves"));
}

#[test]
fn there_is_a_valid_manual_page_for_every_command() {
    let desk = Desk::new();
    desk.run(&["man", "--output-dir", "pages"], 0);
    let mut expected: Vec<String> = commands(&desk)
        .iter()
        .map(|words| {
            format!(
                "{}.1",
                [&["pgnz".to_owned()][..], &words[..]].concat().join("-")
            )
        })
        .collect();
    expected.sort();
    let mut found: Vec<String> = fs::read_dir(desk.path("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, expected);
    for name in &found {
        let path = desk.path("pages").join(name);
        let text = fs::read_to_string(&path).unwrap();
        for section in [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "EXAMPLES",
            "EXIT STATUS",
        ] {
            let quoted = format!(".SH \"{section}\"\n");
            let there = text.contains(&format!(".SH {section}\n")) || text.contains(&quoted);
            assert!(there, "{name}: {section}");
        }
        let Some(checked) = checked(
            Command::new("groff")
                .args(["-man", "-Tutf8", "-ww", "-z"])
                .arg(&path),
        ) else {
            continue;
        };
        assert!(
            checked.status.success() && checked.stderr.is_empty(),
            "{name}: {}",
            said(&checked)
        );
    }
    let one = desk.run(&["man", "blob", "encode"], 0).stdout;
    assert_eq!(
        one,
        fs::read(desk.path("pages").join("pgnz-blob-encode.1")).unwrap()
    );
    assert!(said(&desk.run(&["man", "nonsense"], 1)).contains("nonsense"));
}

#[test]
fn completions_are_scripts_that_their_shells_can_read() {
    let desk = Desk::new();
    for (name, shell) in [
        ("bash", Some("bash")),
        ("zsh", Some("zsh")),
        ("fish", Some("fish")),
        ("powershell", None),
    ] {
        let script = desk.run(&["completions", name], 0).stdout;
        let text = String::from_utf8(script.clone()).unwrap();
        assert!(
            text.contains("block-games") && text.contains("pgnz"),
            "{name}"
        );
        let path = desk.write(name, &script);
        let Some(checked) =
            shell.and_then(|shell| checked(Command::new(shell).arg("-n").arg(path)))
        else {
            continue;
        };
        assert!(checked.status.success(), "{name}: {}", said(&checked));
    }
}

#[test]
#[cfg(unix)]
fn the_script_that_installs_puts_everything_in_its_place() {
    let desk = Desk::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/install.sh");
    let installed = Command::new("bash")
        .args([script, env!("CARGO_BIN_EXE_pgnz"), "usr"])
        .current_dir(desk.path(""))
        .output()
        .unwrap();
    assert!(installed.status.success(), "{}", said(&installed));
    for place in [
        "bin/pgnz",
        "share/man/man1/pgnz.1",
        "share/man/man1/pgnz-compress.1",
        "share/bash-completion/completions/pgnz",
        "share/zsh/site-functions/_pgnz",
        "share/fish/vendor_completions.d/pgnz.fish",
    ] {
        let length = fs::metadata(desk.path("usr").join(place)).map(|found| found.len());
        assert!(length.is_ok_and(|length| length > 0), "{place}");
    }
}

/// The output of another program; if it is not installed, a note says so.
fn checked(command: &mut Command) -> Option<Output> {
    let output = command.output();
    if output.is_err() {
        eprintln!("skipped: {:?} is not installed", command.get_program());
    }
    output.ok()
}
