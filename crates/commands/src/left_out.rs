//! What a game's text holds beside its start and its moves, for those who keep only these.

use pgn::TokenKind;

/// Parts of the texts of games that are not kept.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The last result.
    result: String,
    results: u64,
    /// But for those that tell the start or the result once more.
    tags: u64,
    comments: u64,
    /// Comments that tell what the clock says.
    clocks: u64,
    glyphs: u64,
    variations: u64,
    /// Words that are neither moves nor anything else.
    words: u64,
}

/// Tags of which the start or the result is made.
const KEPT: [&[u8]; 4] = [b"Result", b"FEN", b"SetUp", b"Variant"];

impl LeftOut {
    /// What is left out of one game.
    pub fn of(text: &[u8]) -> Self {
        let mut found = Self::default();
        let mut depth = 0_u64;
        for token in pgn::lex(text) {
            match token.kind {
                TokenKind::TagPair => {
                    let name = token.tag_pair().map(|pair| pair.name);
                    found.tags += u64::from(name.is_some_and(|name| !KEPT.contains(&name)));
                }
                TokenKind::Termination if depth == 0 && token.text != b"*" => {
                    found.result = String::from_utf8_lossy(token.text).into_owned();
                    found.results = 1;
                }
                TokenKind::Comment | TokenKind::LineComment | TokenKind::PercentLine => {
                    found.comments += 1;
                    found.clocks += u64::from(tells_a_clock(token.text));
                }
                TokenKind::Glyph | TokenKind::Nag => found.glyphs += 1,
                TokenKind::VariationOpen => {
                    found.variations += 1;
                    depth += 1;
                }
                TokenKind::VariationClose => depth = depth.saturating_sub(1),
                TokenKind::Other if depth == 0 => found.words += 1,
                _ => {}
            }
        }
        found
    }

    /// Adds what is left out of another game.
    pub fn add(&mut self, other: Self) {
        if other.results > 0 {
            self.result = other.result;
        }
        self.results += other.results;
        self.tags += other.tags;
        self.comments += other.comments;
        self.clocks += other.clocks;
        self.glyphs += other.glyphs;
        self.variations += other.variations;
        self.words += other.words;
    }

    /// `result 1-0, 17 tags, 3 comments (2 with clock times), 1 variation`; `None` if there is nothing.
    pub fn in_words(&self) -> Option<String> {
        let count = |count: u64, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let results = match self.results {
            1 => Some(format!("result {}", self.result)),
            results => count(results, "", "results"),
        };
        let comments = count(self.comments, "comment", "comments").map(|text| match self.clocks {
            0 => text,
            clocks => format!("{text} ({clocks} with clock times)"),
        });
        let parts = [
            results,
            count(self.tags, "tag", "tags"),
            comments,
            count(self.glyphs, "glyph", "glyphs"),
            count(self.variations, "variation", "variations"),
            count(
                self.words,
                "word that is not a move",
                "words that are not moves",
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

fn tells_a_clock(comment: &[u8]) -> bool {
    [&b"[%clk"[..], b"[%emt"]
        .iter()
        .any(|command| comment.windows(command.len()).any(|part| part == *command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_game_loses_is_counted() {
        let text = b"[White \"A\"]\n[Result \"1-0\"]\n[FEN \"x\"]\n\n1. e4! {[%clk 0:01:00]} e5 $2 {fine} (1... c5 {no} 2. d4 *) 2. Nf3 1-0\n";
        let words = LeftOut::of(text).in_words().unwrap();
        assert_eq!(
            words,
            "result 1-0, 1 tag, 3 comments (1 with clock times), 2 glyphs, 1 variation"
        );
        assert_eq!(LeftOut::of(b"1. e4 e5 *").in_words(), None);
        let mut both = LeftOut::of(text);
        both.add(LeftOut::of(b"hello 1-0"));
        let words = both.in_words().unwrap();
        assert!(words.starts_with("2 results, 1 tag"), "{words}");
        assert!(words.ends_with("1 word that is not a move"), "{words}");
    }
}
