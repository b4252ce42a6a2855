//! Bits a ply against time a ply: the levels of this release and of an earlier one, and other coders.

use super::{Theme, cells, not_a_row, svg};
use std::fmt::Write as _;
use std::io;

/// A coder of moves.
struct Coder<'a> {
    name: &'a str,
    /// Time to encode a ply, in microseconds.
    micros: f64,
    /// Bits a ply.
    bits: f64,
    /// Whether the name stands to the left of the dot.
    is_left: bool,
    group: Group,
}

#[derive(Clone, Copy, PartialEq)]
enum Group {
    /// A level of this release.
    Level,
    /// A level of an earlier release.
    Earlier,
    /// Another project.
    Other,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
/// Where the axes cross, and the corner opposite.
const LEFT: f64 = 46.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = HEIGHT - 50.0;
/// Ends of the axes. Time has a logarithmic scale.
const MICROS: (f64, f64) = (0.1, 10.0);
const BITS: (f64, f64) = (2.0, 5.0);
const TICKS_OF_MICROS: [f64; 7] = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
const TICKS_OF_BITS: [f64; 7] = [2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0];

fn x(micros: f64) -> f64 {
    LEFT + (micros / MICROS.0).ln() / (MICROS.1 / MICROS.0).ln() * (RIGHT - LEFT)
}

fn y(bits: f64) -> f64 {
    BOTTOM - (bits - BITS.0) / (BITS.1 - BITS.0) * (BOTTOM - TOP)
}

pub fn picture(table: &str, theme: &Theme) -> io::Result<String> {
    let coders: Vec<Coder<'_>> = table
        .lines()
        .skip(1)
        .map(coder)
        .collect::<io::Result<_>>()?;
    let mut drawn = axes(theme);
    let mut levels: Vec<&Coder<'_>> = coders
        .iter()
        .filter(|coder| coder.group == Group::Level)
        .collect();
    levels.sort_by(|a, b| a.micros.total_cmp(&b.micros));
    let line: Vec<String> = levels
        .iter()
        .map(|level| format!("{:.1},{:.1}", x(level.micros), y(level.bits)))
        .collect();
    let _ = write!(
        drawn,
        r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="2"/>"#,
        line.join(" "),
        theme.own
    );
    for coder in &coders {
        dot(&mut drawn, coder, theme);
    }
    let says = "Bits a ply against time to encode a ply: the levels of pgnz and other coders";
    Ok(svg(&drawn, (WIDTH, HEIGHT), says))
}

fn axes(theme: &Theme) -> String {
    let (text, faint, line) = (theme.text, theme.faint, theme.others);
    let mut drawn = format!(
        r#"<text x="0" y="20" font-size="16" font-weight="600" fill="{text}">Bits a ply against time a ply: twic-1428, one thread; for pgnz the whole command</text><text x="{RIGHT}" y="{:.0}" font-size="13" text-anchor="end" fill="{faint}">µs to encode a ply</text>"#,
        HEIGHT - 10.0
    );
    for micros in TICKS_OF_MICROS {
        let at = x(micros);
        let _ = write!(
            drawn,
            r#"<path d="M{at:.1} {BOTTOM}V{TOP}" stroke="{line}" stroke-opacity="0.4"/><text x="{at:.1}" y="{:.0}" font-size="12" text-anchor="middle" fill="{faint}">{micros}</text>"#,
            BOTTOM + 18.0
        );
    }
    for bits in TICKS_OF_BITS {
        let at = y(bits);
        let _ = write!(
            drawn,
            r#"<path d="M{LEFT} {at:.1}H{RIGHT}" stroke="{line}" stroke-opacity="0.4"/><text x="{:.0}" y="{:.1}" font-size="12" text-anchor="end" fill="{faint}">{bits:.1}</text>"#,
            LEFT - 8.0,
            at + 4.0
        );
    }
    drawn
}

/// A dot with its name: below for levels of this release, above for others.
fn dot(drawn: &mut String, coder: &Coder<'_>, theme: &Theme) {
    let (x, y) = (x(coder.micros), y(coder.bits));
    let (fill, weight) = match coder.group {
        Group::Level => (theme.own, 600),
        Group::Earlier => (theme.own, 400),
        Group::Other => (theme.faint, 400),
    };
    let opacity = match coder.group {
        Group::Earlier => 0.45,
        Group::Level | Group::Other => 1.0,
    };
    let (beside, anchor) = match coder.is_left {
        true => (x - 9.0, "end"),
        false => (x + 9.0, "start"),
    };
    let below = match coder.group {
        Group::Level => 16.0,
        Group::Earlier | Group::Other => -8.0,
    };
    let _ = write!(
        drawn,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="{fill}" fill-opacity="{opacity}"/><text x="{beside:.1}" y="{:.1}" font-size="13" text-anchor="{anchor}" font-weight="{weight}" fill="{}">{}</text>"#,
        y + below,
        theme.text,
        coder.name
    );
}

fn coder(row: &str) -> io::Result<Coder<'_>> {
    let (group, name, cells) = cells(row)?;
    let number = |at: usize| {
        let cell: Option<&&str> = cells.get(at);
        cell.and_then(|cell| cell.parse().ok())
            .ok_or_else(|| not_a_row(row))
    };
    Ok(Coder {
        name,
        micros: number(0)?,
        bits: number(1)?,
        is_left: cells.get(2) == Some(&"left"),
        group: match group {
            "level" => Group::Level,
            "earlier" => Group::Earlier,
            "other" => Group::Other,
            _ => return Err(not_a_row(row)),
        },
    })
}
