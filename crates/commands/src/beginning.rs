//! Whether a text begins in the middle of a game, as the end of a longer file does.

/// The most words before the first move number.
const WORDS: usize = 3;

/// Whether the text that begins so begins with the rest of a tag, or with moves that are not the first of a game. Where this is not certain,
/// it does not.
pub fn is_inside_a_game(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    // Packed data is no text, whatever of it looks like a tag.
    if head
        .iter()
        .any(|&byte| byte < b' ' && !byte.is_ascii_whitespace())
    {
        return false;
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start();
    if text.starts_with(['[', '%', ';', '{']) {
        return false;
    }
    let is_end_of_tag = |line: &str| line.trim_end().ends_with("\"]") && !line.contains("[%");
    if text
        .split_once('\n')
        .is_some_and(|(line, _)| is_end_of_tag(line))
    {
        return true;
    }
    // A word that may be cut off is none.
    let complete = text
        .rsplit_once(char::is_whitespace)
        .map_or("", |(words, _)| words);
    let mut words = complete.split_whitespace();
    for word in words.by_ref().take(WORDS) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = word.split_at(digits);
        if digits == 0 || !after.starts_with('.') {
            continue;
        }
        let m = match after.trim_start_matches('.') {
            "" => words.next().unwrap_or_default(),
            m => m,
        };
        return number.parse::<u32>().is_ok_and(|number| number > 1) && is_move(m);
    }
    false
}

/// Whether this has the form of a move.
fn is_move(word: &str) -> bool {
    let begins =
        word.starts_with(|letter| matches!(letter, 'a'..='h' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O'));
    let is_castling = word.starts_with("O-O");
    begins
        && word.len() <= 8
        && (is_castling || word.contains(|letter| matches!(letter, '1'..='8')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_file_is_told_from_a_file() {
        for text in [
            "23. Nf3 Nc6 24. Bb5 a6 1-0\n\n[Event \"E\"]",
            "xf6 24. Bg5 Be7 25. h3",
            "23... Nf6 24. Bg5 Be7",
            "Nf6 24.Bg5 Be7 25.h3 ",
            "12. O-O b5 13.",
            "te \"2024.01.01\"]\n[Round \"1\"]\n",
            "\"]\r\n[Round \"1\"]",
        ] {
            assert!(is_inside_a_game(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3 ",
            "e4 e5 Nf3 Nc6 Bb5",
            "\u{feff}[Event \"E\"]\n",
            "{ 23. Nf3 was better } 1. e4",
            "Chapter 2. The end of the world ",
            "We came 2. in 2019. ",
            "2. Nf",
            "[White \"A\"]\n",
            "; 23. Nf3 Nc6",
            "\u{4}\u{1}te \"2024.01.01\"]\n[Round \"1\"]\n",
        ] {
            assert!(!is_inside_a_game(text.as_bytes()), "{text}");
        }
    }
}
