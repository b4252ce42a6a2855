//! Draws the pictures of the README and of the documentation, each for a light and for a dark page, from tables in `benches/`.

mod frontier;
mod sizes;

use benches::repository;
use std::{fs, io};

/// The colours of a picture.
struct Theme {
    name: &'static str,
    text: &'static str,
    faint: &'static str,
    others: &'static str,
    own: &'static str,
}

const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        text: "#1f2328",
        faint: "#59636e",
        others: "#c4ccd4",
        own: "#1a7f37",
    },
    Theme {
        name: "dark",
        text: "#e6edf3",
        faint: "#9198a1",
        others: "#444c56",
        own: "#3fb950",
    },
];

/// A picture: its name, its table, and how the table is drawn.
type Picture = (
    &'static str,
    &'static str,
    fn(&str, &Theme) -> io::Result<String>,
);

const PICTURES: [Picture; 2] = [
    ("sizes", "peers.csv", sizes::picture),
    ("frontier", "frontier.csv", frontier::picture),
];

fn main() -> io::Result<()> {
    let folder = repository().join("docs/pictures");
    fs::create_dir_all(&folder)?;
    for (name, table, draw) in PICTURES {
        let table = fs::read_to_string(repository().join("benches").join(table))?;
        for theme in &THEMES {
            let file = folder.join(format!("{name}-{}.svg", theme.name));
            fs::write(file, draw(&table, theme)?)?;
        }
    }
    Ok(())
}

/// The cells of a row whose first cell is a key and whose second is a name. A name stands in quotation marks and has none inside.
fn cells(row: &str) -> io::Result<(&str, &str, Vec<&str>)> {
    let read = || {
        let (key, rest) = row.split_once(',')?;
        let (name, rest) = rest.strip_prefix('"')?.split_once("\",")?;
        Some((key, name, rest.split(',').collect()))
    };
    read().ok_or_else(|| not_a_row(row))
}

fn not_a_row(row: &str) -> io::Error {
    io::Error::other(format!("not a row: {row}"))
}

/// The whole picture: what is drawn, its size, and what it says in words.
fn svg(drawn: &str, (width, height): (f64, f64), says: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0}" width="{width}" height="{height:.0}" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" role="img" aria-label="{says}">{drawn}</svg>
"#
    )
}
