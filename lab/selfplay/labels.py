"""What is learned from a position: how likely each move is, as player models and networks of this project say together."""
import torch

import player
from positions import ONLINE, OTHER

# Plies over the board of which player models say nothing.
OPENING = 20
# The part of the move played in what is learned: where player models are asked, and elsewhere.
PLAYED, PLAYED_ALONE = 0.1, 0.7
# A single player model is a little too sure.
FLATTER = 0.92


def part_of_players(positions, online, board):
    """The player models' part of the logits of each position: about what made the moves played cost the least (docs/modelling.md). `online` is
    their part below 2,000, `board` that over the board."""
    rating, ply = positions.rating, positions.ply
    masters = torch.where(ply < 10, 0.15, torch.where(ply < 20, 0.35, 0.6))
    strong = torch.where(ply < 10, 0.45, online)
    of_online = torch.where(rating >= 2400, masters, torch.where(rating >= 2000, strong, online))
    return torch.where(positions.online, of_online, board)


class Labels:
    """Asks player models and the networks that there are."""

    def __init__(self, players, pair, alone, parts):
        self.players, self.pair, self.alone, self.parts = players, pair, alone, parts

    @torch.no_grad()
    def of(self, positions, boards):
        """For each move the logit and the target."""
        online = positions.online
        asked = ~positions.engines & (online | (positions.ply >= OPENING))
        rating = positions.rating
        positions.rating = torch.where(rating > 0, rating, torch.where(online, 1500, 1900))
        many = online & (positions.rating < 2000)
        said = player.logits(self.players, positions, boards, asked, many)
        said = said * torch.where(many, 1.0, FLATTER)[positions.of]
        own = self.own(positions)
        logits = self.mixed(positions, asked, said, own, self.parts)
        played = positions.at == positions.played[positions.of]
        hard = torch.where(asked, PLAYED, PLAYED_ALONE) * positions.as_played
        hard = hard[positions.of]
        return logits, (1 - hard) * positions.shares(logits) + hard * played, (asked, said, own)

    def mixed(self, positions, asked, said, own, parts):
        """The logits of both, with these parts of the player models."""
        part = torch.where(asked, part_of_players(positions, *parts), 0.0)[positions.of]
        return part * said + (1 - part) * own

    def own(self, positions):
        """What the networks of this project say, as they judge the kinds of games."""
        pair, alone = self.pair.forward(positions), self.alone.forward(positions)
        kind = positions.kind[positions.of]
        return torch.where(kind == ONLINE, alone, torch.where(kind == OTHER, pair, (2 * pair + alone) / 3))


def drawn(positions, logits):
    """A move of each position, as often as it is likely."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-7, 1 - 1e-7)))
    return positions.table(logits + noise, -torch.inf).argmax(1)
