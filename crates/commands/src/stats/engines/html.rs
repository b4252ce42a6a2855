//! Matches between engines as a page.

use super::Seen;
use crate::figures::grouped;
use crate::style::{escaped, head, made_by};
use pgnz::{Elo, Match, Standing};
use std::fmt::Write as _;

/// The page: one file with everything in it.
pub fn page(seen: &Seen<'_>) -> String {
    let mut out = head("Matches between engines");
    let files = seen.args.files.iter();
    let files: Vec<String> = files.map(|path| escaped(&path.to_string_lossy())).collect();
    let _ = writeln!(
        out,
        "<section class=\"wide\"><p>{}: {} games. Elo with 95 % errors; {}.</p></section>",
        files.join(", "),
        grouped(seen.engines.games),
        escaped(&seen.basis())
    );
    let engines: String = seen.engines().iter().map(engine).collect();
    table(
        &mut out,
        "Ratings",
        "LOS is the likelihood of being stronger than the next.",
        "<th>player<th>Elo<th>error<th>LOS<th>games<th>score<th>won<th>drawn<th>lost",
        &engines,
    );
    let work: String = seen.engines().iter().map(work).collect();
    table(
        &mut out,
        "Searches, and games lost off the board",
        "Means over the moves whose comments tell.",
        "<th>player<th>depth<th>s/move<th>nodes/s<th>on time<th>left<th>illegal",
        &work,
    );
    let matches: String = seen.matches().map(|one| meeting(seen, one)).collect();
    table(
        &mut out,
        "Matches",
        "As the first player sees them. Pairs are opening pairs with 0, 0.5, 1, 1.5 and 2 points.",
        "<th>players<th>won<th>drawn<th>lost<th>Elo<th>LOS<th>pairs<th>Elo of pairs<th>LOS of pairs",
        &matches,
    );
    out.push_str(&made_by());
    out.push_str("</body></html>\n");
    out
}

fn table(out: &mut String, title: &str, text: &str, heads: &str, rows: &str) {
    if !rows.is_empty() {
        let _ = write!(
            out,
            "<section class=\"wide\"><h2>{title}</h2>\n<p>{text}</p>\n<table><tr>{heads}</tr>\n{rows}</table>\n</section>\n"
        );
    }
}

fn engine(one: &Standing) -> String {
    let score = &one.engine.score;
    format!(
        "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>\n",
        escaped(&one.name),
        figure(one.elo, 1),
        figure(one.error, 1),
        percent(one.los_to_next),
        grouped(score.games()),
        percent(score.mean()),
        grouped(score.wins),
        grouped(score.draws),
        grouped(score.losses)
    )
}

fn work(one: &Standing) -> String {
    let engine = &one.engine;
    format!(
        "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>\n",
        escaped(&one.name),
        figure(engine.work.depth(), 1),
        figure(engine.work.seconds(), 3),
        figure(engine.work.speed(), 0),
        grouped(engine.lost_on_time),
        grouped(engine.lost_by_leaving),
        grouped(engine.lost_by_infraction)
    )
}

fn meeting(seen: &Seen<'_>, one: &Match) -> String {
    let [first, second] = one.engines.map(|engine| escaped(seen.name(engine)));
    let score = &one.score;
    let pairs = match one.pairs.pairs() {
        0 => "–".to_owned(),
        _ => one.pairs.0.map(|pairs| pairs.to_string()).join(", "),
    };
    format!(
        "<tr><td>{first} – {second}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{pairs}<td>{}<td>{}</tr>\n",
        grouped(score.wins),
        grouped(score.draws),
        grouped(score.losses),
        elo(score.elo()),
        percent(score.los()),
        elo(one.pairs.elo()),
        percent(one.pairs.los())
    )
}

fn elo(elo: Option<Elo>) -> String {
    let Some(elo) = elo else {
        return "–".to_owned();
    };
    let error = elo.error().map(|error| format!(" ± {error:.1}"));
    format!("{:+.1}{}", elo.elo, error.unwrap_or_default())
}

fn figure(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.decimals$}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}
