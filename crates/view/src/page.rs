//! The files of the page, which are part of the program.

use crate::answer::Answer;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// The shapes of pieces and pawns: an SVG file with a `symbol` for each, 45 wide and high, named by the letters `k q r b n p`. They are
/// drawn in the colours `--man` and `--line`.
pub const PIECES: &str = include_str!("../page/pieces.svg");

/// Each file of the page: its name, its type, its content.
pub(crate) const FILES: [(&str, &str, &str); 15] = [
    ("", HTML, include_str!("../page/index.html")),
    ("style.css", STYLE, include_str!("../page/style.css")),
    ("main.js", SCRIPT, include_str!("../page/main.js")),
    ("data.js", SCRIPT, include_str!("../page/data.js")),
    ("classes.js", SCRIPT, include_str!("../page/classes.js")),
    ("save.js", SCRIPT, include_str!("../page/save.js")),
    ("elements.js", SCRIPT, include_str!("../page/elements.js")),
    ("list.js", SCRIPT, include_str!("../page/list.js")),
    ("board.js", SCRIPT, include_str!("../page/board.js")),
    ("hand.js", SCRIPT, include_str!("../page/hand.js")),
    ("moves.js", SCRIPT, include_str!("../page/moves.js")),
    ("curves.js", SCRIPT, include_str!("../page/curves.js")),
    ("tables.js", SCRIPT, include_str!("../page/tables.js")),
    ("pieces.svg", IMAGE, PIECES),
    ("icon.svg", IMAGE, include_str!("../page/icon.svg")),
];

/// The file of a name. Without the server, a host of static files has them, and the module for WebAssembly need not carry them.
pub(crate) fn file(name: &str) -> Option<Answer> {
    let files = if cfg!(feature = "server") {
        &FILES[..]
    } else {
        &[]
    };
    let (_, kind, content) = files.iter().find(|(known, ..)| *known == name)?;
    Some(Answer {
        status: 200,
        kind,
        content: content.as_bytes().to_vec(),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_page_is_there_and_names_nothing_outside() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let entries = std::fs::read_dir(folder).unwrap();
        let mut there: BTreeSet<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(there.remove("index.html"));
        for (name, _, content) in FILES {
            assert!(name.is_empty() || there.remove(name), "{name}");
            let outside = content.replace("http://www.w3.org/", "");
            assert!(
                !outside.contains("http:") && !outside.contains("https:"),
                "{name}"
            );
            ensure_harmless(name, content);
            let asks = name == "data.js";
            assert_eq!(content.contains("fetch("), asks, "{name}");
        }
        assert!(there.is_empty(), "not part of the program: {there:?}");
    }

    #[test]
    fn the_classes_that_can_be_chosen_are_those_of_the_opening_tree() {
        let limits = explorer::RATING_CLASSES.map(|limit| limit.to_string());
        let speeds = query::SPEEDS.map(|speed| format!("{speed:?}"));
        for (name, list) in [("LIMITS", limits.join(", ")), ("SPEEDS", speeds.join(", "))] {
            let line = format!("const {name} = [{list}];");
            assert!(include_str!("../page/classes.js").contains(&line), "{line}");
        }
    }

    /// Text of games never becomes markup or a script.
    pub(crate) fn ensure_harmless(name: &str, content: &str) {
        for dangerous in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
        ] {
            assert!(!content.contains(dangerous), "{name}: {dangerous}");
        }
    }
}
