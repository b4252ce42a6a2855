"""Which games of a PGN file pass which filters, by python-chess and by rules written anew: one JSON list for the test beside it.

Usage: games.py FILE. Each element has the options of pgnz and the numbers, from 1, of the games that pass.
"""

import io
import json
import multiprocessing
import re
import sys

import chess.pgn

from tag_rules import both, carlsen, control, date, eco, has, is_bot, known, plain, players, rating, speed, surely_from, surely_to, surname, titles, winner


class Seen:
    """What the moves of a game say."""

    def __init__(self, game):
        nodes = list(game.mainline())
        self.plies = len(nodes)
        end = game.board()
        # Positions, and what is played where they come up first.
        self.positions, self.men = {}, {men(end)}
        self.standard = type(end) is chess.Board
        self.usual = self.standard and key(end) == key(chess.Board())
        self.sans, counted = [], None
        for node in nodes:
            if len(self.sans) < 8:
                self.sans.append(end.san(node.move))
            self.positions.setdefault(key(end), end.uci(node.move) if node.move else "end")
            end.push(node.move)
            if (end.occupied.bit_count(), end.pawns) != counted:
                counted = (end.occupied.bit_count(), end.pawns)
                self.men.add(men(end))
        whole = bool(nodes) and not game.errors
        self.positions.setdefault(key(end), "end")
        self.mate = whole and end.is_checkmate()
        self.stalemate = whole and end.is_stalemate()
        self.clocks = any(node.clock() is not None for node in nodes)
        self.evals = any(node.eval() is not None for node in nodes)
        comments = [game.comment] + [node.comment for node in nodes]
        self.words = any(re.sub(r"\[%[^\]]*\]", "", comment).strip() for comment in comments)
        self.nags = any(node.nags for node in nodes)
        self.variations = any(len(node.variations) > 1 for node in [game] + nodes)


def key(board):
    """All that makes a position: men, side to move, castling, and en passant where that is legal."""
    return board._transposition_key()


def men(board):
    sides = [tuple(board.pieces_mask(kind, colour).bit_count() for kind in range(1, 7)) for colour in (True, False)]
    return tuple(sorted(sides))


def reaches(fen):
    wanted = key(chess.Board(fen, chess960=True))
    return ["--position", fen], lambda g: SEEN[id(g)].standard and wanted in SEEN[id(g)].positions


def leaves(text):
    """The men are like this at some time."""
    sides = [tuple(side.count(letter) for letter in "PNBRQK") for side in text.split("v")]
    return ["--material", text], lambda g: tuple(sorted(sides)) in SEEN[id(g)].men


def begins(text, *sans):
    return ["--moves", text], lambda g: SEEN[id(g)].usual and SEEN[id(g)].sans[:len(sans)] == list(sans)


REPERTOIRE = "1. e4 c5 (1... e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 a6) (1... c6 2. d4 d5) 2. Nf3 d6 3. d4 *\n\n1. d4 Nf6 2. c4 g6 *\n"


def in_repertoire(game):
    return SEEN[id(game)].standard and not SEEN[id(game)].positions.keys().isdisjoint(REPERTOIRE_ENDS)


def repertoire_ends():
    found, games = set(), io.StringIO(REPERTOIRE)
    while (game := chess.pgn.read_game(games)) is not None:
        nodes = [game]
        while nodes:
            node = nodes.pop()
            nodes.extend(node.variations)
            if not node.variations:
                found.add(key(node.board()))
    return found


def won_on_time(game):
    seen, value = SEEN[id(game)], (known(game, "Termination") or "").lower()
    return not seen.mate and not seen.stalemate and ("time forfeit" in value or "won on time" in value or "forfeits on time" in value)


def where(expression, test):
    return ["--where", expression], test


REPERTOIRE_ENDS = repertoire_ends()
# Filters for which whole games are decoded (openings follow from moves, annotators from comments) are asked of every so many games only.
EVERY = 2
DECODING = ("position", "moves", "material", "matches", "--ending", "has_", "plies", "eco", "opening", "Annotator")
SEEN = {}
CASES = [
    (["--player", "Carlsen"], lambda g: any(surname(name, "carlsen") for name in players(g))),
    (["--player", "Magnus Carlsen"], lambda g: any(carlsen(name) for name in players(g))),
    (["--player", "carlsen, m"], lambda g: any(carlsen(name) for name in players(g))),
    (["--player", "Carlsen", "--player", "Anand"], lambda g: all(any(surname(n, w) for n in players(g)) for w in ("carlsen", "anand"))),
    (["--white", "Kasparov"], lambda g: surname(known(g, "White"), "kasparov")),
    (["--black", "Kasparov"], lambda g: surname(known(g, "Black"), "kasparov")),
    (["--white", "a*"], lambda g: plain(known(g, "White") or "").startswith("a")),
    (["--rating", "2200.."], lambda g: both(g, lambda w, b: min(w, b) >= 2200)),
    (["--rating", "..1500"], lambda g: both(g, lambda w, b: max(w, b) <= 1500)),
    (["--rating", "1800..2000"], lambda g: both(g, lambda w, b: 1800 <= min(w, b) and max(w, b) <= 2000)),
    (["--date", "2018"], lambda g: surely_from(g, (2018, 1, 1)) and surely_to(g, (2018, 12, 31))),
    (["--date", "2018-03..2022-03"], lambda g: surely_from(g, (2018, 3, 1)) and surely_to(g, (2022, 3, 31))),
    (["--date", "..1950"], lambda g: surely_to(g, (1950, 12, 31))),
    (["--date", "2022-03-19.."], lambda g: surely_from(g, (2022, 3, 19))),
    (["--result", "1-0"], lambda g: g.headers["Result"] == "1-0"),
    (["--result", "draw,black"], lambda g: g.headers["Result"] in ("1/2-1/2", "0-1")),
    (["--result", "*"], lambda g: g.headers["Result"] == "*"),
    (["--eco", "B90..B99"], lambda g: "B90" <= (eco(g) or "") <= "B99"),
    (["--eco", "C42,D0"], lambda g: eco(g) is not None and (eco(g) == "C42" or eco(g).startswith("D0"))),
    (["--opening", "sicilian"], lambda g: has(g, "Opening", "sicilian")),
    (["--opening", "Queen*"], lambda g: (known(g, "Opening") or "").lower().startswith("queen")),
    (["--time-control", "blitz"], lambda g: speed(g) == "blitz"),
    (["--time-control", "bullet,rapid,classical"], lambda g: speed(g) in ("bullet", "rapid", "classical")),
    (["--time-control", "correspondence,ultrabullet"], lambda g: speed(g) in ("correspondence", "ultrabullet")),
    (["--time-control", "600+0,180+2"], lambda g: control(g) in ((600, 0), (180, 2))),
    (["--event", "open"], lambda g: has(g, "Event", "open")),
    (["--site", "lichess"], lambda g: has(g, "Site", "lichess")),
    (["--plies", "40..50"], lambda g: 40 <= SEEN[id(g)].plies <= 50),
    (["--plies", "200.."], lambda g: SEEN[id(g)].plies >= 200),
    (["--tag", "WhiteTitle=?M"], lambda g: re.fullmatch(".M", g.headers.get("WhiteTitle", ""), re.I)),
    (["--tag", "White=*,*", "--tag", "Result=0-1"], lambda g: "," in g.headers.get("White", "") and g.headers["Result"] == "0-1"),
    (["--ending", "mate"], lambda g: SEEN[id(g)].mate),
    (["--ending", "stalemate"], lambda g: SEEN[id(g)].stalemate),
    (["--ending", "time"], won_on_time),
    (["--result", "1-0", "--rating", "2600..", "--plies", "..60"],
     lambda g: g.headers["Result"] == "1-0" and both(g, lambda w, b: min(w, b) >= 2600) and SEEN[id(g)].plies <= 60),
    (["--ending", "mate", "--player", "Carlsen"], lambda g: SEEN[id(g)].mate and any(surname(n, "carlsen") for n in players(g))),
    where("white_rating >= 2500 and opening like 'Sicilian%' and not bot",
          lambda g: (rating(g, "White") or 0) >= 2500 and (known(g, "Opening") or "").lower().startswith("sicilian") and not is_bot(g)),
    where("white_rating >= 2500 or black_rating >= 2700", lambda g: (rating(g, "White") or 0) >= 2500 or (rating(g, "Black") or 0) >= 2700),
    where("not (white_rating >= 2500 or black_rating >= 2500)", lambda g: both(g, lambda w, b: max(w, b) < 2500)),
    where("white_rating is null", lambda g: rating(g, "White") is None),
    where("max_rating > 2800", lambda g: both(g, lambda w, b: max(w, b) > 2800)),
    where("mean_rating between 2000.5 and 2100", lambda g: both(g, lambda w, b: 2000.5 <= (w + b) / 2 <= 2100)),
    where("rating_gap < -200", lambda g: both(g, lambda w, b: w - b < -200)),
    where("year in (1927, 1972, 2018)", lambda g: date(g) is not None and date(g)[0] in (1927, 1972, 2018)),
    where("month = 3", lambda g: date(g) is not None and date(g)[1] == 3),
    where("date is null", lambda g: date(g) is None),
    where("not date < 2000 and date is not null", lambda g: surely_from(g, (2000, 1, 1))),
    where("date > '2022-03-20'", lambda g: surely_from(g, (2022, 3, 21))),
    where("winner = 'Carlsen'", lambda g: surname(winner(g), "carlsen")),
    where("player = 'Carlsen' and winner is not null and not winner = 'Carlsen'",
          lambda g: any(surname(n, "carlsen") for n in players(g)) and winner(g) is not None and not surname(winner(g), "carlsen")),
    where("titled and speed = 'blitz'", lambda g: any(t and t != "BOT" for t in titles(g)) and speed(g) == "blitz"),
    where("title = 'GM'", lambda g: "GM" in titles(g)),
    where("black_title is null and white_title in ('IM', 'FM')", lambda g: titles(g)[1] is None and titles(g)[0] in ("IM", "FM")),
    where("event like '%a_ena%'", lambda g: re.search("a.ena", (known(g, "Event") or "").lower())),
    where("event glob '*[0-9]'", lambda g: re.search("[0-9]$", known(g, "Event") or "")),
    where("event < 'c'", lambda g: known(g, "Event") is not None and known(g, "Event").lower() < "c"),
    where("site != 'lichess' and round is null", lambda g: known(g, "Site") is not None and known(g, "Site").lower() != "lichess" and known(g, "Round") is None),
    where("round = '1'", lambda g: known(g, "Round") == "1"),
    where("eco >= 'E60' and eco is not null", lambda g: (eco(g) or "") >= "E60"),
    where("not eco between 'A00' and 'D99'", lambda g: (eco(g) or "") > "D99"),
    where("base >= 600 and increment > 0", lambda g: control(g) is not None and control(g)[0] >= 600 and control(g)[1] > 0),
    where("time_control = '60' or time_control = '60+1'", lambda g: control(g) in ((60, 0), (60, 1))),
    where("setup", lambda g: "FEN" in g.headers),
    where("variant != 'standard'", lambda g: (known(g, "Variant") or "Standard").lower() != "standard"),
    where("has_clocks and not has_evals", lambda g: SEEN[id(g)].clocks and not SEEN[id(g)].evals),
    where("has_evals", lambda g: SEEN[id(g)].evals),
    where("has_comments", lambda g: SEEN[id(g)].words),
    where("has_nags or has_variations", lambda g: SEEN[id(g)].nags or SEEN[id(g)].variations),
    where("tag('UTCTime') like '0%'", lambda g: g.headers.get("UTCTime", "").startswith("0")),
    where("tag('Annotator') is not null", lambda g: "Annotator" in g.headers),
    where("plies < 20 and result = 1/2-1/2", lambda g: SEEN[id(g)].plies < 20 and g.headers["Result"] == "1/2-1/2"),
    reaches("rnbqkb1r/pppp1ppp/4pn2/8/2PP4/5N2/PP2PPPP/RNBQKB1R b KQkq - 9 99"),
    reaches("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"),
    # Taking en passant is legal, and it is not where the FEN says nothing of it.
    where("position = 'rnbqkbnr/ppp2ppp/8/3pP3/8/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 3' and not position = 'rnbqkbnr/ppp2ppp/8/3pP3/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3'",
          reaches("rnbqkbnr/ppp2ppp/8/3pP3/8/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 3")[1]),
    # The square of the FEN does not matter where nothing can take there.
    reaches("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"),
    reaches("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5"),
    leaves("KRPvKR"),
    leaves("KRvKRP"),
    leaves("KQRRBNPPPPPPPvKQRRBNPPPPPPP"),
    leaves("KPvK"),
    begins("1. e4 c5 2. Nf3 d6", "e4", "c5", "Nf3", "d6"),
    begins("d2d4 g8f6 c2c4", "d4", "Nf6", "c4"),
    (["--matches", "repertoire.pgn"], in_repertoire),
    (["--position", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "--rating", "2000..", "--result", "0-1"],
     lambda g: SEEN[id(g)].sans[:2] == ["e4", "c5"] and both(g, lambda w, b: min(w, b) >= 2000) and g.headers["Result"] == "0-1" and SEEN[id(g)].usual),
    where("material = 'KRvKP' or material in ('KvKB', 'KPvKB') and not material = 'KvK'",
          lambda g: leaves("KRvKP")[1](g) or (leaves("KvKB")[1](g) or leaves("KPvKB")[1](g)) and not leaves("KvK")[1](g)),
    where("moves in ('1. c4', '1. Nf3') and not moves = '1. Nf3 d5'",
          lambda g: begins("", "c4")[1](g) or begins("", "Nf3")[1](g) and not begins("", "Nf3", "d5")[1](g)),
    where("not (plies < 100 or result in ('1-0', '0-1'))", lambda g: SEEN[id(g)].plies >= 100 and g.headers["Result"] in ("1/2-1/2", "*")),
]


# Options of a tree, which games count, and where the tree stands.
TREES = [
    ([], lambda g: True, chess.STARTING_FEN),
    (["--moves", "1. e4 c5"], begins("", "e4", "c5")[1], "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"),
    (["--position", "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/5N2/PP2PPPP/RNBQKB1R b KQkq -"], lambda g: True, "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/5N2/PP2PPPP/RNBQKB1R b KQkq -"),
    (["--position", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", "--rating", "2000..", "--result", "1-0"],
     lambda g: both(g, lambda w, b: min(w, b) >= 2000) and g.headers["Result"] == "1-0", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"),
]


def played(game, tree):
    """What a game plays where the tree stands, its result, ratings and year; None if it does not come there."""
    _, test, fen = tree
    seen = SEEN[id(game)]
    # The usual start is that of the moves, not of a game that comes to it later.
    move = seen.positions.get(key(chess.Board(fen, chess960=True))) if seen.standard and (fen != chess.STARTING_FEN or seen.usual) else None
    if move is None or not test(game):
        return None
    year = date(game)
    return [move, game.headers["Result"], rating(game, "White"), rating(game, "Black"), year and year[0], fen.split()[1] == "w"]


def grown(tree, games):
    """The figures of a tree of these games."""
    branches = {}
    for found in filter(None, games):
        branches.setdefault(found[0], []).append(found[1:])
    def figures(games):
        results = [sum(game[0] == result for game in games) for result in ("1-0", "1/2-1/2", "0-1")]
        own = [game[1] if game[4] else game[2] for game in games]
        own = [rating for rating in own if rating is not None]
        years = [game[3] for game in games if game[3] is not None]
        against = [(game[2], game[0] == "1-0") if game[4] else (game[1], game[0] == "0-1") for game in games if game[0] in ("1-0", "1/2-1/2", "0-1")]
        points = [0.5 if game[0] == "1/2-1/2" else won for game, (_, won) in zip([g for g in games if g[0] in ("1-0", "1/2-1/2", "0-1")], against)]
        rated = [(rating, point) for (rating, _), point in zip(against, points) if rating is not None]
        performance = sum(r for r, _ in rated) / len(rated) + 400 * (2 * sum(p for _, p in rated) / len(rated) - 1) if rated else None
        return {"games": len(games), "white": results[0], "draws": results[1], "black": results[2],
                "rating": sum(own) / len(own) if own else None, "performance": performance, "years": [min(years), max(years)] if years else None}
    return {"args": tree[0], "ended": len(branches.get("end", [])),
            "branches": {move: figures(games) for move, games in branches.items() if move != "end"}}


def decodes(args):
    """Whether these filters ask for what only whole games say."""
    return any(word in " ".join(args) for word in DECODING)


def verdicts(at, part):
    """Which of the filters a game passes, and where the trees meet it; no moves are read of a game that only filters on tags are asked of."""
    if at % EVERY:
        game = chess.pgn.read_game(io.StringIO(part), Visitor=TagsOnly)
        return [None if decodes(args) else bool(test(game)) for args, test in CASES], []
    game = chess.pgn.read_game(io.StringIO(part))
    SEEN[id(game)] = Seen(game)
    passes = [bool(test(game)) for _, test in CASES]
    found = [played(game, tree) for tree in TREES]
    SEEN.clear()
    return passes, found


class TagsOnly(chess.pgn.GameBuilder):
    """Reads the tags of a game and passes over its moves."""

    def end_headers(self):
        return chess.pgn.SKIP


def main():
    text = open(sys.argv[1], encoding="utf-8", errors="surrogateescape", newline="").read()
    # One by one: read_game passes over the tags of some games that follow another.
    parts = re.split(r"(?m)^(?=\[Event )", text)[1:]
    with multiprocessing.Pool() as pool:
        found = pool.starmap(verdicts, enumerate(parts), chunksize=60)
    games, visits = zip(*found)
    trees = [grown(tree, [visit[at] for visit in visits[::EVERY]]) for at, tree in enumerate(TREES)]
    found = []
    for case, (args, _) in enumerate(CASES):
        part = decodes(args)
        among = games[::EVERY] if part else games
        found.append({"args": args, "part": part, "numbers": [at for at, passes in enumerate(among, 1) if passes[case]]})
    json.dump({"games": len(games), "every": EVERY, "cases": found, "trees": trees, "files": {"repertoire.pgn": REPERTOIRE}}, sys.stdout)


if __name__ == "__main__":
    main()
