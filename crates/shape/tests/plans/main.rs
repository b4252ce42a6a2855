//! Whatever is done with archives, every game that stays comes out to the byte.

use archive::{CompressOptions, ExpandOptions, Level, OnDamage, Reader, Spliced, compress, expand};
use proptest::prelude::*;
use query::Filter;
use shape::{Archives, Order, Outputs, Part, Plan, Writing, merge, sort, split, write};
use std::io::{self, Cursor};

mod duplicates;

fn config(block_games: u32) -> CompressOptions {
    CompressOptions::new()
        .provenance(false)
        .level(Level::Fast)
        .block_games(block_games)
        .threads(2)
}

/// An archive of a text, in blocks of at most so many games (a block has 16 bytes of text for each, too).
fn packed(text: &[u8], block_games: u32, name: Option<&str>) -> Vec<u8> {
    let config = config(block_games).file_name(name.map(str::to_owned).as_deref());
    let mut out = Vec::new();
    compress(text, &mut out, &config).unwrap();
    out
}

fn archives(files: &[Vec<u8>]) -> Archives<Cursor<Vec<u8>>> {
    let readers = files
        .iter()
        .map(|file| Reader::open(Cursor::new(file.clone()), &ExpandOptions::new()).unwrap());
    Archives::new(readers.collect()).unwrap()
}

fn games(file: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = Reader::open(Cursor::new(file), &ExpandOptions::new()).unwrap();
    let mut found = Vec::new();
    let all = 0..reader.len();
    reader
        .games_text(all, &mut |game| {
            found.push(game.to_vec());
            Ok(())
        })
        .unwrap();
    found
}

#[derive(Default)]
struct Memory(Vec<(Vec<u8>, Spliced)>);

impl Outputs for Memory {
    type File = Vec<u8>;

    fn begin(&mut self, output: usize) -> io::Result<Vec<u8>> {
        assert_eq!(output, self.0.len());
        Ok(Vec::new())
    }

    fn end(&mut self, _: usize, file: Vec<u8>, spliced: Spliced) -> io::Result<()> {
        self.0.push((file, spliced));
        Ok(())
    }
}

fn written(files: &[Vec<u8>], plan: &Plan, keeps_names: bool) -> Vec<(Vec<u8>, Spliced)> {
    let mut memory = Memory::default();
    let writing = Writing {
        options: &config(4096),
        keeps_names,
        temporary: &|| tempfile::tempfile(),
        manifest: "",
        changes: None,
    };
    write(&mut archives(files), plan, &writing, &mut memory).unwrap();
    for (file, spliced) in &memory.0 {
        let report = Reader::open(Cursor::new(file), &ExpandOptions::new())
            .unwrap()
            .report();
        assert_eq!(report.games, spliced.games);
        assert_eq!(report.text_bytes, spliced.text_bytes);
        assert_eq!(report.archive_bytes, spliced.archive_bytes);
    }
    memory.0
}

/// That each output has the games that the plan says, but for line ends that keep them apart.
fn check(files: &[Vec<u8>], plan: &Plan, outputs: &[(Vec<u8>, Spliced)]) {
    let all: Vec<Vec<u8>> = files.iter().flat_map(|file| games(file)).collect();
    assert_eq!(outputs.len(), plan.ends.len());
    let mut start = 0;
    for ((file, spliced), &end) in outputs.iter().zip(&plan.ends) {
        let wanted: Vec<&[u8]> = plan.order[start..end]
            .iter()
            .map(|&game| &all[game as usize][..])
            .collect();
        let found = games(file);
        assert_eq!(found.len(), wanted.len());
        let bytes = |games: usize| games as u64;
        let lengths = bytes(wanted.iter().map(|game| game.len()).sum()) + spliced.added_bytes;
        assert_eq!(lengths, bytes(found.iter().map(Vec::len).sum()));
        for (found, wanted) in found.iter().zip(wanted) {
            let is_same = found == wanted
                || spliced.added_bytes > 0 && found.trim_ascii() == wanted.trim_ascii();
            assert!(
                is_same,
                "{} for {}",
                found.escape_ascii(),
                wanted.escape_ascii()
            );
        }
        start = end;
    }
}

/// A text of a game, some of which no one would write.
fn game() -> impl Strategy<Value = String> {
    let moves = prop_oneof![
        8 => Just("1. e4 e5 2. Nf3 Nc6 1-0\n\n"),
        3 => Just("1. d4 { [%clk 0:01:00] } 1... d5 $1 (1... f5) 1/2-1/2\r\n\r\n"),
        1 => Just("1. e4 *"),
        1 => Just("1. e4 e5"),
        1 => Just("1. Ke7 { never closed "),
        1 => Just("(1. e4"),
        1 => Just("no chess at all\n"),
    ];
    (0..40u32, 0..6u32, 2000..2006u32, moves).prop_map(|(white, black, year, moves)| {
        let tags = format!(
            "[White \"P{white}\"]\n[Black \"Q{black}\"]\n[Date \"{year}.0{}.01\"]\n",
            white % 9 + 1
        );
        tags + "[ECO \"B90\"]\n\n" + moves
    })
}

/// Some archives of some files, with and without names.
fn files() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let file = (
        prop::collection::vec(game(), 1..60),
        1..12u32,
        any::<bool>(),
    );
    prop::collection::vec(prop::collection::vec(file, 1..3), 1..4).prop_map(|files| {
        let mut count = 0;
        let mut pack = |(games, block_games, is_named): (Vec<String>, u32, bool)| {
            count += 1;
            let name = format!("{count}.pgn");
            packed(
                games.concat().as_bytes(),
                block_games,
                is_named.then_some(&name[..]),
            )
        };
        files
            .into_iter()
            .map(|parts| parts.into_iter().flat_map(&mut pack).collect())
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn archives_put_together_have_the_same_games_and_names(files in files()) {
        let mut splice = archive::Splice::new(Vec::new(), &config(4096));
        merge(&mut archives(&files), &mut splice).unwrap();
        let (merged, spliced) = splice.finish().unwrap();
        let all: Vec<Vec<u8>> = files.iter().flat_map(|file| games(file)).collect();
        prop_assert!(games(&merged) == all);
        prop_assert_eq!((spliced.blocks_coded, spliced.added_bytes), (0, 0));
        let text = |bytes: &[u8]| {
            let (mut text, mut border) = (Vec::new(), archive::Border::default());
            archive::expand(bytes, archive::Apart(&mut text, &mut border), &ExpandOptions::new().threads(1).on_damage(OnDamage::StopUnlessUnfinished)).unwrap();
            text
        };
        prop_assert!(text(&merged) == text(&files.concat()));
        let names = |bytes: &[u8]| Reader::open(Cursor::new(bytes), &ExpandOptions::new()).unwrap().files();
        let told = |bytes: &[u8]| names(bytes).into_iter().map(|file| (file.name, file.games, file.text_bytes)).collect::<Vec<_>>();
        prop_assert_eq!(told(&merged), told(&files.concat()));
    }

    #[test]
    fn games_that_are_chosen_come_out_in_their_order(files in files(), choice in prop::collection::vec(any::<bool>(), 400), keeps in any::<bool>()) {
        let count = archives(&files).games();
        let order = (0..count).filter(|&game| choice[game as usize % 400] || game % 50 > 20).collect();
        let plan = Plan::one(order);
        check(&files, &plan, &written(&files, &plan, keeps));
    }

    #[test]
    fn games_come_out_in_any_order_and_in_any_number_of_outputs(
        files in files(),
        seed in any::<u64>(),
        cuts in prop::collection::vec(0..100usize, 0..5),
    ) {
        let count = archives(&files).games();
        let mut order: Vec<u32> = (0..count).collect();
        // Long runs in between, and some games twice.
        let at = seed as usize % order.len();
        order.rotate_left(at);
        if seed % 3 == 0 {
            order.extend(0..count / 2);
        }
        if seed % 2 == 0 {
            fastrand::Rng::with_seed(seed).shuffle(&mut order);
        }
        let mut ends: Vec<usize> = cuts.into_iter().map(|cut| cut * order.len() / 100).collect();
        ends.push(order.len());
        ends.sort_unstable();
        let plan = Plan { order, ends };
        check(&files, &plan, &written(&files, &plan, false));
    }
}

proptest! {
    // Each case writes seven sets of archives.
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn every_way_to_split_and_sort_takes_each_game(files in files(), bytes in 1..4000u64) {
        let all = Filter::parse("white is not null or white is null").unwrap();
        let empty = Filter::of(&query::Conditions::default()).unwrap();
        let count = archives(&files).games();
        for by in [Part::Year, Part::Month, Part::Event, Part::Eco, Part::Games(7), Part::Size(bytes), Part::Studies] {
            let parts = split(&mut archives(&files), &all, by).unwrap();
            prop_assert_eq!(parts.names.len(), parts.plan.ends.len());
            let mut taken = parts.plan.order.clone();
            taken.sort_unstable();
            prop_assert_eq!(taken, (0..count).collect::<Vec<_>>());
            let outputs = written(&files, &parts.plan, false);
            check(&files, &parts.plan, &outputs);
            if let Part::Size(bytes) = by {
                let fits = |(_, spliced): &(Vec<u8>, Spliced)| spliced.text_bytes - spliced.added_bytes <= bytes || spliced.games == 1;
                prop_assert!(outputs.iter().all(fits));
            }
        }
        let order = Order::parse("-date,white,plies").unwrap();
        let sorted = sort(&mut archives(&files), &empty, &order).unwrap();
        let plan = Plan::one(sorted.clone());
        check(&files, &plan, &written(&files, &plan, false));
        let mut taken = sorted;
        taken.sort_unstable();
        prop_assert_eq!(taken, (0..count).collect::<Vec<_>>());
    }
}

#[test]
fn whole_blocks_are_copied_and_only_those_that_lose_a_game_are_coded() {
    let text: String = (0..200)
        .map(|n| format!("[White \"P{n}\"]\n\n1. e4 e5 {{ {n} }} *\n\n"))
        .collect();
    let files = [packed(text.as_bytes(), 20, None)];
    assert_eq!(archives(&files).games(), 200);
    let blocks = Reader::open(Cursor::new(&files[0]), &ExpandOptions::new())
        .unwrap()
        .blocks()
        .len() as u64;
    let order: Vec<u32> = (0..200).filter(|&game| game != 45 && game != 139).collect();
    let outputs = written(&files, &Plan::one(order), false);
    let spliced = outputs[0].1;
    assert_eq!(
        (spliced.blocks_copied, spliced.blocks_coded),
        (blocks - 2, 2)
    );
    let mut found = Vec::new();
    expand(
        &outputs[0].0[..],
        &mut found,
        &ExpandOptions::new().threads(1),
    )
    .unwrap();
    let without = text
        .replace("[White \"P45\"]\n\n1. e4 e5 { 45 } *\n\n", "")
        .replace("[White \"P139\"]\n\n1. e4 e5 { 139 } *\n\n", "");
    assert!(found == without.as_bytes());
    // One archive, not one for each change between the two.
    assert_eq!(
        Reader::open(Cursor::new(&outputs[0].0), &ExpandOptions::new())
            .unwrap()
            .report()
            .archives,
        1
    );
}
