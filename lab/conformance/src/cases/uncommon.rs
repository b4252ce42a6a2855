//! What files hold now and then: variants, positions, deep variations, other encodings and spellings.

use super::streams::utf16;
use crate::case::plain;
use crate::corpora::{quirk, quirks};
use crate::{Dialect, Form, Made, Player};
use anyhow::Result;
use archive::{CompressOptions, Level};
use legal::Variant;
use legal::san::{Base, Spelling};

pub(super) fn cases(made: &mut Made) -> Result<()> {
    for (at, variant) in Variant::ALL.into_iter().enumerate() {
        let form = Form {
            variant,
            chess960: variant == Variant::Standard,
            dialect: Dialect::Lichess,
            clocks: at % 2 == 0,
            ..Form::default()
        };
        let name = match variant {
            Variant::Standard => "chess960".to_owned(),
            _ => variant.name().to_lowercase().replace(' ', "-"),
        };
        let text = Player::new(40 + at as u64).games(6, &form);
        let about = format!("games of {}", name.replace('-', " "));
        made.text(&name, &text, &plain(), &about)?;
    }
    let base = Form {
        dialect: Dialect::Database,
        ..Form::default()
    };
    let spelled = |base| Spelling {
        base,
        ..Spelling::default()
    };
    let forms = [
        (
            "set-up",
            Form {
                skipped: 31,
                ..base.clone()
            },
            "games from positions, Black to move first in some",
        ),
        (
            "null-moves",
            Form {
                nulls: true,
                comments: true,
                ..base.clone()
            },
            "null moves in three spellings",
        ),
        (
            "variations",
            Form {
                variations: 6,
                comments: true,
                glyphs: true,
                ..base.clone()
            },
            "variations in variations, with comments and glyphs",
        ),
        (
            "long-algebraic",
            Form {
                spelling: spelled(Base::LongDash),
                ..base.clone()
            },
            "long algebraic notation",
        ),
    ];
    for (at, (name, form, about)) in forms.into_iter().enumerate() {
        let text = Player::new(60 + at as u64).games(6, &form);
        made.text(name, &text, &fast(), about)?;
    }
    let dialects: [(&str, &[&str], &str); 9] = [
        (
            "clocks",
            &[
                "lichess_centiseconds",
                "fics_emt",
                "chesscom_daily",
                "comment_commands",
            ],
            "dialects of clock times",
        ),
        (
            "evals",
            &["lichess_dump_eval", "tcec", "chessbase_evp", "ccrl"],
            "dialects of evaluations",
        ),
        (
            "comments",
            &[
                "empty_comments",
                "semicolon_comments",
                "percent_lines",
                "brace_inside_comment",
                "comment_before_movetext",
                "nags",
                "glyphs",
                "assessments",
            ],
            "comments where few have them, glyphs as numbers and as marks",
        ),
        (
            "wrapped",
            &[
                "wrapped_inside_comment",
                "one_move_a_line",
                "dgt_double_spaces",
                "trailing_spaces",
                "crlf",
                "cr_only",
                "mixed_line_ends",
                "many_blank_lines",
                "no_blank_line_between_games",
            ],
            "lines broken in unusual places, line ends of several kinds",
        ),
        (
            "encodings",
            &[
                "latin1",
                "cp1252",
                "stray_bytes_in_utf8",
                "nul_bytes",
                "control_bytes",
                "bom",
            ],
            "bytes that are no UTF-8",
        ),
        (
            "tags",
            &[
                "tag_escapes",
                "tag_odd_names",
                "tag_over_two_lines",
                "tag_no_quotes",
                "duplicate_tags",
                "tag_unterminated",
            ],
            "tag pairs that are none, or nearly",
        ),
        (
            "fens",
            &[
                "fen_black_to_move",
                "fen_shredder_castling",
                "fen_x_castling",
                "fen_crazyhouse_pockets",
                "fen_three_check",
                "fen_many_queens",
                "fen_broken",
            ],
            "start positions in several spellings",
        ),
        (
            "spellings",
            &[
                "castling_with_zeros",
                "promotion_spellings",
                "check_marks",
                "over_disambiguation",
                "figurines",
                "german_pieces",
                "lowercase_pieces",
            ],
            "moves in unusual spellings",
        ),
        (
            "not-followed",
            &[
                "illegal_move",
                "lichess_illegal_castling",
                "unknown_words",
                "bughouse",
                "unbalanced_variations",
                "empty_variation",
                "variation_before_first_move",
                "variation_with_result",
            ],
            "games that cannot be followed to their end, variations without beginning, end or moves",
        ),
    ];
    for (name, parts, about) in dialects {
        made.text(name, &quirks(parts)?, &fast(), about)?;
    }
    let text = quirk("lichess_utf8_openings")?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let little = utf16(&text);
    let big: Vec<u8> = little
        .chunks(2)
        .flat_map(|unit| [unit[1], unit[0]])
        .collect();
    made.text("utf-16be", &big, &fast(), "UTF-16, the high byte first")?;
    let with_tail = [&little[..], b"\0\xD8\n"].concat();
    made.text(
        "utf-16-tail",
        &with_tail,
        &fast(),
        "UTF-16 that ends within a character: three bytes are the tail",
    )
}

fn fast() -> CompressOptions {
    plain().level(Level::Fast)
}
