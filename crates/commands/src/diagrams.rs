//! `pgnz diagrams`: a page of boards to print.

use crate::args::Diagrams as Args;
use crate::board::{self, Diagram};
use crate::console::Console;
use crate::kept_files::KeptFiles;
use crate::movetext::{joined, spelled};
use crate::names;
use crate::show::{OneGame, Players, one_game, write_text};
use crate::style::escaped;
use anyhow::{Context, Result};
use std::fmt::Write as _;

/// Writes the page. A game that cannot be followed to its end is a warning.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let file = names::shown(&args.file);
    let name = match args.game {
        Some(number) => format!("{file}: game {number}"),
        None => file,
    };
    let model = args.models.read()?.into_iter().next().unwrap_or_default();
    let one = one_game(&args.file, args.game, &model).with_context(|| name.clone())?;
    KeptFiles::new(std::slice::from_ref(&args.file))
        .also(&args.models.model_files)
        .check(&args.output)?;
    let last = one.plies();
    let mut plies: Vec<usize> = (0..=last).step_by(args.every.get()).skip(1).collect();
    if plies.last() != Some(&last) {
        plies.push(last);
    }
    write_text(&args.output, args.force, &page(&one, &plies))?;
    if let Some(stop) = one.played.stop {
        console.warn(
            name,
            format!("{stop}; the last diagram is the position before it"),
        );
    }
    Ok(())
}

/// The page: one file with everything in it.
fn page(one: &OneGame, plies: &[usize]) -> String {
    let Players {
        white,
        black,
        event,
        site,
        date,
        result,
    } = &one.players;
    let name = |name: &Option<String>| escaped(name.as_deref().unwrap_or("?"));
    let title = format!("{} – {}", name(white), name(black));
    let place: Vec<String> = [event, site, date]
        .into_iter()
        .flatten()
        .map(|text| escaped(text))
        .collect();
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
<style>{STYLE}</style></head><body>\n<svg class=\"shapes\">{}</svg>\n<h1>{title} <span>{}</span></h1>\n<p>{}</p>\n<main>\n",
        board::pieces(),
        escaped(result.as_deref().unwrap_or("")),
        place.join(", "),
    );
    let moves = spelled(&one.played.game);
    let mut before = 0;
    for diagram in board::diagrams(&one.played.game, plies) {
        let Diagram { ply, caption, .. } = &diagram;
        let played = moves.get(before..*ply).unwrap_or_default();
        let turn = diagram.position.turn().fold_wb("White", "Black");
        let _ = writeln!(
            out,
            "<figure>{}<figcaption><b>{caption}</b>, {turn} to move<br>{}</figcaption></figure>",
            board::figure(&diagram),
            joined(played)
        );
        before = *ply;
    }
    out.push_str("</main></body></html>\n");
    out
}

/// How the page looks: for paper, and on a screen like paper.
const STYLE: &str = "\
@page{size:A4;margin:14mm}:root{color-scheme:light}\
body{font:11pt/1.35 system-ui,sans-serif;color:#111;background:#fff;max-width:182mm;margin:1rem auto;padding:0 .5rem}\
h1{font-size:15pt;margin:0}h1 span{font-weight:400}p{margin:.1rem 0 .6rem;color:#555}\
.shapes{position:absolute;width:0;height:0}\
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(64mm,1fr));gap:5mm 8mm}\
figure{margin:0;break-inside:avoid}figure svg{width:100%;max-width:66mm;display:block;print-color-adjust:exact;-webkit-print-color-adjust:exact}\
figcaption{font-size:9.5pt}\
@media print{body{margin:0;padding:0;max-width:none}main{grid-template-columns:1fr 1fr}}";
