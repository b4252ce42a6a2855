//! A board whose squares show a value by their colour.

use super::{GRID, anchored, drawn};
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// A board with a value on each square, a1 first; empty squares have none.
pub fn board(values: &[Option<f64>]) -> Result<String> {
    const SIDE: i32 = 42;
    let present = || values.iter().flatten().copied();
    let low = present().fold(f64::INFINITY, f64::min);
    let high = present().fold(f64::NEG_INFINITY, f64::max).max(low + 1e-9);
    drawn((8 * SIDE as u32 + 30, 8 * SIDE as u32 + 30), |area| {
        for (square, value) in (0..64).zip(values) {
            let (file, rank) = (square % 8, square / 8);
            let (left, top) = (26 + file * SIDE, 4 + (7 - rank) * SIDE);
            let cell = [(left, top), (left + SIDE - 2, top + SIDE - 2)];
            let Some(value) = value else {
                area.draw(&Rectangle::new(cell, GRID.stroke_width(1)))?;
                continue;
            };
            let heat = (value - low) / (high - low);
            area.draw(&Rectangle::new(cell, heat_colour(heat).filled()))?;
            let colour = if heat < 0.55 { WHITE } else { BLACK };
            let style = anchored(13, HPos::Center).color(&colour);
            let middle = (left + SIDE / 2 - 1, top + SIDE / 2 - 1);
            area.draw(&Text::new(format!("{value:.1}"), middle, style))?;
        }
        for at in 0..8_i32 {
            let file = char::from(b'a' + at as u8).to_string();
            let rank = (8 - at).to_string();
            let along = SIDE * at + SIDE / 2;
            area.draw(&Text::new(
                file,
                (26 + along, 8 * SIDE + 16),
                anchored(13, HPos::Center),
            ))?;
            area.draw(&Text::new(
                rank,
                (12, 4 + along),
                anchored(13, HPos::Center),
            ))?;
        }
        Ok(())
    })
}

/// From dark blue by violet and orange to light yellow: steps that also differ in brightness.
fn heat_colour(heat: f64) -> RGBColor {
    const STOPS: [[f64; 3]; 5] = [
        [26.0, 35.0, 90.0],
        [106.0, 45.0, 120.0],
        [190.0, 68.0, 92.0],
        [238.0, 132.0, 60.0],
        [250.0, 220.0, 120.0],
    ];
    let at = heat.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (at as usize).min(STOPS.len() - 2);
    let mix = |part: usize| {
        let (from, to) = (STOPS[below][part], STOPS[below + 1][part]);
        (from + (to - from) * (at - below as f64)).round() as u8
    };
    RGBColor(mix(0), mix(1), mix(2))
}
