"""docs/format/03-blocks.md, Coding a block: groups, and the streams of each game in their order."""
import copy
from dataclasses import dataclass, field

from . import fen
from .coder import Decoder
from .conventions import Bytes, Compatibility, Damage, checksum
from .clocks import Clocks
from .derived import Derived
from .evals import Evals
from .files import digest
from .container import LEVELS
from .glyphs import Glyphs
from .layout import Layout
from .moves import Stream as Moves
from .network import networks_of
from .setting import setting
from .steps import look
from .structure import Structure
from .tags import Tags

PARTS = "structure moves clocks evals glyphs derived comments numbers lines layout".split()


@dataclass
class Game:
    pairs: list
    result: bytes
    items: list = field(default_factory=list)
    start: object = None
    templates: list = None
    steps: list = None
    places: dict = None
    times_left: tuple = (None, None)
    has_evaluations: bool = False

    @property
    def tags(self):
        """The last value of each name; None for those that are not known yet."""
        return dict(self.pairs)

    def comment(self, at):
        """Stream structure, Templates of comments: the comment that is item `at`."""
        template, places = self.templates[self.items[at].template], iter(self.places[at])
        text = b"".join(next(places).value if 1 <= b <= 5 else bytes([b]) for b in template)
        return text + (b"}" if text[:1] == b"{" else b"")


@dataclass
class Group:
    games: int
    text_length: int
    text_checksum: int
    parts: dict


class Models:
    """The models of the streams 1 to 10, from the block's start."""

    def __init__(self, level):
        self.structure, self.moves, self.glyphs = Structure(), Moves(networks_of(level)), Glyphs()
        self.clocks, self.evals = Clocks(), Evals()
        self.derived, self.layout = Derived(), Layout()


def decode_block(block, level):
    """The text of a block."""
    streams, summary = block.streams, block.summary
    if set(streams) == {"stored"} and len(streams["stored"]) == summary.text_length:
        text = streams["stored"]
    elif set(streams) & {"stored", "encoding", "repeats"}:
        raise NotImplementedError("repeats and other encodings")
    else:
        text = decode_games(streams, summary, block.text_checksum, level)
    if len(text) != summary.text_length or checksum(text) != block.text_checksum:
        raise Damage("the text's checksum does not match")
    return text


def decode_games(streams, summary, text_checksum, level):
    groups = read_groups(streams, summary, text_checksum)
    tags, tags_coder = Tags(summary.text_length), Decoder(streams.get("tags", b""))
    models, first, text = Models(level), None, b""
    for group in groups:
        if first is not None:
            models = copy.deepcopy(first)
        coders = {name: Decoder(group.parts.get(name, b"")) for name in PARTS}
        part = b""
        for _ in range(group.games):
            part += decode_game(tags, tags_coder, models, coders)
            if len(part) > group.text_length:
                raise Damage("a game is longer than the rest of its group")
        if len(part) != group.text_length or checksum(part) != group.text_checksum:
            raise Damage("the checksum of a group's text does not match")
        text += part
        if first is None and len(groups) > 1:
            first = copy.deepcopy(models)
    return text


def decode_game(tags, tags_coder, models, coders):
    """Steps 1 to 8."""
    pairs, termination = tags.decode(tags_coder)
    game = Game(pairs, dict(pairs).get(b"Result") or termination)
    wrap = models.layout.wrap(coders["layout"])
    rules = fen.rules_of(game.tags.get(b"Variant"))
    spelled = game.tags.get(b"FEN")
    start = None
    if rules is not None:
        start = fen.initial(rules) if spelled is None else fen.parse(spelled.decode("latin-1"), rules)
    game.start = start
    game.items = models.structure.decode(
        coders["structure"], models.moves, coders["moves"], start, setting(game.tags)
    )
    game.templates = models.structure.templates.strings
    look(game)
    models.clocks.decode(coders["clocks"], game)
    models.evals.decode(coders["evals"], game)
    models.glyphs.decode(coders["glyphs"], game)
    models.derived.decode(coders["derived"], game)
    text, begin = models.layout.decode(coders["layout"], game)
    return models.layout.breaks.apply(coders["layout"], text, begin, wrap) if wrap else text


def read_groups(streams, summary, text_checksum):
    """Groups: the table, and the part of each stream that belongs to each."""
    contents = {name: streams[name] for name in PARTS if name in streams}
    if "groups" not in streams:
        return [Group(summary.games, summary.text_length, text_checksum, contents)]
    table = Bytes(streams["groups"])
    each, first, which = table.varint(summary.games), table.varint(summary.games), table.varint(2**10 - 1)
    at = dict.fromkeys(PARTS, 0)
    count = first if each == 0 else 1 + max(0, -(-(summary.games - first) // each))
    groups, games, length = [], 0, 0
    for number in range(count):
        if each == 0:
            n = table.varint(summary.games)
        else:
            n = first if number == 0 else min(each, summary.games - games)
        text_length, text_sum, parts_sum, parts = table.varint(), table.u32(), table.u32(), {}
        for bit, name in enumerate(PARTS):
            size = table.varint() if which >> bit & 1 else 0
            begin, at[name] = at[name], at[name] + size
            end = None if number == count - 1 else at[name]
            if at[name] > len(contents.get(name, b"")):
                raise Damage("the parts of a stream are longer than the stream")
            parts[name] = contents.get(name, b"")[begin:end]
        if checksum(*parts.values()) != parts_sum:
            raise Damage("the parts checksum of a group does not match")
        if n < 1 or (text_length < 4096 and number < count - 1):
            raise Damage("a group is too small")
        groups.append(Group(n, text_length, text_sum, parts))
        games, length = games + n, length + text_length
    if table.left() or count < 2 or games != summary.games or length != summary.text_length:
        raise Damage("the groups do not add up")
    return groups


def decode_archive(archive):
    """The text of an archive."""
    level = LEVELS[archive.header.level]
    if level == "own":
        raise Compatibility("level own")
    if digest(level) != archive.header.digest:
        raise Compatibility(f"digest {archive.header.digest.hex()}, not {digest(level).hex()}")
    return b"".join(decode_block(block, level) for block in archive.blocks)
