//! Draws `docs/pictures/sizes-light.svg` and `sizes-dark.svg` from `benches/peers.csv`: bytes a game and bits a move, pgnz beside others.
//!
//! The values are those of `lichess-dump-2025-05` unless their source says otherwise.

use benches::repository;
use std::fmt::Write as _;
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

/// A bar: how long it is, and whether it is pgnz's own.
struct Bar {
    name: String,
    value: f64,
    own: bool,
}

/// A chart: the name of its rows in the file, its title, and how many digits a value has after the point.
const CHARTS: [(&str, &str, usize); 2] = [
    (
        "game",
        "Bytes a game: Lichess, May 2025, every byte of the text",
        0,
    ),
    ("move", "Bits a move of these games", 2),
];

const WIDTH: f64 = 760.0;
const BAR_LEFT: f64 = 190.0;
const BAR_MOST: f64 = WIDTH - BAR_LEFT - 60.0;
const ROW: f64 = 26.0;
const TITLE: f64 = 40.0;

fn main() -> io::Result<()> {
    let table = fs::read_to_string(repository().join("benches/peers.csv"))?;
    let folder = repository().join("docs/pictures");
    fs::create_dir_all(&folder)?;
    for theme in THEMES {
        fs::write(
            folder.join(format!("sizes-{}.svg", theme.name)),
            picture(&table, &theme)?,
        )?;
    }
    Ok(())
}

fn picture(table: &str, theme: &Theme) -> io::Result<String> {
    let mut drawn = String::new();
    let mut top = 0.0;
    for (chart, title, digits) in CHARTS {
        let bars = bars(table, chart)?;
        let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        // Text is six times as long as what comes next: a broken bar leaves room to see the others.
        let scale = scale(&bars);
        let _ = write!(
            drawn,
            r#"<text x="0" y="{:.0}" font-size="16" font-weight="600" fill="{}">{title}</text>"#,
            top + 20.0,
            theme.text
        );
        top += TITLE;
        for bar in &bars {
            let length = (bar.value / scale * BAR_MOST).min(BAR_MOST);
            draw(&mut drawn, bar, (top, length), digits, theme);
            if bar.value > scale && bar.value == most {
                let at = BAR_LEFT + BAR_MOST * 0.93;
                let _ = write!(
                    drawn,
                    r#"<path d="M{at:.0} {:.0}l8 -22" stroke="{}" stroke-width="2"/>"#,
                    top + 20.0,
                    theme.faint
                );
            }
            top += ROW;
        }
        top += 14.0;
    }
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:.0}" width="{WIDTH}" height="{top:.0}" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" role="img" aria-label="Bytes a game and bits a move: pgnz and others">{drawn}</svg>
"#
    ))
}

/// The value that fills the width: the greatest, or, where it is more than three times the next, a little more than that one.
fn scale(bars: &[Bar]) -> f64 {
    let mut values: Vec<f64> = bars.iter().map(|bar| bar.value).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    match values[..] {
        [first, second, ..] if first > 3.0 * second => 1.25 * second,
        [first, ..] => first,
        [] => 1.0,
    }
}

fn draw(drawn: &mut String, bar: &Bar, (top, length): (f64, f64), digits: usize, theme: &Theme) {
    let (fill, weight) = if bar.own {
        (theme.own, 600)
    } else {
        (theme.others, 400)
    };
    let _ = write!(
        drawn,
        r#"<text x="{:.0}" y="{:.0}" font-size="13" text-anchor="end" fill="{}" font-weight="{weight}">{}</text><rect x="{BAR_LEFT}" y="{:.0}" width="{length:.1}" height="18" rx="3" fill="{fill}"/><text x="{:.1}" y="{:.0}" font-size="13" fill="{}" font-weight="{weight}">{:.digits$}</text>"#,
        BAR_LEFT - 10.0,
        top + 13.5,
        theme.text,
        bar.name,
        top,
        BAR_LEFT + length + 8.0,
        top + 13.5,
        theme.text,
        bar.value,
    );
}

/// The rows of a chart. A name stands in quotation marks and has none inside.
fn bars(table: &str, chart: &str) -> io::Result<Vec<Bar>> {
    let rows = table.lines().skip(1).filter_map(|line| {
        let (of, rest) = line.split_once(',')?;
        (of == chart).then_some(rest)
    });
    let bar = |row: &str| {
        let (name, rest) = row.strip_prefix('"')?.split_once("\",")?;
        let mut cells = rest.split(',');
        Some(Bar {
            name: name.to_owned(),
            value: cells.next()?.parse().ok()?,
            own: cells.next()? == "yes",
        })
    };
    rows.map(|row| bar(row).ok_or_else(|| io::Error::other(format!("not a row: {row}"))))
        .collect()
}
