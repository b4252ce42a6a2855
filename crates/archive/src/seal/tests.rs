use super::*;

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
    };
    found.check().unwrap();
    Text::decode(&found).and_then(Text::whole).unwrap()
}

#[test]
fn a_block_comes_back() {
    let sealed = seal(BlockText::plain(TEXT.to_vec()), &CompressOptions::new());
    assert!(!sealed.rescued);
    assert_eq!(back(&sealed), TEXT);
}

#[test]
fn a_short_text_is_coded_where_that_is_smaller() {
    let text = b"[White \"Anna\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";
    let sealed = seal(BlockText::plain(text.to_vec()), &CompressOptions::new());
    assert!(!sealed.header.summary.is_raw());
    assert_eq!(back(&sealed), text);
    let sealed = seal(BlockText::plain(b"?".to_vec()), &CompressOptions::new());
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
    };
    type Codec<'a> = &'a dyn Fn(&[u8], &Model, u64) -> EncodedBlock;
    let codecs: [Codec<'_>; 5] = [
        &|_, _, _| panic!("a bug in the codec"),
        &|text, _, _| streams(&[(Stream::Stored, &text[..text.len() - 1])]),
        &|_, _, _| streams(&[(Stream::Moves, b"x"), (Stream::Tags, b"y")]),
        &|_, _, _| streams(&[(Stream::Moves, b"")]),
        &|_, _, _| streams(&[]),
    ];
    for (number, codec) in codecs.into_iter().enumerate() {
        let sealed = seal_by(
            codec,
            BlockText::plain(TEXT.to_vec()),
            &Model::default(),
            true,
        );
        assert!(sealed.rescued, "codec {number}");
        assert_eq!(back(&sealed), TEXT, "codec {number}");
    }
}

#[test]
fn a_codec_that_makes_a_text_longer_is_not_used() {
    let longer = |text: &[u8], _: &Model, _: u64| EncodedBlock {
        facts: BlockFacts {
            games: 1,
            ..BlockFacts::default()
        },
        tag_pairs: 0,
        streams: vec![(Stream::Layout, [text, text].concat())],
    };
    let sealed = seal_by(
        longer,
        BlockText::plain(TEXT.to_vec()),
        &Model::default(),
        true,
    );
    assert!(!sealed.rescued && sealed.header.summary.is_raw());
    assert_eq!(sealed.header.summary.facts.games, 1);
    assert_eq!(back(&sealed), TEXT);
}
