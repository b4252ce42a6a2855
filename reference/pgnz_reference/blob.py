"""docs/format/16-blobs.md, Blobs: a single game, a start position and its moves."""
import struct
from dataclasses import replace

from . import fen
from .board import HILL, STANDARD, THREE_CHECK
from .coder import Decoder
from .conventions import Compatibility, UnknownModel, checksum, refusing, require
from .ends import met, odds
from .files import PLACES, level_name
from .mixing import squash
from .network import networks_of, widths
from .setting import History, Setting

MODELS = {11: "fast", 12: "default", 13: "best"}
OWN = 254
KNOWN = (STANDARD, HILL, THREE_CHECK)


@refusing()
def decode(blob, setting=Setting()):
    """The start position and the moves of a blob."""
    require(blob, "an empty blob")
    if blob[0] == OWN:
        raise UnknownModel("a blob of a network that does not come with the program")
    if blob[0] not in MODELS:
        raise Compatibility(f"blobs of number {blob[0]}")
    level = MODELS[blob[0]]
    coder = Decoder(blob[1:])
    start, spelled, moves, indices, setting = game(coder, level, setting)
    expected = expected_check(blob[0], level, setting, start.rules, spelled, indices)
    require(coder.uniform(4096) == expected, "the check of a blob does not match")
    require(shortest(coder) == blob[1:], "not the blob of the game that it decodes to")
    return start, moves


def game(coder, level, setting):
    """Steps 1 to 3."""
    spelled = None
    kind = coder.frequencies((65_000, 500, 36))
    require(kind != 2, "an unknown start")
    if kind == 1:
        rules, length = coder.uniform(8), coder.uniform(128)
        spelled = bytes(coder.uniform(128) for _ in range(length))
        start = fen.parse(spelled.decode("ascii"), rules)
        require(start, "the start is no position")
    else:
        start = fen.initial(STANDARD)
    setting = replace(setting, set_up=spelled is not None)
    model = model_of(level, start.rules)
    pos, history, line, moves, indices = start, History(), [], [], []
    while pos.legal() and len(moves) < 4096:
        if coder.bit(squash(odds(pos, history, setting, met(pos, line)))):
            break
        index = model.decode(coder, pos, history, setting)
        move = pos.legal()[index]
        indices.append(index)
        moves.append(move)
        line.append(pos)
        pos, history = pos.play(move), history.then(move)
    return start, spelled, moves, indices, setting


class Known:
    """Step 3 by rules that networks know: the widths of the logits, without corrections, habits and books."""

    def __init__(self, level):
        self.networks = networks_of(level)

    def decode(self, coder, pos, history, setting):
        if len(pos.legal()) == 1:
            return 0
        return coder.frequencies(widths(self.networks.judge(pos, history, setting)[0]))


def model_of(level, rules):
    if rules in KNOWN:
        return Known(level)
    from .moves import Model

    return Model(networks_of(level), rules)


def expected_check(number, level, setting, rules, spelled, indices):
    """Step 4."""
    data = bytes([number]) + bytes.fromhex(PLACES[level_name(level)][0])
    data += struct.pack("<2H3BH", *setting.ratings, setting.pace, setting.site, setting.outcome, setting.year)
    if rules not in KNOWN:
        data += struct.pack("<2I", *setting.players)
    if spelled is not None:
        data += bytes([rules, len(spelled)]) + spelled
    return checksum(data, struct.pack(f"<{len(indices)}H", *indices)) & 4095


def shortest(coder):
    """The message of the symbols that a coder has decoded, as a blob's writer makes it."""
    low = 0
    for part in coder.lows:
        low = (low + part) << 32
    low += coder.low
    bits = 64 + 32 * len(coder.lows)
    zeros = bits
    while True:
        value = -(-low >> zeros) << zeros
        if value < low + coder.range:
            break
        zeros -= 8
    message = value.to_bytes(bits // 8, "big").rstrip(b"\0")
    whole = 4 * len(coder.lows) + (64 - coder.range.bit_length()) // 8
    return message + bytes(max(0, whole - 3 - len(message)))
