//! Plots as SVG. Their colours are names: the page gives each of them two values, for light and for dark.

mod bars;
mod board;
mod lines;

use anyhow::{Result, anyhow};
pub use bars::{Bars, bars, shares};
pub use board::board;
pub use lines::{Axes, lines};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Text and axes.
pub const INK: RGBColor = RGBColor(0x10, 0x10, 0x10);
/// Lines that only lead the eye.
pub const GRID: RGBColor = RGBColor(0xd0, 0xd0, 0xd0);
/// Series, told apart by people who do not see red and green as others do (Okabe and Ito).
pub const SERIES: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x8c, 0x8c, 0x8c),
];

/// A colour as SVG writes it.
pub fn hex(RGBColor(r, g, b): RGBColor) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// The colour of a series by its number.
pub fn series(number: usize) -> RGBColor {
    SERIES[number % SERIES.len()]
}

fn drawn(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&area).map_err(|error| anyhow!("cannot draw a plot: {error}"))?;
        area.present()
            .map_err(|error| anyhow!("cannot draw a plot: {error}"))?;
    }
    Ok(svg)
}

fn ink(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

fn anchored(size: u32, horizontal: HPos) -> TextStyle<'static> {
    ink(size).pos(Pos::new(horizontal, VPos::Center))
}
