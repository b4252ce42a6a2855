"""The networks of the Maia project on whatever processor PyTorch has."""
import torch
import torch.nn.functional as F

import maia

# Positions that a network is asked about at once.
TOGETHER = 4096
# Of the networks about a rating, those are asked whose part is at least so much of the largest; parts fall as a normal distribution does.
SPREAD, LEAST = 200.0, 0.5


class Player:
    """One network: 112 planes to 80 planes of moves."""

    def __init__(self, path, device):
        kind = torch.float16 if device.type == "cuda" else torch.float32
        tensor = lambda numbers: torch.tensor(numbers, dtype=kind, device=device)

        def layer(parts):
            kernel, bias = map(tensor, parts)
            return kernel.contiguous(memory_format=torch.channels_last), bias

        first, blocks, last = maia.read(path)
        self.first, self.last = layer(first), [layer(parts) for parts in last]
        self.blocks = [(layer(one), layer(other), [tensor(x) for x in squeeze]) for one, other, squeeze in blocks]

    def __call__(self, planes):
        convolve = lambda x, layer: F.conv2d(x, *layer, padding=1)
        x = convolve(planes, self.first).relu_()
        for one, other, (squeeze, squeeze_bias, excite, excite_bias) in self.blocks:
            y = convolve(convolve(x, one).relu_(), other)
            z = F.linear(F.linear(y.mean((2, 3)), squeeze, squeeze_bias).relu_(), excite, excite_bias)
            scale, shift = z[:, :, None, None].chunk(2, 1)
            x = torch.addcmul(x, y, scale.sigmoid()).add_(shift).relu_()
        return convolve(convolve(x, self.last[0]).relu_(), self.last[1])


def planes(boards, positions, kind):
    """The planes of positions; `boards` are bytes, (count, 8 * 12 * 8)."""
    count = len(boards)
    x = torch.zeros(count, 112, 64, dtype=kind, device=boards.device)
    bits = (boards.view(count, 8, 12, 8, 1) >> torch.arange(8, device=boards.device, dtype=torch.uint8)) & 1
    of_boards = x[:, :104].view(count, 8, 13, 64)
    of_boards[:, :, :12] = bits.view(count, 8, 12, 64).to(kind)
    of_boards[:, :, 12] = (positions.repeated.unsqueeze(1) >> torch.arange(8, device=boards.device) & 1).unsqueeze(2).to(kind)
    for plane, right in zip(range(104, 108), (1, 0, 3, 2)):
        x[:, plane] = (positions.castling >> right & 1).unsqueeze(1).to(kind)
    x[:, 108] = positions.black.unsqueeze(1).to(kind)
    x[:, 109] = positions.quiet.unsqueeze(1).to(kind)
    x[:, 111] = 1
    return x.view(count, 112, 8, 8).contiguous(memory_format=torch.channels_last)


def parts(rating, many):
    """The part of each network for positions of movers of these ratings: about the rating where `many`, else the nearest alone."""
    ratings = torch.tensor(list(maia.RATINGS), device=rating.device)
    distance = (rating.unsqueeze(1).clamp(1100, 1900) - ratings).float()
    normal = torch.exp(-distance ** 2 / (2 * SPREAD ** 2))
    least = torch.where(many, LEAST, 1.0) * normal.max(1).values
    normal = torch.where(normal >= least.unsqueeze(1), normal, 0)
    # Of two that are as near the lower one is asked.
    first = torch.zeros_like(normal).scatter_(1, normal.argmax(1, True), 1)
    normal = torch.where(many.unsqueeze(1), normal, first)
    return normal / normal.sum(1, True)


def logits(players, positions, boards, asked, many):
    """For each move what the networks say together, nothing of positions that are not `asked` about."""
    kind = players[0].first[0].dtype
    seen = planes(boards, positions, kind)
    said = torch.zeros(len(boards), 80 * 64, device=boards.device)
    part = parts(positions.rating, many) * asked.unsqueeze(1)
    for number, player in enumerate(players):
        chosen = part[:, number].nonzero().squeeze(1)
        for at in chosen.split(TOGETHER):
            # Always as many positions, for which the library has found the fastest way.
            full = F.pad(at, (0, TOGETHER - len(at)))
            y = player(seen[full])[:len(at)].reshape(len(at), -1)
            said[at] += y * part[at, number].unsqueeze(1)
    table = torch.tensor(maia.OUTPUTS, device=boards.device)
    return said.view(-1)[positions.of * (80 * 64) + table[positions.codes]]
