"""The networks of the Maia project: their files, and which of their outputs is which move.

github.com/CSSLab/maia-chess, GPL-3.0; McIlroy-Young, Sen, Kleinberg, Anderson, "Aligning Superhuman AI with Human Behavior", 2020. A file is
gzipped Protocol Buffers, weights are 16-bit numbers between a smallest and a largest.
"""
import gzip
import struct

import numpy as np

RATINGS = range(1100, 2000, 100)


def varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


def message(data):
    """The fields of a message by their numbers, each a list."""
    fields, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            length, at = {1: (8, at), 5: (4, at)}.get(key & 7) or varint(data, at)
            value = data[at:at + length]
            at += length
        fields.setdefault(key >> 3, []).append(value)
    return fields


def weights(data):
    fields = message(data)
    low, high = (struct.unpack("<f", fields[number][0])[0] if number in fields else 0.0 for number in (1, 2))
    return np.frombuffer(fields[3][0], "<u2") / 65535.0 * (high - low) + low


def convolution(data, inputs):
    """Weights (outputs, inputs, 3, 3) and biases, the normalisation after it worked in."""
    parts = {number: weights(values[0]) for number, values in message(data).items()}
    kernel = parts[1].reshape(-1, inputs, 3, 3)
    bias = parts.get(2, np.zeros(len(kernel)))
    if len(parts.get(3, ())):
        scale = parts.get(5, 1.0) / np.sqrt(parts[4] + 1e-5)
        kernel = kernel * scale[:, None, None, None]
        bias = parts.get(6, 0.0) + scale * (bias - parts[3])
    return kernel, bias


def read(path):
    """The layers of a network: the first convolution, then of each block two and what squeezes and excites, then the two of the moves."""
    parts = message(message(gzip.open(path).read())[10][0])
    blocks = []
    for block in map(message, parts[2]):
        squeeze = message(block[3][0])
        first, first_bias, second, second_bias = (weights(squeeze[number][0]) for number in (1, 2, 3, 4))
        blocks.append((convolution(block[1][0], 64), convolution(block[2][0], 64),
                       (first.reshape(-1, 64), first_bias, second.reshape(128, -1), second_bias)))
    return convolution(parts[1][0], 112), blocks, (convolution(parts[11][0], 64), convolution(parts[3][0], 64))


def outputs():
    """For each code of a move (lab/train/src/positions.rs) the output that judges it."""
    table = np.full(1 << 15, -1, np.int32)
    compass = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    ways = [(x * steps, y * steps) for x, y in compass for steps in range(1, 8)] + leaps
    for start in range(64):
        def mark(plane, way, becomes):
            file, rank = start % 8 + way[0], start // 8 + way[1]
            if 0 <= file < 8 and 0 <= rank < 8:
                table[start | (file + 8 * rank) << 6 | becomes << 12] = plane * 64 + start
        for plane, way in enumerate(ways):
            mark(plane, way, 0)
            # A pawn that becomes a knight is judged by the move alone.
            mark(plane, way, 1)
        for at, (way, becomes) in enumerate((way, becomes) for way in ((-1, 1), (0, 1), (1, 1)) for becomes in (3, 2, 4)):
            mark(64 + at, way, becomes)
    return table


OUTPUTS = outputs()
