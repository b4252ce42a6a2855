//! What files usually hold.

use crate::case::plain;
use crate::corpora::{famous, quirks};
use crate::{Dialect, Form, Made, Player};
use anyhow::Result;
use archive::{CompressOptions, Level, Source};

pub(super) fn cases(made: &mut Made) -> Result<()> {
    let famous = famous()?;
    for level in Level::ALL {
        let name = format!("famous-{level}");
        let about = format!("famous games, level {level}");
        made.text(&name, &famous, &plain().level(level), &about)?;
    }
    made.text(
        "blocks",
        &famous,
        &fast().block_games(7),
        "an index of several blocks",
    )?;
    made.text(
        "provenance",
        &famous,
        &fast().provenance(true).source(Source::Zstd),
        "a record of where the text comes from, and that it was packed with Zstandard",
    )?;
    for (seed, dialect, name) in [
        (21, Dialect::Lichess, "lichess"),
        (24, Dialect::Database, "database"),
        (25, Dialect::Engines, "engines"),
    ] {
        let form = Form {
            dialect,
            clocks: true,
            evals: matches!(dialect, Dialect::Lichess | Dialect::Engines),
            comments: dialect == Dialect::Database,
            glyphs: dialect == Dialect::Database,
            variations: if dialect == Dialect::Database { 2 } else { 0 },
            width: (dialect != Dialect::Lichess).then_some(80),
            ..Form::default()
        };
        let text = Player::new(seed).games(10, &form);
        let about = format!("made up games in the dialect {name}");
        made.text(name, &text, &plain(), &about)?;
    }
    let files: [(&str, &[&str], &str); 3] = [
        (
            "server-files",
            &[
                "lichess_dump_clk",
                "lichess_dump_eval",
                "lichess_zero_moves",
                "lichess_draw_offer",
                "lichess_broadcast",
                "chesscom_api",
                "chesscom_daily",
                "chesscom_download",
            ],
            "files of servers: clocks, evaluations, games without a move",
        ),
        (
            "engine-files",
            &["ccrl", "cutechess_short", "cutechess_long", "tcec"],
            "matches of engines: depths, times, lines of play",
        ),
        (
            "database-files",
            &[
                "chessbase_evp",
                "scid_export",
                "twic",
                "pgnmentor_crlf",
                "openingtree_variations",
            ],
            "exports of databases, a repertoire as a tree of variations",
        ),
    ];
    for (name, parts, about) in files {
        made.text(name, &quirks(parts)?, &fast(), about)?;
    }
    Ok(())
}

fn fast() -> CompressOptions {
    plain().level(Level::Fast)
}
