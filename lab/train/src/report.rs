//! What a training run tells when it is done: a text with tables, and the learning curve as a picture.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::measure::Measure;

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Positions learned from.
    pub positions: u64,
    /// Bits per position with a choice, in training, since the last point.
    pub training: f64,
    /// Bits per ply on the games held out.
    pub held_out: f64,
}

impl Point {
    /// As a line of a table separated by commas.
    pub fn line(&self) -> String {
        format!(
            "{},{:.4},{:.4}\n",
            self.positions, self.training, self.held_out
        )
    }

    /// Reads such lines; others are passed over.
    pub fn read(table: &str) -> Vec<Self> {
        let point = |line: &str| {
            let mut parts = line.split(',');
            Some(Self {
                positions: parts.next()?.parse().ok()?,
                training: parts.next()?.parse().ok()?,
                held_out: parts.next()?.parse().ok()?,
            })
        };
        table.lines().filter_map(point).collect()
    }
}

/// The report's text (Markdown): figures of the trained and of the quantised network side by side; `sharpness` is what the latter's
/// logits were multiplied by.
pub fn text(curve: &[Point], trained: &Measure, quantised: &Measure, sharpness: f32) -> String {
    let mut out =
        String::from("# Training report\n\nBits per ply on games held out, over all plies.\n");
    let _ = write!(
        out,
        "\nAll: {:.4} trained, {:.4} quantised (logits times {sharpness:.2}).\n",
        trained.files.mean(),
        quantised.files.mean()
    );
    for ((by, table), (_, quantised)) in trained.tables().into_iter().zip(quantised.tables()) {
        let _ = write!(
            out,
            "\n| {by} | plies | trained | quantised |\n|---|---|---|---|\n"
        );
        for (row, quantised) in table.rows().iter().zip(quantised.rows()) {
            let _ = writeln!(
                out,
                "| {} | {} | {:.4} | {:.4} |",
                row.name.trim(),
                row.plies,
                row.mean(),
                quantised.mean()
            );
        }
    }
    let _ = write!(
        out,
        "\n| positions (millions) | training | held out |\n|---|---|---|\n"
    );
    for point in curve {
        let millions = point.positions as f64 / 1e6;
        let _ = writeln!(
            out,
            "| {millions:.1} | {:.4} | {:.4} |",
            point.training, point.held_out
        );
    }
    out
}

/// Draws the learning curve (SVG).
///
/// # Errors
///
/// If the file cannot be written.
pub fn picture(curve: &[Point], path: &Path) -> Result<()> {
    draw(curve, path).map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))
}

/// Colours that can be told apart on white and by people who do not see red and green as others do.
const TRAINING: RGBColor = RGBColor(0, 114, 178);
const HELD_OUT: RGBColor = RGBColor(213, 94, 0);

fn draw(curve: &[Point], path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let shown: Vec<_> = curve.iter().filter(|point| point.held_out < 3.0).collect();
    let first = shown
        .first()
        .map_or(0.1, |point| point.positions as f64 / 1e6);
    let last = shown
        .last()
        .map_or(1.0, |point| point.positions as f64 / 1e6);
    let lowest = shown
        .iter()
        .map(|point| point.training.min(point.held_out))
        .fold(3.0, f64::min);
    let area = SVGBackend::new(path, (760, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(14)
        .x_label_area_size(42)
        .y_label_area_size(56)
        .build_cartesian_2d((first..last * 1.05).log_scale(), lowest - 0.03..3.0)?;
    chart
        .configure_mesh()
        .x_desc("positions learned from (millions)")
        .y_desc("bits")
        .light_line_style(WHITE)
        .draw()?;
    type Series = (&'static str, RGBColor, fn(&Point) -> f64);
    let series: [Series; 2] = [
        ("training, per position with a choice", TRAINING, |point| {
            point.training
        }),
        ("held out, per ply", HELD_OUT, |point| point.held_out),
    ];
    for (name, colour, value) in series {
        let line = shown
            .iter()
            .map(|point| (point.positions as f64 / 1e6, value(point).min(3.0)));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .border_style(BLACK.mix(0.3))
        .background_style(WHITE)
        .draw()?;
    area.present()?;
    Ok(())
}
