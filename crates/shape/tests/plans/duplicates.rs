//! Games that come twice are found.

use query::Filter;
use shape::{By, Rule, dedupe};

use super::{archives, packed};

#[test]
fn planted_duplicates_are_found_and_nothing_else() {
    let game = |n: usize| {
        let opening = ["e4 e5", "d4 d5", "c4 e5", "e4 c5", "Nf3 d5"][n % 5];
        let moves = ["Nc3 Nf6", "Nc3 Nc6", "h3 h6", "a3 a6", "g3 g6"][n / 5 % 5];
        format!(
            "[Event \"E{n}\"]\n[Date \"2020.01.{:02}\"]\n[White \"W{}\"]\n[Black \"B{}\"]\n[Result \"1-0\"]\n\n{opening} {moves} b3 b6 1-0\n\n",
            n % 28 + 1,
            n % 9,
            n % 7
        )
    };
    let mut texts: Vec<String> = (0..300).map(game).collect();
    let exact: Vec<usize> = (0..300).step_by(17).collect();
    let tags: Vec<usize> = (3..300).step_by(23).collect();
    let prefix: Vec<usize> = (5..300).step_by(31).collect();
    texts.extend(exact.iter().map(|&n| game(n)));
    texts.extend(
        tags.iter()
            .map(|&n| game(n).replace("[Event \"E", "[Annotator \"A\"]\n[Event \"Other ")),
    );
    texts.extend(
        prefix
            .iter()
            .map(|&n| game(n).replace(" b3 b6", "").replace("1-0", "*")),
    );
    let files = [packed(texts.concat().as_bytes(), 40, None)];
    let all = Filter::of(&query::Conditions::default()).unwrap();
    let found = |by| {
        let rule = Rule {
            by,
            ..Rule::default()
        };
        let found = dedupe(&mut archives(&files), &all, rule).unwrap();
        assert_eq!(found.kept.len() + found.duplicates.len(), texts.len());
        found
            .duplicates
            .iter()
            .map(|duplicate| duplicate.dropped as usize)
            .collect::<Vec<_>>()
    };
    let (a, b, c) = (
        300 + exact.len(),
        300 + exact.len() + tags.len(),
        texts.len(),
    );
    assert_eq!(found(By::Text), (300..a).collect::<Vec<_>>());
    assert_eq!(found(By::Usual), (300..b).collect::<Vec<_>>());
    assert_eq!(found(By::Prefix), (300..c).collect::<Vec<_>>());
    // 25 lines of play, each with the prefix that was planted of it.
    let by_moves = found(By::Moves).len();
    assert!(by_moves >= texts.len() - 50, "{by_moves}");
    assert_eq!(found(By::Id), Vec::<usize>::new());
}
