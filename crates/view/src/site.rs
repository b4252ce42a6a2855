//! The files of a site: the page with the library for browsers below it, and no program behind it.

use crate::page;
use std::borrow::Cow;

/// What a host of static files cannot be relied on to say in a header. Archives may lie on other hosts, and the module must be compiled;
/// besides, nothing is loaded from elsewhere.
const RULES: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src *; base-uri 'none'; form-action 'none'\">";

/// Where the rules stand in the page: before anything is loaded.
const HEAD: &str = "<head>\n";

/// The files that are others here, or only here: what the page asks for, which archive is opened, and where the library finds the module.
const OWN: [(&str, &str); 3] = [
    ("data.js", include_str!("../site/data.js")),
    ("choose.js", include_str!("../site/choose.js")),
    ("pgnz/web.js", include_str!("../site/web.js")),
];

/// The module for WebAssembly, packed by gzip. `scripts/wasm.sh --keep` makes it.
const MODULE: &[u8] = include_bytes!("../module/pgnz.wasm.gz");

/// The SHA-256 of the module, by which browsers keep it from one visit to the next.
const MODULE_SUM: &str = include_str!("../module/SHA256SUMS");

/// A file of the library for browsers, by its name. The folder is a link to that of the npm package, so that a package of this crate has it, too.
macro_rules! library {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../library/", $name)))),*]
    };
}

/// The library for browsers, without what Node alone needs, and without `web.js`, which is another here.
const LIBRARY: [(&str, &str); 11] = library! {
    "archive.js" "browser.js" "core.js" "data.js" "engine.js" "error.js" "http.js" "opening.js" "remote.js" "source.js" "worker.js"
};

/// Each file of a site that does not depend on its archives: its path with `/` between, and its content.
///
/// ```
/// let files = view::site_files();
/// assert!(files.iter().any(|(path, _)| path == "index.html"));
/// assert!(files.iter().any(|(path, _)| path == "pgnz/worker.js"));
/// ```
#[must_use]
pub fn files() -> Vec<(String, Cow<'static, [u8]>)> {
    let held = |content: &'static str| Cow::Borrowed(content.as_bytes());
    let page = page::FILES
        .into_iter()
        .filter(|(name, ..)| *name != "data.js");
    let page = page.map(|(name, _, content)| match name {
        "" => ("index.html".to_owned(), index(content)),
        _ => (name.to_owned(), held(content)),
    });
    let library = LIBRARY.map(|(name, content)| (format!("pgnz/{name}"), held(content)));
    let own = OWN.map(|(path, content)| (path.to_owned(), held(content)));
    let sum = MODULE_SUM.split(' ').next().unwrap_or_default();
    let sum = format!("export const SHA256 = \"{sum}\";\n");
    let module = [
        ("pgnz/module.js".to_owned(), Cow::Owned(sum.into_bytes())),
        ("pgnz.wasm.gz".to_owned(), Cow::Borrowed(MODULE)),
    ];
    page.chain(library).chain(own).chain(module).collect()
}

/// The page with its rules.
fn index(page: &str) -> Cow<'static, [u8]> {
    let page = page.replacen(HEAD, &format!("{HEAD}{RULES}\n"), 1);
    Cow::Owned(page.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::ensure_harmless;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn the_rules_stand_before_anything_that_is_loaded() {
        let files: BTreeMap<_, _> = files().into_iter().collect();
        let index = std::str::from_utf8(&files["index.html"]).unwrap();
        assert_eq!(index.matches("Content-Security-Policy").count(), 1);
        let [rules, script, style] =
            ["Content-Security-Policy", "<script", "<link"].map(|part| index.find(part).unwrap());
        assert!(rules < script && rules < style);
        // Whoever reads a page looks for its encoding in so many bytes.
        assert!(index.find("charset=\"utf-8\"").unwrap() < 1024);
    }

    #[test]
    fn what_each_script_imports_is_there() {
        let files: BTreeMap<_, _> = files().into_iter().collect();
        for (path, content) in &files {
            let Some(folder) = path.strip_suffix(".js").map(|_| path.rsplit_once('/')) else {
                continue;
            };
            let text = std::str::from_utf8(content).unwrap();
            let folder = folder.map_or(String::new(), |(folder, _)| format!("{folder}/"));
            for line in text.lines().filter(|line| line.contains(" from \"")) {
                let name = line.split('"').nth(1).unwrap();
                let name = name.strip_prefix("./").expect("files of the site only");
                assert!(
                    files.contains_key(&format!("{folder}{name}")),
                    "{path}: {line}"
                );
            }
            ensure_harmless(path, text);
        }
    }

    #[test]
    fn the_library_has_every_file_but_those_for_node() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/library");
        let there = std::fs::read_dir(folder).unwrap();
        let there: BTreeSet<String> = there
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".js") && name != "node.js" && name != "web.js")
            .collect();
        assert_eq!(there, LIBRARY.map(|(name, _)| name.to_owned()).into());
    }
}
