"""docs/format/12-evals.md, The network of evaluations."""
import struct
from functools import lru_cache
from operator import mul

from .board import KING, squares
from .files import file
from .mixing import clamp, divide
from .result import fate
from .ends import balance
from .steps import hanging

INPUTS, FIRST, SECOND, NODES, MOST_ON = 2887, 128, 32, 464, 160
CHOICES = (2, 5, 10, 18, 26, 34, 44)


class Network:
    def __init__(self, data):
        at = 0

        def rows(count, size, code):
            nonlocal at
            width = size * struct.calcsize(code)
            out = [struct.unpack_from(f"<{size}{code}", data, at + i * width) for i in range(count)]
            at += count * width
            return out

        self.first, self.second = rows(INPUTS, FIRST, "b"), rows(SECOND, FIRST, "b")
        self.last = rows(NODES, SECOND, "h")
        (self.first_bias,), (self.second_bias,), (self.last_bias,) = rows(1, FIRST, "h"), rows(1, SECOND, "h"), rows(1, NODES, "h")
        if at != len(data):
            raise ValueError("the file of the network has another length")

    def hidden(self, on):
        """The second layer, from inputs with their weights."""
        sums = list(self.first_bias)
        for i, w in on[:MOST_ON]:
            sums = [s + w * r for s, r in zip(sums, self.first[i])]
        x = [clamp((((s + 32_768) & 0xFFFF) - 32_768) >> 2, 0, 128) for s in sums]
        return [clamp((16 * b + sum(map(mul, row, x))) >> 6, 0, 128) for b, row in zip(self.second_bias, self.second)]

    def odds(self, node, y):
        return clamp((128 * self.last_bias[node] + sum(map(mul, self.last[node], y))) >> 9, -2400, 2400)


@lru_cache
def network():
    return Network(file("evals.net"))


def scale(v):
    a = min(abs(v), 1 << 24) + 16
    k = a.bit_length() - 1
    size = 16 * k + (((a << 4) >> k) & 15) - 64
    return -size if v < 0 else size


def knots(b, n, x):
    x = clamp(x, 0, 8 * (n - 1))
    return [(b + (x >> 3), 8 - (x & 7))] + ([(b + (x >> 3) + 1, x & 7)] if x & 7 else [])


def signed(b, v):
    return knots(b, 33, scale(v) + 128)


def inputs(game, step, past, restless, met, ratings, result):
    """The inputs that are on, with their weights; evaluations as the player sees them."""
    black = int(step is not None and step.black)
    first, swing, swing1 = past.first, past.swing, past.swing1
    on = []
    if first.mate:
        on.append((2552 + min(abs(first.value), 11) + 12 * (first.value <= 0), 8))
    else:
        on += signed(2519, first.value)
        on += knots(2866, 21, first.value + 80) if abs(first.value) < 80 else []
    on += signed(2576, swing) + signed(2609, swing1) + signed(2642, swing + swing1) + knots(2675, 33, 2 * scale(restless >> 4))
    if met is not None:
        on += [(2741, 8)] if met.mate else [(2742, 8), *signed(2708, met.value - past.expected)]
    o = fate(result, black)
    left = len(game.steps) - 1 - step.number if step else len(game.steps)
    on.append((2437 + 8 * o + min(7, left.bit_length()), 8))
    for b, rating in ((2469, ratings[black]), (2485, ratings[1 - black])):
        on += knots(b, 16, divide(rating - 400, 25)) if rating > 0 else []
    return on + (_position(step, black, past) if step else [])


def _position(step, black, past):
    """What the step's move and the position after it say."""
    pos, flip, on = step.pos, 56 * black, []
    for side, colour in ((0, black), (1, 1 - black)):
        for role in range(6):
            own = sorted(s ^ flip for s in squares(pos.pieces(colour, role)))
            on += [(384 * side + 64 * role + s, 8) for s in own]
    on += _moved(step, flip, 768, 1152)
    three = [step, step.next, step.next and step.next.next]
    for b, other in zip((2304, 2311, 2318), three):
        on += [(b + (other.move.captured if other.takes() else 6), 8)] if other else []
    for b, other in zip((2325, 2330, 2335), three):
        if other:
            flags = other.mark > 0, other.mark == 3, other.takes_on(other.before), other.move.promotion is not None, other.choices == 1
            on += [(b + i, 8) for i, flag in enumerate(flags) if flag]
    on += [(2340, 8)] if step.before and step.before.mark else []
    on.append((2341 + _choices(step), 8))
    if step.next:
        on += [(2349 + _choices(step.next), 8)] + _moved(step.next, flip, 1536, 1920)
    d = min(400, step.depth)
    on += knots(2357, 24, 8 * d if d < 12 else 84 + d)
    mass = sum(w * r.bit_count() for w, r in zip((0, 3, 3, 5, 9), pos.roles))
    on += knots(2381, 16, 2 * mass)
    own, other = hanging(pos, black), hanging(pos, 1 - black)
    on += [(b + min(9, lost), 8) for b, lost in zip((2397, 2407, 2417, 2427), (own[0], own[1], other[0], other[1]))]
    c = step.cost
    on += knots(2501, 18, c // 2 if c < 64 else c - 32)
    here = balance(pos, black)
    a, a1 = 100 * (here - own[0]), 0
    if step.before:
        a1 = 100 * (balance(step.before.pos, black) + hanging(step.before.pos, int(step.before.black))[0])
    on += signed(2743, a - past.first.value) if not past.first.mate else []
    on += signed(2776, a - a1)
    before = balance(step.before.pos, black) if step.before else 0
    for b, other in zip((2809, 2828, 2847), (step.next, step.after(2), step.after(4))):
        if other:
            on.append((b + 9 + clamp(balance(other.pos, black) - before, -9, 9), 8))
    return on


def _moved(step, flip, origins, targets):
    move = step.move
    at = 64 * move.role
    return [(origins + at + (move.origin ^ flip), 8), (targets + at + (move.target ^ flip), 8)]


def _choices(step):
    return sum(step.choices > limit for limit in CHOICES)
