use super::*;

const FACTS: BlockFacts = BlockFacts {
    text_bytes: 100_000,
    games: 100,
    plies: 0,
    clocks: 0,
    evals: 0,
    comments: 0,
    dates: None,
    ratings: None,
};

fn run(start: u64, games: u64, distance: u64, kind: Kind) -> Run {
    Run {
        start,
        games,
        distance,
        kind,
    }
}

#[test]
fn a_table_gives_its_repeats_back() {
    let runs = vec![
        run(10, 25, 10, Kind::Text),
        run(40, 5, 38, Kind::Derived),
        run(45, 5, 38, Kind::Movetext),
        run(60, 10, 20, Kind::Text),
        run(99, 1, 99, Kind::Text),
    ];
    let repeats = Repeats::new(runs);
    let table = repeats.write(&[5000, 0, 300]);
    let back = read(&table, &FACTS).unwrap();
    assert_eq!(back.text_bytes(), [5000, 0, 300]);
    assert_eq!(
        (&back.repeats, &back.sources),
        (&repeats.repeats, &repeats.sources)
    );
    // A repeat of a repeat leads to the game that is coded, and to the tags that are.
    let of = |game| {
        back.get(game)
            .map(|repeat| (repeat.source, repeat.tags, repeat.kind))
    };
    assert_eq!(of(9), None);
    assert_eq!(of(10), Some((0, 0, Kind::Text)));
    assert_eq!(of(34), Some((4, 4, Kind::Text)));
    assert_eq!(of(41), Some((3, 41, Kind::Derived)));
    assert_eq!(of(61), Some((3, 41, Kind::Derived)));
    assert_eq!(of(67), Some((9, 47, Kind::Movetext)));
    let coded: Vec<u64> = (0..100).filter(|&game| back.get(game).is_none()).collect();
    assert_eq!(back.without(&FACTS).games, coded.len() as u64);
    assert_eq!(back.without(&FACTS).text_bytes, 94_700);
    for (number, pair) in coded.windows(2).enumerate() {
        assert_eq!(back.game_of(number as u64), pair[0]);
        assert_eq!(back.after(pair[0]), pair[1]);
    }
    assert_eq!(back.after(98), 100);
}

#[test]
fn broken_tables_are_refused() {
    let sound = Repeats::new(vec![run(3, 2, 3, Kind::Text)]).write(&[640]);
    assert_eq!(sound, [1, 3, 3, 3, 0x80, 5]);
    assert!(read(&sound, &FACTS).is_ok());
    let broken: [&[u8]; 12] = [
        &[],
        &[0],
        &[0, 64],
        // The first game, a game at distance 0, one before the first.
        &[1, 0, 3, 1, 0x80, 5],
        &[1, 3, 3, 0, 0x80, 5],
        &[1, 3, 3, 4, 0x80, 5],
        // Beyond the last game of the block.
        &[1, 100, 0, 3, 0x80, 5],
        &[1, 101, 0, 3, 0x80, 5],
        &[1, 99, 3, 3, 0x80, 5],
        // Less text than two games have, more than the block has, none.
        &[1, 3, 3, 3, 63],
        &[1, 3, 3, 3, 0xA1, 0x8D, 6],
        &[1, 3, 3, 3],
    ];
    for table in broken {
        assert!(read(table, &FACTS).is_err(), "{table:?}");
    }
    let huge = [&[1, 3][..], &[0xFF; 9], &[1, 3, 0x80, 5]].concat();
    assert!(read(&huge, &FACTS).is_err());
}

#[test]
fn a_table_of_what_is_found_is_within_the_limits() {
    for length in [1, 8, 31, 32, 33, 127, 128, 500] {
        let game = format!("{}\n", "*".repeat(length - 1));
        let tagged = format!("[White \"Anna\"]\n{game}");
        for games in [
            vec![&game[..]; 300],
            vec![&tagged[..]; 300],
            [&game[..], &tagged].repeat(150),
        ] {
            let games: Vec<&[u8]> = games.iter().map(|game| game.as_bytes()).collect();
            let repeats = find(&games);
            let others = repeats.others(&games);
            let bytes = |games: &[&[u8]]| games.iter().map(|game| game.len() as u64).sum::<u64>();
            let facts = BlockFacts {
                games: 300,
                text_bytes: bytes(&games),
                ..FACTS
            };
            let table = repeats.write(&[bytes(&games) - bytes(&others)]);
            assert!(table.is_empty() || read(&table, &facts).is_ok(), "{length}");
            assert!(length < 128 || !repeats.is_empty(), "{length}");
        }
    }
}
