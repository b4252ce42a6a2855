//! Tag pairs of a game that nobody has played.

use super::{Dialect, Form, Player};
use legal::{EnPassantMode, Position, Variant};
use std::fmt::Write as _;

const FAMILIES: [&str; 12] = [
    "Ahlberg",
    "Brandauer",
    "Cieslak",
    "Doubrava",
    "Eskelinen",
    "Fontanel",
    "Gruenwald",
    "Hollander",
    "Ivarsson",
    "Jelinek",
    "Kowalczuk",
    "Lindqvist",
];
const FIRST: [&str; 8] = [
    "Anna", "Bruno", "Clara", "David", "Emil", "Frida", "Georg", "Hanna",
];
const PLACES: [&str; 6] = ["Aachen", "Bergen", "Cork", "Dijon", "Evora", "Faro"];
const OPENINGS: [(&str, &str); 5] = [
    ("B01", "Scandinavian Defense"),
    ("C50", "Italian Game"),
    ("D02", "Queen's Pawn Game: London System"),
    ("A00", "Van't Kruijs Opening"),
    ("B90", "Sicilian Defense: Najdorf Variation"),
];

impl Player {
    fn person(&mut self) -> String {
        let (family, first) = (self.pick(&FAMILIES), self.pick(&FIRST));
        format!("{family}, {first}")
    }

    fn nick(&mut self) -> String {
        let (family, number) = (self.pick(&FAMILIES).to_lowercase(), self.below(90));
        match self.below(2) {
            0 => family,
            _ => format!("{family}{number}"),
        }
    }

    /// Letters and digits, as servers name their games.
    fn letters(&mut self, count: usize) -> String {
        (0..count).map(|_| self.random.alphanumeric()).collect()
    }

    /// The tag pairs, each in its line.
    pub(super) fn tags(
        &mut self,
        form: &Form,
        start: &Position,
        end: &Position,
        result: &str,
    ) -> String {
        let mut out = String::new();
        let mut put = |name: &str, value: &str| {
            // Writing to memory does not fail.
            let _ = writeln!(out, "[{name} \"{value}\"]");
        };
        let date = format!(
            "{}.{:02}.{:02}",
            1990 + self.below(35),
            1 + self.below(12),
            1 + self.below(28)
        );
        let seconds = self.below(86_400);
        let time = format!(
            "{:02}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        );
        let ratings = [(); 2].map(|()| (1200 + self.below(1500)).to_string());
        let (eco, opening) = self.pick(&OPENINGS);
        let (minutes, increment) = (60 * (1 + self.below(15)), self.below(4));
        let control = format!("{minutes}+{increment}");
        match form.dialect {
            Dialect::Lichess => {
                put(
                    "Event",
                    self.pick(&["Rated Blitz game", "Casual Rapid game"]),
                );
                put("Site", &format!("https://lichess.org/{}", self.letters(8)));
                put("Date", &date);
                put("Round", "-");
                put("White", &self.nick());
                put("Black", &self.nick());
                put("Result", result);
                put("UTCDate", &date);
                put("UTCTime", &time);
                put("WhiteElo", &ratings[0]);
                put("BlackElo", &ratings[1]);
                let change = self.below(9) as i64;
                put("WhiteRatingDiff", &format!("{change:+}"));
                put("BlackRatingDiff", &format!("{:+}", -change));
                put("ECO", eco);
                put("Opening", opening);
                put("TimeControl", &control);
                put("Termination", self.pick(&["Normal", "Time forfeit"]));
            }
            Dialect::ChessCom => {
                put("Event", "Live Chess");
                put("Site", "Chess.com");
                put("Date", &date);
                put("Round", "-");
                let players = [(); 2].map(|()| self.nick());
                put("White", &players[0]);
                put("Black", &players[1]);
                put("Result", result);
                put("CurrentPosition", &end.to_fen_with(EnPassantMode::Always));
                put("Timezone", "UTC");
                put("ECO", eco);
                put("UTCDate", &date);
                put("UTCTime", &time);
                put("WhiteElo", &ratings[0]);
                put("BlackElo", &ratings[1]);
                put("TimeControl", &minutes.to_string());
                put("Termination", &format!("{} won by resignation", players[0]));
                let number = 1_000_000_000 + self.below(900_000_000);
                put("Link", &format!("https://www.chess.com/game/live/{number}"));
            }
            Dialect::Magazine => {
                put("Event", &format!("{} Open", self.pick(&PLACES)));
                put("Site", self.pick(&PLACES));
                put("Date", &date);
                put("Round", &(1 + self.below(9)).to_string());
                put("White", &self.person());
                put("Black", &self.person());
                put("Result", result);
                put("WhiteElo", &ratings[0]);
                put("BlackElo", &ratings[1]);
                put("ECO", eco);
            }
            Dialect::Database => {
                put("Event", &format!("{} tt", self.pick(&PLACES)));
                put("Site", self.pick(&PLACES));
                put("Date", &date);
                put(
                    "Round",
                    &format!("{}.{}", 1 + self.below(9), 1 + self.below(8)),
                );
                put("White", &self.person());
                put("Black", &self.person());
                put("Result", result);
                put("ECO", eco);
                put("Annotator", &self.person());
                put("PlyCount", &(form.plies / 2).to_string());
                put("EventDate", &format!("{}.??.??", &date[..4]));
                put("WhiteTeam", self.pick(&PLACES));
                put("BlackTeam", self.pick(&PLACES));
                put("SourceTitle", "made up");
            }
            Dialect::Engines => {
                put("Event", "Engines' match");
                put("Site", "?");
                put("Date", &date);
                put("Round", &(1 + self.below(400)).to_string());
                put(
                    "White",
                    self.pick(&["Alpha 1.0", "Beta 2.1 64-bit", "Gamma dev"]),
                );
                put(
                    "Black",
                    self.pick(&["Alpha 1.1", "Beta 2.0 64-bit", "Gamma dev"]),
                );
                put("Result", result);
                put("GameDuration", &time);
                put("PlyCount", &(form.plies / 2).to_string());
                put("TimeControl", &control);
            }
            Dialect::Server => {
                put("Event", &format!("rated blitz match {}", self.below(99)));
                put("Site", "an internet server");
                put(
                    "FICSGamesDBGameNo",
                    &(300_000_000 + self.below(99_999_999)).to_string(),
                );
                put("White", &self.nick());
                put("Black", &self.nick());
                put("WhiteElo", &ratings[0]);
                put("BlackElo", &ratings[1]);
                put("TimeControl", &control);
                put("Date", &date);
                put("Time", &time);
                put("ECO", eco);
                put("Result", result);
            }
        }
        if form.variant != Variant::Standard {
            put("Variant", form.variant.name());
        } else if form.chess960 {
            put("Variant", "Chess960");
        }
        if form.chess960 || form.skipped > 0 {
            put("FEN", &start.to_fen());
            put("SetUp", "1");
        }
        out
    }
}
