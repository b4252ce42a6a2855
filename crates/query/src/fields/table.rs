//! The table: a row for each field.
//!
//! Not part of the format. Names and types of columns are those of Aix's tables, if those have such a column.
//!
//! A row says, in this order: what the field means, in Markdown (links are those of docs/); its name here and for people, and other names;
//! its kind in filters, and its type as a column of tables, or `NO_TEST` or `NO_COLUMN`; the parts of a game that are needed; the letters
//! that a listing gives it; and how it is read. docs/architecture.md says what else a new field needs.

use super::row::{Row, Told};
use super::{Entry, Item, Kind, OneGame, Read, Type, Value, plies, replay, tags};
use crate::ids::{self, GameId};
use crate::{ending, time};
use archive::{Columns, Outcome};

macro_rules! fields {
    ($($(#[doc = $help:literal])+ $field:ident $name:literal $(or $alias:literal)*: $kind:expr, $column:expr, $needs:expr, $width:expr, $read:expr;)*) => {
        /// A field of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Known { $($(#[doc = $help])+ $field),* }

        impl Known {
            /// All fields.
            pub const ALL: &'static [Self] = &[$(Self::$field),*];
        }

        const TABLE: &[Entry] = &[$(Entry {
            name: $name,
            aliases: &[$($alias),*],
            help: concat!($($help),+),
            kind: $kind,
            column: $column,
            needs: $needs,
            width: $width,
            read: $read,
        }),*];
    };
}

const NUMBER: Option<Kind> = Some(Kind::Number);
const WORDS: Option<Kind> = Some(Kind::Text);
const NAME: Option<Kind> = Some(Kind::Name);
const DAYS: Option<Kind> = Some(Kind::Date);
const TRUTH: Option<Kind> = Some(Kind::Truth);
const BOARD: Option<Kind> = Some(Kind::Board);
/// Not in filters.
const NO_TEST: Option<Kind> = None;

const BOOLEAN: Option<Type> = Some(Type::Truth);
const U8: Option<Type> = Some(Type::U8);
const U16: Option<Type> = Some(Type::U16);
const U32: Option<Type> = Some(Type::U32);
const U64: Option<Type> = Some(Type::U64);
const I16: Option<Type> = Some(Type::I16);
const F64: Option<Type> = Some(Type::F64);
const TEXT: Option<Type> = Some(Type::Text);
const DATE: Option<Type> = Some(Type::Date);
const TIMESTAMP: Option<Type> = Some(Type::Timestamp);
const TEXTS: Option<Type> = Some(Type::List(Item::Text));
const U16S: Option<Type> = Some(Type::List(Item::U16));
const U32S: Option<Type> = Some(Type::List(Item::U32));
const U64S: Option<Type> = Some(Type::List(Item::U64));
const I16S: Option<Type> = Some(Type::List(Item::I16));
const I32S: Option<Type> = Some(Type::List(Item::I32));
const F32S: Option<Type> = Some(Type::List(Item::F32));
/// Not in tables.
const NO_COLUMN: Option<Type> = None;

const TAGS: &[Columns] = &[Columns::TAGS];
const DERIVED: &[Columns] = &[Columns::DERIVED_TAGS];
const MOVES: &[Columns] = &[Columns::MOVES];
const ENDING: &[Columns] = &[Columns::MOVES, Columns::DERIVED_TAGS];
const CLOCKS: &[Columns] = &[Columns::MOVES, Columns::CLOCKS];
const EVALS: &[Columns] = &[Columns::MOVES, Columns::EVALS];
const COMMENTS: &[Columns] = &[Columns::MOVES, Columns::COMMENTS];
const NAGS: &[Columns] = &[Columns::MOVES, Columns::NAGS];
const COMPLETE: &[Columns] = &[Columns::MOVES, Columns::TEXT];
const ALL: &[Columns] = &[Columns::ALL];

const fn game(read: for<'a> fn(&OneGame<'a>) -> Value<'a>) -> Read {
    Read::Game(read)
}

use Known as K;

fields! {
    /// the name of the archive, as given on the command line
    Path "path": NO_TEST, TEXT, TAGS, 24, game(|it| Some(it.path).into());
    /// the game number: the place of the game in its archive, from 1; use it with `pgnz cat --game`
    Number "number": NO_TEST, U64, TAGS, 8, game(|it| i64::try_from(it.number).ok().into());
    /// the identifier of the game on lichess.org, or of the game as it was broadcast there, eight letters and digits, from a link in `Link`,
    /// `GameURL` or `Site`; null for links to other pages (studies, analyses, training). `dedupe` compares the same identifiers
    LichessId "lichess_id": NO_TEST, TEXT, TAGS, 5, game(|it| GameId::lichess(it.game).into());
    /// the tournament's identifier on lichess.org, from `Event`
    Tournament "tournament": NO_TEST, TEXT, TAGS, 5, game(|it| ids::tournament(it.game).into());
    /// White
    White "white": NAME, TEXT, TAGS, 24, game(|it| it.tag("White").into());
    /// Black
    Black "black": NAME, TEXT, TAGS, 24, game(|it| it.tag("Black").into());
    /// White or Black: a test is true if it is true of one of them; `!=` must be true of both
    Player "player": NAME, NO_COLUMN, TAGS, 24, Read::Either([K::White, K::Black]);
    /// the player who won, by the tag `Result`
    Winner "winner": NAME, TEXT, TAGS, 24, Read::OneOf(&[K::White, K::Black, K::Result], |row| side(row, Outcome::White));
    /// the player who lost
    Loser "loser": NAME, TEXT, TAGS, 24, Read::OneOf(&[K::White, K::Black, K::Result], |row| side(row, Outcome::Black));
    /// the rating of White: the tag `WhiteElo`, 1 to 9,999
    WhiteRating "white_rating" or "white_elo": NUMBER, I16, TAGS, 5, game(|it| it.game.tags().ratings()[0].into());
    /// the rating of Black: the tag `BlackElo`, 1 to 9,999
    BlackRating "black_rating" or "black_elo": NUMBER, I16, TAGS, 5, game(|it| it.game.tags().ratings()[1].into());
    /// the lower of the two ratings; unknown unless both are known
    MinRating "min_rating": NUMBER, F64, TAGS, 5, Read::Fields(RATINGS, |row| ratings(row, f64::min, true));
    /// the higher of the two; unknown unless both are known
    MaxRating "max_rating": NUMBER, F64, TAGS, 5, Read::Fields(RATINGS, |row| ratings(row, f64::max, true));
    /// the mean of the two; unknown unless both are known
    MeanRating "mean_rating": NUMBER, F64, TAGS, 5, Read::Fields(RATINGS, |row| ratings(row, |white, black| (white + black) / 2.0, true));
    /// White's rating minus Black's; unknown unless both are known
    RatingGap "rating_gap": NUMBER, F64, TAGS, 5, Read::Fields(RATINGS, |row| ratings(row, |white, black| white - black, false));
    /// the change of White's rating
    WhiteRatingDiff "white_rating_diff": NO_TEST, I16, TAGS, 5, game(|it| tags::whole(it, "WhiteRatingDiff").into());
    /// the change of Black's rating
    BlackRatingDiff "black_rating_diff": NO_TEST, I16, TAGS, 5, game(|it| tags::whole(it, "BlackRatingDiff").into());
    /// the tag `WhiteTitle`
    WhiteTitle "white_title": WORDS, TEXT, TAGS, 5, game(|it| it.tag("WhiteTitle").into());
    /// the tag `BlackTitle`
    BlackTitle "black_title": WORDS, TEXT, TAGS, 5, game(|it| it.tag("BlackTitle").into());
    /// the title of either player, as for `player`
    Title "title": WORDS, NO_COLUMN, TAGS, 5, Read::Either([K::WhiteTitle, K::BlackTitle]);
    /// the tag `WhiteTeam`
    WhiteTeam "white_team": WORDS, TEXT, TAGS, 5, game(|it| it.tag("WhiteTeam").into());
    /// the tag `BlackTeam`
    BlackTeam "black_team": WORDS, TEXT, TAGS, 5, game(|it| it.tag("BlackTeam").into());
    /// the team of either player, as for `player`
    Team "team": WORDS, NO_COLUMN, TAGS, 5, Read::Either([K::WhiteTeam, K::BlackTeam]);
    /// a player has the title `BOT`
    Bot "bot": TRUTH, BOOLEAN, TAGS, 5, Read::Fields(TITLES, |row| titles(row, true));
    /// a player has a title other than `BOT`
    Titled "titled": TRUTH, BOOLEAN, TAGS, 5, Read::Fields(TITLES, |row| titles(row, false));
    /// `1-0`, `0-1`, `1/2-1/2` or `*`: what the tag `Result` says, in any clear spelling (`1/2`, `½-½`, `1:0`); if it is `*`, `?`, empty or
    /// missing, the result at the end of the moves. Unknown if neither says it, and for a double forfeit (`0-0`)
    Result "result": WORDS, TEXT, TAGS, 7, game(|it| it.game.tags().result_text().into());
    /// the tag `Date`, or `UTCDate` if `Date` gives no year. Read are `2023.05.01`, `2023-05-01`, `2023/5/1`, `20230501`, `2023.05`, `2023`
    /// and, if day and month can be told apart, `25.05.2023`; of `01.05.2023` only the year is known. As a column it is null unless year,
    /// month and day are known
    Date "date": DAYS, DATE, TAGS, 10, game(tags::date);
    /// the year of the date
    Year "year": NUMBER, U16, TAGS, 5, game(|it| it.game.tags().date().and_then(|date| date.year).into());
    /// its month, 1 to 12; a filter asks for the month of a date whose year is known
    Month "month": NUMBER, U8, TAGS, 5, game(|it| it.game.tags().date().and_then(|date| date.month).into());
    /// when the game began, from `UTCDate` and `UTCTime`
    UtcTimestamp "utc_timestamp": NO_TEST, TIMESTAMP, TAGS, 5, game(tags::utc_timestamp);
    /// the tag `EventDate`
    EventDate "event_date": DAYS, TEXT, TAGS, 10, game(|it| it.tag("EventDate").into());
    /// the tag `Event`
    Event "event": WORDS, TEXT, TAGS, 24, game(|it| it.tag("Event").into());
    /// the tag `Site`
    Site "site": WORDS, TEXT, TAGS, 24, game(|it| it.tag("Site").into());
    /// the tag `Round`
    Round "round": WORDS, TEXT, TAGS, 5, game(|it| it.tag("Round").into());
    /// the tag `ECO`: a letter and two digits; anything after them is ignored
    Eco "eco": WORDS, TEXT, DERIVED, 3, game(|it| tags::eco(it).into());
    /// the tag `Opening`
    Opening "opening": WORDS, TEXT, DERIVED, 36, game(|it| it.tag("Opening").into());
    /// the tag `Variation`
    Variation "variation": WORDS, TEXT, DERIVED, 36, game(|it| it.tag("Variation").into());
    /// the tag `TimeControl`; `600` is the same as `600+0`
    TimeControl "time_control": WORDS, TEXT, TAGS, 5, game(|it| it.tag("TimeControl").map(|found| time::spelled(&found)).into());
    /// the class of the time control by its time at the start and 40 increments, as on Lichess: `ultrabullet` below 30 s, `bullet` below
    /// 3 min, `blitz` below 8 min, `rapid` below 25 min, `classical`; `correspondence` for days a move and for `-`. Unknown for time controls
    /// of several stages
    Speed "speed": WORDS, TEXT, TAGS, 14, game(|it| it.game.tags().get("TimeControl").and_then(time::speed).into());
    /// seconds at the start, for a time control of one stage
    Base "base": NUMBER, F64, TAGS, 5, game(|it| tags::seconds(it, |control| control.start).into());
    /// seconds added with each move
    Increment "increment": NUMBER, F64, TAGS, 5, game(|it| tags::seconds(it, |control| control.increment).into());
    /// initial time in seconds, if it is a whole number; null for correspondence and for time controls of several stages
    TimeInitial "time_initial": NO_TEST, U16, TAGS, 5, game(|it| tags::whole_seconds(it, |control| control.start).into());
    /// increment per move in seconds, likewise
    TimeIncrement "time_increment": NO_TEST, U8, TAGS, 5, game(|it| tags::whole_seconds(it, |control| control.increment).into());
    /// the tag `Termination`
    Termination "termination": WORDS, TEXT, DERIVED, 14, game(|it| it.tag("Termination").into());
    /// from the last position: `mate`, `stalemate`, or `variant` where a rule of the variant ended the game (the third check, a king in the
    /// centre, on the eighth rank or exploded, a side without pieces or, in antichess, without moves; with both kings on the eighth rank it
    /// is a draw). In standard chess a `stalemate` counts only if no player is given as the winner. Otherwise from the tag `Termination`: one
    /// of these, or `resignation`, `time`, `agreement`, `repetition`, `material` (insufficient material), `fifty` (the fifty-move rule),
    /// `abandoned`, `adjudication`, `infraction` (of rules), `forfeit` (not on time: a player did not come, or was declared the loser).
    /// Unknown if neither says, as for most games that were resigned
    Ending "ending": WORDS, TEXT, ENDING, 14, game(|it| ending::ending(it.game).into());
    /// the tag `Variant`; `Standard` where there is none
    Variant "variant": WORDS, TEXT, TAGS, 5, game(|it| it.tag("Variant").or(Some("Standard".into())).into());
    /// the game has a tag `FEN`: it starts from a set-up position
    Setup "setup": TRUTH, BOOLEAN, TAGS, 5, game(|it| Value::Truth(it.game.tags().get("FEN").is_some()));
    /// the start position, unless it is the usual one of the variant
    Fen "fen": NO_TEST, TEXT, MOVES, 5, game(|it| plies::fen(it.game));
    /// the tag `Annotator`
    Annotator "annotator": WORDS, TEXT, TAGS, 5, game(|it| it.tag("Annotator").into());
    /// number of plies (moves by one player) of the main line, as `plies`; null beyond 65,535
    PlyCount "ply_count": NO_TEST, U16, MOVES, 5, game(|it| plies::count(it.game));
    /// plies of the main line, up to the first illegal or unreadable move. Where the start position cannot be played, filters find 0, and a
    /// column is null
    Plies "plies" or "ply_count": NUMBER, U32, MOVES, 5, game(|it| plies::count(it.game));
    /// whether all moves of the main line are legal and could be read
    IsComplete "is_complete": NO_TEST, BOOLEAN, COMPLETE, 5, game(|it| plies::is_complete(it.game));
    /// a comment of the main line has a clock time, written as `[%clk …]` in [any of the forms that are
    /// read](export.md#what-is-read-from-comments)
    HasClocks "has_clocks": TRUTH, BOOLEAN, CLOCKS, 5, game(|it| plies::has_comment(it.game, |comment| comment.clock.is_some()));
    /// a comment of the main line has an evaluation, written as `[%eval …]`, likewise
    HasEvals "has_evals": TRUTH, BOOLEAN, EVALS, 5, game(|it| plies::has_comment(it.game, |comment| comment.eval.is_some()));
    /// a comment of the main line has text, not only commands such as `[%clk 0:03:00]`
    HasComments "has_comments": TRUTH, BOOLEAN, COMMENTS, 5, game(|it| plies::has_comment(it.game, plies::has_words));
    /// a move of the main line has an annotation such as `!?` or `$14` directly after it; one after a comment or a variation does not count
    HasNags "has_nags": TRUTH, BOOLEAN, NAGS, 5, game(|it| plies::has_nags(it.game));
    /// a move of the main line has a variation
    HasVariations "has_variations": TRUTH, BOOLEAN, MOVES, 5, game(|it| plies::has_variations(it.game));
    /// a position that the game reaches, as a FEN
    Position "position": BOARD, NO_COLUMN, MOVES, 5, Read::Board;
    /// the first moves from the usual start position
    Moves "moves": BOARD, NO_COLUMN, MOVES, 5, Read::Board;
    /// in filters, the pieces and pawns on the board at some point; as a column, those of the last position of the main line, named as for
    /// endgame tables: `KRPvKR`, White's first, each side from king to pawn
    Material "material": BOARD, TEXT, MOVES, 16, Read::BoardAndEnd(|it| plies::material(it.game));
    /// the position after the last ply as a FEN, with an en passant square only if a capture there is legal. `fen_at(20)` is the position
    /// after 20 plies, `fen_at(0)` the start; null where the game is shorter
    FenAt "fen_at": NO_TEST, TEXT, MOVES, 24, Read::Position(|it, ply| plies::fen_at(it.game, ply));
    /// a hash of the same position in 64 bits; `position_hash(20)` is that after 20 plies. Equal positions have equal hashes, whatever their
    /// move counters: in standard chess and Chess960 the Zobrist keys of Polyglot, with an en passant square only if a capture there is legal
    PositionHash "position_hash": NO_TEST, U64, MOVES, 20, Read::Position(|it, ply| plies::hash(it.game, ply));
    /// the same hash of each position of the main line: one more than there are plies, the start first
    Positions "positions": NO_TEST, U64S, MOVES, 24, game(|it| plies::hashes(it.game));
    /// the moves of the main line in standard algebraic notation, as this program writes them; a null move is `--`
    MovesSan "moves_san": NO_TEST, TEXTS, MOVES, 24, game(|it| plies::san(it.game));
    /// the same in UCI notation; `0000` for a null move. In games of Chess960, castling is the king taking its own rook, as engines expect
    /// with `UCI_Chess960`; in all others `e1g1`
    MovesUci "moves_uci": NO_TEST, TEXTS, MOVES, 24, game(|it| plies::uci(it.game));
    /// the index of each move in the list of legal moves, from 0, in the [order](format.md) that archives use; null for a null move
    MovesIndex "moves_index": NO_TEST, U16S, MOVES, 24, game(|it| replay::indices(it.game));
    /// milliseconds left after each ply (`%clk`); null for a ply without a clock time, and where it is [not
    /// clear](export.md#what-is-read-from-comments) what is meant
    Clocks "clocks": NO_TEST, U32S, CLOCKS, 24, game(|it| plies::clocks(it.game));
    /// seconds left after each move of White, rounded down; null if there is no clock time, or more than 65,535 seconds
    ClocksWhite "clocks_white": NO_TEST, U16S, CLOCKS, 24, game(|it| plies::clocks_of(it.game, true));
    /// seconds left after each move of Black, likewise
    ClocksBlack "clocks_black": NO_TEST, U16S, CLOCKS, 24, game(|it| plies::clocks_of(it.game, false));
    /// milliseconds spent on each ply, if the game gives them (`%emt`, `%timestamp`)
    Spent "spent": NO_TEST, U32S, CLOCKS, 24, game(|it| plies::spent(it.game));
    /// evaluation (`%eval`) after each ply from White's point of view, encoded as in Aix: centipawns from -32,256 to 32,255 (values outside
    /// this range are set to its nearest end); 32,768 - n if White mates in n moves and -32,769 + n if Black does, n from 1 to 512
    Evals "evals": NO_TEST, I16S, EVALS, 24, game(|it| plies::evals(it.game));
    /// evaluation (`%eval`) after each ply in centipawns; null for mate. For numbers without a decimal point, see
    /// [below](export.md#what-is-read-from-comments)
    EvalsCentipawns "evals_centipawns": NO_TEST, I32S, EVALS, 24, game(|it| plies::centipawns(it.game));
    /// number of moves to mate, negative if Black mates; null if the evaluation is in centipawns
    EvalsMate "evals_mate": NO_TEST, I32S, EVALS, 24, game(|it| plies::mates(it.game));
    /// evaluation that an engine gives in a comment after its move, from White's point of view, encoded as in `evals`; taken from comments
    /// such as `+0.25/12 3.1s` (Cute Chess, fastchess, XBoard, Arena), `d=30, mt=67843, wv=1.37` (TCEC) and
    /// [others](export.md#what-is-read-from-comments)
    EngineEvals "engine_evals": NO_TEST, I16S, COMMENTS, 24, game(|it| plies::engine_evals(it.game));
    /// depth of the engine's search in plies, from the same comments
    EngineDepths "engine_depths": NO_TEST, U16S, COMMENTS, 24, game(|it| plies::engine_depths(it.game));
    /// milliseconds that the engine spent on the move, from the same comments
    EngineSpent "engine_spent": NO_TEST, U32S, COMMENTS, 24, game(|it| plies::engine_spent(it.game));
    /// positions (nodes) that the engine searched for the move, from the same comments, where they tell (fastchess, TCEC, Banksia, OpenBench)
    EngineNodes "engine_nodes": NO_TEST, U64S, COMMENTS, 24, game(|it| plies::engine_nodes(it.game));
    /// how unlikely the model finds each ply, in bits from 0 to 16: -log2 of its probability; null for a null move
    Surprisal "surprisal": NO_TEST, F32S, MOVES, 24, game(|it| replay::surprisal(it.shares()));
    /// the probability of the most likely move at each ply, above 0 and at most 1
    BestProbability "best_probability": NO_TEST, F32S, MOVES, 24, game(|it| replay::best_probability(it.shares()));
    /// the text of the game; read as Latin-1 if it is not UTF-8
    Pgn "pgn": NO_TEST, TEXT, ALL, 24, game(tags::pgn);
}

const RATINGS: &[Known] = &[K::WhiteRating, K::BlackRating];
const TITLES: &[Known] = &[K::WhiteTitle, K::BlackTitle];

impl Known {
    /// The fields of which an index has columns, in the order of its columns.
    pub const INDEXED: &'static [Self] = &[
        K::Event,
        K::Site,
        K::Date,
        K::Year,
        K::Month,
        K::Round,
        K::White,
        K::Black,
        K::Result,
        K::WhiteRating,
        K::BlackRating,
        K::WhiteTitle,
        K::BlackTitle,
        K::Eco,
        K::Opening,
        K::TimeControl,
        K::Speed,
        K::Termination,
        K::Ending,
        K::Variant,
        K::Fen,
        K::Plies,
    ];

    pub(crate) fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }
}

/// The field of the player who won, or who won the game with this result turned round.
fn side<'a>(row: &dyn Row<'a>, white: Outcome) -> Option<Option<Known>> {
    let result = match row.stored(K::Result) {
        Told::Value(Value::Text(text)) => Outcome::from_tag(text.as_bytes()),
        Told::Value(_) => Outcome::Unknown,
        _ => return None,
    };
    Some(match result {
        Outcome::White | Outcome::Black if result == white => Some(K::White),
        Outcome::White | Outcome::Black => Some(K::Black),
        Outcome::Draw | Outcome::Unknown => None,
    })
}

/// A number made of both ratings, which rises with the second one, or falls with it.
fn ratings<'a>(row: &dyn Row<'a>, of: fn(f64, f64) -> f64, rises: bool) -> Told<'a> {
    let white = row.stored(K::WhiteRating);
    white.of_two(row.stored(K::BlackRating), of, rises)
}

/// Whether a player has the title of a program, or another title.
fn titles<'a>(row: &dyn Row<'a>, of_program: bool) -> Told<'a> {
    let mut has_one = false;
    for title in TITLES {
        match row.stored(*title) {
            Told::Value(Value::Text(title)) => {
                has_one |= title.eq_ignore_ascii_case("BOT") == of_program;
            }
            Told::Value(_) => {}
            _ => return Told::Nothing,
        }
    }
    Told::Value(Value::Truth(has_one))
}
