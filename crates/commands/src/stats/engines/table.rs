//! Matches between engines as text.

use super::Seen;
use crate::figures::grouped;
use crate::names::harmless;
use pgnz::{Elo, Match, Standing};
use std::fmt::Write as _;

/// Letters of a name.
const NAME: usize = 32;

/// A line for each engine, then a line or two for each match.
pub fn text(seen: &Seen<'_>) -> String {
    let mut out = format!("games    {}\n", grouped(seen.engines.games));
    if seen.engines.nameless > 0 {
        let _ = writeln!(
            out,
            "left out {} that do not name two different players",
            grouped(seen.engines.nameless)
        );
    }
    let _ = write!(
        out,
        "\nElo with 95 % errors; {}. LOS is the likelihood of being stronger than the next.\n\n\
         {:>4} {:<NAME$}{:>8}{:>8}{:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}\n",
        harmless(&seen.basis(), &[]),
        "",
        "player",
        "Elo",
        "error",
        "LOS",
        "games",
        "score",
        "won",
        "drawn",
        "lost",
        "open"
    );
    for (rank, one) in (1..).zip(seen.engines()) {
        let score = &one.engine.score;
        let _ = writeln!(
            out,
            "{rank:>4} {:<NAME$}{:>8}{:>8}{:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}",
            named(&one.name),
            figure(one.elo, 1),
            figure(one.error, 1),
            percent(one.los_to_next),
            grouped(score.games()),
            percent(score.mean()),
            grouped(score.wins),
            grouped(score.draws),
            grouped(score.losses),
            grouped(one.engine.unfinished),
        );
    }
    work(seen, &mut out);
    let mut matches = seen.matches().peekable();
    if matches.peek().is_some() {
        let _ = write!(
            out,
            "\nMatches, as the first player sees them. Pairs are opening pairs, by the points of both games.\n\n"
        );
    }
    for one in matches {
        meeting(seen, one, &mut out);
    }
    out
}

/// What engines reported, and the games that they lost otherwise than on the board.
fn work(seen: &Seen<'_>, out: &mut String) {
    let says = |one: &&Standing| {
        let engine = &one.engine;
        let lost = [
            engine.lost_on_time,
            engine.lost_by_leaving,
            engine.lost_by_infraction,
        ];
        engine.work.depth().is_some() || engine.work.seconds().is_some() || lost != [0; 3]
    };
    let engines: Vec<&Standing> = seen.engines().iter().filter(says).collect();
    if engines.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "\n     {:<NAME$}{:>8}{:>10}{:>12}{:>10}{:>10}{:>10}\n",
        "player", "depth", "s/move", "nodes/s", "on time", "left", "illegal"
    );
    for one in engines {
        let engine = &one.engine;
        let speed = engine.work.speed();
        let _ = writeln!(
            out,
            "     {:<NAME$}{:>8}{:>10}{:>12}{:>10}{:>10}{:>10}",
            named(&one.name),
            figure(engine.work.depth(), 1),
            figure(engine.work.seconds(), 3),
            speed.map_or_else(|| "-".to_owned(), |speed| grouped(speed.round() as u64)),
            grouped(engine.lost_on_time),
            grouped(engine.lost_by_leaving),
            grouped(engine.lost_by_infraction),
        );
    }
    out.push_str("     (\"on time\", \"left\" and \"illegal\" are games lost by the clock, by a crash or lost connection, and by an illegal move)\n");
}

fn meeting(seen: &Seen<'_>, one: &Match, out: &mut String) {
    let [first, second] = one.engines.map(|engine| harmless(seen.name(engine), &[]));
    let score = &one.score;
    let open = match one.unfinished {
        0 => String::new(),
        open => format!(", {} open", grouped(open)),
    };
    let _ = writeln!(
        out,
        "  {first} - {second}\n    games  +{} ={} -{}{open}; {}; {}; LOS {}",
        score.wins,
        score.draws,
        score.losses,
        percent(score.mean()),
        elo(score.elo()),
        percent(score.los())
    );
    if one.pairs.pairs() > 0 {
        let counts = one.pairs.0.map(|pairs| pairs.to_string());
        let _ = writeln!(
            out,
            "    pairs  {} of 0, 0.5, 1, 1.5, 2 points; {}; LOS {}; normalised Elo {}",
            counts.join(", "),
            elo(one.pairs.elo()),
            percent(one.pairs.los()),
            figure(one.pairs.normalized_elo(), 1)
        );
    }
}

/// A difference with its error, or with the end that it has.
fn elo(elo: Option<Elo>) -> String {
    let Some(elo) = elo else {
        return "Elo -".to_owned();
    };
    let range = match (elo.error(), elo.low, elo.high) {
        (Some(error), ..) => format!(" ± {error:.1}"),
        (None, Some(low), _) => format!(", at least {low:.1}"),
        (None, None, Some(high)) => format!(", at most {high:.1}"),
        (None, None, None) => String::new(),
    };
    format!("Elo {:+.1}{range}", elo.elo)
}

fn named(name: &str) -> String {
    let name = harmless(name, &[]);
    match name.chars().count() >= NAME {
        true => name.chars().take(NAME - 2).chain(['…']).collect(),
        false => name,
    }
}

fn figure(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}
