use crate::Broken;
use archive::Game;
use query::Filter;

/// Games that have what filters ask for.
const GAMES: [&str; 3] = [
    "[White \"Anna\"]\n[WhiteElo \"2400\"]\n[Date \"2023.02.??\"]\n[ECO \"B90\"]\n\n1. e4 e5 2. Nf3 {[%clk 0:01:00] good} *\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. e4 $1 1-0\n",
    "",
];

/// Any text is a filter or an error that says why. A filter is written as a text that means the same, and every game passes both or neither.
///
/// # Errors
///
/// What does not hold.
pub fn filters_are_read_or_refused(bytes: &[u8], _: u64) -> Result<(), Broken> {
    let text = String::from_utf8_lossy(bytes);
    let filter = match Filter::parse(&text) {
        Ok(filter) => filter,
        Err(error) => return Broken::unless(!error.to_string().is_empty(), || "silence".into()),
    };
    let written = filter.expr().to_string();
    let again = Filter::parse(&written)
        .map_err(|error| Broken(format!("{text:?} is written as {written:?}: {error}")))?;
    for game in GAMES.map(|game| Game::parse(game.as_bytes())) {
        Broken::unless(filter.truth(&game) == again.truth(&game), || {
            format!("{text:?} and {written:?} differ")
        })?;
    }
    Ok(())
}
