//! The commands in the README and on some pages run, and print what the pages say.
//!
//! In a block ```` ```console ```` a line that begins with `$ ` is a command, and the lines below it are what it prints; a line `…` stands for
//! any lines, and `…` within a line for any characters. Of a block ```` ```sh ```` only the exit status counts. `<!-- not run: WHY -->` before a block passes it over.
//! Each heading `##` of the guide begins in a new folder of sample files; each other page has one for all.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A block of commands, and where it stands.
struct Block {
    line: usize,
    section: usize,
    /// Whether what is printed counts.
    shown: bool,
    text: String,
}

#[test]
fn the_commands_of_the_readme_run() {
    run_page("README.md", false);
}

#[test]
fn the_commands_of_the_guide_run() {
    run_page("docs/guide.md", true);
}

#[test]
fn the_commands_of_which_one_do_i_need_run() {
    run_page("docs/which.md", false);
}

#[test]
fn the_commands_about_tables_of_blobs_run() {
    run_page("docs/blobs.md", false);
}

#[test]
fn the_commands_about_sites_run() {
    run_page("docs/site.md", false);
}

fn run_page(name: &str, apart: bool) {
    let page = fs::read_to_string(repository().join(name)).unwrap();
    let mut folder = None;
    let (mut section, mut commands) = (usize::MAX, 0);
    for block in blocks(&page) {
        if apart && block.section != section || folder.is_none() {
            section = block.section;
            folder = Some(samples());
        }
        let folder = folder.as_ref().map(tempfile::TempDir::path).unwrap();
        let place = format!("{name}, line {}", block.line);
        if block.shown {
            for (command, expected) in steps(&block.text) {
                let output = run(&command, folder);
                let printed = String::from_utf8_lossy(&output.stdout);
                assert!(
                    output.status.success() && is_like(printed.trim_end(), expected.trim_end()),
                    "{place}: {command}\n{}\n--- printed:\n{printed}\n--- the page says:\n{expected}",
                    String::from_utf8_lossy(&output.stderr)
                );
                commands += 1;
            }
        } else {
            let output = run(&block.text, folder);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{place}:\n{}\n{errors}",
                block.text
            );
            commands += block.text.lines().count();
        }
    }
    assert!(commands > 0, "{name} has no commands");
    eprintln!("{name}: {commands} commands");
}

/// The blocks of a page that are to be run.
fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let (mut section, mut passed_over) = (0, false);
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.starts_with("## ") {
            section += 1;
        }
        if line.starts_with("<!-- not run:") {
            passed_over = true;
        }
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let text: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.starts_with("```"))
            .collect();
        if !std::mem::take(&mut passed_over) && ["sh", "console"].contains(&language) {
            found.push(Block {
                line: number + 1,
                section,
                shown: language == "console",
                text: text.join("\n"),
            });
        }
    }
    found
}

/// The commands of a block, each with what it prints.
fn steps(text: &str) -> Vec<(String, String)> {
    let mut steps: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command.to_owned(), String::new())),
            (None, Some((_, expected))) => {
                expected.push_str(line);
                expected.push('\n');
            }
            (None, None) => panic!("what a block shows begins with a command: {line}"),
        }
    }
    steps
}

/// Whether a text is like another in which `…` stands for anything: on a line of its own for any lines, else for any characters of the line.
fn is_like(printed: &str, expected: &str) -> bool {
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim_end).collect();
    lines_are_like(&printed, &expected)
}

fn lines_are_like(printed: &[&str], expected: &[&str]) -> bool {
    match (printed, expected) {
        ([], []) => true,
        (_, ["…", rest @ ..]) => {
            (0..=printed.len()).any(|skipped| lines_are_like(&printed[skipped..], rest))
        }
        ([line, lines @ ..], [like, rest @ ..]) => {
            line_is_like(line, like) && lines_are_like(lines, rest)
        }
        _ => false,
    }
}

fn line_is_like(line: &str, like: &str) -> bool {
    let mut parts = like.split('…');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut is_open = false;
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        is_open = part.is_empty();
    }
    rest.is_empty() || is_open
}

fn run(command: &str, folder: &Path) -> Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_pgnz"));
    let beside = program.parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(beside).chain(std::env::split_paths(&path));
    Command::new("bash")
        .args(["-euo", "pipefail", "-c", command])
        .env("PATH", std::env::join_paths(all).unwrap())
        .env("COLUMNS", "120")
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A new folder with the files that the pages speak of, made of the games that come with the repository.
fn samples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let corpora = repository().join("corpora");
    let quirk = |name: &str| fs::read(corpora.join("quirks").join(name)).unwrap();
    let famous = fs::read(corpora.join("famous.pgn")).unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    write("games.pgn", &famous);
    // The old games and the new ones, as a club's file and an addition to it.
    let text = String::from_utf8(famous).unwrap();
    let middle = text.match_indices("\n\n[Event ").nth(29).unwrap().0 + 2;
    write("club.pgn", &text.as_bytes()[..middle]);
    write("week.pgn", &text.as_bytes()[middle..]);
    let lichess = [
        quirk("lichess_dump_clk.pgn"),
        quirk("lichess_dump_eval.pgn"),
    ]
    .concat();
    let packed = zstd::encode_all(&lichess[..], 3).unwrap();
    write("lichess_db_standard_rated_2025-05.pgn.zst", &packed);
    let issue = quirk("twic.pgn");
    write(
        "twic1500g.zip",
        &crate::desk::zip(&[("twic1500.pgn", &issue)]),
    );
    write("engines.pgn", &quirk("cutechess_short.pgn"));
    write(
        "repertoire.pgn",
        b"1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *\n",
    );
    folder
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
