#!/usr/bin/env python3
"""The pictures of docs/python.md: `scripts/walk.py MONTH.pgnz CLOCKS.pgnz FOLDER`.

MONTH is a month of Lichess, CLOCKS an archive of games with clock times. Needs duckdb, polars and matplotlib. The queries are those of the page.
"""

import pathlib
import sys

import duckdb
import matplotlib
import pgnz

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pgnz", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
from matplotlib import pyplot as plt  # noqa: E402

#: So many games of the month are looked at where a network has to look at every position.
GAMES = 12_000


def save(figure, path: pathlib.Path) -> None:
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    print(path, path.stat().st_size, "bytes")


def surprise(archive, path) -> None:
    games = archive[:GAMES].scan(["white_rating", "black_rating", "surprisal"])
    rows = duckdb.sql("""
        with plies as (
            select (white_rating + black_rating) / 2 as rating, unnest(surprisal) as bits, generate_subscripts(surprisal, 1) as ply from games)
        select ply, rating >= 1800 as strong, avg(bits) as bits
        from plies where ply <= 80 and rating is not null and (rating < 1400 or rating >= 1800) group by all order by ply
    """).fetchall()
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    for strong, label, colour in ((False, "below 1400", "#b5651d"), (True, "1800 and above", "#2f6f9f")):
        axes.plot([ply for ply, side, _ in rows if side == strong], [bits for _, side, bits in rows if side == strong], label=label, color=colour)
    axes.set(xlabel="ply (move of one side)", ylabel="bits a move", ylim=(0, None))
    axes.legend(title="mean rating", frameon=False)
    save(figure, path)


def time_trouble(archive, path) -> None:
    games = archive.scan(["clocks", "surprisal"], where="has_clocks and base between 60 and 600")
    rows = duckdb.sql("""
        with plies as (
            select unnest(clocks) / 1000 as seconds, unnest(surprisal) as bits, generate_subscripts(surprisal, 1) as ply from games)
        select floor(log2(seconds) * 2) / 2 as doubling, avg(bits) as bits, count(*) as plies
        from plies where ply > 20 and seconds >= 1 group by 1 having count(*) > 200 order by 1
    """).fetchall()
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    axes.plot([2**doubling for doubling, _, _ in rows], [bits for _, bits, _ in rows], marker="o", markersize=4, color="#2f6f9f")
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(matplotlib.ticker.ScalarFormatter())
    axes.set(xlabel="seconds left after the move", ylabel="bits a move", ylim=(0, None))
    save(figure, path)


def openings(archive, path) -> None:
    games = archive.scan(["white_rating", "black_rating", "moves_san"])
    rows = duckdb.sql("""
        select floor((white_rating + black_rating) / 400) * 200 as rating, moves_san[1] as first, count(*) as games
        from games where len(moves_san) > 0 and white_rating is not null and black_rating is not null group by all
    """).fetchall()
    ratings = sorted({rating for rating, _, _ in rows if sum(games for other, _, games in rows if other == rating) > 500})
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    colours = {"e4": "#2f6f9f", "d4": "#b5651d", "c4": "#4f8f5b", "Nf3": "#8a6fb0"}
    for first, colour in colours.items():
        shares = []
        for rating in ratings:
            here = {move: games for other, move, games in rows if other == rating}
            shares.append(100 * here.get(first, 0) / sum(here.values()))
        axes.plot([rating + 100 for rating in ratings], shares, marker="o", markersize=4, label=f"1. {first}", color=colour)
    axes.set(xlabel="mean rating", ylabel="% of games", ylim=(0, None))
    axes.legend(frameon=False)
    save(figure, path)


if __name__ == "__main__":
    month, clocks, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    surprise(pgnz.open(month), folder / "surprise-by-ply.svg")
    time_trouble(pgnz.open(clocks), folder / "time-trouble.svg")
    openings(pgnz.open(month), folder / "first-moves.svg")
