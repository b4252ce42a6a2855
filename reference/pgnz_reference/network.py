"""docs/format/10-moves.md, The network: files, forward pass, logits."""
import struct
from functools import lru_cache
from itertools import repeat
from operator import add, mul

from .conventions import require
from .features import ROWS_BRIEF, ROWS_FULL, rows_and_scalars
from .files import level_file
from .view import View, inputs

MAGIC = b"pgnznet\x02"
INPUTS, SCALARS = 6402, 303_200


class Network:
    """One network of a file, from an offset on."""

    def __init__(self, data, at):
        require(data[at : at + 8] == MAGIC, "no network")
        inputs_, self.columns, rows, scalars, self.kinds = struct.unpack_from("<5I", data, at + 8)
        c = self.columns
        shapes = {(256, ROWS_FULL), (128, ROWS_BRIEF), (192, ROWS_BRIEF)}
        known = inputs_ == INPUTS and (c, rows) in shapes and scalars in (0, SCALARS) and 1 <= self.kinds <= 7
        require(known, "a network of an unknown shape")
        self.in_full = c == 256
        layers = [28, 28 + 4 * c, 28 + 12_808 * c, 28 + (12_808 + rows) * c]
        self.end = at + layers[3] + 2 * scalars
        require(len(data) >= self.end, "a file ends within a network")
        self.bias = list(struct.unpack_from(f"<{2 * c}h", data, at + 28))
        view = memoryview(data)[at : self.end]
        self.first, self.last = view[layers[1] : layers[2]], view[layers[2] : layers[3]]
        self.scalars = struct.unpack_from(f"<{scalars}h", data, at + layers[3]) if scalars else None
        self.row = lru_cache(None)(lambda i: struct.unpack(f"{c}b", self.last[i * c : i * c + c]))
        self.weights = lru_cache(None)(lambda i: struct.unpack(f"{2 * c}b", self.first[2 * i * c : 2 * (i + 1) * c]))

    def __deepcopy__(self, memo):
        return self

    def columns_of(self, on):
        """The columns, from the inputs that are on; sums are i16, mod 2^16."""
        sums = self.bias
        for i in on:
            sums = list(map(add, sums, self.weights(i)))
        if max(sums) > 32_767 or min(sums) < -32_768:
            sums = [((s + 32_768) & 0xFFFF) - 32_768 for s in sums]
        sums = [0 if s < 0 else 64 if s > 64 else s for s in sums]
        half = self.columns
        return [min(127, (a * b + 16) >> 5) for a, b in zip(sums[:half], sums[half:])]

    def logits(self, on, looked_at, scalars):
        """The logit of each move, in units of 2^-16 bit."""
        columns = self.columns_of(on)
        sums = {}
        out = []
        for rows, places in looked_at:
            total = 0
            for row in rows:
                if row not in sums:
                    sums[row] = sum(map(mul, columns, self.row(row)))
                total += sums[row]
            out.append((11_818 * total >> 10) + 64 * sum([scalars[i] for i in places]))
        return out


class Networks:
    """The networks of a file, and those of each kind of game with their scalars."""

    def __init__(self, data):
        networks, at = [], 0
        while at < len(data) or not networks:
            networks.append(Network(data, at))
            at = networks[-1].end
        require(len(networks) <= 8 and len({n.columns for n in networks}) == 1, "networks of different shapes")
        self.in_full = networks[0].in_full
        self.of_kind = []
        for kind in range(3):
            chosen, scalars = [], None
            for network in networks:
                if network.kinds >> kind & 1:
                    scalars = network.scalars or scalars
                    require(scalars, "the first network of a kind has no scalars")
                    chosen.append((network, scalars))
            require(chosen, "a kind of games without a network")
            self.of_kind.append(chosen)

    def __deepcopy__(self, memo):
        return self

    def judge(self, pos, history, setting):
        """Logits of all legal moves, and what they were looked at by: rows and scalars of each."""
        view = View(pos)
        on = inputs(view, history, setting)
        looked_at = rows_and_scalars(view, history, pos.legal(), self.in_full)
        chosen = self.of_kind[setting.kind()]
        all_logits = [network.logits(on, looked_at, scalars) for network, scalars in chosen]
        if len(all_logits) == 1:
            return all_logits[0], looked_at
        return [sum(of_move) // len(chosen) for of_move in zip(*all_logits)], looked_at


def _powers():
    p, powers = 1 << 62, []
    for _ in range(256):
        powers.append(p >> 42)
        p = (p * 4_624_189_567_668_517_720) >> 62
    return powers


POWERS = _powers()


def widths(logits):
    """Stream moves, Widths."""
    top = max(logits)
    powers = []
    for logit in logits:
        d = (top - logit) >> 8
        powers.append(0 if d >= 5120 else POWERS[255 - (d & 255)] >> ((d >> 8) + 1))
    n = len(logits)
    scale = ((65_536 - n) << 32) // max(1, sum(powers))
    return fill([1 + ((p * scale) >> 32) for p in powers], 65_536)


def fill(ws, total):
    """What is missing to a total goes to the widest, the first of them."""
    ws[ws.index(max(ws))] += total - sum(ws)
    return ws


@lru_cache
def networks_of(level):
    return Networks(level_file(level))
