//! `pgnz-lab measure`: what games cost, by every encoding there is.

mod charts;
mod choice;
mod codecs;
mod corpus;
mod cost;
mod general;
mod html;
mod models;
pub mod profile;
mod table;

use crate::args::Measure;
use anyhow::{Context, Result, bail};
use archive::{CompressOptions, Model, Report, compress};
use choice::Choice;
use codecs::PositionFigures;
use commands::common::Console;
use commands::common::KeptFiles;
use commands::common::{MadeFrom, Manner, Output};
use commands::figures;
use commands::json;
use commands::names::shown;
use corpus::Corpus;
use cost::CodecFigures;
use general::GeneralFigures;
use profile::Profile;
use serde::Serialize;
use std::io::{self, Write};

/// All figures, as JSON has them.
#[derive(Debug, Serialize)]
struct Figures {
    /// [`figures::SCHEMA`].
    schema: u32,
    corpora: Vec<CorpusFigures>,
}

/// The figures of one file.
#[derive(Debug, Serialize)]
struct CorpusFigures {
    path: String,
    games: u64,
    /// Plies of the main lines, as far as they can be followed.
    plies: u64,
    text_bytes: u64,
    archive_bytes: u64,
    /// Games that cannot be followed to their end, or set up no position.
    unfollowed: u64,
    codecs: Vec<CodecFigures>,
    positions: Vec<PositionFigures>,
    general: Vec<GeneralFigures>,
    #[serde(serialize_with = "figures::streams")]
    streams: Report,
    #[serde(flatten)]
    profile: Profile,
}

/// Measures the files.
pub fn run(args: &Measure, console: &mut Console) -> Result<()> {
    let models = args.models.read()?;
    let filter = args.filters.filter()?;
    let choice = Choice::new(args.codecs.as_deref(), &codecs::names())?;
    // Hours of measuring should not end at a file that is in the way.
    let report = args.html.as_ref();
    let report = report.map(|path| {
        let manner = Manner {
            binary: false,
            force: args.force,
        };
        KeptFiles::new(&args.files)
            .also(&args.filters.matches)
            .also(&args.models.model_files)
            .check(path)?;
        Output::create(path, manner, false)
    });
    let report = report.transpose()?;
    let mut corpora = Vec::new();
    for path in &args.files {
        if console.is_watched() {
            console.note(format_args!("measuring {}", shown(path)));
        }
        let measured = Corpus::read(path, &filter, args.sample, &models)
            .and_then(|corpus| measure(&shown(path), &corpus, &choice));
        match measured {
            Ok(measured) => corpora.push(measured),
            Err(error) => _ = console.fail_on(shown(path), &error),
        }
    }
    if corpora.is_empty() {
        bail!("none of the files could be measured");
    }
    let figures = Figures {
        schema: figures::SCHEMA,
        corpora,
    };
    if let Some(mut report) = report {
        report.write_all(html::page(&figures)?.as_bytes())?;
        report.commit(MadeFrom::Several(&[]))?;
    }
    let text = match args.json {
        true => json::line(&figures)?,
        false => table::text(&figures),
    };
    writeln!(io::stdout(), "{}", text.trim_end()).context("cannot write to standard output")
}

fn measure(path: &str, corpus: &Corpus, choice: &Choice) -> Result<CorpusFigures> {
    let config = CompressOptions::new().provenance(false).verify(false);
    let mut archive = Vec::new();
    let streams = compress(&corpus.text[..], &mut archive, &config)?;
    Ok(CorpusFigures {
        path: path.to_owned(),
        games: corpus.games.len() as u64,
        plies: corpus.plies(),
        text_bytes: corpus.text.len() as u64,
        archive_bytes: archive.len() as u64,
        unfollowed: corpus.unfollowed,
        codecs: codecs::measure(corpus, choice)?,
        positions: codecs::measure_positions(corpus, choice),
        general: general::measure(&corpus.text, choice)?,
        streams,
        profile: Profile::new(corpus, &Model::default()),
    })
}

/// A quotient to four digits, and 0 where there is nothing to divide by.
fn per(amount: f64, count: f64) -> f64 {
    if count == 0.0 {
        return 0.0;
    }
    (amount / count * 1e4).round() / 1e4
}
