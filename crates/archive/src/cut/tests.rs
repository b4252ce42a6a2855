use super::*;

fn blocks(text: &[u8], options: CompressOptions) -> Vec<Vec<u8>> {
    let mut cutter = Cutter::new(text, options);
    let blocks: Vec<_> = std::iter::from_fn(|| match cutter.next_block().unwrap() {
        Next::Job(block) => Some(block),
        Next::Pause | Next::End => None,
    })
    .map(|block| block.original().unwrap().into_owned())
    .collect();
    assert_eq!(blocks.concat(), text);
    blocks
}

fn text(games: usize) -> Vec<u8> {
    (0..games)
        .flat_map(|n| format!("[Event \"Game {n:5}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n").into_bytes())
        .collect()
}

#[test]
fn a_block_closes_at_the_first_game_end_past_its_games() {
    let options = CompressOptions::new().block_games(7);
    let blocks = blocks(&text(100), options);
    assert_eq!(blocks.len(), 15);
    assert!(
        blocks[..14]
            .iter()
            .all(|block| pgn::games(block).count() == 7)
    );
}

#[test]
fn a_block_closes_at_the_first_game_end_past_its_bytes() {
    let options = CompressOptions::new().block_bytes(1000);
    let game = text(1).len();
    for block in &blocks(&text(100_000), options)[..100] {
        assert_eq!(block.len(), 1000_usize.next_multiple_of(game));
    }
}

#[test]
fn a_game_that_never_ends_is_cut() {
    let options = CompressOptions::new().block_bytes(1000);
    let mut text = text(3);
    text.extend_from_slice(&[b'x'; 10_500]);
    let lengths: Vec<usize> = blocks(&text, options).iter().map(Vec::len).collect();
    assert!(lengths.iter().all(|&length| length <= 2000), "{lengths:?}");
    assert_eq!(lengths.len(), 6, "{lengths:?}");
}

#[test]
fn an_empty_text_has_no_blocks() {
    assert!(blocks(b"", CompressOptions::new()).is_empty());
}
