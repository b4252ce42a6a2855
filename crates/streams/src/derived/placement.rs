//! Codes the tag `CurrentPosition`, the last position as a FEN.
//!
//! Format: "Stream derived".

use entropy::Code;
use legal::{Bitboard, EnPassantMode, Square};
use model::move_to_front::MoveToFront;
use model::number::{Decisions, hash};

use super::count::number;
use super::plain::{Place, Plain};
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

/// Model of these values.
#[derive(Clone)]
pub(super) struct Placement {
    forms: MoveToFront,
    counters: Decisions<2>,
    last: [i64; 2],
}

impl Placement {
    pub fn new() -> Self {
        Self {
            forms: MoveToFront::new(6),
            counters: Decisions::new(10),
            last: [0; 2],
        }
    }

    /// Codes a value. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &GameParts,
        plain: &mut Plain,
        column: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let (bare, counters) = split(value);
        let daily = game.time_control().each;
        let context = hash(&[column, daily.into()]);
        let usual = self.forms.guess(context).unwrap_or(0);
        let fits = |&form: &u32| {
            Form::of(form).counters == counters.is_some() && written(game, Form::of(form)) == bare
        };
        let form = if coder.decodes() {
            None
        } else {
            std::iter::once(usual)
                .chain(0..FORMS)
                .find(|form| *form < FORMS && fits(form))
        };
        let symbol = form.unwrap_or(FORMS);
        let form = self.forms.symbol(coder, context, symbol, FORMS + 1);
        if form == FORMS {
            let place = Place {
                column,
                context: 0,
                reference: &written(game, Form::of(usual)),
            };
            return plain.code(coder, place, value, limit);
        }
        let form = Form::of(form);
        let mut found = written(game, form);
        if form.counters {
            let last = game.main_line.last.as_ref();
            let expected = last.map_or([0; 2], |last| [last.halfmoves(), last.fullmoves()]);
            for (at, expected) in expected.into_iter().enumerate() {
                let expected = i64::from(expected);
                let difference = counters.map_or(0, |counters| counters[at] - expected);
                let contexts = [at as u32, hash(&[at as u32, self.last[at] as u32])];
                let difference = self.counters.signed(coder, contexts, difference);
                self.last[at] = difference;
                let number = expected.saturating_add(difference).max(0);
                found.extend_from_slice(format!(" {number}").as_bytes());
            }
        }
        Some(found)
    }
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
