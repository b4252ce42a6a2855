//! Lines and steps over axes.

use crate::figures::grouped;

use super::{GRID, INK, drawn, ink, series};
use anyhow::Result;
use plotters::prelude::*;
use std::ops::Range;

/// What the axes say.
pub struct Axes<'a> {
    /// The name of the horizontal axis.
    pub x: &'a str,
    /// The name of the vertical axis.
    pub y: &'a str,
    /// The y axis begins at 0.
    pub from_zero: bool,
    /// Each point is the beginning of a class of this width, drawn as a step.
    pub step: Option<f64>,
}

/// Lines of several series, each through its points; points without a value are left out by the caller.
pub fn lines(axes: &Axes<'_>, series_points: &[Vec<(f64, f64)>]) -> Result<String> {
    let all = || series_points.iter().flatten();
    let range = |values: Vec<f64>| -> Range<f64> {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low < high {
            low..high
        } else {
            low - 1.0..low + 1.0
        }
    };
    let x = range(all().map(|point| point.0).collect());
    let mut y = range(all().map(|point| point.1).collect());
    let air = (y.end - y.start) * 0.06;
    y = if axes.from_zero { 0.0 } else { y.start - air }..y.end + air;
    let decimals = match y.end - y.start {
        0.0..0.5 => 2,
        0.5..10.0 => 1,
        _ => 0,
    };
    // Small enough that a phone need not shrink it until nobody can read it.
    drawn((520, 290), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_right(18)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(x.start..x.end + axes.step.unwrap_or(0.0), y)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .label_style(ink(13))
            .axis_desc_style(ink(14))
            .x_labels(8)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_labels(7)
            .y_label_formatter(&|y| match decimals {
                0 if *y >= 0.0 => grouped(y.round() as u64),
                decimals => format!("{y:.decimals$}"),
            })
            .x_desc(axes.x)
            .y_desc(axes.y)
            .draw()?;
        for (number, points) in series_points.iter().enumerate() {
            let colour = series(number);
            let points: Vec<(f64, f64)> = match axes.step {
                None => points.clone(),
                Some(width) => points
                    .iter()
                    .flat_map(|&(x, y)| [(x, y), (x + width, y)])
                    .collect(),
            };
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        }
        Ok(())
    })
}
