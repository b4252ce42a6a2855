//! The packages that pgnz is made of come from the public registry, under licences that go with its own. `deny.toml` has the list;
//! `cargo deny` reads the same, where it is installed.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).expect("a file of the repository")
}

/// What a command of the toolchain prints.
fn output(command: &mut Command) -> String {
    let output = command.output().expect("the toolchain runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The packages that this platform needs.
fn packages() -> Vec<Value> {
    let version = output(Command::new("rustc").arg("-vV"));
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(repository())
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", host.expect("rustc names its host")]);
    let metadata: Value = serde_json::from_str(&output(&mut cargo)).expect("JSON");
    metadata["packages"].as_array().expect("a list").clone()
}

/// The licences of `deny.toml`: the lines of the list `allow`.
fn allowed() -> Vec<String> {
    let text = read("deny.toml");
    let (_, list) = text.split_once("allow = [").expect("a list");
    let (list, _) = list.split_once(']').expect("a list that ends");
    let names = list.split('"').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

/// Whether a licence expression (SPDX) can be met by the licences that are allowed. `/` is an old spelling of OR.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (met, rest) = any_of(&words, allowed);
    met && rest.is_empty()
}

fn any_of<'a, 'b>(words: &'a [&'b str], allowed: &[String]) -> (bool, &'a [&'b str]) {
    let (mut met, mut rest) = all_of(words, allowed);
    while let Some((&"OR", after)) = rest.split_first() {
        let (other, after) = all_of(after, allowed);
        (met, rest) = (met | other, after);
    }
    (met, rest)
}

fn all_of<'a, 'b>(words: &'a [&'b str], allowed: &[String]) -> (bool, &'a [&'b str]) {
    let (mut met, mut rest) = one(words, allowed);
    while let Some((&"AND", after)) = rest.split_first() {
        let (other, after) = one(after, allowed);
        (met, rest) = (met & other, after);
    }
    (met, rest)
}

fn one<'a, 'b>(words: &'a [&'b str], allowed: &[String]) -> (bool, &'a [&'b str]) {
    match words {
        ["(", rest @ ..] => {
            let (met, rest) = any_of(rest, allowed);
            (met, rest.strip_prefix(&[")"]).unwrap_or(rest))
        }
        // An exception permits more than the licence does.
        [name, "WITH", _, rest @ ..] | [name, rest @ ..] => {
            (allowed.iter().any(|licence| licence == name), rest)
        }
        [] => (false, words),
    }
}

#[test]
fn every_package_comes_from_one_registry_with_a_checksum() {
    let lock = read("Cargo.lock");
    let mut registries = BTreeSet::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim_matches(|sign| " =\"".contains(sign)))
        };
        let name = field("name").expect("a package has a name");
        match field("source") {
            None => assert!(field("checksum").is_none(), "{name}"),
            Some(source) => {
                assert!(source.starts_with("registry+https://"), "{name}: {source}");
                registries.insert(source);
                assert!(field("checksum").is_some(), "{name} has no checksum");
            }
        }
    }
    assert_eq!(registries.len(), 1, "{registries:?}");
}

#[test]
fn every_package_has_a_licence_that_goes_with_that_of_pgnz() {
    let allowed = allowed();
    let packages = packages();
    assert!(packages.len() > 50);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(
            is_met(licence, &allowed),
            "{} has the licence {licence}; is it compatible with GPL-3.0-or-later? Then it belongs into deny.toml",
            package["name"]
        );
    }
}

#[test]
fn licence_expressions_are_read() {
    let allowed = ["MIT", "Zlib"].map(str::to_owned);
    for met in [
        "MIT",
        "Apache-2.0/MIT",
        "(MIT OR Apache-2.0) AND Zlib",
        "MIT WITH some-exception OR Apache-2.0",
    ] {
        assert!(is_met(met, &allowed), "{met}");
    }
    for not in [
        "",
        "none",
        "Apache-2.0",
        "MIT AND Apache-2.0",
        "(MIT OR GPL-2.0-only) AND Apache-2.0",
    ] {
        assert!(!is_met(not, &allowed), "{not}");
    }
}
