//! Texts and archives made to cost much more than their size, at any size.

/// A hostile text.
pub struct Case {
    /// What it is called in the table.
    pub name: &'static str,
    /// A text of about so many bytes.
    pub text: fn(usize) -> Vec<u8>,
}

/// All of them.
pub const CASES: &[Case] = &[
    case("shuffled knights", shuffled_knights),
    case("distinct positions", distinct_positions),
    case("nested parentheses", |n| filled(GAME, n, |_| "(".into())),
    case("nested variations", nested_variations),
    case("flat variations", |n| {
        filled("[White \"A\"]\n\n1. e4 ", n, |_| "(1. d4) ".into())
    }),
    case("unique tag names", |n| {
        filled("", n, |k| format!("[n{k} \"v{k}\"]\n"))
    }),
    case("unique tag names in many games", |n| {
        filled("", n, |k| {
            format!("[n{k} \"v\"]\n[m{k} \"v\"]\n\n1. e4 *\n\n")
        })
    }),
    case("one tag name again and again", |n| {
        filled("", n, |_| "[A \"b\"]\n".into())
    }),
    case("unique players, events, openings", |n| {
        filled("", n, |k| {
            format!(
                "[Event \"e{k}\"]\n[White \"w{k}\"]\n[Black \"b{k}\"]\n[ECO \"c{k}\"]\n\n1. e4 *\n\n"
            )
        })
    }),
    case("long unique values", |n| {
        filled("", n, |k| {
            format!("[Event \"{k:0240}\"]\n[White \"{k:0240}\"]\n\n*\n\n")
        })
    }),
    case("one long line", |n| {
        filled("[White \"A\"]\n\n", n, |_| "word ".into())
    }),
    case("random bytes", |n| noise(n, 0..=255)),
    case("random letters", |n| noise(n, b'!'..=b'~')),
    case("line ends", |n| vec![b'\n'; n]),
    case("line ends of two bytes", |n| {
        filled("", n, |_| "\r\n".into())
    }),
    case("zeros", |n| vec![0; n]),
    case("braces", |n| filled(GAME, n, |_| "{".into())),
    case("empty comments", |n| filled(GAME, n, |_| "{} ".into())),
    case("one comment without an end", |n| {
        filled("[White \"A\"]\n\n1. e4 {", n, |_| "word ".into())
    }),
    case("one long comment", |n| {
        [
            filled("[White \"A\"]\n\n1. e4 {", n, |k| format!("word{k} ")),
            b"} *\n".to_vec(),
        ]
        .concat()
    }),
    case("unique comments", |n| {
        filled(GAME, n, |k| format!("{{w{k} }} "))
    }),
    case("unique comment templates", |n| {
        filled(GAME, n, |k| format!("{{a b [%x{k} 1] {k}.5, c}} "))
    }),
    case("unique commands", |n| {
        filled(GAME, n, |k| {
            format!("{{[%eval 0.1] [%c{k}] [%clk 0:00:01]}} ")
        })
    }),
    case("line comments", |n| filled(GAME, n, |_| ";a\n".into())),
    case("moves that cannot be", |n| filled("", n, |_| "e4e5".into())),
    case("empty games", |n| {
        filled("", n, |_| "[Event \"x\"]\n\n*\n\n".into())
    }),
    case("unique games", |n| {
        filled("", n, |k| format!("[A \"{k}\"]\n\n*\n\n"))
    }),
    case("quotes", |n| filled("[A ", n, |_| "\"".into())),
    case("brackets", |n| filled("", n, |_| "[".into())),
    case("semicolons", |n| filled(GAME, n, |_| ";".into())),
    case("percent signs", |n| filled("", n, |_| "%".into())),
    case("glyphs", |n| filled(GAME, n, |_| "$1 ".into())),
    case("unique glyphs", |n| {
        filled(GAME, n, |k| format!("Nf3 ${k} Nf6 ${k} Ng1 ${k} Ng8 ${k} "))
    }),
    case("move numbers", |n| filled(GAME, n, |_| "1. ".into())),
    case("null moves", |n| filled(GAME, n, |_| "-- ".into())),
    case("clock times", |n| {
        filled(GAME, n, |_| "{[%clk 0:00:01]} ".into())
    }),
    case("evaluations", |n| {
        filled(GAME, n, |k| {
            format!("Nf3 {{[%eval 0.{}]}} Nf6 Ng1 Ng8 ", k % 9)
        })
    }),
    case("start positions", |n| {
        filled("", n, |k| {
            format!(
                "[FEN \"8/8/8/8/8/5k2/7q/5K2 b - - 0 {}\"]\n\n*\n\n",
                k % 999 + 1
            )
        })
    }),
    case("lines in comments", |n| {
        filled(GAME, n, |k| format!("{{v{k} 1. e4 e5 2. Nf3 Nc6}} "))
    }),
];

const GAME: &str = "[White \"A\"]\n\n1. e4 e5 ";

const fn case(name: &'static str, text: fn(usize) -> Vec<u8>) -> Case {
    Case { name, text }
}

/// A beginning, and as many pieces as fit.
fn filled(begin: &str, size: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let mut text = begin.as_bytes().to_vec();
    text.reserve(size);
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() > size {
            break;
        }
        text.extend_from_slice(piece.as_bytes());
    }
    text
}

fn shuffled_knights(size: usize) -> Vec<u8> {
    let moves = ["Nf3 Nf6", "Ng1 Ng8"];
    filled("[White \"A\"]\n\n", size, |k| {
        format!("{}. {} ", k + 1, moves[k % 2])
    })
}

/// Rooks and knights that walk through positions which do not come again for long, without a capture or a pawn move.
fn distinct_positions(size: usize) -> Vec<u8> {
    // Each piece goes round its own squares; the rounds have lengths without a common divisor.
    let white = [
        &["Ra2", "Ra3", "Ra4", "Ra1"][..],
        &["Nc3", "Nb1"],
        &["Kf1", "Kg1", "Kh1", "Kg2", "Kf2", "Ke2", "Ke1"],
    ];
    let black = [
        &["Ra7", "Ra6", "Ra5", "Ra8"][..],
        &["Nc6", "Nb8"],
        &["Kf8", "Kg8", "Kh8", "Kg7", "Kf7", "Ke7", "Ke8"],
    ];
    let mut steps = [[0; 3]; 2];
    let mut text = b"[FEN \"rn2k3/8/8/8/8/8/8/RN2K3 w - - 0 1\"]\n\n".to_vec();
    let mut random = 1u64;
    while text.len() < size {
        for (side, pieces) in [white, black].iter().enumerate() {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(11);
            let piece = (random >> 40) as usize % 3;
            let round = pieces[piece];
            let step = &mut steps[side][piece];
            text.extend_from_slice(round[*step % round.len()].as_bytes());
            text.push(b' ');
            *step += 1;
        }
    }
    text
}

fn nested_variations(size: usize) -> Vec<u8> {
    filled("[White \"A\"]\n\n1. e4 ", size, |k| match k % 400 {
        0..200 => "(1. d4 ".into(),
        _ => ") ".into(),
    })
}

fn noise(size: usize, bytes: std::ops::RangeInclusive<u8>) -> Vec<u8> {
    let mut random = 1u64;
    let span = u64::from(bytes.end() - bytes.start()) + 1;
    let mut draw = || {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(11);
        (random >> 33) % span
    };
    (0..size).map(|_| bytes.start() + draw() as u8).collect()
}
