//! The examples run, and print what they say. `cargo test` builds them before it runs this.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Cargo puts examples: beside the folder of this test's program.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    profile
        .join("examples")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// What every example of docs/which.md prints.
#[cfg(feature = "query")]
const MORPHY: &str =
    "Paulsen, Louis - Morphy, Paul 0-1\nMorphy, Paul - Duke Karl and Count Isouard 1-0\n";

/// Where the examples run, with what they read and write.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples")
}

fn run(name: &str, args: &[&Path]) -> String {
    let output = Command::new(example(name))
        .args(args)
        .current_dir(folder())
        .output();
    let output = output.unwrap_or_else(|error| panic!("{name}: {error}; build the examples first"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn examples_run_and_say_what_they_promise() {
    let famous = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/famous.pgn");
    let folder = folder();
    std::fs::create_dir_all(&folder).unwrap();
    let archive = folder.join("famous.pgnz");

    let said = run("compress_file", &[&famous, &archive]);
    assert!(said.starts_with("48 games: 24326 bytes to "), "{said}");

    let said = run("list_games", &[&archive]);
    assert_eq!(said.lines().count(), 48, "{said}");
    assert!(said.starts_with("1: ") && !said.contains('?'), "{said}");

    let said = run("read_from_the_middle", &[&archive, Path::new("9")]);
    let fen = said.lines().last().unwrap();
    assert!(fen.matches('/').count() == 7, "{said}");

    let moves = ["e4", "e5", "Nf3"].map(Path::new);
    let said = run("predict", &moves);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.starts_with("e4: 1.0"), "{said}");

    let said = run("blobs", &moves);
    assert!(said.ends_with("e2e4 e7e5 g1f3\n"), "{said}");

    let said = run("adapters", &[]);
    assert!(said.starts_with("2 games in "), "{said}");
    assert!(said.contains("[White \"Emil\"]\n"), "{said}");

    #[cfg(feature = "query")]
    {
        std::fs::copy(&archive, folder.join("games.pgnz")).unwrap();
        let page = include_str!("../../../docs/which.md");
        let code = include_str!("../examples/find_player.rs");
        let (_, code) = code.split_once("\n\n").unwrap();
        assert!(
            page.contains(&format!("```rust\n{code}```")),
            "docs/which.md has another example"
        );
        assert_eq!(run("find_player", &[]), MORPHY);

        let said = run("loop_over_tags", &[&archive]);
        assert_eq!(said.split_once(','), Some(("48 games", " 1613 letters\n")));
    }
}
