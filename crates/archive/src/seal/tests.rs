use super::*;
use std::sync::LazyLock;

const TEXT: &[u8] = b"[White \"Anna\"]\n\n1. e4 e5 *\n";

fn back(sealed: &SealedBlock) -> Vec<u8> {
    let header = BlockHeader::read(&sealed.header.write(5), 5).unwrap();
    assert_eq!(header, sealed.header);
    let payload = sealed.payload.concat();
    let found = FoundBlock {
        model: Model::default(),
        place: Place::default(),
        header,
        payload,
        payload_offset: 0,
        extent: Extent::Whole,
    };
    found.check().unwrap();
    Text::decode(&found, &Workers::alone())
        .and_then(Text::whole)
        .unwrap()
}

fn sealed_alone(text: &[u8]) -> SealedBlock {
    let text = BlockText::plain(text.to_vec());
    seal(text, &CompressOptions::new(), &Workers::alone())
}

fn checker(verify: Verify, model: &Model) -> Checker<'_> {
    static ALONE: LazyLock<Workers> = LazyLock::new(Workers::alone);
    Checker {
        model,
        verify,
        workers: &ALONE,
    }
}

#[test]
fn a_block_comes_back() {
    let sealed = sealed_alone(TEXT);
    assert!(!sealed.rescued);
    assert_eq!(back(&sealed), TEXT);
}

#[test]
fn a_short_text_is_coded_where_that_is_smaller() {
    let text = b"[White \"Anna\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";
    let sealed = sealed_alone(text);
    assert!(!sealed.header.summary.is_raw());
    assert_eq!(back(&sealed), text);
    let sealed = sealed_alone(b"?");
    assert!(sealed.header.summary.is_raw());
}

#[test]
fn a_codec_that_panics_or_garbles_loses_nothing() {
    let streams = |streams: &[(Stream, &[u8])]| EncodedBlock {
        facts: BlockFacts {
            games: u64::MAX,
            dates: Some((9, 3)),
            ..BlockFacts::default()
        },
        tag_pairs: 0,
        streams: streams
            .iter()
            .map(|(stream, bytes)| (*stream, bytes.to_vec()))
            .collect(),
        moves: Vec::new(),
    };
    type Codec<'a> = &'a dyn Fn(&[u8], u64) -> EncodedBlock;
    let codecs: [Codec<'_>; 5] = [
        &|_, _| panic!("a bug in the codec"),
        &|text, _| streams(&[(Stream::Stored, &text[..text.len() - 1])]),
        &|_, _| streams(&[(Stream::Moves, b"x"), (Stream::Tags, b"y")]),
        &|_, _| streams(&[(Stream::Moves, b"")]),
        &|_, _| streams(&[]),
    ];
    for (number, codec) in codecs.into_iter().enumerate() {
        for verify in [Verify::Full, Verify::Replay] {
            let sealed = seal_by(
                codec,
                BlockText::plain(TEXT.to_vec()),
                &checker(verify, &Model::default()),
            );
            assert!(sealed.rescued, "codec {number}, {verify}");
            assert_eq!(back(&sealed), TEXT, "codec {number}, {verify}");
        }
    }
}

#[test]
fn a_codec_that_makes_a_text_longer_is_not_used() {
    let longer = |text: &[u8], _: u64| EncodedBlock {
        facts: BlockFacts {
            games: 1,
            ..BlockFacts::default()
        },
        tag_pairs: 0,
        streams: vec![(Stream::Layout, [text, text].concat())],
        moves: Vec::new(),
    };
    let sealed = seal_by(
        longer,
        BlockText::plain(TEXT.to_vec()),
        &checker(Verify::Full, &Model::default()),
    );
    assert!(!sealed.rescued && sealed.header.summary.is_raw());
    assert_eq!(sealed.header.summary.facts.games, 1);
    assert_eq!(back(&sealed), TEXT);
}

/// Games that have many moves and make several groups.
fn groups() -> Vec<u8> {
    let game = |number: usize| {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7";
        let last = ["12. Nbd2", "12. d5", "12. b4", "12. a4"][number * number / 11 % 4];
        // No game repeats another.
        let (minutes, seconds) = (number / 60, number % 60);
        format!(
            "[White \"Player {number}\"]\n\n{moves} {last} {{[%clk 0:{minutes:02}:{seconds:02}]}} 1-0\n\n"
        )
    };
    (0..600).map(game).collect::<String>().into_bytes()
}

fn encoded(text: &[u8], least_bytes: u64) -> EncodedBlock {
    let encoding = Encoding {
        model: &Model::of(crate::Level::Fast),
        grouping: Grouping::of(40),
        least_bytes,
        records_moves: true,
        workers: &Workers::alone(),
    };
    encoding.encode(text)
}

/// Whether the text is stored because of what happens to its streams before they are verified in a certain way.
fn rescues(verify: Verify, text: &[u8], harm: &dyn Fn(&mut EncodedBlock)) -> bool {
    let codec = |text: &[u8], least_bytes: u64| {
        let mut encoded = encoded(text, least_bytes);
        harm(&mut encoded);
        encoded
    };
    let model = Model::of(crate::Level::Fast);
    let sealed = seal_by(
        codec,
        BlockText::plain(text.to_vec()),
        &checker(verify, &model),
    );
    sealed.rescued
}

/// Makes the checksums of the groups right again, so that they are not what tells.
fn mend(encoded: &mut EncodedBlock) {
    let streams = block::borrowed(&encoded.streams);
    let payload = BlockPayload {
        facts: &encoded.facts,
        streams: &streams,
    };
    let table = block::mended_table(&payload);
    let found = encoded
        .streams
        .iter_mut()
        .find(|(stream, _)| *stream == Stream::Groups);
    if let (Some(table), Some((_, bytes))) = (table, found) {
        *bytes = table;
    }
}

#[test]
fn a_flipped_bit_in_any_stream_is_found_in_each_way_of_verifying() {
    let text = groups();
    let streams = encoded(&text, 0).streams;
    assert!(streams.iter().any(|(stream, _)| *stream == Stream::Groups));
    for verify in [Verify::Full, Verify::Replay] {
        assert!(!rescues(verify, &text, &|_| {}), "{verify}");
        for (number, (stream, bytes)) in streams.iter().enumerate() {
            // A bit of a short message may mean nothing.
            if bytes.len() < 64 {
                continue;
            }
            for at in [0, bytes.len() / 2] {
                let harm = |encoded: &mut EncodedBlock| {
                    encoded.streams[number].1[at] ^= 0x40;
                    mend(encoded);
                };
                assert!(
                    rescues(verify, &text, &harm),
                    "{verify}, {stream}, byte {at}"
                );
            }
        }
    }
}

#[test]
fn other_moves_than_were_recorded_are_found() {
    let text = groups();
    // A coder of moves that errs in one group: what it writes is sound, but says something else than it should.
    let swap =
        |from: usize, to: usize| move |encoded: &mut EncodedBlock| encoded.moves.swap(from, to);
    let groups = encoded(&text, 0).moves.len();
    assert!(groups > 6, "{groups}");
    // One of the two groups is not predicted again.
    assert!(rescues(Verify::Replay, &text, &swap(2, 3)));
    assert!(rescues(Verify::Replay, &text, &swap(3, groups - 1)));
    assert!(!rescues(Verify::Full, &text, &swap(2, 3)));
    let forget = |encoded: &mut EncodedBlock| {
        for record in &mut encoded.moves[1..] {
            *record = MoveRecord::default();
        }
    };
    assert!(rescues(Verify::Replay, &text, &forget));
}

#[test]
fn another_model_of_moves_is_found_by_the_groups_that_are_predicted_again() {
    let text = groups();
    let codec = |text: &[u8], least_bytes: u64| encoded(text, least_bytes);
    let other = Model::of(crate::Level::Default);
    for verify in [Verify::Full, Verify::Replay] {
        let plain = BlockText::plain(text.clone());
        assert!(seal_by(codec, plain, &checker(verify, &other)).rescued);
    }
}
