//! The report: one file with everything in it, light and dark.

use super::charts::{
    by_ply, by_rating, class_bars, codec_bars, histogram, position_bars, text_bars,
};
use super::profile::FEW;
use super::{CorpusFigures, Figures};
use anyhow::Result;
use commands::figures::{self, grouped};
use commands::plot;
use commands::style::{escaped, head, made_by};
use std::fmt::Write;

/// The words of the page.
const TERMS: &str = "<section class=\"wide\"><p>A <b>ply</b> is a move by one player. An <b>encoding</b> is a way to write a game or a \
position as bits. A <b>bit</b> is a digit of 0 or 1, an eighth of a byte: what an encoding gives a chance of 1 in 2 takes one bit, 1 in 4 \
two, 1 in 8 three. So few bits mean that the encoding foresees the moves well, and many that a move surprises it.</p></section>\n";

/// The page.
pub fn page(figures: &Figures) -> Result<String> {
    let corpora = &figures.corpora;
    let mut out = head("How many bits chess games take");
    out.push_str(TERMS);
    summary(corpora, &mut out);
    out.push_str("<div class=\"wide\">");
    legend(corpora.iter().map(name), &mut out);
    out.push_str("</div>\n");
    let plots = [
        (
            "Sizes side by side",
            "Bits for each ply (a move by one player), of the moves alone, with every encoding.",
            codec_bars(corpora)?,
        ),
        (
            "Whole texts",
            "What is left of the text, in percent, tags and comments included.",
            text_bars(corpora)?,
        ),
        (
            "Bits by ply",
            "Bits that a move takes as the game goes on, at level default, which learns from game to game.",
            by_ply(corpora)?,
        ),
        (
            "Bits by rating",
            "By the rating of the player to move.",
            by_rating(corpora)?,
        ),
        (
            "Bits by phase, side and piece",
            "The opening is the first 20 plies; an endgame has at most 26 points of pieces on the board.",
            class_bars(corpora)?,
        ),
        (
            "Lengths of games",
            "Share of the games, in classes of 10 plies.",
            histogram(corpora, |corpus| &corpus.profile.lengths, "plies")?,
        ),
        (
            "Bits of games",
            "Share of the games, in classes of 25 bits, at level default.",
            histogram(corpora, |corpus| &corpus.profile.bits_per_game, "bits")?,
        ),
        (
            "Positions",
            "Mean bits of a position, by every encoding that can represent it.",
            position_bars(corpora)?,
        ),
    ];
    for (title, text, svg) in plots.into_iter().filter(|(.., svg)| !svg.is_empty()) {
        let _ = write!(
            out,
            "<section><h2>{title}</h2>\n<p>{text}</p>\n{svg}</section>\n"
        );
    }
    streams(corpora, &mut out)?;
    boards(corpora, &mut out)?;
    speeds(corpora, &mut out);
    out.push_str(&made_by());
    out.push_str("</body></html>\n");
    Ok(out)
}

/// The file's name without its folders.
fn name(corpus: &CorpusFigures) -> &str {
    corpus
        .path
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(&corpus.path)
}

fn summary(corpora: &[CorpusFigures], out: &mut String) {
    out.push_str("<section class=\"wide\"><table><tr><th>file<th>games<th>plies<th>text, bytes<th>archive, bytes<th>ratio<th>a game, bytes<th>moves, bits a ply</tr>\n");
    for corpus in corpora {
        let moves = corpus.codecs.iter().find(|codec| codec.name == "default");
        let moves = moves.map_or_else(
            || "–".to_owned(),
            |codec| format!("{:.3}", codec.bits_per_ply),
        );
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{:.2}<td>{:.1}<td>{moves}</tr>",
            escaped(name(corpus)),
            grouped(corpus.games),
            grouped(corpus.plies),
            grouped(corpus.text_bytes),
            grouped(corpus.archive_bytes),
            corpus.text_bytes as f64 / corpus.archive_bytes.max(1) as f64,
            corpus.archive_bytes as f64 / corpus.games.max(1) as f64,
        );
    }
    out.push_str("</table></section>\n");
}

fn legend<'a>(names: impl Iterator<Item = &'a str>, out: &mut String) {
    out.push_str("<div class=\"legend\">");
    for (number, name) in names.enumerate() {
        let colour = number % plot::SERIES.len();
        let _ = write!(
            out,
            "<span><i style=\"background:var(--s{colour})\"></i>{}</span>",
            escaped(name)
        );
    }
    out.push_str("</div>\n");
}

/// Streams by name: the largest, then all others together.
const STREAMS: [&str; 6] = ["moves", "tags", "clocks", "evals", "comments", "structure"];

fn streams(corpora: &[CorpusFigures], out: &mut String) -> Result<()> {
    let rows: Vec<(String, Vec<f64>)> = corpora
        .iter()
        .map(|corpus| {
            let mut parts = vec![0.0; STREAMS.len() + 1];
            for (name, bytes) in figures::stream_bytes(&corpus.streams) {
                let part = STREAMS.iter().position(|known| *known == name);
                parts[part.unwrap_or(STREAMS.len())] +=
                    bytes as f64 / corpus.archive_bytes.max(1) as f64;
            }
            (name(corpus).to_owned(), parts)
        })
        .collect();
    out.push_str("<section><h2>What archives are made of</h2>\n<p>Shares of the streams.</p>\n");
    legend(STREAMS.into_iter().chain(["the rest"]), out);
    let _ = writeln!(out, "{}</section>", plot::shares(&rows)?);
    Ok(())
}

fn boards(corpora: &[CorpusFigures], out: &mut String) -> Result<()> {
    out.push_str("<section class=\"wide\"><h2>Bits by square</h2>\n<p>What a move costs, by the square where it ends; squares that few moves reach are left empty.</p>\n<div class=\"boards\">");
    for corpus in corpora {
        let squares = &corpus.profile.by_square;
        let values = squares
            .iter()
            .map(|class| (class.plies >= FEW).then_some(class.bits_per_ply));
        let svg = plot::board(&values.collect::<Vec<_>>())?;
        let _ = writeln!(
            out,
            "<figure>{svg}<figcaption>{}</figcaption></figure>",
            escaped(name(corpus))
        );
    }
    out.push_str("</div></section>\n");
    Ok(())
}

fn speeds(corpora: &[CorpusFigures], out: &mut String) {
    for corpus in corpora.iter().filter(|corpus| !corpus.codecs.is_empty()) {
        let _ = writeln!(
            out,
            "<section><h2>{}</h2>\n<p>One thread; speeds in plies a second.</p>\n<table><tr><th>encoding<th>bits a ply<th>bytes a game<th>encode<th>decode</tr>",
            escaped(name(corpus))
        );
        for codec in &corpus.codecs {
            let _ = writeln!(
                out,
                "<tr><td>{}<td>{:.3}<td>{:.1}<td>{}<td>{}</tr>",
                codec.name,
                codec.bits_per_ply,
                codec.bytes_per_game,
                grouped(codec.encode_plies_per_s as u64),
                grouped(codec.decode_plies_per_s as u64)
            );
        }
        out.push_str("</table></section>\n");
    }
}
