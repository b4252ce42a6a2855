//! Statistics, matches between engines, trees of moves and frequent positions as dictionaries, with the names of docs/json.md.

use crate::error;
use pgnz::{
    Branch, Elo, Engines, FrequentPositions, Match, Player, Results, Root, Standing, Standings,
    Stats, Tree,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Statistics of games; the lists have the `top` greatest.
pub fn stats<'py>(
    py: Python<'py>,
    stats: &Stats,
    top: usize,
    is_quick: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("games", stats.games)?;
    found.set_item("results", results(py, &stats.results)?)?;
    found.set_item("ratings", &stats.ratings)?;
    let by_rating = PyDict::new(py);
    for (from, of) in &stats.results_by_rating {
        by_rating.set_item(from, results(py, of)?)?;
    }
    found.set_item("results_by_rating", by_rating)?;
    found.set_item("players", stats.players())?;
    let players = stats.most_active(top).into_iter();
    let players = players.map(|(name, of)| player(py, name, of));
    found.set_item("most_active", players.collect::<PyResult<Vec<_>>>()?)?;
    found.set_item("speeds", &stats.speeds)?;
    found.set_item("time_controls", named(py, stats.time_controls(top))?)?;
    found.set_item("events", named(py, stats.events(top))?)?;
    let (unit, dates) = stats.dates();
    found.set_item("date_unit", unit)?;
    found.set_item("dates", dates)?;
    if !is_quick {
        found.set_item("plies", stats.plies)?;
        found.set_item("lengths", &stats.lengths)?;
        found.set_item("endings", &stats.endings)?;
        let openings = PyList::empty(py);
        for (eco, name, of) in stats.openings(top) {
            let opening = PyDict::new(py);
            opening.set_item("eco", eco)?;
            opening.set_item("name", name)?;
            opening.set_item("results", results(py, &of)?)?;
            openings.append(opening)?;
        }
        found.set_item("openings", openings)?;
    }
    Ok(found)
}

/// Matches between engines, rated so that a player has a rating, or that the mean is 0.
pub fn engines<'py>(
    py: Python<'py>,
    of: &Engines,
    anchor: Option<(String, f64)>,
) -> PyResult<Bound<'py, PyDict>> {
    let anchor = anchor.as_ref().map(|(name, elo)| (&**name, *elo));
    let standings = of
        .standings(anchor)
        .map_err(|wrong| error::argument(wrong.to_string()))?;
    let found = PyDict::new(py);
    found.set_item("games", of.games)?;
    found.set_item("nameless", of.nameless)?;
    let rated = standings.engines.iter().map(|one| standing(py, one));
    found.set_item("engines", rated.collect::<PyResult<Vec<_>>>()?)?;
    let matches = standings.matches.iter();
    let matches = matches.map(|one| meeting(py, &standings, one));
    found.set_item("matches", matches.collect::<PyResult<Vec<_>>>()?)?;
    Ok(found)
}

fn standing<'py>(py: Python<'py>, one: &Standing) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    let of = &one.engine;
    found.set_item("name", &one.name)?;
    found.set_item("elo", one.elo)?;
    found.set_item("error", one.error)?;
    found.set_item("los_to_next", one.los_to_next)?;
    found.set_item("games", of.score.games())?;
    found.set_item("wins", of.score.wins)?;
    found.set_item("draws", of.score.draws)?;
    found.set_item("losses", of.score.losses)?;
    found.set_item("score", of.score.mean())?;
    found.set_item("unfinished", of.unfinished)?;
    found.set_item("lost_on_time", of.lost_on_time)?;
    found.set_item("lost_by_leaving", of.lost_by_leaving)?;
    found.set_item("lost_by_infraction", of.lost_by_infraction)?;
    found.set_item("depth", of.work.depth())?;
    found.set_item("seconds", of.work.seconds())?;
    found.set_item("speed", of.work.speed())?;
    Ok(found)
}

fn meeting<'py>(py: Python<'py>, all: &Standings, one: &Match) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    let (score, pairs) = (&one.score, &one.pairs);
    let names = one.engines.map(|engine| &*all.engines[engine].name);
    found.set_item("players", names)?;
    found.set_item("games", score.games())?;
    found.set_item("wins", score.wins)?;
    found.set_item("draws", score.draws)?;
    found.set_item("losses", score.losses)?;
    found.set_item("unfinished", one.unfinished)?;
    found.set_item("score", score.mean())?;
    found.set_item("elo", elo(py, score.elo())?)?;
    found.set_item("los", score.los())?;
    found.set_item("pairs", pairs.0)?;
    found.set_item("pairs_elo", elo(py, pairs.elo())?)?;
    found.set_item("pairs_los", pairs.los())?;
    found.set_item("normalized_elo", pairs.normalized_elo())?;
    Ok(found)
}

fn elo<'py>(py: Python<'py>, elo: Option<Elo>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let dictionary = |elo: Elo| {
        let found = PyDict::new(py);
        found.set_item("elo", elo.elo)?;
        found.set_item("low", elo.low)?;
        found.set_item("high", elo.high)?;
        Ok(found)
    };
    elo.map(dictionary).transpose()
}

fn results<'py>(py: Python<'py>, results: &Results) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("white", results.white)?;
    found.set_item("draws", results.draws)?;
    found.set_item("black", results.black)?;
    found.set_item("unknown", results.unknown)?;
    found.set_item("score", results.score())?;
    Ok(found)
}

fn player<'py>(py: Python<'py>, name: &str, of: &Player) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("name", name)?;
    found.set_item("games", of.games)?;
    found.set_item("score", of.score())?;
    found.set_item("rating", of.rating())?;
    Ok(found)
}

fn named<'py>(py: Python<'py>, counts: Vec<(&str, u64)>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (name, games) in counts {
        let one = PyDict::new(py);
        one.set_item("name", name)?;
        one.set_item("games", games)?;
        list.append(one)?;
    }
    Ok(list)
}

/// The moves in a position. `example` is the number of a game, from 1.
pub fn tree<'py>(py: Python<'py>, root: &Root, tree: &Tree) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("position", root.position().to_fen())?;
    figures(&found, tree.total())?;
    found.set_item("ended", tree.ended())?;
    let branches = PyList::empty(py);
    for (played, san, branch) in tree.branches() {
        let one = PyDict::new(py);
        one.set_item("uci", played.to_string())?;
        one.set_item("san", san)?;
        figures(&one, branch)?;
        branches.append(one)?;
    }
    found.set_item("branches", branches)?;
    Ok(found)
}

/// The positions that most games reach, by ply.
pub fn positions<'py>(
    py: Python<'py>,
    counts: &FrequentPositions,
    top: usize,
    least: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let plies = PyList::empty(py);
    for ply in counts.plies() {
        let positions = PyList::empty(py);
        for position in counts.most_frequent(ply, top, least) {
            let one = PyDict::new(py);
            one.set_item("fen", position.fen)?;
            one.set_item("variant", position.variant.name())?;
            one.set_item("missed", position.missed)?;
            figures(&one, position.branch)?;
            positions.append(one)?;
        }
        let of_ply = PyDict::new(py);
        of_ply.set_item("ply", ply)?;
        of_ply.set_item("games", counts.games(ply))?;
        of_ply.set_item("positions", positions)?;
        plies.append(of_ply)?;
    }
    let found = PyDict::new(py);
    found.set_item("missed", counts.missed())?;
    found.set_item("plies", plies)?;
    Ok(found)
}

fn figures(found: &Bound<'_, PyDict>, branch: &Branch) -> PyResult<()> {
    found.set_item("games", branch.games)?;
    found.set_item("white", branch.white)?;
    found.set_item("draws", branch.draws)?;
    found.set_item("black", branch.black)?;
    found.set_item("score", branch.score())?;
    found.set_item("rating", branch.rating())?;
    found.set_item("performance", branch.performance())?;
    found.set_item("years", branch.years)?;
    let number = branch.example.map(|(_, game)| game.saturating_add(1));
    found.set_item("example", number)
}
