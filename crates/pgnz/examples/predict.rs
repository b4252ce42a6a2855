//! Says how likely each move of a game was, and what else was likely: `cargo run -p pgnz --example predict e4 e5 Nf3`.

use pgnz::{GameInfo, Level, Position, Predictor};

fn main() -> Result<(), pgnz::Error> {
    let predictor = Predictor::new(Level::Default);
    // Whatever is known of the game helps.
    let info = GameInfo::from_pairs([("WhiteElo", "2000"), ("BlackElo", "2000")]);
    let mut game = predictor.game(&Position::standard(), &info);
    for text in std::env::args().skip(1) {
        let chances = game.chances();
        let bits = game.play(&text)?;
        let likely: Vec<String> = chances
            .iter()
            .take(3)
            .map(|chance| format!("{} {:.1} %", chance.san, 100.0 * chance.probability()))
            .collect();
        println!("{text}: {bits:.2} bits; likely were {}", likely.join(", "));
    }
    Ok(())
}
