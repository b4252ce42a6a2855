"""docs/format/03-blocks.md, Coding a block: groups, and the streams of each game in their order."""
import copy
from dataclasses import dataclass, field

from . import fen
from .coder import coder_of
from .conventions import Bytes, Compatibility, Damage, checksum
from .clocks import Clocks
from .comments import Comments
from .derived import Derived
from .evals import Evals
from .files import digest, provide
from .container import LEVELS, STREAMS
from .glyphs import Glyphs
from .layout import Layout
from .moves import Stream as Moves
from .network import Networks, networks_of
from .repeats import SAME, VALUES, Repeats, write
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
    text: bytes = b""
    movetext: bytes = b""

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

    def __init__(self, networks):
        self.structure, self.moves, self.glyphs = Structure(), Moves(networks), Glyphs()
        self.clocks, self.evals, self.comments = Clocks(), Evals(), Comments(networks)
        self.derived, self.layout = Derived(), Layout()


def decode_block(block, networks):
    """The text of a block."""
    streams, summary = block.streams, block.summary
    if "encoding" in streams:
        text = decode_encoded(streams, summary, networks)
    elif "stored" in streams:
        if set(streams) != {"stored"}:
            raise Damage("a stored text beside other streams")
        text = streams["stored"]
    else:
        text = decode_games(streams, summary.games, summary.text_length, networks)
    if len(text) != summary.text_length or checksum(text) != block.text_checksum:
        raise Damage("the text's checksum does not match")
    return text


def decode_encoded(streams, summary, networks):
    """Streams: a text of UTF-16, which the other streams code as UTF-8, and its tail."""
    table = Bytes(streams["encoding"])
    code = {1: "utf-16-le", 2: "utf-16-be"}.get(table.u8())
    if code is None:
        raise Damage("an unknown encoding")
    length = table.varint(summary.text_length * 3 // 2)
    text = streams["stored"] if "stored" in streams else decode_games(streams, summary.games, length, networks)
    if len(text) != length:
        raise Damage("the text in UTF-8 has another length")
    try:
        return text.decode("utf-8").encode(code) + table.take(table.left())
    except UnicodeDecodeError as error:
        raise Damage("the text is not UTF-8") from error


def decode_games(streams, count, length, networks):
    """The text of a block's games: groups, and repeats among them."""
    repeats = Repeats(streams["repeats"], count, length) if "repeats" in streams else None
    kinds = repeats.kinds if repeats else {}
    groups = read_groups(streams, count - len(kinds), length - (sum(repeats.lengths) if repeats else 0))
    tags, coder = Tags(length), coder_of("tags", streams)
    told = [None if kinds.get(n) == SAME else tags.decode(coder, kinds.get(n) == VALUES) for n in range(count)]
    own = iter(decode_groups(groups, (told[n] for n in range(count) if n not in kinds), networks))
    games = []
    for n in range(count):
        if n not in kinds:
            games.append(next(own))
            continue
        source = games[repeats.source(n)]
        same = kinds[n] == SAME
        pairs = source.pairs if same else told[n][0]
        text = games[repeats.likes[n]].text if same else write(pairs, source)
        games.append(Game(pairs, b"", text=text, movetext=source.movetext))
    list(own)
    return b"".join(game.text for game in games)


def decode_groups(groups, told, networks):
    """The games of the groups. Every group but the first begins with what the first one left."""
    models, first = Models(networks), None
    for group in groups:
        if first is not None:
            models = copy.deepcopy(first)
        coders = {name: coder_of(name, group.parts) for name in PARTS}
        part = b""
        for _ in range(group.games):
            game = decode_game(*next(told), models, coders)
            part += game.text
            if len(part) > group.text_length:
                raise Damage("a game is longer than the rest of its group")
            yield game
        if len(part) != group.text_length or group.text_checksum not in (None, checksum(part)):
            raise Damage("the checksum of a group's text does not match")
        if first is None and len(groups) > 1:
            first = copy.deepcopy(models)


def decode_game(pairs, termination, models, coders):
    """Steps 2 to 8."""
    game = Game(pairs, dict(pairs).get(b"Result") or termination)
    wrap = models.layout.wrap(coders["layout"])
    rules = fen.rules_of(game.tags.get(b"Variant"))
    spelled = game.tags.get(b"FEN")
    if rules is not None:
        game.start = fen.initial(rules) if spelled is None else fen.parse(spelled.decode("latin-1"), rules)
    game.items = models.structure.decode(coders["structure"], models.moves, coders["moves"], game.start, setting(game.tags))
    game.templates = models.structure.templates.strings
    look(game)
    models.clocks.decode(coders["clocks"], game)
    models.evals.decode(coders["evals"], game)
    models.glyphs.decode(coders["glyphs"], game)
    models.derived.decode(coders["derived"], game)
    models.comments.decode(coders, game)
    text, begin = models.layout.decode(coders["layout"], game)
    game.text = models.layout.breaks.apply(coders["layout"], text, begin, wrap) if wrap else text
    game.movetext = game.text[begin:]
    return game


def read_groups(streams, all_games, all_length):
    """Groups: the table, and the part of each stream that belongs to each."""
    contents = {name: streams[name] for name in PARTS if name in streams}
    if "groups" not in streams:
        return [Group(all_games, all_length, None, contents)]
    table = Bytes(streams["groups"])
    each, first, which = table.varint(all_games), table.varint(all_games), table.varint(2**10 - 1)
    at = dict.fromkeys(PARTS, 0)
    count = first if each == 0 else 1 + max(0, -(-(all_games - first) // each))
    groups, games, length = [], 0, 0
    for number in range(count):
        if each == 0:
            n = table.varint(all_games)
        else:
            n = first if number == 0 else min(each, all_games - games)
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
    if table.left() or count < 2 or games != all_games or length != all_length:
        raise Damage("the groups do not add up")
    return groups


def decode_archives(archives):
    """The texts of archives that follow one another. A network in a chunk is valid for those after it, too."""
    own = {}
    for archive in archives:
        for chunk in archive.chunks:
            if chunk.kind == b"DATA" and not chunk.blocks_before:
                provide(chunk.content)
            elif chunk.kind == b"NETS" and not chunk.blocks_before:
                own = {digest("own", chunk.content): chunk.content}
        level = LEVELS[archive.header.level]
        if level == "own" and archive.header.digest in own:
            networks = Networks(own[archive.header.digest])
        elif level == "own" or digest(level) != archive.header.digest:
            raise Compatibility(f"no networks of level {level} with the digest {archive.header.digest.hex()}")
        else:
            networks = networks_of(level)
        needed = {STREAMS[n] for n in archive.header.codecs if n < len(STREAMS)}
        for block in archive.blocks:
            if needed & set(block.streams):
                raise Compatibility(f"another codec of {', '.join(needed & set(block.streams))}")
            yield decode_block(block, networks)


def decode_archive(archive):
    """The text of an archive."""
    return b"".join(decode_archives([archive]))
