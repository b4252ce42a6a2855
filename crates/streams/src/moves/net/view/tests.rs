use super::*;
use legal::Variant;

#[test]
fn a_view_does_not_depend_on_colour_or_side_of_the_board() {
    let view = |fen| {
        let position = Position::from_fen(fen, Variant::Standard).unwrap();
        View::new(&position, &position.legal_moves())
    };
    let white = view("4k3/8/8/3r4/8/8/1PP5/1K5R w - - 0 1");
    let black = view("1k5r/1pp5/8/8/3R4/8/8/4K3 b - - 0 1");
    let mirrored = view("3k4/8/8/4r3/8/8/5PP1/R5K1 w - - 0 1");
    for other in [&black, &mirrored] {
        assert_eq!(white.planes, other.planes);
        assert_eq!(white.other.cheaper, other.other.cheaper);
        assert_eq!(white.king, other.king);
    }
    assert_eq!((white.flip, black.flip, mirrored.flip), (7, 63, 0));
}
