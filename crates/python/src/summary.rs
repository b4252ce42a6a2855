//! Statistics and trees of moves as dictionaries, with the names of docs/json.md.

use pgnz::{Branch, Player, Results, Root, Stats, Tree};
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
