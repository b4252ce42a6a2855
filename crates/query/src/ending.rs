//! How a game ended.
//!
//! Not part of the format.

use archive::{Game, Outcome, Variant};

/// The ways in which games end.
pub(crate) const ENDINGS: [&str; 13] = [
    "mate",
    "stalemate",
    "variant",
    "resignation",
    "time",
    "agreement",
    "repetition",
    "material",
    "fifty",
    "abandoned",
    "adjudication",
    "infraction",
    "forfeit",
];

/// Parts of the tag `Termination` as servers and programs write it, in lower case, the most specific first.
const WORDS: [(&str, &str); 44] = [
    ("insufficient", "material"),
    ("mating material", "material"),
    ("material to mate", "material"),
    ("checkmate", "mate"),
    ("mates", "mate"),
    ("stalemate", "stalemate"),
    ("three-check", "variant"),
    ("three check", "variant"),
    ("threecheck", "variant"),
    ("third check", "variant"),
    ("3-check", "variant"),
    ("3 check", "variant"),
    ("3check", "variant"),
    ("king of the hill", "variant"),
    ("kingofthehill", "variant"),
    ("in the cent", "variant"),
    ("explod", "variant"),
    ("losing all", "variant"),
    ("variant", "variant"),
    ("resign", "resignation"),
    ("repetition", "repetition"),
    ("3-fold", "repetition"),
    ("threefold", "repetition"),
    ("agreement", "agreement"),
    ("agreed", "agreement"),
    ("50-move", "fifty"),
    ("50 move", "fifty"),
    ("fifty", "fifty"),
    ("abandon", "abandoned"),
    ("disconnect", "abandoned"),
    ("connection", "abandoned"),
    ("adjudicat", "adjudication"),
    ("syzygy", "adjudication"),
    ("tcec win rule", "adjudication"),
    ("tcec draw rule", "adjudication"),
    ("infraction", "infraction"),
    ("illegal", "infraction"),
    ("forfeits on time", "time"),
    ("time", "time"),
    ("no show", "forfeit"),
    ("no-show", "forfeit"),
    ("walkover", "forfeit"),
    ("by default", "forfeit"),
    ("forfeit", "forfeit"),
];

/// Verbs between the name of a player, who may be called anything, and the way the game ended.
const VERBS: [&str; 5] = [" won ", " wins ", " lost ", " loses ", " drew "];

/// How the game ended, from its last position or else from its tag `Termination`; `None` if neither shows it.
pub(crate) fn ending(game: &Game) -> Option<&'static str> {
    on_the_board(game).or_else(|| in_words(&crate::fold::text(game.tags().get("Termination")?)))
}

/// The same; where the tag does not say it, from `TerminationDetails`, which TCEC writes, and from the end of the last comment, as Cute
/// Chess and fastchess write it: `{+0.16/11 0.11s, White loses on time}`.
pub(crate) fn of_programs(game: &Game) -> Option<&'static str> {
    let in_tag = |name| in_words(&crate::fold::text(game.tags().get(name)?));
    let in_comment = || {
        let last = game.main_line().plies.last()?.comments.last()?;
        let end = crate::fold::text(last.text.rsplit(|&byte| byte == b',').next()?);
        let is_of_program = ["White", "Black", "Draw by", "makes an illegal move"]
            .iter()
            .any(|start| end.starts_with(start));
        is_of_program.then(|| in_words(&end))?
    };
    ending(game)
        .or_else(|| in_tag("TerminationDetails"))
        .or_else(in_comment)
}

fn in_words(termination: &str) -> Option<&'static str> {
    let text = termination.to_lowercase();
    let verbs = VERBS
        .iter()
        .filter_map(|verb| text.rfind(verb).map(|at| at + verb.len()));
    let text = &text[verbs.max().unwrap_or(0)..];
    let found = WORDS.iter().find(|(part, _)| text.contains(part));
    found.map(|(_, ending)| *ending)
}

fn on_the_board(game: &Game) -> Option<&'static str> {
    let line = game.main_line();
    let last = line.plies.last()?;
    let is_usual = game.start()?.variant() == Variant::Standard;
    if is_usual {
        if last.san.ends_with('#') {
            return Some("mate");
        }
        // Who has lost was not stalemated, and replaying the moves takes time.
        if matches!(game.tags().result(), Outcome::White | Outcome::Black) {
            return None;
        }
    }
    let position = game.position(line.plies.len())?;
    if position.rules().is_ended_by_variant() {
        return Some("variant");
    }
    if !position.legal_moves().is_empty() {
        return None;
    }
    Some(if position.is_check() {
        "mate"
    } else {
        "stalemate"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tags: &str, moves: &str) -> Option<&'static str> {
        ending(&Game::parse(format!("{tags}\n\n{moves}").as_bytes()))
    }

    #[test]
    fn games_of_variants_end_by_their_rules() {
        let three = "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+ 1-0";
        for (variant, fen, moves, expected) in [
            ("Three-check", "", three, Some("variant")),
            ("Standard", "", three, None),
            (
                "King of the Hill",
                "4k3/8/8/8/8/3K4/8/8 w - - 0 1",
                "1. Kd4 1-0",
                Some("variant"),
            ),
            (
                "King of the Hill",
                "",
                "1. f3 e5 2. g4 Qh4# 0-1",
                Some("mate"),
            ),
            ("Atomic", "", "1. Nf3 f6 2. Nd4 Nc6 3. Nxc6 1-0", None),
            (
                "Atomic",
                "",
                "1. Nf3 e6 2. Ng5 a6 3. Nxf7 1-0",
                Some("variant"),
            ),
            (
                "Antichess",
                "8/8/8/8/8/8/p7/1R6 b - - 0 1",
                "1... axb1=Q",
                Some("variant"),
            ),
            (
                "Antichess",
                "8/8/8/8/8/p7/1P6/8 w - - 0 1",
                "1. bxa3 1-0",
                Some("variant"),
            ),
            (
                "Antichess",
                "8/8/8/p7/8/P7/8/8 w - - 0 1",
                "1. a4 1-0",
                Some("variant"),
            ),
            (
                "Horde",
                "4k3/8/8/8/8/8/3q4/4P3 b - - 0 1",
                "1... Qxe1 0-1",
                Some("variant"),
            ),
            (
                "Racing Kings",
                "8/k6K/8/8/8/8/8/8 w - - 0 1",
                "1. Kh8 Ka8 1/2-1/2",
                Some("variant"),
            ),
            (
                "Racing Kings",
                "8/7K/8/8/8/8/k7/8 w - - 0 1",
                "1. Kg8 1-0",
                Some("variant"),
            ),
            (
                "Racing Kings",
                "8/k6K/8/8/8/8/8/8 w - - 0 1",
                "1. Kg6 *",
                None,
            ),
            (
                "Crazyhouse",
                "7k/8/6K1/8/8/8/8/8[Q] w - - 0 1",
                "1. Q@g7# 1-0",
                Some("mate"),
            ),
            (
                "Crazyhouse",
                "7k/8/6K1/8/8/8/8/5Q2[] w - - 0 1",
                "1. Qf7 1/2-1/2",
                Some("stalemate"),
            ),
            (
                "Crazyhouse",
                "7k/8/6K1/8/8/8/8/5Q2[p] w - - 0 1",
                "1. Qf7 *",
                None,
            ),
        ] {
            let set_up = if fen.is_empty() {
                String::new()
            } else {
                format!("[SetUp \"1\"]\n[FEN \"{fen}\"]")
            };
            let tags = format!("[Variant \"{variant}\"]\n{set_up}");
            assert_eq!(of(&tags, moves), expected, "{variant} {fen} {moves}");
        }
    }

    #[test]
    fn a_stalemate_is_no_end_of_a_game_that_was_won() {
        let set_up = "[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]";
        assert_eq!(of(set_up, "1. Qf7 1/2-1/2"), Some("stalemate"));
        assert_eq!(
            of(&format!("{set_up}\n[Result \"1-0\"]"), "1. Qf7 1-0"),
            None
        );
        assert_eq!(of("", "1. f3 e5 2. g4 Qh4 0-1"), Some("mate"));
    }

    #[test]
    fn what_termination_says_is_understood_whatever_the_players_are_called() {
        for (text, expected) in [
            ("alder won by checkmate", Some("mate")),
            ("alder won by king of the hill", Some("variant")),
            ("alder won by three-check", Some("variant")),
            ("birch won by threecheck", Some("variant")),
            ("won by forfeit", Some("forfeit")),
            ("Forfeit", Some("forfeit")),
            ("White wins by default", Some("forfeit")),
            ("Time forfeit", Some("time")),
            ("White forfeits on time", Some("time")),
            ("Black forfeits by disconnection", Some("abandoned")),
            ("stalled connection", Some("abandoned")),
            ("birch lost connection", Some("abandoned")),
            (
                "Game drawn by timeout vs insufficient material",
                Some("material"),
            ),
            ("Neither player has mating material", Some("material")),
            ("SyzygyTB", Some("adjudication")),
            ("TCEC draw rule", Some("adjudication")),
            ("mater won by resignation", Some("resignation")),
            ("alder_timeouts lost by resignation", Some("resignation")),
            ("forfeits won on time", Some("time")),
            ("timeless drew by agreement", Some("agreement")),
            ("3check wins by resignation", Some("resignation")),
            ("White wins", None),
            ("Normal", None),
            ("unterminated", None),
            ("", None),
        ] {
            assert_eq!(in_words(text), expected, "{text}");
        }
    }
}
