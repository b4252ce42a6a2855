//! The rules a game is played by, and their names in the `Variant` tag.
//!
//! Format: "Positions and moves".

use shakmaty::variant::Variant as Rules;

/// A set of rules.
///
/// Chess960 is not a set of its own: it is [`Variant::Standard`] from another
/// set-up.
///
/// ```
/// use legal::Variant;
/// assert_eq!(Variant::from_tag(b"Three-check"), Some(Variant::ThreeCheck));
/// assert_eq!(Variant::from_tag(b"fischerandom"), Some(Variant::Standard));
/// assert_eq!(Variant::from_tag(b"Bughouse"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// FIDE chess and Chess960.
    #[default]
    Standard,
    /// Captures explode.
    Atomic,
    /// Captures are compulsory and the king is an ordinary piece; also known
    /// as suicide and giveaway chess.
    Antichess,
    /// A king in the centre wins.
    KingOfTheHill,
    /// The third check wins.
    ThreeCheck,
    /// Captured pieces are dropped back.
    Crazyhouse,
    /// The first king on the eighth rank wins.
    RacingKings,
    /// Pawns against pieces.
    Horde,
}

/// How files name Chess960, in lower case without spaces and punctuation.
const CHESS960: [&[u8]; 7] = [
    b"chess960",
    b"960",
    b"frc",
    b"fischerandom",
    b"fischerrandom",
    b"fischerandomchess",
    b"fischerrandomchess",
];

/// The letters and digits of a name in lower case, and their number; `None`
/// if there are too many for any variant.
fn plain(value: &[u8]) -> Option<([u8; 24], usize)> {
    let mut name = [0; 24];
    let mut length = 0;
    for byte in value.iter().filter(|byte| byte.is_ascii_alphanumeric()) {
        *name.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    Some((name, length))
}

impl Variant {
    /// Every variant, in the order of the stable codes 0 to 7.
    pub const ALL: [Variant; 8] = [
        Variant::Standard,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Crazyhouse,
        Variant::RacingKings,
        Variant::Horde,
    ];

    /// Whether the value of a `Variant` tag names Chess960, whose rules are
    /// those of [`Variant::Standard`].
    pub fn is_chess960_tag(value: &[u8]) -> bool {
        plain(value).is_some_and(|(name, length)| CHESS960.contains(&&name[..length]))
    }

    /// The variant that the value of a `Variant` tag names, by any spelling
    /// known from files; `None` where the rules are not implemented.
    ///
    /// Case, spaces and punctuation do not matter. An empty value and `?`
    /// name standard chess.
    pub fn from_tag(value: &[u8]) -> Option<Variant> {
        let (name, length) = plain(value)?;
        Some(match &name[..length] {
            b"" if value.iter().all(|byte| b" ?-".contains(byte)) => Variant::Standard,
            b"standard" | b"standardchess" | b"normal" | b"normalchess" | b"chess" | b"regular"
            | b"orthodox" | b"orthodoxchess" | b"classical" | b"fromposition" => Variant::Standard,
            name if CHESS960.contains(&name) => Variant::Standard,
            b"atomic" | b"atomicchess" => Variant::Atomic,
            b"antichess" | b"suicide" | b"suicidechess" | b"giveaway" | b"giveawaychess" => {
                Variant::Antichess
            }
            b"kingofthehill" | b"koth" => Variant::KingOfTheHill,
            b"threecheck" | b"threechecks" | b"3check" | b"3checks" | b"threecheckchess" => {
                Variant::ThreeCheck
            }
            b"crazyhouse" | b"zh" => Variant::Crazyhouse,
            b"racingkings" => Variant::RacingKings,
            b"horde" | b"hordechess" => Variant::Horde,
            _ => return None,
        })
    }

    /// The name as the `Variant` tags of Lichess have it.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Standard => "Standard",
            Variant::Atomic => "Atomic",
            Variant::Antichess => "Antichess",
            Variant::KingOfTheHill => "King of the Hill",
            Variant::ThreeCheck => "Three-check",
            Variant::Crazyhouse => "Crazyhouse",
            Variant::RacingKings => "Racing Kings",
            Variant::Horde => "Horde",
        }
    }

    pub(crate) fn rules(self) -> Rules {
        match self {
            Variant::Standard => Rules::Chess,
            Variant::Atomic => Rules::Atomic,
            Variant::Antichess => Rules::Antichess,
            Variant::KingOfTheHill => Rules::KingOfTheHill,
            Variant::ThreeCheck => Rules::ThreeCheck,
            Variant::Crazyhouse => Rules::Crazyhouse,
            Variant::RacingKings => Rules::RacingKings,
            Variant::Horde => Rules::Horde,
        }
    }

    pub(crate) fn from_rules(rules: Rules) -> Variant {
        match rules {
            Rules::Chess => Variant::Standard,
            Rules::Atomic => Variant::Atomic,
            Rules::Antichess => Variant::Antichess,
            Rules::KingOfTheHill => Variant::KingOfTheHill,
            Rules::ThreeCheck => Variant::ThreeCheck,
            Rules::Crazyhouse => Variant::Crazyhouse,
            Rules::RacingKings => Variant::RacingKings,
            Rules::Horde => Variant::Horde,
        }
    }
}
