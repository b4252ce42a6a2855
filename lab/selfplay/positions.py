"""Positions side by side: what `self-play` writes (lab/train/src/selfplay/step.rs has the files), and what is kept to learn from."""
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

POSITION = np.dtype([("rating", "<u2"), ("ply", "<u2"), ("played", "<u2"), ("moves", "<u2"), ("repeated", "u1"), ("castling", "u1"),
                     ("quiet", "u1"), ("kind", "u1"), ("bits", "u1"), ("zeros", "V3")])
assert POSITION.itemsize == 16
MOST_INPUTS, FIRST_SMALL = 56, 2 * 385 * 384
# Moves of a position for which there is room, in the mean.
ROOM = 35
ONLINE, OTHER, UNUSUAL = range(3)


class Positions:
    """Inputs of positions, and of their moves the position, rows and scalars; targets where they are known."""

    def __init__(self, inputs, moves, rows, large, small):
        self.inputs, self.moves, self.rows = inputs, moves, rows
        count, total = len(inputs), len(rows)
        places = torch.arange(count, device=inputs.device)
        self.of = places.repeat_interleave(moves, output_size=total)
        begins = moves.cumsum(0) - moves
        self.at = torch.arange(total, device=inputs.device) - begins[self.of]
        self.begins = begins
        self.scalars = torch.cat([large.long(), small.long() + FIRST_SMALL], 1)
        self.most = int(moves.max())

    def table(self, numbers, rest):
        """A number for each move as a table with a row for each position."""
        table = torch.full((len(self.inputs), self.most), rest, dtype=numbers.dtype, device=numbers.device)
        table[self.of, self.at] = numbers
        return table

    def shares(self, logits):
        """The share of each move."""
        return self.table(logits, -torch.inf).softmax(1)[self.of, self.at]

    def errors(self, logits):
        """The error of each move's share, and the mean cost of the targets in bits."""
        logs = self.table(logits, -torch.inf).log_softmax(1)[self.of, self.at]
        cost = -(self.targets * logs).sum() / len(self.inputs) / np.log(2)
        return logs.exp() - self.targets, cost


class SelfPlay:
    """The program `self-play` at work: a position of each of many games at a time."""

    def __init__(self, program, games, model, folder, slots, device, *options):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.slots, self.device = folder, slots, device
        self.process = subprocess.Popen([program, games, "--model", model, "--folder", folder, "--slots", str(slots), *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # It is read from while other work is done.
        self.reader = ThreadPoolExecutor(1)
        self.reading = self.reader.submit(self.read)

    def read(self):
        """What the program has written."""
        line = self.process.stdout.readline()
        assert line, "self-play has ended"
        total = int(line)
        shapes = {"positions": (POSITION, (self.slots,)), "boards": ("u1", (self.slots, 8 * 12 * 8)), "inputs": ("<i2", (self.slots, MOST_INPUTS)),
                  "codes": ("<i2", (total,)), "rows": ("<i2", (total, 4)), "large": ("<i4", (total, 2)), "small": ("<i2", (total, 5))}
        return {name: np.fromfile(self.folder / name, kind, int(np.prod(shape))).reshape(shape) for name, (kind, shape) in shapes.items()}

    def receive(self):
        """The positions, and the boards beside them."""
        numbers = self.reading.result()
        heads = numbers.pop("positions")
        of_heads = lambda name: torch.from_numpy(heads[name].astype(np.int64)).to(self.device)
        parts = {name: torch.from_numpy(part).to(self.device) for name, part in numbers.items()}
        positions = Positions(parts["inputs"], of_heads("moves"), parts["rows"], parts["large"], parts["small"])
        positions.codes = parts["codes"].long()
        for name in ("rating", "ply", "played", "repeated", "castling", "quiet", "kind"):
            setattr(positions, name, of_heads(name))
        bits = of_heads("bits")
        positions.black, positions.online, positions.engines = (bits >> bit & 1 == 1 for bit in range(3))
        positions.as_played = positions.played < 65535
        return positions, parts["boards"]

    def answer(self, moves):
        """Plays a move of each game."""
        moves.to("cpu", torch.uint8).numpy().tofile(self.folder / "answers")
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        self.reading = self.reader.submit(self.read)

    def end(self):
        """Ends the program, which may be about to write."""
        self.reader.shutdown()
        self.process.stdin.close()
        self.process.wait()


class Kept:
    """Positions with targets, the oldest of which make room for new ones."""

    def __init__(self, steps, slots, device):
        self.steps, self.slots, self.room = steps, slots, slots * ROOM
        empty = lambda count, *shape, kind=torch.int16: torch.empty((steps * count, *shape), dtype=kind, device=device)
        self.inputs = empty(slots, MOST_INPUTS)
        self.moves = torch.zeros(steps * slots, dtype=torch.uint8, device=device)
        self.begins, self.kind = empty(slots, kind=torch.int32), empty(slots, kind=torch.uint8)
        self.rows, self.large, self.small = empty(self.room, 4), empty(self.room, 2, kind=torch.int32), empty(self.room, 5)
        self.targets = empty(self.room, kind=torch.float16)
        self.added = 0

    @staticmethod
    def bytes(slots):
        """Memory that a step takes."""
        return slots * (MOST_INPUTS * 2 + 6 + ROOM * 28)

    def add(self, positions, targets):
        """Keeps a step's positions."""
        step = self.added % self.steps
        self.added += 1
        first, begin = step * self.slots, step * self.room
        here = slice(first, first + self.slots)
        total = min(len(targets), self.room)
        there = slice(begin, begin + total)
        self.inputs[here] = positions.inputs
        # What there is no room for is not learned from.
        fits = positions.begins + positions.moves <= total
        self.moves[here] = torch.where(fits, positions.moves, 0).to(torch.uint8)
        self.begins[here] = positions.begins.int()
        self.kind[here] = positions.kind.to(torch.uint8)
        self.rows[there] = positions.rows[:total]
        self.large[there] = (positions.scalars[:total, :2]).int()
        self.small[there] = (positions.scalars[:total, 2:] - FIRST_SMALL).short()
        self.targets[there] = targets[:total].half()

    def choices(self, kinds):
        """Those that may be drawn, of these kinds of games; of a kind that is named twice, twice as often."""
        filled = slice(0, min(self.added, self.steps) * self.slots)
        return torch.cat([((self.moves[filled] > 1) & (self.kind[filled] == kind)).nonzero().squeeze(1) for kind in kinds])

    def draw(self, choices, count):
        """So many of the choices."""
        chosen = choices[torch.randint(len(choices), (count,), device=choices.device)]
        moves = self.moves[chosen].long()
        begins = chosen // self.slots * self.room + self.begins[chosen].long()
        total = int(moves.sum())
        at = (begins - moves.cumsum(0) + moves).repeat_interleave(moves, output_size=total) + torch.arange(total, device=chosen.device)
        positions = Positions(self.inputs[chosen], moves, self.rows[at], self.large[at], self.small[at])
        positions.targets = self.targets[at].float()
        return positions
