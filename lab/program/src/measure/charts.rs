//! Figures to plots. A plot of nothing is empty.

use super::CorpusFigures;
use super::profile::{Class, FEW, Games};
use anyhow::Result;
use commands::plot::{self, Axes, Bars};

/// A row of bars for each name that occurs, in the order of the first corpus that has it.
fn rows<'a, T: 'a>(
    corpora: &'a [CorpusFigures],
    values: impl Fn(&'a CorpusFigures) -> &'a [T],
    name: impl Fn(&'a T) -> &'a str,
    value: impl Fn(&'a CorpusFigures, &'a T) -> f64,
) -> Vec<(&'a str, Vec<Option<f64>>)> {
    let mut rows: Vec<(&str, Vec<Option<f64>>)> = Vec::new();
    for (number, corpus) in corpora.iter().enumerate() {
        for found in values(corpus) {
            let at = rows.iter().position(|(known, _)| *known == name(found));
            let at = at.unwrap_or_else(|| {
                rows.push((name(found), vec![None; corpora.len()]));
                rows.len() - 1
            });
            rows[at].1[number] = Some(value(corpus, found));
        }
    }
    rows
}

fn bars(rows: Vec<(&str, Vec<Option<f64>>)>, decimals: usize) -> Result<String> {
    match rows.is_empty() {
        true => Ok(String::new()),
        false => plot::bars(&Bars { rows, decimals }),
    }
}

pub fn codec_bars(corpora: &[CorpusFigures]) -> Result<String> {
    let mut rows = rows(
        corpora,
        |corpus| &corpus.codecs,
        |codec| codec.name,
        |_, codec| codec.bits_per_ply,
    );
    rows.sort_by(|a, b| best(&b.1).total_cmp(&best(&a.1)));
    bars(rows, 2)
}

fn best(values: &[Option<f64>]) -> f64 {
    values
        .iter()
        .flatten()
        .copied()
        .fold(f64::INFINITY, f64::min)
}

pub fn position_bars(corpora: &[CorpusFigures]) -> Result<String> {
    let mut rows = rows(
        corpora,
        |corpus| &corpus.positions,
        |codec| codec.name,
        |_, codec| codec.bits_per_position,
    );
    rows.sort_by(|a, b| best(&b.1).total_cmp(&best(&a.1)));
    bars(rows, 0)
}

pub fn text_bars(corpora: &[CorpusFigures]) -> Result<String> {
    let percent =
        |corpus: &CorpusFigures, bytes: u64| 100.0 * bytes as f64 / corpus.text_bytes.max(1) as f64;
    let mut rows = rows(
        corpora,
        |corpus| &corpus.general,
        |general| general.name,
        |corpus, general| percent(corpus, general.bytes),
    );
    let own = corpora
        .iter()
        .map(|corpus| Some(percent(corpus, corpus.archive_bytes)));
    rows.push(("pgnz", own.collect()));
    bars(rows, 1)
}

pub fn class_bars(corpora: &[CorpusFigures]) -> Result<String> {
    let mut all = Vec::new();
    let classes: [fn(&CorpusFigures) -> &[Class]; 3] = [
        |corpus| &corpus.profile.by_phase,
        |corpus| &corpus.profile.by_side,
        |corpus| &corpus.profile.by_piece,
    ];
    for classes in classes {
        all.extend(rows(
            corpora,
            classes,
            |class| &class.name,
            |_, class| class.bits_per_ply,
        ));
    }
    bars(all, 2)
}

pub fn by_ply(corpora: &[CorpusFigures]) -> Result<String> {
    let points = corpora.iter().map(|corpus| {
        let plies = corpus
            .profile
            .by_ply
            .iter()
            .filter(|ply| ply.plies >= FEW.min(corpus.games));
        plies
            .map(|ply| (ply.ply as f64, ply.bits_per_ply))
            .collect()
    });
    let axes = Axes {
        x: "ply",
        y: "bits",
        from_zero: true,
        step: None,
    };
    plot::lines(&axes, &points.collect::<Vec<_>>())
}

pub fn by_rating(corpora: &[CorpusFigures]) -> Result<String> {
    let points: Vec<Vec<(f64, f64)>> = corpora
        .iter()
        .map(|corpus| {
            let classes = corpus
                .profile
                .by_rating
                .iter()
                .filter(|class| class.plies >= 10 * FEW);
            let middle = |class: &Class| class.name.parse::<f64>().ok().map(|from| from + 100.0);
            classes
                .filter_map(|class| Some((middle(class)?, class.bits_per_ply)))
                .collect()
        })
        .collect();
    if points.iter().all(Vec::is_empty) {
        return Ok(String::new());
    }
    let axes = Axes {
        x: "rating",
        y: "bits a ply",
        from_zero: false,
        step: None,
    };
    plot::lines(&axes, &points)
}

pub fn histogram(
    corpora: &[CorpusFigures],
    classes: fn(&CorpusFigures) -> &[Games],
    x: &'static str,
) -> Result<String> {
    let width = |classes: &[Games]| classes.get(1).map_or(1, |class| class.from) as f64;
    let step = corpora
        .iter()
        .map(|corpus| width(classes(corpus)))
        .fold(1.0, f64::max);
    let points = corpora.iter().map(|corpus| {
        // The longest hundredth would press the rest together.
        let mut left = corpus.games - corpus.games / 100;
        let shown = classes(corpus).iter().take_while(|class| {
            let goes_on = left > 0;
            left = left.saturating_sub(class.games);
            goes_on
        });
        let share = |games: u64| 100.0 * games as f64 / corpus.games.max(1) as f64;
        shown
            .map(|class| (class.from as f64, share(class.games)))
            .collect()
    });
    let axes = Axes {
        x,
        y: "percent of games",
        from_zero: true,
        step: Some(step),
    };
    plot::lines(&axes, &points.collect::<Vec<_>>())
}
