"""The network of the move model (docs/modelling.md, "The network") with a step of training, on whatever processor PyTorch has.

The weights of several networks that judge together stand side by side as one of all their hidden columns, whose scalars they share.
They are rounded as in the file where they are used, and learn unrounded.
"""
import numpy as np
import torch

INPUTS, HIDDEN, ROWS, SCALARS = 6402, 256, 11716, 303200
# The input after the last one is always on: its row is what the first layer adds for nothing.
PADDED = 6408
# Rows are as many as a graphics processor multiplies well.
PADDED_ROWS = 11720
# Where each aspect of a move has its rows; of each a move has one.
ASPECTS = (0, 3884, 6956, 9196)
UNIT, SCALAR_UNIT = 64.0, 1024 * np.log2(np.e)
# What a byte holds, and what scalars may be.
CLIP, SCALARS_CLIP = 1.98, 30.0
MAGIC = b"pgnznet\x02"


def read(data):
    """The networks of a file: kinds, first layer (INPUTS + 1 rows), last layer, scalars (None where they are those of the one before)."""
    networks = []
    while data:
        assert data[:8] == MAGIC
        inputs, columns, rows, scalars, kinds = np.frombuffer(data[8:28], "<u4")
        assert (inputs, columns, rows) == (INPUTS, HIDDEN, ROWS), (inputs, columns, rows)
        at = 28

        def take(count, kind):
            nonlocal at
            numbers = np.frombuffer(data, kind, count, at).astype(np.float32)
            at += numbers.size * np.dtype(kind).itemsize
            return numbers

        bias = take(2 * HIDDEN, "<i2").reshape(1, -1)
        first = take(2 * HIDDEN * INPUTS, "i1").reshape(INPUTS, -1)
        last = take(HIDDEN * ROWS, "i1").reshape(ROWS, -1)
        scalars = take(SCALARS, "<i2") / SCALAR_UNIT if scalars else None
        networks.append((int(kinds), np.concatenate([first, bias]) / UNIT, last / UNIT, scalars))
        data = data[at:]
    return networks


class Network:
    """Networks that judge together. `parts` is what [`read`] gives."""

    def __init__(self, parts, device):
        self.device = device
        self.share = 1.0 / len(parts)
        self.type = torch.float16 if device.type == "cuda" else torch.float32
        halves = [np.concatenate([first[:, half * HIDDEN:][:, :HIDDEN] for _, first, _, _ in parts], 1) for half in (0, 1)]
        first = np.zeros((PADDED, 2 * HIDDEN * len(parts)), np.float32)
        first[:INPUTS + 1] = np.concatenate(halves, 1)
        last = np.concatenate([last for _, _, last, _ in parts], 1)
        last = np.concatenate([last, np.zeros((PADDED_ROWS - ROWS, last.shape[1]), np.float32)])
        self.weights = [torch.tensor(x, device=device) for x in (first, last, parts[0][3])]
        self.round()

    def round(self):
        """Takes over what the weights have become."""
        first, last, scalars = self.weights
        self.first = ((first * UNIT).round() / UNIT).to(self.type)
        self.last = ((last * UNIT).round() / UNIT).to(self.type)
        self.scalars = scalars

    def forward(self, positions):
        """Logits, one for each move; what the way back needs is kept."""
        count = len(positions.inputs)
        self.on = torch.zeros(count, PADDED, dtype=self.type, device=self.device)
        self.on.scatter_(1, positions.inputs.long(), 1)
        sums = self.on @ self.first
        columns = sums.shape[1] // 2
        self.factors = sums[:, :columns].clamp(0, 1), sums[:, columns:].clamp(0, 1)
        self.inside = (sums > 0) & (sums < 1)
        self.hidden = self.factors[0] * self.factors[1]
        products = self.hidden @ self.last.T
        self.place = positions.of.unsqueeze(1) * PADDED_ROWS + positions.rows.long()
        logits = products.view(-1)[self.place].float().sum(1) * self.share
        return logits + self.scalars[positions.scalars].sum(1)

    def backward(self, errors, positions):
        """The gradients of the weights, from the error of each move's share."""
        count = len(positions.inputs)
        own = (errors * self.share).to(self.type)
        back = torch.zeros(count * PADDED_ROWS, dtype=self.type, device=self.device)
        back.scatter_add_(0, self.place.view(-1), own.repeat_interleave(4))
        back = back.view(count, PADDED_ROWS)
        of_last = product(back.T, self.hidden)
        of_hidden = back @ self.last
        slopes = torch.cat([of_hidden * self.factors[1], of_hidden * self.factors[0]], 1) * self.inside
        of_first = product(self.on.T, slopes)
        of_scalars = torch.zeros_like(self.scalars)
        of_scalars.index_add_(0, positions.scalars.view(-1), errors.repeat_interleave(7))
        return [x / count for x in (of_first, of_last, of_scalars)]

    def bytes(self, kinds, weights):
        """The files of the networks, one after another."""
        first, last, scalars = (x.detach().cpu().numpy() for x in weights)
        count = round(1 / self.share)
        out = []
        for at in range(count):
            columns = slice(at * HIDDEN, (at + 1) * HIDDEN)
            halves = np.concatenate([first[:, :count * HIDDEN][:, columns], first[:, count * HIDDEN:][:, columns]], 1)
            halves = np.round(halves * UNIT)
            own = scalars if at == 0 else scalars[:0]
            out += [MAGIC, np.array([INPUTS, HIDDEN, ROWS, len(own), kinds], "<u4").tobytes(),
                    np.clip(halves[INPUTS], -32767, 32767).astype("<i2").tobytes(),
                    np.clip(halves[:INPUTS], -127, 127).astype("i1").tobytes(),
                    np.clip(np.round(last[:ROWS, columns] * UNIT), -127, 127).astype("i1").tobytes(),
                    np.clip(np.round(own * SCALAR_UNIT), -32767, 32767).astype("<i2").tobytes()]
        return b"".join(out)


def product(a, b):
    """A product of matrices whose sums are long."""
    return torch.mm(a, b, out_dtype=torch.float32) if a.is_cuda else a @ b


class Training:
    """A network that learns, by Adam. The mean of its late weights is what it ends with."""

    def __init__(self, network, rate):
        self.network, self.rate = network, rate
        self.parameters = [torch.nn.Parameter(x) for x in network.weights]
        self.optimiser = torch.optim.Adam([{"params": self.parameters[:2], "factor": 1.0}, {"params": self.parameters[2:], "factor": 4.0}],
                                          lr=rate, fused=network.device.type == "cuda")
        self.mean, self.means, self.steps, self.cost = None, 0, 0, None

    @torch.no_grad()
    def learn(self, positions, share, late):
        """A step, with this share of the rate. Late weights go into the mean."""
        network = self.network
        logits = network.forward(positions)
        errors, cost = positions.errors(logits)
        for parameter, gradient in zip(self.parameters, network.backward(errors, positions)):
            parameter.grad = gradient
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * share * group["factor"]
        self.optimiser.step()
        first, last, scalars = (parameter.data for parameter in self.parameters)
        first[:INPUTS].clamp_(-CLIP, CLIP)
        last.clamp_(-CLIP, CLIP)
        scalars.clamp_(-SCALARS_CLIP, SCALARS_CLIP)
        self.steps += 1
        if self.steps % 64 == 0:
            # What all rows of an aspect have in common changes nothing.
            for begin, end in zip(ASPECTS, (*ASPECTS[1:], ROWS)):
                last[begin:end] -= last[begin:end].mean(0)
        if late and self.steps % 8 == 0:
            self.means += 1
            if self.mean is None:
                self.mean = [x.clone() for x in (first, last, scalars)]
            for mean, now in zip(self.mean, (first, last, scalars)):
                mean.lerp_(now, 1 / self.means)
        network.weights = [first, last, scalars]
        network.round()
        self.cost = cost if self.cost is None else self.cost.lerp(cost, 0.01)

    def now(self):
        """The weights that it would end with now."""
        return self.mean or self.network.weights
