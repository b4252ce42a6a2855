//! What fuzzing has found, each with the property that it broke.

use fuzz::must_hold;

#[test]
fn a_king_that_is_taken_in_racing_kings() {
    let game = b"[Variant \"Racing Kings\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/nkrbNBRK/qrbBNnRQ w - - 0 1\"]\n\n\
        1. N2d4 Nxh2 2. Nf3 Nf1 *\n";
    for property in [
        "spelling_what_was_read_gives_the_text",
        "blocks_give_their_text_back",
        "compressing_then_expanding_gives_the_same_bytes",
    ] {
        must_hold(property, game);
    }
    must_hold(
        "fens_come_back_or_are_refused",
        b"8/8/8/8/8/8/nkrbNBRK/qrbBNnRQ w - -  1",
    );
}

#[test]
fn two_copies_of_one_of_which_nothing_is_left() {
    let game = b"[Event \"Test\x1b[0m\"]\n\n1. e4\x0be5\x0c2. Nf3 \x7f *\x1a";
    must_hold("what_is_salvaged_is_of_the_text", game);
}

/// A change behind the checksums reaches the decoder in every kind of block.
#[test]
fn changes_in_every_kind_of_block_are_mended() {
    let noise: Vec<u8> = (0..40_u32).map(|at| ((at * at * 37) >> 3) as u8).collect();
    let game = b"[White \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(300);
    let wide: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(game.iter().flat_map(|byte| [*byte, 0]))
        .collect();
    for text in [noise, game, wide] {
        let mut archive = Vec::new();
        let config = archive::CompressOptions::new()
            .provenance(false)
            .level(archive::Level::Fast);
        archive::compress(&text[..], &mut archive, &config).unwrap();
        let said = |archive: &[u8]| match archive::expand(
            archive,
            &mut Vec::new(),
            &archive::ExpandOptions::new().threads(1),
        ) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        let sound = archive.clone();
        assert_eq!(archive::fuzzing::mend(&mut archive), text.len() as u64);
        assert!(archive == sound, "a sound archive stays");
        // In the last stream of the last block, before the index or the footer.
        let at = archive.len() - 30;
        archive[at] ^= 1;
        let told = said(&archive);
        assert!(told.contains("checksum"), "{told}");
        archive::fuzzing::mend(&mut archive);
        let told = said(&archive);
        assert!(!told.contains("checksum of the streams"), "{told}");
        assert!(!told.contains("checksum of a group's part"), "{told}");
    }
}
