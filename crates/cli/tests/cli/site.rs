//! `pgnz site`: a folder with all that a browser needs, written as a whole or not at all.

use crate::desk::{Desk, games, own_model, said};
use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A desk with archives of these names, all of level fast.
fn desk(names: &[&str]) -> Desk {
    let desk = Desk::new();
    for (number, name) in names.iter().enumerate() {
        desk.write("games.pgn", &games(20 + number));
        desk.run(&["compress", "-1", "games.pgn", "-o", name], 0);
    }
    desk
}

/// The paths of all files in a folder.
fn paths(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(paths(&path).iter().map(|below| format!("{name}/{below}")));
        } else {
            found.insert(name);
        }
    }
    found
}

/// The names of the files of data of a site.
fn data(desk: &Desk, site: &str) -> Vec<String> {
    let folder = desk.path(site).join("data");
    paths(&folder).into_iter().collect()
}

fn list(desk: &Desk, site: &str) -> Value {
    let text = fs::read(desk.path(site).join("archives.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The SHA-256 of what a file packed by gzip holds.
fn sum_of_packed(path: &Path) -> String {
    let mut bytes = Vec::new();
    let packed = fs::File::open(path).unwrap();
    GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    let sum = Sha256::digest(&bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The files that every site has.
const ALWAYS: [&str; 4] = ["index.html", "data.js", "archives.json", "pgnz.wasm.gz"];
/// What archives of every level need.
const SHARED: [&str; 4] = [
    "evals.net.gz",
    "names.net.gz",
    "openings.bin.gz",
    "roster.bin.gz",
];

#[test]
fn a_site_has_the_page_the_library_the_module_the_data_and_the_archive() {
    let desk = desk(&["games.pgnz"]);
    let output = desk.run(&["site", "out", "games.pgnz"], 0);
    let site = desk.path("out");
    let there = paths(&site);
    for name in ALWAYS {
        assert!(there.contains(name), "{name}: {there:?}");
    }
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    for path in &there {
        assert!(printed.contains(path.as_str()), "{path}: {printed}");
    }
    assert!(printed.contains("206") && said(&output).is_empty());

    // The page is that of `view`, with rules; where it asks is another.
    let page = Path::new(ROOT).join("crates/view/page");
    for entry in fs::read_dir(&page).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let (place, is_same) = match name.as_str() {
            "data.js" => (name.as_str(), false),
            "index.html" => ("index.html", false),
            name => (name, true),
        };
        let [ours, theirs] =
            [page.join(&name), site.join(place)].map(|path| fs::read(path).unwrap());
        assert_eq!(ours == theirs, is_same, "{name}");
    }
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("script-src 'self' 'wasm-unsafe-eval'"));
    let library = Path::new(ROOT).join("packages/npm/src");
    let own = Path::new(ROOT).join("crates/view/site");
    for path in there.iter().filter_map(|path| path.strip_prefix("pgnz/")) {
        let ours = match path {
            // It has the sum of the module, which is looked at below.
            "module.js" => continue,
            "web.js" => own.join(path),
            _ => library.join(path),
        };
        let theirs = site.join("pgnz").join(path);
        assert!(
            fs::read(ours).unwrap() == fs::read(theirs).unwrap(),
            "{path}"
        );
    }

    // What is packed has its published sum.
    let sums = Path::new(ROOT).join("crates/view/module/SHA256SUMS");
    let sums = fs::read_to_string(sums).unwrap();
    let named = fs::read_to_string(site.join("pgnz/module.js")).unwrap();
    assert!(named.contains(sums.split(' ').next().unwrap()), "{named}");
    assert_eq!(
        sums,
        format!("{}  pgnz.wasm\n", sum_of_packed(&site.join("pgnz.wasm.gz")))
    );
    let table = fs::read_to_string(Path::new(ROOT).join("docs/format/02-container.md")).unwrap();
    assert_eq!(
        data(&desk, "out"),
        [&SHARED[..1], &["fast.net.gz"], &SHARED[1..]].concat()
    );
    for name in data(&desk, "out") {
        let sum = sum_of_packed(&site.join("data").join(&name));
        let row = format!("[`{}`]", name.trim_end_matches(".gz"));
        let row = table.lines().find(|line| line.contains(&row)).unwrap();
        assert!(row.contains(&sum), "{name}: {sum}, not {row}");
    }

    let archive = desk.read("games.pgnz");
    assert!(fs::read(site.join("games.pgnz")).unwrap() == archive);
    desk.run(&["index", "--tree", "games.pgnz"], 0);
    assert!(fs::read(site.join("games.pgnz.tree")).unwrap() == desk.read("games.pgnz.tree"));
    let list = list(&desk, "out");
    assert_eq!(list["title"], "games");
    assert!(list["pgnz"].is_string());
    let expected = serde_json::json!([{ "file": "games.pgnz", "name": "games", "games": 20, "bytes": archive.len(), "tree": true }]);
    assert_eq!(list["archives"], expected);
    assert_eq!(
        desk.names(),
        ["games.pgn", "games.pgnz", "games.pgnz.tree", "out"]
    );
}

#[test]
fn several_archives_share_the_data_and_each_level_brings_its_network() {
    let desk = desk(&["b.pgnz", "a.pgnz"]);
    desk.run(&["compress", "-9", "games.pgn", "-o", "best.pgnz"], 0);
    let title = "Two & <three>";
    let args = ["site", "out/", "b.pgnz", "a.pgnz", "--title", title, "-q"];
    let output = desk.run(&args, 0);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    assert!(!data(&desk, "out").contains(&"best.net.gz".to_owned()));
    let list = list(&desk, "out");
    assert_eq!(list["title"], title);
    let files: Vec<_> = list["archives"].as_array().unwrap().iter().collect();
    assert_eq!(
        (&files[0]["file"], &files[1]["file"]),
        (&"b.pgnz".into(), &"a.pgnz".into())
    );

    desk.run(&["site", "all", "a.pgnz", "best.pgnz", "--no-tree"], 0);
    let expected = [
        "best.net.gz",
        "evals.net.gz",
        "fast.net.gz",
        "names.net.gz",
        "openings.bin.gz",
        "roster.bin.gz",
    ];
    assert_eq!(data(&desk, "all"), expected);
    let sum = sum_of_packed(&desk.path("all").join("data/best.net.gz"));
    let table = fs::read_to_string(Path::new(ROOT).join("docs/format/02-container.md")).unwrap();
    assert!(table.contains(&sum));
    let trees = |site: &str| {
        paths(&desk.path(site))
            .iter()
            .filter(|path| path.ends_with(".tree"))
            .count()
    };
    assert_eq!((trees("out"), trees("all")), (2, 0));
    let list = self::list(&desk, "all");
    assert_eq!(
        (&list["title"], &list["archives"][1]["tree"]),
        (&"all".into(), &false.into())
    );
}

#[test]
fn a_network_of_the_users_own_must_be_in_the_archive() {
    let desk = desk(&[]);
    desk.write("games.pgn", &games(5));
    desk.write("own.net", &own_model(3));
    let compress = ["compress", "games.pgn", "--model", "own.net", "-o"];
    desk.run(&[&compress[..], &["with.pgnz"]].concat(), 0);
    desk.run(
        &[&compress[..], &["without.pgnz", "--no-embed"]].concat(),
        0,
    );
    desk.run(&["site", "out", "with.pgnz"], 0);
    assert_eq!(data(&desk, "out"), SHARED);
    for more in [&[][..], &["--no-tree"]] {
        let output = desk.run(&[&["site", "other", "without.pgnz"], more].concat(), 1);
        let told = said(&output);
        assert!(
            told.contains("without.pgnz") && told.contains("--no-embed"),
            "{told}"
        );
    }
    assert_eq!(
        desk.names(),
        ["games.pgn", "out", "own.net", "with.pgnz", "without.pgnz"]
    );
}

#[test]
fn a_tree_beside_the_archive_is_taken_only_if_it_fits() {
    let desk = desk(&["games.pgnz", "other.pgnz"]);
    desk.run(&["index", "--tree", "games.pgnz", "other.pgnz"], 0);
    let tree = desk.read("games.pgnz.tree");
    // One that still fits, but that nobody would make: it is copied, not made.
    let mut marked = tree.clone();
    marked.extend(b"mark");
    for (beside, expected) in [
        (&tree, &tree),
        (&marked, &marked),
        (&desk.read("other.pgnz.tree"), &tree),
        (&b"notes".to_vec(), &tree),
    ] {
        desk.write("games.pgnz.tree", beside);
        desk.run(&["site", "-f", "out", "games.pgnz"], 0);
        assert!(fs::read(desk.path("out").join("games.pgnz.tree")).unwrap() == *expected);
        assert!(desk.read("games.pgnz.tree") == *beside);
    }
}

#[test]
fn only_empty_folders_and_sites_are_written_to() {
    let desk = desk(&["games.pgnz"]);
    for (name, file) in [("notes", "notes.txt"), ("other", "archives.json")] {
        fs::create_dir(desk.path(name)).unwrap();
        fs::write(desk.path(name).join(file), b"{\"title\": \"mine\"}").unwrap();
        for force in [&[][..], &["-f"]] {
            let output = desk.run(&[&["site", name, "games.pgnz"], force].concat(), 1);
            assert!(
                said(&output).contains("no site that pgnz has made"),
                "{}",
                said(&output)
            );
        }
        assert_eq!(paths(&desk.path(name)), [file.to_owned()].into());
    }
    for (folder, what) in [
        ("games.pgn", "not a folder"),
        ("no/such", "there is no folder no"),
        ("..", "no site"),
    ] {
        let output = desk.run(&["site", folder, "games.pgnz"], 1);
        assert!(said(&output).contains(what), "{folder}: {}", said(&output));
    }
    fs::create_dir(desk.path("empty")).unwrap();
    desk.run(&["site", "empty", "games.pgnz"], 0);
    let before = paths(&desk.path("empty"));
    fs::write(desk.path("empty").join("more.txt"), b"").unwrap();
    let output = desk.run(&["site", "empty", "games.pgnz"], 1);
    assert!(said(&output).contains("with -f"), "{}", said(&output));
    assert!(desk.path("empty").join("more.txt").exists());
    // Its own archives may be those that are shown.
    desk.run(
        &[
            "site",
            "-f",
            "empty",
            "empty/games.pgnz",
            "--title",
            "again",
        ],
        0,
    );
    assert_eq!(paths(&desk.path("empty")), before);
    assert_eq!(list(&desk, "empty")["title"], "again");
    assert_eq!(
        desk.names(),
        ["empty", "games.pgn", "games.pgnz", "notes", "other"]
    );
}

#[test]
fn what_cannot_be_shown_is_an_error_that_leaves_nothing() {
    let desk = desk(&["games.pgnz", "main.js", "Games.pgnz.tree"]);
    let sound = desk.read("games.pgnz");
    let mut damaged = sound.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    desk.write("damaged.pgnz", &damaged);
    desk.write("short.pgnz", &sound[..sound.len() - 10]);
    desk.write("text.txt", b"no archive");
    fs::create_dir(desk.path("folder")).unwrap();
    fs::copy(
        desk.path("games.pgnz"),
        desk.path("folder").join("games.pgnz"),
    )
    .unwrap();
    desk.run(&["site", "old", "games.pgnz"], 0);
    let (names, old) = (desk.names(), paths(&desk.path("old")));
    for (archives, what) in [
        (&["games.pgnz", "folder/games.pgnz"][..], "the same name"),
        (&["games.pgnz", "games.pgnz"], "the same name"),
        (&["games.pgnz", "Games.pgnz.tree"], "the same name"),
        (&["main.js"], "a file of this name"),
        (&["games.pgnz", "damaged.pgnz"], "damaged"),
        (&["damaged.pgnz", "--no-tree"], "damaged"),
        (&["short.pgnz"], "damaged"),
        (&["games.pgn"], "a site shows archives"),
        (&["text.txt"], "text.txt"),
        (&["missing.pgnz"], "missing.pgnz"),
        (&["folder"], "folder"),
    ] {
        for start in [&["site", "new"][..], &["site", "-f", "old"]] {
            let output = desk.run(&[start, archives].concat(), 1);
            assert!(
                said(&output).contains(what),
                "{archives:?}: {}",
                said(&output)
            );
            assert_eq!(desk.names(), names, "{archives:?}");
        }
        assert_eq!(paths(&desk.path("old")), old);
    }
    desk.run(&["site", "new"], 1);
}

#[test]
#[cfg(unix)]
fn a_link_stays_and_permissions_are_those_of_the_archive_and_of_the_folder() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = desk(&["games.pgnz"]);
    let set = |name: &str, mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(desk.path(name), mode).unwrap();
    };
    let mode = |name: &str| fs::metadata(desk.path(name)).unwrap().permissions().mode() & 0o777;
    fs::create_dir(desk.path("real")).unwrap();
    symlink("real", desk.path("link")).unwrap();
    set("real", 0o750);
    set("games.pgnz", 0o600);
    desk.run(&["site", "link", "games.pgnz"], 0);
    assert!(
        fs::symlink_metadata(desk.path("link"))
            .unwrap()
            .is_symlink()
    );
    let modes = ["real", "real/games.pgnz", "real/games.pgnz.tree"].map(mode);
    assert_eq!(modes, [0o750, 0o600, 0o600]);
    assert_eq!(mode("real/index.html") & 0o444, mode("games.pgn") & 0o444);
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_leaves_the_site_as_it_was() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let desk = desk(&["games.pgnz"]);
    desk.run(&["site", "old", "games.pgnz"], 0);
    let (names, old) = (desk.names(), paths(&desk.path("old")));
    for signal in ["TERM", "KILL"] {
        let mut command = desk.command(&["site", "-f", "old", "games.pgnz"]);
        let mut run = command.stdout(Stdio::null()).spawn().unwrap();
        // It is stopped as soon as it has begun to write.
        while desk.names() == names && run.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let stopped = Command::new("kill")
            .args(["-s", signal, &run.id().to_string()])
            .status();
        assert!(stopped.unwrap().success());
        let status = run.wait().unwrap();
        assert!(status.signal().is_some(), "it had ended before: {status}");
        assert_eq!(paths(&desk.path("old")), old);
        assert_eq!(
            desk.names().len(),
            names.len() + usize::from(signal == "KILL"),
            "{signal}: {:?}",
            desk.names()
        );
    }
    // What the killed run has left goes with the next.
    let output = desk.run(&["site", "new", "games.pgnz"], 0);
    assert!(
        said(&output).contains("removed an unfinished file"),
        "{}",
        said(&output)
    );
    assert_eq!(desk.names().len(), names.len() + 1);
}
