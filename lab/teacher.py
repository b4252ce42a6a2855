#!/usr/bin/env python3
"""Asks the networks of the Maia project how people would move, and writes what they say as labels for `train --labels`.

    teacher.py NETWORKS CHUNKS [--part N --of M]

NETWORKS is a folder with maia-1100.pb.gz to maia-1900.pb.gz (github.com/CSSLab/maia-chess, GPL-3.0; McIlroy-Young, Sen, Kleinberg,
Anderson, "Aligning Superhuman AI with Human Behavior", 2020), CHUNKS what the program `positions` wrote. For each chunk without a file
NNNN.labels one is written; with --part and --of several runs share the work. Needs numpy and openvino (2024.6.0).

Each ply is judged by the network nearest to the mover's rating: 1500 where an online player's is unknown, 1900 over the board where it
is unknown. Its logits, a little flatter, are mixed with those of the model that `positions` was given: what masters open with the
networks do not know, so their part is smaller there, and over the board the label of the first plies is the move played.
"""
import argparse
import glob
import os
import struct
import time

import numpy as np
import openvino as ov
from openvino.runtime import opset13 as op

from selfplay import maia

PLY = np.dtype([("game", "<u8"), ("ply", "<u2"), ("rating", "<u2"), ("black", "u1"), ("moves", "u1"), ("played", "u1"), ("repeated", "u1"),
                ("castling", "u1"), ("quiet", "u1"), ("asked", "u1"), ("board", "u1"), ("zeros", "V4"), ("pieces", "<u8", (12,))])
MOVE = np.dtype([("code", "<u2"), ("model", "<i2")])
assert PLY.itemsize == 120

BATCH = 128
# Batches for which the values inside a network are looked at.
CALIBRATED = 8
FLATTER = 0.92
# Plies over the board that are left as they were played.
OPENING = 20


def build(path, largest=None):
    """The network as OpenVINO computes it: 112 planes to 80 planes of moves. With the `largest` value that enters each convolution it
    multiplies whole numbers of 8 bits; without, it computes in 32 bits and gives what enters the convolutions too."""
    first, blocks, (before, moves) = maia.read(path)
    constant = lambda numbers: op.constant(np.asarray(numbers, np.float32))
    entering = []

    def convolve(x, layer):
        kernel, bias = layer
        kernel, most = constant(kernel), np.abs(kernel).max(axis=(1, 2, 3), keepdims=True)
        if largest is not None:
            ends = constant(0.0), constant(largest[len(entering)])
            x = op.fake_quantize(x, *ends, *ends, 256)
            ends = constant(-most), constant(most)
            kernel = op.fake_quantize(kernel, *ends, *ends, 255)
        entering.append(x)
        y = op.convolution(x, kernel, [1, 1], [1, 1], [1, 1], [1, 1])
        return op.add(y, constant(bias.reshape(1, -1, 1, 1)))

    planes = op.parameter([BATCH, 112, 8, 8], np.float32)
    x = op.relu(convolve(planes, first))
    for one, other, (squeeze, squeeze_bias, excite, excite_bias) in blocks:
        y = convolve(op.relu(convolve(x, one)), other)
        z = op.reshape(op.reduce_mean(y, op.constant([2, 3]), False), op.constant([BATCH, 64]), False)
        z = op.relu(op.add(op.matmul(z, constant(squeeze), False, True), constant(squeeze_bias)))
        z = op.add(op.matmul(z, constant(excite), False, True), constant(excite_bias))
        z = op.reshape(z, op.constant([BATCH, 128, 1, 1]), False)
        scale, shift = op.split(z, op.constant(1), 2).outputs()
        x = op.relu(op.add(op.add(op.multiply(y, op.sigmoid(scale)), shift), x))
    x = convolve(op.relu(convolve(x, before)), moves)
    model = ov.Model([op.result(y) for y in ([x] + entering if largest is None else [x])], [planes])
    hints = {"INFERENCE_PRECISION_HINT": "f32" if largest is None else "bf16", "INFERENCE_NUM_THREADS": 1, "ENABLE_CPU_PINNING": False}
    return ov.Core().compile_model(model, "CPU", hints).create_infer_request()


def quantised(path, plies):
    """The network in 8 bits. The largest values are those that it computes for some of these plies; the planes are counts up to 255."""
    exact = build(path)
    drawn = np.random.default_rng(1).choice(len(plies), CALIBRATED * BATCH, replace=False)
    most = np.zeros(len(exact.model_outputs) - 1)
    for at in np.split(np.sort(drawn), CALIBRATED):
        entering = list(exact.infer({0: planes(plies, at)}).values())[1:]
        most = np.maximum(most, [x.max() for x in entering])
    return build(path, [255.0, *most[1:]])


def planes(plies, at):
    """The 112 planes of plies; what was played before them stands before them."""
    x = np.zeros((BATCH, 112, 64), np.float32)
    x = x[:len(at)]
    black, ply = plies["black"][at], plies["ply"][at]
    for back in range(8):
        there = ply >= back
        then = np.where(there, at - back, at)
        pieces = plies["pieces"][then]
        if back % 2:
            pieces = np.roll(pieces, 6, axis=1).byteswap()
        bits = np.unpackbits(np.ascontiguousarray(pieces).view(np.uint8).reshape(len(at), 12, 8), axis=2, bitorder="little")
        x[:, 13 * back:13 * back + 12] = bits * there[:, None, None]
        x[:, 13 * back + 12] = (there & (plies["repeated"][then] > 0))[:, None]
    for plane, right in zip(range(104, 108), (1, 0, 3, 2)):
        x[:, plane] = (plies["castling"][at] >> right & 1)[:, None]
    x[:, 108] = black[:, None]
    x[:, 109] = plies["quiet"][at][:, None]
    x[:, 111] = 1
    return x.reshape(len(at), 112, 8, 8)


def label(path, networks):
    plies, moves = np.fromfile(path + ".plies", PLY), np.fromfile(path + ".moves", MOVE)
    ends = np.cumsum(plies["moves"], dtype=np.int64)
    starts = ends - plies["moves"]
    assert ends[-1] == len(moves), path
    output = maia.OUTPUTS[moves["code"]]
    assert (output >= 0).all(), path
    rating = plies["rating"].astype(int)
    rating = np.where(rating == 0, np.where(plies["board"], 1900, 1500), rating)
    nearest = np.clip(np.round((rating - 1100) / 100), 0, 8).astype(int)
    judged = (plies["asked"] == 1) & ((plies["board"] == 0) | (plies["ply"] >= OPENING))
    teacher = np.zeros(len(moves), np.float32)
    for number, network in enumerate(networks):
        of_network = np.flatnonzero(judged & (nearest == number))
        for at in np.split(of_network, range(BATCH, len(of_network), BATCH)):
            x = np.zeros((BATCH, 112, 8, 8), np.float32)
            x[:len(at)] = planes(plies, at)
            y = network.infer({0: x})
            y = next(iter(y.values())).reshape(BATCH, -1)
            lengths = plies["moves"][at].astype(int)
            which = np.repeat(np.arange(len(at)), lengths)
            place = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths) + np.repeat(starts[at], lengths)
            teacher[place] = y[which, output[place]]
    return plies, moves, starts, judged, teacher


def teachers_part(plies):
    """The teacher's part of the logits of each ply: what made the moves played cost the least (docs/modelling.md)."""
    rating, ply = plies["rating"].astype(int), plies["ply"].astype(int)
    masters = np.select([ply < 10, ply < 20], [0.15, 0.35], 0.6)
    online = np.where(rating >= 2400, masters, np.where((rating >= 2000) & (ply < 10), 0.45, 0.65))
    return np.where(plies["board"] == 1, 0.45, online)


def shares(plies, moves, starts, judged, teacher):
    """Shares of all moves in 1/65535; those of plies that the teacher did not judge are the move's that was played."""
    of = np.repeat(np.arange(len(plies)), plies["moves"])
    part = teachers_part(plies)[of]
    logits = part * FLATTER * teacher + (1 - part) * moves["model"] / 256.0
    logits -= np.maximum.reduceat(logits, starts)[of]
    x = np.exp(logits)
    x /= np.add.reduceat(x, starts)[of]
    played = starts + plies["played"]
    hard = np.zeros(len(moves))
    hard[played] = 1
    return np.where(judged[of], x, hard)


def cost(plies, judged, x, starts, online):
    chosen = judged & (plies["board"] == (0 if online else 1))
    bits = -np.log2(np.maximum(x[starts + plies["played"]][chosen], 1e-9))
    return (bits.sum(), chosen.sum())


def encode(plies, x, starts):
    """A game: its hash, its number of plies (2 bytes), and for each ply the number of labelled moves (1 byte) with their shares."""
    x = np.round(x * 65535).astype("<u2").tobytes()
    out = []
    first = np.flatnonzero(plies["ply"] == 0)
    lengths = np.diff(np.append(first, len(plies)))
    length_at = dict(zip(first.tolist(), lengths.tolist()))
    for at, (asked, count, start) in enumerate(zip(plies["asked"].tolist(), plies["moves"].tolist(), starts.tolist())):
        if at in length_at:
            out.append(struct.pack("<QH", int(plies["game"][at]), length_at[at]))
        if asked:
            out.append(bytes([count]))
            out.append(x[2 * start:2 * (start + count)])
        else:
            out.append(b"\0")
    return b"".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks")
    parser.add_argument("chunks")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    parser.add_argument("--keep-logits", action="store_true", help="also write NNNN.teacher, the teacher's logits as 16-bit floats")
    args = parser.parse_args()
    sample = np.fromfile(os.path.join(args.chunks, "0000.plies"), PLY)
    networks = [quantised(os.path.join(args.networks, f"maia-{rating}.pb.gz"), sample) for rating in maia.RATINGS]
    bits, counts = np.zeros(2), np.zeros(2)
    begin, done = time.time(), 0
    for path in sorted(glob.glob(os.path.join(args.chunks, "*.plies")))[args.part::args.of]:
        path = path.removesuffix(".plies")
        if os.path.exists(path + ".labels"):
            continue
        plies, moves, starts, judged, teacher = label(path, networks)
        x = shares(plies, moves, starts, judged, teacher)
        if args.keep_logits:
            teacher.astype(np.float16).tofile(path + ".teacher")
        with open(path + ".part", "wb") as file:
            file.write(encode(plies, x, starts))
        os.rename(path + ".part", path + ".labels")
        for side, online in enumerate((True, False)):
            b, n = cost(plies, judged, x, starts, online)
            bits[side] += b
            counts[side] += n
        done += int(judged.sum())
        print(f"{os.path.basename(path)}: {done} labels, {done / (time.time() - begin):.0f} a second, the moves played cost "
              f"{bits[0] / max(counts[0], 1):.4f} bits online, {bits[1] / max(counts[1], 1):.4f} over the board", flush=True)


if __name__ == "__main__":
    main()
