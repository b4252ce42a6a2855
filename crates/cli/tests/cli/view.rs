//! `pgnz view`: a process that serves a page, asked as a browser asks, and as others may.

use crate::desk::{Desk, said};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

const FAMOUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/famous.pgn");

/// A running server.
struct Served {
    process: Child,
    port: String,
    token: String,
    /// Kept as long as the server runs.
    desk: Desk,
}

struct Got {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Served {
    fn new(text: &[u8]) -> Self {
        let desk = Desk::new();
        desk.write("games.pgn", text);
        desk.run(&["compress", "-1", "games.pgn"], 0);
        Self::of(desk)
    }

    /// Serves the archive on the desk.
    fn of(desk: Desk) -> Self {
        let mut command = desk.command(&["view", "games.pgnz", "--no-browser"]);
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let rest = line
            .trim()
            .strip_prefix("http://127.0.0.1:")
            .expect("an address");
        let (port, token) = rest.split_once('/').unwrap();
        Self {
            process,
            port: port.to_owned(),
            token: token.trim_end_matches('/').to_owned(),
            desk,
        }
    }

    fn raw(&self, request: &[u8]) -> Got {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let _ = stream.write_all(request);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|end| end == b"\r\n\r\n");
        let Some(end) = end else {
            return Got {
                status: 0,
                head: String::new(),
                body: all,
            };
        };
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        Got {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            body: all[end + 4..].to_vec(),
            head,
        }
    }

    fn ask(&self, method: &str, path: &str, host: &str) -> Got {
        self.raw(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn get(&self, path: &str) -> Got {
        self.ask(
            "GET",
            &format!("/{}/{path}", self.token),
            &format!("127.0.0.1:{}", self.port),
        )
    }

    fn json(&self, path: &str) -> Value {
        let got = self.get(path);
        let text = String::from_utf8_lossy(&got.body).into_owned();
        assert_eq!(got.status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Asks until everything has been looked at.
    fn whole(&self, path: &str) -> Value {
        for _ in 0..600 {
            let found = self.json(path);
            if found["done"] == true {
                return found;
            }
            assert_eq!(found["error"], Value::Null);
            thread::sleep(Duration::from_millis(50));
        }
        panic!("{path} is never complete");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn numbers(list: &Value) -> Vec<u64> {
    let games = list["games"].as_array().unwrap();
    games
        .iter()
        .map(|game| game["n"].as_u64().unwrap())
        .collect()
}

#[test]
fn only_get_with_the_token_and_the_right_host_is_answered() {
    let served = Served::new(&fs::read(FAMOUS).unwrap());
    let host = format!("127.0.0.1:{}", served.port);
    let page = format!("/{}/", served.token);
    let other = format!("/{}/", "0".repeat(32));
    for path in [
        "/",
        "/index.html",
        "/api/info",
        "/favicon.ico",
        &other,
        &page[..page.len() - 1],
        &format!("{}x/", &page[..page.len() - 1]),
    ] {
        let got = served.ask("GET", path, &host);
        assert_eq!(got.status, 403, "{path}");
        assert!(!String::from_utf8_lossy(&got.body).contains(&served.token));
    }
    for bad in [
        "evil.example",
        &format!("evil.example:{}", served.port),
        "127.0.0.1",
        "127.0.0.1:1",
        "",
    ] {
        assert_eq!(served.ask("GET", &page, bad).status, 403, "{bad}");
    }
    assert_eq!(
        served
            .ask("GET", &page, &format!("localhost:{}", served.port))
            .status,
        200
    );
    assert_eq!(
        served
            .raw(format!("GET {page} HTTP/1.1\r\n\r\n").as_bytes())
            .status,
        403
    );
    for method in ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "get"] {
        assert_eq!(served.ask(method, &page, &host).status, 405, "{method}");
        assert_eq!(served.ask(method, "/", &host).status, 403, "{method}");
    }
    for bad in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/2\r\n\r\n",
        "GET / HTTP/1.1\r\nbad\r\n\r\n",
        "\u{1f600}\r\n\r\n",
    ] {
        assert_eq!(served.raw(bad.as_bytes()).status, 400, "{bad:?}");
    }
    // A request that does not end is not read to its end.
    let endless = [b"GET / HTTP/1.1\r\nX: ".as_slice(), &vec![b'x'; 40 << 10]].concat();
    assert!([0, 431].contains(&served.raw(&endless).status));
    for path in [
        "../../../etc/passwd",
        "..%2f..",
        "games.pgnz",
        "api/",
        "api/secret",
        "index.html",
    ] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
    assert_eq!(served.get("").status, 200);
}

#[test]
fn the_files_of_the_page_come_with_a_policy_and_load_nothing_from_elsewhere() {
    let served = Served::new(b"1. e4 *\n");
    let page = String::from_utf8(served.get("").body).unwrap();
    let files: Vec<&str> = page
        .split('"')
        .filter(|word| word.ends_with(".js") || word.ends_with(".css") || word.ends_with(".svg"))
        .collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in [&[""], &files[..], &["data.js", "pieces.svg"]].concat() {
        let got = served.get(file);
        assert_eq!(got.status, 200, "{file}");
        for rule in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff",
            "Cache-Control: no-store",
        ] {
            assert!(got.head.contains(rule), "{file}: {}", got.head);
        }
        assert!(
            !String::from_utf8(got.body).unwrap().contains("https://"),
            "{file}"
        );
    }
    let refused = served.ask("GET", "/", "x");
    assert!(
        refused
            .head
            .contains("Content-Security-Policy: default-src 'none'")
    );
}

#[test]
fn the_list_and_its_filters_are_those_of_the_program() {
    let served = Served::new(&fs::read(FAMOUS).unwrap());
    let info = served.json("api/info");
    assert_eq!(
        (&info["games"], &info["name"], &info["index"]),
        (&48.into(), &"games.pgnz".into(), &false.into())
    );
    let all = served.json("api/games?count=500");
    assert_eq!(numbers(&all), (1..=48).collect::<Vec<_>>());
    assert_eq!(
        numbers(&served.json("api/games?from=40&count=5")),
        [41, 42, 43, 44, 45]
    );
    assert_eq!(numbers(&served.json("api/games?from=48")), [0; 0]);
    for (parameters, options) in [
        ("player=Carlsen", &["--player", "Carlsen"][..]),
        ("result=1-0", &["--result", "1-0"]),
        (
            "rating=2700..&date=2000..",
            &["--rating", "2700..", "--date", "2000.."],
        ),
        ("eco=B", &["--eco", "B"]),
        ("where=plies+%3E+100", &["--where", "plies > 100"]),
        (
            "position=rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR+w+KQkq+-",
            &[
                "--position",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
            ],
        ),
        ("player=Nobody", &["--player", "Nobody"]),
    ] {
        let args = [
            &[
                "list",
                "--games",
                "--tsv",
                "--columns",
                "number",
                "games.pgnz",
            ],
            options,
        ]
        .concat();
        let listed = String::from_utf8(served.desk.run(&args, 0).stdout).unwrap();
        let wanted: Vec<u64> = listed
            .lines()
            .skip(1)
            .map(|line| line.parse().unwrap())
            .collect();
        let found = served.whole(&format!("api/games?count=500&{parameters}"));
        assert_eq!(numbers(&found), wanted, "{parameters}");
        assert_eq!(found["found"], wanted.len());
    }
    let wrong = served.get("api/games?rating=high");
    let wrong_body: Value = serde_json::from_slice(&wrong.body).unwrap();
    assert_eq!(
        (wrong.status, &wrong_body["field"]),
        (400, &"rating".into())
    );
    for bad in [
        "api/games?from=x",
        "api/games?form=1",
        "api/game",
        "api/game?n=0",
        "api/info?n=1",
        "api/legal?fen=8/8/8/8/8/8/8/8+w+-+-+0+1",
        "api/legal?fen=8/8/8/4k3/8/8/4P3/4K3+w+-+-+0+1&variant=checkers",
    ] {
        assert_eq!(served.get(bad).status, 400, "{bad}");
    }
    assert_eq!(served.get("api/game?n=49").status, 404);
}

#[test]
fn a_game_its_probabilities_and_the_tree_are_those_of_show_and_tree() {
    for has_index in [false, true] {
        let desk = Desk::new();
        desk.write("games.pgn", &fs::read(FAMOUS).unwrap());
        desk.run(&["compress", "-1", "games.pgn"], 0);
        if has_index {
            desk.run(&["index", "games.pgnz"], 0);
        }
        let served = Served::of(desk);
        let program = |args: &[&str]| -> Value {
            serde_json::from_slice(&served.desk.run(args, 0).stdout).unwrap()
        };
        let game = served.json("api/game?n=9");
        let plies = game["line"]["plies"].as_array().unwrap();
        let shown = program(&["show", "games.pgnz", "--game", "9", "--ply", "20", "--json"]);
        assert_eq!(plies[19]["fen"], shown["fen"]);
        assert_eq!(plies[19]["uci"], shown["last_move_uci"]);
        assert_eq!(plies.len(), shown["plies"]);
        let chances = served.json("api/probabilities?n=9");
        let positions = chances["positions"].as_array().unwrap();
        assert_eq!(positions.len(), plies.len() + 1);
        assert_eq!(positions[20]["likely"][0]["san"], shown["moves"][0]["san"]);
        assert_eq!(
            positions[20]["likely"][0]["probability"],
            shown["moves"][0]["probability"]
        );
        let fen = shown["fen"].as_str().unwrap().replace(' ', "+");
        let legal = served.json(&format!("api/legal?fen={fen}"));
        let legal = legal["moves"].as_array().unwrap();
        assert_eq!(legal.len(), positions[20]["legal"]);
        let played = legal.iter().find(|m| m["uci"] == plies[20]["uci"]);
        assert_eq!(played.unwrap()["san"], plies[20]["san"]);
        assert_eq!(played.unwrap()["fen"], plies[20]["fen"]);
        for (parameters, options) in [
            ("", &[][..]),
            (
                "moves=e2e4+c7c5&result=1-0",
                &["--moves", "e4 c5", "--result", "1-0"],
            ),
            ("moves=1.+d4", &["--moves", "d4"]),
        ] {
            let wanted = program(&[&["tree", "games.pgnz", "--json"], options].concat());
            let found = served.whole(&format!("api/tree?{parameters}"));
            assert_eq!(found["position"], wanted["position"]);
            assert_eq!(found["total"]["games"], wanted["games"]);
            let branches = |of: &Value| -> Vec<(Value, Value, Value)> {
                let all = of["branches"].as_array().unwrap();
                all.iter()
                    .map(|branch| {
                        (
                            branch["san"].clone(),
                            branch["games"].clone(),
                            branch["rating"].clone(),
                        )
                    })
                    .collect()
            };
            assert_eq!(branches(&found), branches(&wanted), "{parameters}");
            assert_eq!(
                found["branches"][0]["example"],
                wanted["branches"][0]["example"]["number"]
            );
        }
        assert_eq!(served.get("api/tree?moves=e2e5").status, 400);
        assert_eq!(served.json("api/info")["index"], has_index);
        assert_eq!(
            served.json("api/games")["games"][0]["eco"].is_string(),
            has_index
        );
    }
}

#[test]
fn clocks_comments_and_variations_come_as_values() {
    let text = b"[White \"<script>alert(1)</script>\"]\n[Black \"\xff\"]\n\n1. e4 { [%clk 0:03:00] [%eval 0.2] good } e5 (1... c5 $6 2. Nf3) 2. Ke2 Kd3 *\n\n[FEN \"junk\"]\n\n1. e4 *\n";
    let served = Served::new(text);
    let game = served.json("api/game?n=1");
    let plies = &game["line"]["plies"];
    assert_eq!(plies[0]["clock"], 180_000);
    assert_eq!(plies[0]["eval"]["cp"], 20);
    assert_eq!(plies[1]["variations"][0]["plies"][0]["nags"][0], 6);
    assert_eq!(
        plies[1]["variations"][0]["plies"][1]["fen"]
            .as_str()
            .unwrap()
            .split(' ')
            .next(),
        Some("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
    );
    assert!(game["line"]["unread"].as_str().unwrap().starts_with("Kd3"));
    assert_eq!(game["tags"][0][1], "<script>alert(1)</script>");
    assert_eq!(game["tags"][1][1], "\u{fffd}");
    // A game that cannot be played has tags all the same.
    let odd = served.json("api/game?n=2");
    assert_eq!(
        (&odd["start"], &odd["usual"]),
        (&Value::Null, &false.into())
    );
    assert_eq!(
        served.json("api/probabilities?n=2")["positions"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
}

#[test]
fn a_damaged_archive_is_shown_as_far_as_it_can_be_read() {
    let desk = Desk::new();
    desk.write("games.pgn", &fs::read(FAMOUS).unwrap());
    desk.run(&["compress", "-1", "--block-games", "8", "games.pgn"], 0);
    let mut bytes = desk.read("games.pgnz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    desk.write("games.pgnz", &bytes);
    let served = Served::of(desk);
    let listed = numbers(&served.json("api/games?count=500"));
    assert!(!listed.is_empty() && listed.len() < 48, "{listed:?}");
    let info = served.json("api/info");
    assert!(!info["damage"].as_array().unwrap().is_empty());
    let lost = (1..=48).find(|number| !listed.contains(number)).unwrap();
    let got = served.get(&format!("api/game?n={lost}"));
    assert!(
        got.status == 404 && String::from_utf8_lossy(&got.body).contains("damaged"),
        "{lost}"
    );
    assert_eq!(served.get(&format!("api/game?n={}", listed[0])).status, 200);
}

#[test]
fn what_is_no_archive_or_no_port_is_an_error() {
    let desk = Desk::new();
    desk.write("notes.txt", b"nothing of chess\n");
    for args in [
        &["view", "notes.txt", "--no-browser"][..],
        &["view", "missing.pgnz", "--no-browser"],
    ] {
        let output = desk.run(args, 1);
        assert!(said(&output).contains(args[1]), "{}", said(&output));
        assert!(output.stdout.is_empty());
    }
    let served = Served::new(b"1. e4 *\n");
    let taken = served.desk.run(
        &["view", "games.pgnz", "--no-browser", "--port", &served.port],
        1,
    );
    assert!(said(&taken).contains(&served.port), "{}", said(&taken));
}

#[test]
fn an_opening_tree_beside_the_archive_answers_at_once() {
    let text = fs::read(FAMOUS).unwrap();
    let paths = [
        "api/tree",
        "api/tree?moves=1.+e4+e5",
        "api/tree?moves=1.+e4&where=min_rating+%3E%3D+2000",
        "api/tree?moves=1.+e4+e5+2.+f4+exf4+3.+Bc4+Qh4%2B+4.+Kf1+b5",
    ];
    let served = Served::new(&text);
    let expected = paths.map(|path| served.whole(path));
    let desk = Desk::new();
    desk.write("games.pgn", &text);
    desk.run(&["compress", "-1", "games.pgn"], 0);
    desk.run(&["index", "--tree", "games.pgnz"], 0);
    let served = Served::of(desk);
    for (path, expected) in paths.iter().zip(expected) {
        // The first answer is complete.
        let found = served.json(path);
        assert_eq!(found["done"], true);
        for part in ["position", "total", "branches", "ended"] {
            assert_eq!(found[part], expected[part], "{path}");
        }
    }
}
