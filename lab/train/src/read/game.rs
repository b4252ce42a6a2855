//! The text of a game to what is learnt from.

use super::Purpose;
use crate::games::{is_unknown, player};
use legal::{LegalMoves, Position, san};
use pgn::{TagPair, Token, TokenKind, lex};
use streams::moves::{Pace, Setting, Site};

/// Games of more plies are no games: they are tests, or several games in one.
pub const LONGEST_PLIES: usize = 1200;
/// Games of fewer plies show nothing.
const SHORTEST_PLIES: usize = 2;

/// Why a game was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// A variant, or from another position.
    NotStandard,
    /// A move that is not legal, cannot be read, or is a null move.
    Unreadable,
    /// Fewer than 2 plies.
    Short,
    /// More than [`LONGEST_PLIES`] plies.
    Long,
    /// A player is an engine of the server's, or unknown on a server.
    Player,
    /// By correspondence, on a server.
    Correspondence,
}

impl Skip {
    /// All reasons, in the order in which [`Count`](super::Count) has them.
    pub const ALL: [Self; 6] = [
        Self::NotStandard,
        Self::Unreadable,
        Self::Short,
        Self::Long,
        Self::Player,
        Self::Correspondence,
    ];
}

/// A game that is kept: the fields of [`GameRef`](crate::games::GameRef) that come from its text.
pub(super) struct Game {
    pub setting: Setting,
    pub players: [u32; 2],
    pub plies: Vec<u8>,
}

/// Reads a game; `legal` is scratch room.
pub(super) fn parse(text: &[u8], purpose: Purpose, legal: &mut LegalMoves) -> Result<Game, Skip> {
    let pairs: Vec<_> = lex(text)
        .take_while(|token| !begins_movetext(token.kind))
        .filter_map(|token| token.tag_pair())
        .collect();
    let tags = Tags(&pairs);
    let variant = tags.value(b"Variant").unwrap_or(b"Standard");
    if tags.value(b"FEN").is_some() || !variant.eq_ignore_ascii_case(b"Standard") {
        return Err(Skip::NotStandard);
    }
    let setting = Setting::from_tags(|name| tags.value(name));
    let names = [b"White", b"Black"].map(|name| tags.value(name).unwrap_or_default());
    if purpose == Purpose::Training {
        check(setting, names)?;
    }
    let plies = main_line(text, legal)?;
    let players = names.map(player);
    Ok(Game {
        setting,
        players,
        plies,
    })
}

struct Tags<'a>(&'a [TagPair<'a>]);

impl<'a> Tags<'a> {
    /// The value of the first tag of that name.
    fn value(&self, name: &[u8]) -> Option<&'a [u8]> {
        let pair = self.0.iter().find(|pair| pair.name == name)?;
        Some(pair.value)
    }
}

fn begins_movetext(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::San | TokenKind::MoveNumber | TokenKind::Comment | TokenKind::Termination
    )
}

fn check(setting: Setting, names: [&[u8]; 2]) -> Result<(), Skip> {
    let on_server = setting.site != Site::Other;
    let is_no_one =
        |name: &[u8]| name.starts_with(b"lichess AI level ") || on_server && is_unknown(name);
    if names.into_iter().any(is_no_one) {
        return Err(Skip::Player);
    }
    if on_server && setting.pace == Pace::Correspondence {
        return Err(Skip::Correspondence);
    }
    Ok(())
}

/// The indices of the moves outside variations, up to the termination.
fn main_line(text: &[u8], legal: &mut LegalMoves) -> Result<Vec<u8>, Skip> {
    let mut position = Position::standard();
    let mut plies = Vec::new();
    let mut variations = 0_usize;
    for Token { kind, text } in lex(text) {
        match kind {
            TokenKind::VariationOpen => variations += 1,
            TokenKind::VariationClose => variations = variations.saturating_sub(1),
            _ if variations > 0 => {}
            TokenKind::Termination => break,
            TokenKind::NullMove => return Err(Skip::Unreadable),
            TokenKind::San => {
                position.legal_moves_into(legal);
                let index = san::read(text, &position, legal).ok_or(Skip::Unreadable)?;
                if plies.len() == LONGEST_PLIES {
                    return Err(Skip::Long);
                }
                plies.push(u8::try_from(index).map_err(|_| Skip::Unreadable)?);
                position.play(legal[index]);
            }
            _ => {}
        }
    }
    if plies.len() < SHORTEST_PLIES {
        return Err(Skip::Short);
    }
    Ok(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str, purpose: Purpose) -> Result<usize, Skip> {
        let game = parse(text.as_bytes(), purpose, &mut LegalMoves::new())?;
        Ok(game.plies.len())
    }

    fn played(tags: &[(&str, &str)]) -> String {
        let tags = tags
            .iter()
            .map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        tags.collect::<String>() + "\n1. e4 e5 2. Nf3 *\n"
    }

    #[test]
    fn the_main_line_counts_alone() {
        let text = "{ e4 } 1. e4! {d4} (1. d4 (1. c4) d5) e5 $1 ; Nf3\n2. Nf3 1-0\n\nNc6 at last";
        assert_eq!(outcome(text, Purpose::Training), Ok(3));
    }

    #[test]
    fn games_that_cannot_be_followed_are_skipped_whole() {
        for text in ["1. e4 e5 2. Ke3 *", "1. e4 -- 2. d4 *", "1. Nd2 d5 *"] {
            assert_eq!(outcome(text, Purpose::Training), Err(Skip::Unreadable));
        }
    }

    #[test]
    fn only_games_of_sensible_length_are_kept() {
        assert_eq!(outcome("1. e4 *", Purpose::Training), Err(Skip::Short));
        assert_eq!(outcome("0-1", Purpose::Training), Err(Skip::Short));
        let longest = "Nf3 Nf6 Ng1 Ng8 ".repeat(LONGEST_PLIES / 4);
        assert_eq!(outcome(&longest, Purpose::Training), Ok(LONGEST_PLIES));
        let longer = longest + "e4";
        assert_eq!(outcome(&longer, Purpose::Training), Err(Skip::Long));
    }

    #[test]
    fn only_standard_chess_from_its_initial_position_is_kept() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for tag in [("Variant", "Atomic"), ("Variant", "Chess960"), ("FEN", fen)] {
            let text = played(&[tag]);
            assert_eq!(outcome(&text, Purpose::Exclusion), Err(Skip::NotStandard));
        }
        let text = played(&[("Variant", "standard")]);
        assert_eq!(outcome(&text, Purpose::Training), Ok(3));
    }

    #[test]
    fn on_servers_players_must_be_known_and_games_in_one_sitting() {
        let lichess = ("Site", "https://lichess.org/abcdefgh");
        let (anna, emil) = (("White", "Anna"), ("Black", "Emil"));
        let ai = ("Black", "lichess AI level 5");
        for (tags, expected) in [
            (vec![lichess, anna, emil], Ok(3)),
            (vec![lichess, anna], Err(Skip::Player)),
            (vec![lichess, anna, ("Black", "?")], Err(Skip::Player)),
            (
                vec![lichess, anna, ("Black", "Anonymous")],
                Err(Skip::Player),
            ),
            (vec![lichess, anna, ai], Err(Skip::Player)),
            (vec![("Site", "Oslo"), anna, ai], Err(Skip::Player)),
            (vec![("Site", "Oslo"), anna, ("Black", "?")], Ok(3)),
            (
                vec![lichess, anna, emil, ("TimeControl", "-")],
                Err(Skip::Correspondence),
            ),
            (
                vec![
                    ("Site", "Chess.com"),
                    anna,
                    emil,
                    ("TimeControl", "1/86400"),
                ],
                Err(Skip::Correspondence),
            ),
            (
                vec![("Site", "ICCF"), anna, emil, ("TimeControl", "-")],
                Ok(3),
            ),
        ] {
            let text = played(&tags);
            assert_eq!(outcome(&text, Purpose::Training), expected, "{text}");
            assert_eq!(outcome(&text, Purpose::Exclusion), Ok(3));
        }
    }

    #[test]
    fn reasons_stand_in_the_order_of_their_numbers() {
        for (number, skip) in Skip::ALL.into_iter().enumerate() {
            assert_eq!(skip as usize, number);
        }
    }
}
