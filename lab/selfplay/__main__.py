#!/usr/bin/env python3
"""Teaches the networks of level default what player models say of games that were played, and that are played on without end.

    python3 lab/selfplay --program self-play --games games.pack --model default.net --maia MAIA --folder FOLDER --output FOLDER

The program `self-play` plays the games, of which `self-play-games` wrote the file; with --unpack it makes one that is read sooner. `--folder`
lies in memory at best. Networks of the Maia project and those of `--model` (two that
judge other games, one for games online) say how likely each move is. That is learned while new positions come, and in the last part of
the time from those that are kept. Written are `pair.net`, two networks that judge all games but those online, and `online.net`, one for games
online.
"""
import argparse
import pathlib
import time

import numpy as np
import torch

import labels
import maia
import network
from labels import Labels
from measured import Measured
from network import Network, Training
from player import Player
from positions import ONLINE, OTHER, UNUSUAL, Kept, SelfPlay

# Bytes of the graphics processor's memory that are left for work.
SPARED = 25 << 30


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("program", "games", "model", "maia", "folder", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=572, help="how long to learn")
    parser.add_argument("--playing", type=float, default=0.72, help="the part of that time in which new positions come")
    parser.add_argument("--learning", type=float, default=0.3, help="the part of the time then that is for learning")
    parser.add_argument("--slots", type=int, default=32768, help="games played at once, by each of two programs")
    parser.add_argument("--kept", type=int, default=100, help="positions that are kept, in millions")
    parser.add_argument("--measured", type=int, default=40, help="steps of games held out to measure on")
    parser.add_argument("--part", type=float, default=0.85, help="the player models' part of labels online")
    parser.add_argument("--board-part", type=float, default=0.5, help="their part over the board")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=0.0015)
    return parser.parse_args()


def schedule(done):
    """The share of the highest rate after this part of the time: a short rise, then half a wave down to a hundredth."""
    return min(1.0, done / 0.01 + 0.01) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * min(done, 1.0))))


def main():
    args = arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    args.output.mkdir(parents=True, exist_ok=True)
    started = time.time()
    tell = lambda text: print(f"{time.time() - started:6.1f} s {text}", flush=True)
    run = lambda name, slots, *options: SelfPlay(args.program, args.games, args.model, args.folder / name, slots, device, *options)
    held_out = run("held-out", min(4096, args.slots), "--held-out")
    programs = [run(f"play-{seed}", args.slots, "--seed", str(seed)) for seed in (1, 2)]
    parts = network.read(args.model.read_bytes())
    players = [Player(args.maia / f"maia-{rating}.pb.gz", device) for rating in maia.RATINGS]
    judges = Labels(players, Network(parts[:2], device), Network(parts[2:], device), (args.part, args.board_part))
    tell("networks are read")
    measured = Measured(held_out, args.measured, judges, device)
    trainings = {
        "pair": (Training(Network(parts[:2], device), args.rate), (ONLINE, ONLINE, OTHER, UNUSUAL), 6),
        "online": (Training(Network(parts[2:], device), args.rate), (ONLINE, UNUSUAL), 1),
    }
    steps_kept = max(16, args.kept * 1_000_000 // args.slots)
    if device.type == "cuda":
        spare = torch.cuda.mem_get_info()[0] - SPARED
        steps_kept = min(steps_kept, int(spare / Kept.bytes(args.slots)))
    kept = Kept(steps_kept, args.slots, device)
    tell(f"learning begins; {steps_kept * args.slots / 1e6:.1f} M positions are kept")
    begin, learned, steps, asked, told, choices = time.time(), 0.0, 0, 0, 0, None

    def save():
        for name, (training, _, kinds) in trainings.items():
            args.output.joinpath(f"{name}.net").write_bytes(training.network.bytes(kinds, training.now()))

    def wait():
        if device.type == "cuda":
            torch.cuda.synchronize()

    while (done := (time.time() - begin) / args.seconds) < 1:
        if done < args.playing:
            program = programs[kept.added % 2]
            positions, boards = program.receive()
            logits, targets, _ = judges.of(positions, boards)
            program.answer(labels.drawn(positions, logits))
            kept.add(positions, targets)
            asked += len(positions.inputs)
            wait()
        if kept.added < 8:
            continue
        if choices is None or done < args.playing and kept.added % 8 == 0:
            choices = {name: kept.choices(kinds) for name, (_, kinds, _) in trainings.items()}
        for _ in range(64):
            now = time.time()
            done = (now - begin) / args.seconds
            if done >= 1 or done < args.playing and learned > args.learning * (now - begin):
                break
            for name, (training, _, _) in trainings.items():
                training.learn(kept.draw(choices[name], args.batch), schedule(done), done > 0.85)
            steps += 1
            wait()
            learned += time.time() - now
        if done * 16 >= told + 1:
            told = int(done * 16)
            costs = ", ".join(f"{name} {training.cost.item():.4f}" for name, (training, _, _) in trainings.items())
            tell(f"{asked / 1e6:.1f} M positions asked about, {steps * args.batch / 1e6:.1f} M learned from by each, {learned:.0f} s learning; cost {costs}")
            measured.measure(trainings)
            save()
    for program in programs:
        program.end()
    tell("the end")
    measured.measure(trainings)
    save()


if __name__ == "__main__":
    main()
