"""docs/format/03-blocks.md: the games of a block in their groups, and the streams of each in their order."""
import copy
from dataclasses import dataclass, field

from . import fen
from .coder import coder_of
from .conventions import Bytes, Compatibility, checksum, refusing, require
from .clocks import Clocks
from .comments import Comments
from .container import LEVELS, STREAMS
from .derived import Derived
from .evals import Evals
from .glyphs import Glyphs
from .layout import Layout
from .moves import Stream as Moves
from .network import Networks, networks_of
from .repeats import SAME, VALUES, Repeats, write
from .setting import setting
from .steps import look
from .structure import Structure
from .tags import Tags

PARTS = STREAMS[1:11]
MOST_PARTS = 2**20 + 2**16


@dataclass
class Game:
    pairs: list
    result: bytes = b""
    items: list = field(default_factory=list)
    start: object = None
    templates: list = None
    steps: list = None
    places: dict = None
    times_left: tuple = (None, None)
    has_evaluations: bool = False
    text: bytes = b""
    movetext: bytes = b""

    def __deepcopy__(self, memo):
        """What models keep of a game is not changed by the games after it."""
        return self

    @property
    def tags(self):
        """The last value of each name; None for those that are not known yet."""
        return dict(self.pairs)

    def parts(self):
        return len(self.pairs) + len(self.items) + sum(map(len, self.places.values()))

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

    def __init__(self, networks):
        self.structure, self.moves, self.glyphs = Structure(), Moves(networks), Glyphs()
        self.clocks, self.evals, self.comments = Clocks(), Evals(), Comments(networks)
        self.derived, self.layout = Derived(), Layout()


def decode_block(block, networks):
    """The text of a block."""
    streams, summary = block.streams, block.summary
    length, tail, code = summary.text_length, b"", None
    if "encoding" in streams:
        table = Bytes(streams["encoding"])
        code = {1: "utf-16-le", 2: "utf-16-be"}[table.u8()]
        length, tail = table.varint(length * 3 // 2), table.take(table.left())
    if "stored" in streams:
        require(set(streams) <= {"stored", "encoding"}, "a stored text beside other streams")
        text = streams["stored"]
    else:
        text = decode_games(streams, summary.counts["games"], length, networks)
    require(len(text) == length, "the text has another length")
    if code:
        text = text.decode("utf-8").encode(code) + tail
    require(len(text) == summary.text_length and checksum(text) == block.text_checksum, "the text's checksum does not match")
    return text


def decode_games(streams, count, length, networks):
    """The text of a block's games: groups, and repeats among them."""
    repeats = Repeats(streams.get("repeats"), count, length)
    kinds = repeats.kinds
    groups = read_groups(streams, count - len(kinds), length - sum(repeats.lengths))
    require(not kinds or len(repeats.lengths) == len(groups), "a table of repeats for other groups")
    tags, coder = Tags(length), coder_of("tags", streams)
    told = [None if kinds.get(n) == SAME else tags.decode(coder, kinds.get(n) == VALUES) for n in range(count)]
    own = decode_groups(groups, (told[n] for n in range(count) if n not in kinds), networks)
    games, room = [], 2 * sum(repeats.lengths) + len(kinds)
    for n in range(count):
        if n not in kinds:
            game = next(own)
            games.append(game)
            room -= repeats.times[n] * max(game.parts() - len(game.pairs), len(game.movetext))
            require(room >= 0, "repeats longer than the table says")
            continue
        source = games[repeats.source(n)]
        same = kinds[n] == SAME
        pairs = source.pairs if same else told[n][0]
        text = games[repeats.likes[n]].text if same else write(pairs, source)
        games.append(Game(pairs, text=text, movetext=source.movetext))
    require(next(own, None) is None, "a game too many")
    return b"".join(game.text for game in games)


def decode_groups(groups, told, networks):
    """The games of the groups. Every group but the first begins with what the first one left."""
    models, first = Models(networks), None
    for group in groups:
        models = copy.deepcopy(first) if first else models
        coders = {name: coder_of(name, group.parts) for name in PARTS}
        part = b""
        for _ in range(group.games):
            game = decode_game(*next(told), models, coders, group.text_length - len(part))
            part += game.text
            yield game
        require(len(part) == group.text_length, "the text of a group has another length")
        require(group.text_checksum in (None, checksum(part)), "the checksum of a group's text does not match")
        if not first and len(groups) > 1:
            first = copy.deepcopy(models)


def decode_game(pairs, termination, models, coders, room):
    """Steps 2 to 8. The group's text has `room` for so many bytes more."""
    game = Game(pairs, dict(pairs).get(b"Result") or termination)
    wrap = models.layout.wrap(coders["layout"])
    rules = fen.rules_of(game.tags.get(b"Variant"))
    spelled = game.tags.get(b"FEN")
    if rules is not None:
        game.start = fen.initial(rules) if spelled is None else fen.parse(spelled.decode("latin-1"), rules)
    structure = models.structure
    limits = MOST_PARTS - len(pairs), room + 1
    game.items = structure.decode(coders["structure"], models.moves, coders["moves"], game.start, setting(game.tags), *limits)
    game.templates = structure.templates.strings
    look(game)
    require(game.parts() <= MOST_PARTS, "a game of too many parts")
    models.clocks.decode(coders["clocks"], game)
    models.evals.decode(coders["evals"], game)
    models.glyphs.decode(coders["glyphs"], game)
    models.derived.decode(coders["derived"], game)
    models.comments.decode(coders, game)
    text, begin = models.layout.decode(coders["layout"], game, room)
    game.text = models.layout.breaks.apply(coders["layout"], text, begin, wrap) if wrap is not None else text
    game.movetext = game.text[begin:]
    require(len(game.text) <= room, "a game is longer than the rest of its group")
    return game


def read_groups(streams, all_games, all_length):
    """Groups: the table, and the part of each stream that belongs to each."""
    contents = {name: streams.get(name, b"") for name in PARTS}
    if "groups" not in streams:
        return [Group(all_games, all_length, None, contents)]
    table = Bytes(streams["groups"])
    each, first, which = table.varint(all_games), table.varint(all_games), table.varint(2**10 - 1)
    at = dict.fromkeys(PARTS, 0)
    count = first if each == 0 else 1 + max(0, -(-(all_games - first) // each))
    groups, games = [], 0
    for number in range(count):
        n = first if number == 0 else min(each, all_games - games)
        if each == 0:
            n = table.varint(all_games)
        text_length, text_sum, parts_sum, parts = table.varint(all_length), table.u32(), table.u32(), {}
        for bit, name in enumerate(PARTS):
            begin = at[name]
            at[name] += table.varint() if which >> bit & 1 else 0
            require(at[name] <= len(contents[name]), "the parts of a stream are longer than the stream")
            parts[name] = contents[name][begin : None if number == count - 1 else at[name]]
        require(checksum(*parts.values()) == parts_sum, "the parts checksum of a group does not match")
        require(n >= 1 and (text_length >= 4096 or number == count - 1), "a group is too small")
        groups.append(Group(n, text_length, text_sum, parts))
        games += n
    length = sum(group.text_length for group in groups)
    require(not table.left() and count >= 2 and games == all_games and length == all_length, "the groups do not add up")
    return groups


def decode_archives(archives):
    """The texts of the blocks of archives that follow one another."""
    with refusing():
        for archive in archives:
            networks = Networks(archive.network) if archive.network else networks_of(LEVELS[archive.header.level])
            unknown = {STREAMS[n] for n in archive.header.codecs if n < len(STREAMS)}
            for block in archive.blocks:
                if unknown & set(block.streams):
                    raise Compatibility(f"another codec of {', '.join(unknown & set(block.streams))}")
                yield decode_block(block, networks)
