//! Bars with names.

use super::{anchored, drawn, series};
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// A bar for each name and series.
pub struct Bars<'a> {
    /// What is on each line: a name, and for each series a value, if there is one.
    pub rows: Vec<(&'a str, Vec<Option<f64>>)>,
    /// Digits after the point.
    pub decimals: usize,
}

/// Bars to the right, with their values after them.
pub fn bars(bars: &Bars<'_>) -> Result<String> {
    const NAMES: i32 = 250;
    const LENGTH: i32 = 400;
    let count = bars
        .rows
        .first()
        .map_or(1, |(_, values)| values.len().max(1)) as i32;
    let thick = match count {
        1 => 18,
        2 => 11,
        _ => 8,
    };
    let row = thick * count + 8;
    let height = row * bars.rows.len() as i32 + 12;
    let all = bars
        .rows
        .iter()
        .flat_map(|(_, values)| values.iter().flatten());
    let most = all.copied().fold(f64::MIN_POSITIVE, f64::max);
    drawn((720, height as u32), |area| {
        for (at, (name, values)) in (0..).zip(&bars.rows) {
            let top = 6 + at * row;
            let middle = top + thick * count / 2;
            area.draw(&Text::new(
                (*name).to_owned(),
                (NAMES - 10, middle),
                anchored(14, HPos::Right),
            ))?;
            for (number, value) in values.iter().enumerate() {
                let Some(value) = value else { continue };
                let top = top + number as i32 * thick;
                let end = NAMES + (value / most * f64::from(LENGTH)).round() as i32;
                let bar = [(NAMES, top + 1), (end.max(NAMES + 1), top + thick - 1)];
                area.draw(&Rectangle::new(bar, series(number).filled()))?;
                let text = format!("{value:.*}", bars.decimals);
                let size = if thick > 10 { 12 } else { 9 };
                area.draw(&Text::new(
                    text,
                    (end + 5, top + thick / 2),
                    anchored(size, HPos::Left),
                ))?;
            }
        }
        Ok(())
    })
}

/// One bar for each row, made of parts that add up to 1.
pub fn shares(rows: &[(String, Vec<f64>)]) -> Result<String> {
    const NAMES: i32 = 250;
    const LENGTH: f64 = 450.0;
    let height = 34 * rows.len() as u32 + 8;
    drawn((720, height), |area| {
        for (at, (name, parts)) in (0..).zip(rows) {
            let top = 6 + 34 * at;
            area.draw(&Text::new(
                name.clone(),
                (NAMES - 10, top + 12),
                anchored(14, HPos::Right),
            ))?;
            let mut left = 0.0;
            for (number, part) in parts.iter().enumerate() {
                let place = |at: f64| NAMES + (at * LENGTH).round() as i32;
                let bar = [(place(left), top), (place(left + part), top + 24)];
                area.draw(&Rectangle::new(bar, series(number).filled()))?;
                left += part;
            }
        }
        Ok(())
    })
}
