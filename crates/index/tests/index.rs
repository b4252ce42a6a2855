//! An index says what the games say, or that it is none.

use archive::Game;
use index::{About, Error, Index, Kept, Maker, Writer, sealed};
use parquet::file::reader::{FileReader, SerializedFileReader};
use query::{Field, Filter, Known, Record, Root, Table, Truth, Verdict, Visit};

const GAMES: [&str; 12] = [
    "[White \"Anna\"]\n[Black \"Emil\"]\n[WhiteElo \"1800\"]\n[BlackElo \"1750\"]\n[Date \"2023.05.17\"]\n[Result \"1-0\"]\n[TimeControl \"180+2\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
    "[White \"?\"]\n[Black \"Anna\"]\n[Date \"2023.??.??\"]\n[Result \" 1-0\"]\n[WhiteTitle \"BOT\"]\n[TimeControl \"-\"]\n\n1. d4 d5 2. -- Nf6 *\n",
    "[Event \"A \\\"B\\\"\"]\n[Date \"2023.02.31\"]\n[ECO \"b90\"]\n[Result \"0-1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. e5 0-1\n",
    "[Variant \"Crazyhouse\"]\n[Result \"1/2-1/2\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 1/2-1/2\n",
    "[Variant \"Bughouse\"]\n\n1. e4 e5 *\n",
    "[FEN \"nonsense\"]\n\n1. e4 e5 *\n",
    "[Date \"????.07.??\"]\n[White \"M\u{fc}ller\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Qh5 *\n",
    "[Site \"?\"]\n\n*\n",
    "[White \"Long\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8 11. e4 d5 12. exd5 Qxd5 1/2-1/2\n",
    "[Date \"????.??.??\"]\n[WhiteTitle \"GM\"]\n[Opening \"Sicilian\"]\n[Result \"0-1\"]\n[Black \"Zoe\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 h5 9. Nd5 Bxd5 10. exd5 Nbd7 11. Qd2 g6 12. O-O-O Nb6 13. Qa5 Bh6 14. Bxh6 Rxh6 15. Kb1 Rc8 16. g3 h4 17. gxh4 Rxh4 0-1\n",
    "[Date \"1999.??.12\"]\n[Site \"here\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Kd7 2. Kd3 Kd6 3. Kd4 Ke6 4. Ke4 Kd6 5. Kd4 Ke6 6. Ke4 Kd6 7. Kd4 Ke6 8. Ke4 Kd6 9. Kd4 Ke6 10. e3 Kd6 11. e4 *\n",
    "[Date \"2020.01.01\"]\n\n1. d4",
];

/// After the 26th ply of a game.
const DEEP: &str = "2rqk2r/1p3p2/pn1p1npb/Q2Pp2p/8/1N3P2/PPP3PP/2KR1B1R w k - 0 1";

/// What the index of these games has to fit.
fn about() -> About {
    About {
        digest: 17,
        games: GAMES.len() as u64,
        text_bytes: GAMES.concat().len() as u64,
    }
}

fn written(kept: Kept) -> (Vec<Game>, Vec<u8>) {
    let maker = Maker::new(kept).unwrap();
    let games: Vec<Game> = GAMES
        .iter()
        .map(|text| Game::parse(text.as_bytes()))
        .collect();
    let mut file = Vec::new();
    let mut writer = Writer::new(&maker, 17, &mut file).unwrap();
    for (number, game) in games.iter().enumerate() {
        writer.add(maker.entry(number as u64, game)).unwrap();
    }
    writer.finish().unwrap();
    (games, file)
}

#[test]
fn what_an_index_is_sure_of_is_what_the_games_say() {
    for kept in [Kept::FirstMoves, Kept::AllMoves] {
        let (games, file) = written(kept);
        let index = Index::open(file, about()).unwrap();
        let mut sure = 0;
        for expression in [
            "player = 'Anna'",
            "player != 'Anna'",
            "not player = 'Anna'",
            "white is null",
            "winner = 'Anna' or loser = 'Anna'",
            "result = 1-0",
            "result is null",
            "date = 2023",
            "date >= '2023-05'",
            "not date < '2023-05'",
            "date is null",
            "month = 7",
            "year = 2023 and month = 2",
            "min_rating > 1700",
            "rating_gap = 50",
            "white_rating is null",
            "bot",
            "not titled",
            "eco = 'B90'",
            "event glob '*\"B\"*'",
            "site is null",
            "speed = 'correspondence'",
            "time_control = '180+2'",
            "ending = 'mate'",
            "variant != 'Standard'",
            "plies >= 4 and plies < 20",
            "tag('Site') = '?'",
            "setup",
            "has_comments",
            "position = 'rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2'",
            "position = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
            "not position = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'",
            "position = 'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3'",
            "position = '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1'",
            "moves = '1. e4 e5'",
            "moves = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3'",
            "not moves in ('1. e4', '1. d4')",
            "material = 'KPvK'",
            "position = '2rqk2r/1p3p2/pn1p1npr/Q2Pp2p/8/1N3P2/PPP3PP/1K1R1B1R w - - 0 1'",
            "date = '1999'",
            "date < '1999-06'",
            "date = 2020-01-01",
            "material = 'KvK'",
            "material = 'KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPP' and player = 'Long'",
        ] {
            let filter = Filter::parse(expression).unwrap();
            let (columns, lines) = Table::columns_for(&filter);
            let verdicts = filter.judge(&index.table(0, &columns, lines).unwrap());
            for (number, (game, verdict)) in games.iter().zip(verdicts).enumerate() {
                let passes = filter.truth(game) == Truth::True;
                sure += usize::from(verdict != Verdict::Ask);
                let agrees = match verdict {
                    Verdict::Yes => passes,
                    Verdict::No => !passes,
                    Verdict::Ask => true,
                };
                assert!(agrees, "{expression}, game {number}: {verdict:?}");
            }
        }
        assert!(sure > 250, "{sure}");
    }
}

#[test]
fn what_an_index_shows_is_what_the_games_show() {
    for kept in [Kept::FirstMoves, Kept::AllMoves] {
        let (games, file) = written(kept);
        let index = Index::open(file, about()).unwrap();
        let fields = Known::ALL.iter().copied();
        let table = index.table(0, &Table::columns_of(fields), false).unwrap();
        for &known in Known::ALL {
            let field = Field::Known(known);
            let is_told = field.is_single() && !Table::columns_of([known]).is_empty();
            for (number, game) in games.iter().enumerate() {
                let shown = table.value(&field, number);
                let expected = is_told.then(|| field.value(game));
                assert_eq!(shown, expected, "{field}, game {number}");
            }
        }
        let table = index.table(0, &Table::FOR_RECORDS, false).unwrap();
        for (number, game) in games.iter().enumerate() {
            assert_eq!(table.record(number), Record::of(game), "game {number}");
        }
    }
}

#[test]
fn texts_are_where_an_index_says() {
    let (games, file) = written(Kept::FirstMoves);
    let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
    let text = GAMES.concat();
    let mut rows = reader.get_row_iter(None).unwrap();
    for game in games {
        let row = rows.next().unwrap().unwrap();
        let (_, offset) = row
            .get_column_iter()
            .find(|(name, _)| *name == "text_offset")
            .unwrap();
        let offset: usize = offset.to_string().parse().unwrap();
        assert!(text.as_bytes()[offset..].starts_with(game.text()));
    }
}

#[test]
fn trees_of_an_index_are_those_of_the_games() {
    for kept in [Kept::FirstMoves, Kept::AllMoves] {
        let (games, file) = written(kept);
        let index = Index::open(file, about()).unwrap();
        let table = index.table(0, &Table::FOR_FACTS, true).unwrap();
        for root in [
            Root::start(),
            Root::of_moves("1. e4").unwrap(),
            Root::of_moves("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3").unwrap(),
            Root::of_position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -").unwrap(),
            Root::of_position("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq -").unwrap(),
            Root::of_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap(),
            Root::of_position(DEEP).unwrap(),
        ] {
            for (number, game) in games.iter().enumerate() {
                let visit = table.lines.as_ref().unwrap().visit(&root, number);
                assert!(
                    [root.visit(game), Visit::Unknown].contains(&visit),
                    "{number}: {visit:?}"
                );
                assert_eq!(table.facts(number), query::Facts::of(game));
            }
        }
    }
}

#[test]
fn every_changed_byte_and_every_cut_is_noticed() {
    let (_, file) = written(Kept::FirstMoves);
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Index::open(changed, about()).is_err(), "byte {at}");
        assert!(
            Index::open(file[..at].to_vec(), about()).is_err(),
            "cut at {at}"
        );
    }
    assert!(matches!(
        Index::open(b"PGN".to_vec(), about()),
        Err(Error::Foreign(_))
    ));
    for other in [
        About {
            digest: 16,
            ..about()
        },
        About {
            games: 11,
            ..about()
        },
    ] {
        let found = Index::open(file.clone(), other);
        assert!(matches!(found, Err(Error::OfAnother)));
    }
    assert!(Index::open(file, about()).is_ok());
}

#[test]
fn a_file_too_long_for_its_archive_is_refused_unread() {
    let most = about().most_bytes();
    let file = vec![0; usize::try_from(most).unwrap() + 1];
    assert!(matches!(Index::open(file, about()), Err(Error::TooLong)));
}

#[test]
fn whatever_is_sealed_is_a_table_or_an_error() {
    let columns = Table::columns_of(Known::ALL.iter().copied());
    let mut tables = 0;
    for kept in [Kept::FirstMoves, Kept::AllMoves] {
        let (_, file) = written(kept);
        for at in 0..file.len() {
            for change in [1_u8, 0x80, 0xFF] {
                let mut changed = file.clone();
                changed[at] ^= change;
                let Ok(index) = Index::open(sealed(changed), about()) else {
                    continue;
                };
                for part in 0..index.parts().len() {
                    let table = index.table(part, &columns, true);
                    tables += usize::from(table.is_ok());
                    let filter = Filter::parse("moves = '1. e4 e5' and material = 'KvK'");
                    let _ = table.map(|table| filter.unwrap().judge(&table));
                }
            }
        }
    }
    assert!(tables > 1000, "{tables}");
}

#[test]
fn an_archive_without_games_has_an_index() {
    let maker = Maker::new(Kept::AllMoves).unwrap();
    let mut file = Vec::new();
    Writer::new(&maker, 1, &mut file).unwrap().finish().unwrap();
    let about = About {
        digest: 1,
        games: 0,
        ..about()
    };
    assert!(Index::open(file, about).is_ok());
}

#[test]
fn every_column_is_described_for_people() {
    let document = include_str!("../../../docs/index.md");
    let rows = document
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('|').nth(2))
        .filter(|kind| kind.trim().bytes().all(|byte| byte.is_ascii_uppercase()))
        .count();
    for (kept, others) in [(Kept::FirstMoves, 1), (Kept::AllMoves, 2)] {
        let (_, file) = written(kept);
        let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr();
        for column in schema.columns() {
            let row = format!("| `{}` |", column.name());
            assert!(document.contains(&row), "docs/index.md has no row {row}");
        }
        assert_eq!(rows, schema.num_columns() + others);
    }
}
