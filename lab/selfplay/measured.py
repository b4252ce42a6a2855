"""What moves cost in games that are held out."""
import numpy as np
import torch

from positions import ONLINE, OTHER, UNUSUAL

NAMES = {ONLINE: "online", OTHER: "other", UNUSUAL: "unusual"}
# Parts of the player models online and over the board whose costs are told.
PARTS = [(0.0, 0.0), (0.5, 0.3), (0.6, 0.4), (0.7, 0.45), (0.8, 0.5), (0.9, 0.6), (1.0, 0.7)]


class Measured:
    """Games that are held out, and what moves cost there."""

    def __init__(self, held_out, count, judges, device):
        self.steps, self.sums = [], {}
        for _ in range(count):
            positions, boards = held_out.receive()
            _, _, (asked, said, own) = judges.of(positions, boards)
            held_out.answer(torch.zeros(held_out.slots, device=device))
            self.steps.append(positions)
            for parts in PARTS:
                self.note(f"players {parts}", positions, judges.mixed(positions, asked, said, own, parts))
        held_out.end()
        self.tell()

    def note(self, name, positions, logits):
        """Adds what the moves played cost by these logits."""
        bits = -torch.log2(positions.table(logits, -torch.inf).softmax(1)[torch.arange(len(positions.played)), positions.played].clamp(min=1e-9))
        for kind in NAMES:
            of_kind = (positions.kind == kind) & ~positions.engines
            total = self.sums.setdefault((name, kind), np.zeros(2))
            total += bits[of_kind].sum().item(), of_kind.sum().item()

    def tell(self):
        """Tells the mean costs by kinds of games, games of engines apart."""
        for name in dict.fromkeys(name for name, _ in self.sums):
            costs = ", ".join(f"{NAMES[kind]} {self.sums[name, kind][0] / max(self.sums[name, kind][1], 1):.4f}" for kind in NAMES)
            print(f"    {name}: {costs}", flush=True)
        self.sums.clear()

    @torch.no_grad()
    def measure(self, trainings):
        """Tells what moves cost with the networks that the trainings would end with now."""
        for name, (training, _, _) in trainings.items():
            net = training.network
            before, net.weights = net.weights, training.now()
            net.round()
            for positions in self.steps:
                self.note(name, positions, net.forward(positions))
            net.weights = before
            net.round()
        self.tell()
