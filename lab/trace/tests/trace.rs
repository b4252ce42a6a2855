//! Traces of archives, compared with themselves and with those of the reference in Python.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn trace(arguments: &[&Path]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_pgnz-trace"))
        .args(arguments)
        .output();
    program.expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("lines are text")
}

/// The archive of the moves of a few famous games, in groups, in a folder.
fn archive(folder: &Path) -> PathBuf {
    let games = std::fs::read_to_string(root().join("corpora/famous.pgn")).unwrap();
    let moves = games.lines().filter(|line| !line.starts_with('['));
    let moves: String = moves.flat_map(|line| [line, "\n"]).collect();
    let options = archive::CompressOptions::new()
        .level(archive::Level::Fast)
        .provenance(false)
        .group_games(3)
        .block_games(6);
    let mut out = Vec::new();
    archive::compress(&moves.as_bytes()[..5000], &mut out, &options).unwrap();
    let path = folder.join("moves.pgnz");
    std::fs::write(&path, out).unwrap();
    path
}

#[test]
fn decisions_have_eight_columns_and_are_numbered_in_each_stream() {
    let folder = tempfile::tempdir().unwrap();
    let lines = text(&trace(&[&archive(folder.path())]).stdout);
    let mut next = std::collections::HashMap::<&str, u64>::new();
    let mut places = 0;
    for line in lines.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [stream, number, kind, low, width, total, symbol, place] = fields[..] else {
            panic!("{line}");
        };
        let expected = next.entry(stream).or_default();
        assert_eq!(number, expected.to_string(), "{line}");
        *expected += 1;
        let [low, width] = [low, width].map(|number| number.parse::<u32>().unwrap());
        assert!(
            total == "65536" && width > 0 && low + width <= 65_536,
            "{line}"
        );
        match kind {
            "bit" => assert!(low == 0 && ["0", "1"].contains(&symbol), "{line}"),
            _ => assert!(kind == "freq" && symbol.is_empty(), "{line}"),
        }
        places += usize::from(place.starts_with("crates/") && place.ends_with(')'));
    }
    assert!(next["moves"] > 300 && next["structure"] > 300, "{next:?}");
    assert_eq!(places, lines.lines().count());
}

#[test]
fn a_decision_that_differs_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    let lines = text(&trace(&[&archive]).stdout);
    let other = folder.path().join("other.tsv");
    let compared = |lines: &str| {
        std::fs::write(&other, lines).unwrap();
        let output = trace(&[Path::new("--compare"), &other, &archive]);
        (output.status.code(), text(&output.stdout))
    };
    assert_eq!(
        compared(&lines),
        (Some(0), "no decision differs\n".to_owned())
    );
    let changed = lines.replace("moves\t77\tfreq\t", "moves\t77\tfreq\t1");
    let (code, said) = compared(&changed);
    assert_eq!(code, Some(1));
    assert!(
        said.starts_with("stream moves differs at decision 77\n"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 3 + 2 * 6, "{said}");
    let (shorter, _) = lines.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(compared(shorter).0, Some(1));
    let longer = format!("{lines}clocks\t0\tbit\t0\t1\t65536\t1\n");
    let (_, said) = compared(&longer);
    assert!(
        said.contains("stream clocks: the other has 1 decisions, this has 0"),
        "{said}"
    );
}

#[test]
fn the_reference_in_python_takes_the_same_decisions() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    let reference = Command::new("python3")
        .args(["-m", "pgnz_reference", "--trace"])
        .arg(&archive)
        .current_dir(root().join("reference"))
        .output();
    let Ok(reference) = reference else {
        return eprintln!("skipped: there is no Python");
    };
    assert!(reference.status.success(), "{}", text(&reference.stderr));
    let other = folder.path().join("reference.tsv");
    std::fs::write(&other, &reference.stdout).unwrap();
    let compared = trace(&[Path::new("--compare"), &other, &archive]);
    assert!(compared.status.success(), "{}", text(&compared.stdout));
}
