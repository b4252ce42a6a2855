"""What two readers say of a game: python-chess, and pgnz. Each gives a dictionary of the same columns, with values that can be compared.

Where python-chess gives a text as it stands, the rules of the PGN standard are applied to it here, anew. ``None`` is what a game does not tell.
"""

from __future__ import annotations

import datetime
import io
import logging
import re

import chess.pgn
import pgnz
import pgnz._chess

#: Columns of one game. `pieces` is the number of games that python-chess makes of its text.
COLUMNS = (
    "pieces tags date year month result white_rating black_rating eco start end ply_count moves_san moves_uci is_complete "
    "clocks spent evals_centipawns evals_mate nags comment comments variation_count ending"
).split()

#: Those that a table has, too.
OF_TABLES = "number date year month result white_rating black_rating eco plies moves_san moves_uci is_complete clocks spent evals_centipawns evals_mate ending".split()

#: What python-chess says of a tag that is not there.
ROSTER = dict(chess.pgn.Headers())

# It tells of each illegal move.
logging.getLogger("chess.pgn").disabled = True


def text_of(raw: bytes) -> str:
    """Text as UTF-8 with or without a mark, UTF-16 with one, or Latin-1."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def plain(text: str) -> str | None:
    """A comment without what its lines and spaces do to it."""
    return " ".join(text.split()) or None


def games_in(text: str) -> int:
    handle, count = io.StringIO(text, newline=None), 0
    while chess.pgn.skip_game(handle):
        count += 1
    return count


def heads_in(text: str) -> list[tuple[str | None, ...]]:
    """The tags by which people know a game, of each game of a text."""
    handle, found = io.StringIO(text, newline=None), []
    while (headers := chess.pgn.read_headers(handle)) is not None:
        found.append(tuple(known(headers.get(name)) for name in ("Event", "White", "Black", "Round", "Date")))
    return found


def known(value: str | None) -> str | None:
    value = (value or "").strip()
    return None if re.fullmatch(r"[?.\-]*", value) else value


def rating(value: str | None) -> int | None:
    found = re.fullmatch(r"\s*0*(\d{1,4})\s*", value or "")
    return int(found[1]) or None if found else None


def date_parts(headers: chess.pgn.Headers) -> list[int | None]:
    for name in ("Date", "UTCDate"):
        found = re.fullmatch(r"\s*(\d{4}|\?+)[./-](\d{1,2}|\?+)[./-](\d{1,2}|\?+)\s*|\s*(\d{4})\s*", headers.get(name, ""))
        if found:
            parts = [found[4], None, None] if found[4] else list(found.groups()[:3])
            parts = [int(part) if part and part.isdigit() else None for part in parts]
            if parts != [None, None, None]:
                return parts
    return [None, None, None]


def day(parts: list[int | None]) -> datetime.date | None:
    try:
        return datetime.date(*parts) if None not in parts else None
    except ValueError:
        return None


def none_if_empty(values: list) -> list | None:
    return values if any(value is not None for value in values) else None


def by_chess(raw: bytes) -> dict[str, object]:
    """The values of python-chess. Blank lines do not end the game: `pieces` says where they would."""
    text = text_of(raw)
    try:
        game = pgnz._chess.game(text)
    except IndexError:
        # A bracket too many makes it fail.
        return {"pieces": None}
    if game is None:
        return {"pieces": 0}
    headers = game.headers
    parts = date_parts(headers)
    # Both results are in a column of their own.
    tags = {name: value for name, value in headers.items() if name != "Result"}
    result = headers.get("Result", "*")
    values = {
        "pieces": games_in(text),
        "tags": {name: value for name, value in tags.items() if value != ROSTER.get(name)},
        "date": day(parts),
        "year": parts[0],
        "month": parts[1],
        "result": result if result in ("1-0", "0-1", "1/2-1/2") else None,
        "white_rating": rating(headers.get("WhiteElo")),
        "black_rating": rating(headers.get("BlackElo")),
        "eco": known(headers.get("ECO")),
    }
    try:
        board = game.board()
    except ValueError:
        # It does not know the variant, or the position is none.
        return values
    return values | moves_by_chess(game, board)


def moves_by_chess(game: chess.pgn.Game, board: chess.Board) -> dict[str, object]:
    start = fen(board.fen())
    sans, ucis, clocks, spent, centipawns, mates, nags, comments = ([] for _ in range(8))
    node: chess.pgn.GameNode = game
    comment = plain(game.comment + " " + (game.variations[0].starting_comment if game.variations else ""))
    while node.variations:
        node = node.variations[0]
        san = board.san(node.move)
        # As Lichess writes it.
        sans.append("P" + san if san.startswith("@") else san)
        ucis.append(node.move.uci())
        board.push(node.move)
        clocks.append(milliseconds(node.clock()))
        spent.append(milliseconds(node.emt()))
        score = node.eval()
        centipawns.append(None if score is None else score.white().score())
        mates.append(None if score is None else score.white().mate())
        nags.append(sorted(node.nags))
        # What stands after the variations of a move is the first comment of the next.
        after = node.variations[0].starting_comment if node.variations else ""
        comments.append(plain(node.comment + " " + after))
    return {
        "start": start,
        "end": fen(board.fen()),
        "ply_count": len(sans),
        "moves_san": sans,
        "moves_uci": ucis,
        "is_complete": not game.errors,
        "clocks": none_if_empty(clocks),
        "spent": none_if_empty(spent),
        "evals_centipawns": none_if_empty(centipawns),
        "evals_mate": none_if_empty(mates),
        "nags": nags,
        "comment": comment,
        "comments": comments,
        "variation_count": variations(game),
        "ending": ending(board, sans),
    }


def milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def variations(game: chess.pgn.Game) -> int:
    count, nodes = 0, [game]
    while nodes:
        node = nodes.pop()
        count += max(len(node.variations) - 1, 0)
        nodes.extend(node.variations)
    return count


def ending(board: chess.Board, sans: list[str]) -> str | None:
    """What the rules say of the last position; the words are those of docs/filters.md."""
    if not sans:
        return None
    if board.is_variant_end():
        return "variant"
    if board.is_checkmate():
        return "mate"
    return "stalemate" if board.is_stalemate() else None


def fen(text: str) -> str:
    """A FEN with the men in a pocket, of which each reader has its order, by the alphabet."""
    return re.sub(r"\[(.*?)\]", lambda pocket: f"[{''.join(sorted(pocket[1]))}]", text)


def by_pgnz(row: dict[str, object], game: pgnz.Game) -> dict[str, object]:
    """The values of pgnz: of a table, and of a game."""
    result, end = row["result"], row["ending"]
    return {
        "pieces": 1,
        "tags": {name: value for name, value in dict(game.tags).items() if name != "Result" and value != ROSTER.get(name)},
        "date": row["date"],
        "year": row["year"],
        "month": row["month"],
        "result": result if result != "*" else None,
        "white_rating": row["white_rating"],
        "black_rating": row["black_rating"],
        "eco": row["eco"],
        "start": fen(game.board(0)) if row["plies"] is not None else None,
        "end": fen(game.board(-1)) if row["plies"] is not None else None,
        "ply_count": row["plies"],
        "moves_san": row["moves_san"],
        "moves_uci": row["moves_uci"],
        "is_complete": row["is_complete"],
        "clocks": row["clocks"],
        "spent": row["spent"],
        "evals_centipawns": row["evals_centipawns"],
        "evals_mate": row["evals_mate"],
        "nags": [sorted(set(glyphs)) for glyphs in game.nags],
        "comment": plain(game.comment or ""),
        "comments": [plain(comment or "") for comment in game.comments],
        "variation_count": game.variation_count,
        # Other endings are those of the tag `Termination`, which python-chess does not read.
        "ending": end if end in ("mate", "stalemate", "variant") else None,
    }
