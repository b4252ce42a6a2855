//! Predicts the tag `CurrentPosition`, the last position as a FEN.
//!
//! Format: "Stream derived".

use legal::{Bitboard, EnPassantMode, Square};

use crate::values::{Known, Said};
use game::parts::GameParts;

/// How a FEN is written, apart from its counters.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Form {
    /// In which cases the en passant square is given.
    en_passant: EnPassantMode,
    /// Whether a castling right remains after the rook was captured on its initial square, as on chess.com.
    lasting: bool,
    /// Whether the counters of moves follow.
    counters: bool,
}

const EN_PASSANT: [EnPassantMode; 3] = [
    EnPassantMode::Always,
    EnPassantMode::Legal,
    EnPassantMode::PseudoLegal,
];
/// Number of forms.
const FORMS: u32 = 12;

impl Form {
    fn of(number: u32) -> Self {
        Self {
            en_passant: EN_PASSANT[number as usize / 4 % EN_PASSANT.len()],
            lasting: number & 2 != 0,
            counters: number & 1 != 0,
        }
    }
}

/// The last position in all forms; `more` is how much more counters say than the position.
pub(super) fn known(game: &GameParts, more: [i64; 2]) -> Known {
    let mut known = Known::default();
    let (numbers, daily) = (numbers(game), game.time_control().each);
    for number in 0..FORMS {
        let form = Form::of(number);
        let mut value = written(game, form);
        if form.counters {
            for (number, more) in numbers.iter().zip(more) {
                let number = number.saturating_add(more).max(0);
                value.extend_from_slice(format!(" {number}").as_bytes());
            }
        }
        known.suggest(number, daily.into(), Some(Said::Made(value)));
    }
    known
}

/// How much more the counters of a value say than the last position, if it has counters.
pub(super) fn counters(game: &GameParts, value: &[u8]) -> Option<[i64; 2]> {
    let (_, found) = split(value);
    let (found, numbers) = (found?, numbers(game));
    Some([0, 1].map(|at| found[at] - numbers[at]))
}

/// The counters of the last position.
fn numbers(game: &GameParts) -> [i64; 2] {
    let last = game.main_line.last.as_ref();
    last.map_or([0; 2], |last| {
        [last.halfmoves().into(), last.fullmoves().into()]
    })
}

/// A number of at most nine digits without needless zeros.
fn number(value: &[u8]) -> Option<i64> {
    let digits = std::str::from_utf8(value).ok()?;
    let number: i64 = digits.parse().ok().filter(|_| digits.len() <= 9)?;
    (number >= 0 && number.to_string() == digits).then_some(number)
}

/// A FEN without its counters, and the counters.
fn split(value: &[u8]) -> (&[u8], Option<[i64; 2]>) {
    let mut parts = value.rsplitn(3, |&byte| byte == b' ');
    let (full, half) = (parts.next().and_then(number), parts.next().and_then(number));
    match (half, full, parts.next()) {
        (Some(half), Some(full), Some(bare)) => (bare, Some([half, full])),
        _ => (value, None),
    }
}

/// The last position in a form, without counters.
fn written(game: &GameParts, form: Form) -> Vec<u8> {
    let Some(position) = &game.main_line.last else {
        return Vec::new();
    };
    let fen = position.to_fen_with(form.en_passant);
    let mut fields: Vec<_> = fen.split(' ').take(4).collect();
    let rights = lasting_rights(game.main_line.left);
    if form.lasting && fields.len() > 2 {
        fields[2] = &rights;
    }
    fields.join(" ").into_bytes()
}

/// Castling rights that are lost only if the king or the rook leaves its square, from the initial position of standard chess.
fn lasting_rights(left: Bitboard) -> String {
    let rights = [
        (Square::E1, Square::H1, 'K'),
        (Square::E1, Square::A1, 'Q'),
        (Square::E8, Square::H8, 'k'),
        (Square::E8, Square::A8, 'q'),
    ];
    let kept = rights
        .into_iter()
        .filter(|&(king, rook, _)| !left.contains(king) && !left.contains(rook));
    let rights: String = kept.map(|(_, _, letter)| letter).collect();
    if rights.is_empty() {
        "-".into()
    } else {
        rights
    }
}
