"""docs/format/10-moves.md, The network: files, forward pass, logits, widths."""
import struct
from functools import cache
from operator import add, mul

from .conventions import require
from .features import ROWS_BRIEF, ROWS_FULL, rows_and_scalars
from .files import file, level_name
from .mixing import powers
from .view import View, inputs

MAGIC = b"pgnznet\x02"
INPUTS, SCALARS = 6402, 303_200
SHAPES = {(256, ROWS_FULL), (128, ROWS_BRIEF), (192, ROWS_BRIEF)}


class Network:
    """One network of a file, from an offset on."""

    def __init__(self, data, at):
        require(data[at : at + 8] == MAGIC, "no network")
        inputs_, c, rows, scalars, self.kinds = struct.unpack_from("<5I", data, at + 8)
        known = inputs_ == INPUTS and (c, rows) in SHAPES and scalars in (0, SCALARS) and 1 <= self.kinds <= 7
        require(known, "a network of an unknown shape")
        first, last, end = [at + 28 + n * c for n in (4, 12_808, 12_808 + rows)]
        self.columns, self.end = c, end + 2 * scalars
        require(len(data) >= self.end, "a file ends within a network")
        self.bias = struct.unpack_from(f"<{2 * c}h", data, at + 28)
        self.scalars = struct.unpack_from(f"<{scalars}h", data, end)
        self.row = cache(lambda i: struct.unpack_from(f"{c}b", data, last + i * c))
        self.weights = cache(lambda i: struct.unpack_from(f"{2 * c}b", data, first + 2 * i * c))

    def columns_of(self, on):
        """The columns, from the inputs that are on; sums are i16, mod 2^16."""
        sums = self.bias
        for i in on:
            sums = list(map(add, sums, self.weights(i)))
        sums = [min(max(((s + 32_768) & 0xFFFF) - 32_768, 0), 64) for s in sums]
        return [min(127, (a * b + 16) >> 5) for a, b in zip(sums, sums[self.columns :])]

    def logits(self, on, looked_at, scalars):
        """The logit of each move, in units of 2^-16 bit."""
        columns = self.columns_of(on)
        sums = {row: sum(map(mul, columns, self.row(row))) for row in {row for rows, _ in looked_at for row in rows}}
        return [
            (11_818 * sum([sums[row] for row in rows]) >> 10) + 64 * sum([scalars[i] for i in places])
            for rows, places in looked_at
        ]


class Networks:
    """The networks of a file, and those of each kind of game with their scalars."""

    def __init__(self, data):
        networks, at = [], 0
        while at < len(data) or not networks:
            networks.append(Network(data, at))
            at = networks[-1].end
        require(len(networks) <= 8 and len({n.columns for n in networks}) == 1, "networks of different shapes")
        self.in_full, self.of_kind = networks[0].columns == 256, [[], [], []]
        for kind, chosen in enumerate(self.of_kind):
            scalars = ()
            for network in networks:
                if network.kinds >> kind & 1:
                    scalars = network.scalars or scalars
                    chosen.append((network, scalars))
            require(chosen and chosen[0][1], "a kind of games without a network, or the first of a kind without scalars")

    def __deepcopy__(self, memo):
        return self

    def judge(self, pos, history, setting):
        """Logits of all legal moves, and what they were looked at by: rows and scalars of each."""
        view = View(pos)
        on = inputs(view, history, setting)
        looked_at = rows_and_scalars(view, history, pos.legal(), self.in_full)
        chosen = self.of_kind[setting.kind()]
        logits = zip(*(network.logits(on, looked_at, scalars) for network, scalars in chosen))
        return [sum(of_move) // len(chosen) for of_move in logits], looked_at


POWERS = [p >> 42 for p in powers(256, 4_624_189_567_668_517_720)]


def widths(logits):
    """Stream moves, Widths."""
    below = [(max(logits) - logit) >> 8 for logit in logits]
    shares = [0 if d >= 5120 else POWERS[255 - (d & 255)] >> ((d >> 8) + 1) for d in below]
    scale = ((65_536 - len(logits)) << 32) // max(1, sum(shares))
    return fill([1 + ((p * scale) >> 32) for p in shares], 65_536)


def fill(ws, total):
    """What is missing to a total goes to the widest, the first of them."""
    ws[ws.index(max(ws))] += total - sum(ws)
    return ws


@cache
def networks_of(level):
    return Networks(file(level_name(level)))
