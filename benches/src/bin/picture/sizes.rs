//! Bytes a game and bits a move, pgnz beside others.
//!
//! The values are those of `lichess-dump-2025-05` unless their source says otherwise.

use super::{Theme, cells, not_a_row, svg};
use std::fmt::Write as _;
use std::io;

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

pub fn picture(table: &str, theme: &Theme) -> io::Result<String> {
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
    let says = "Bytes a game and bits a move: pgnz and others";
    Ok(svg(&drawn, (WIDTH, top), says))
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

/// The rows of a chart.
fn bars(table: &str, chart: &str) -> io::Result<Vec<Bar>> {
    let bar = |row| {
        let (of, name, cells) = cells(row)?;
        let [value, own, ..] = cells[..] else {
            return Err(not_a_row(row));
        };
        let bar = Bar {
            name: name.to_owned(),
            value: value.parse().map_err(|_| not_a_row(row))?,
            own: own == "yes",
        };
        Ok((of == chart).then_some(bar))
    };
    let rows = table.lines().skip(1);
    rows.filter_map(|row| bar(row).transpose()).collect()
}
