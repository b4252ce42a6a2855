"""docs/format/15-comments.md, Lines in comments."""
from .coder import NEW_COUNTER, estimate, learn
from .mixing import Decisions, clamp, hash32, numbered
from .moves import Models
from .network import fill
from .setting import setting
from .structure import COMMENT, MOVE, OPEN

MOST, FOLLOWERS, LAST_LINES, END = 512, 131_072, 16, None


class Trail:
    """The last line of a name and a side, and a place in it."""

    def __init__(self, line, ply):
        self.moves, before = line or ([], 0)
        self.place = clamp(ply - before, 0, len(self.moves))

    def follow(self, move):
        near = self.moves[self.place : self.place + 8]
        if move in near:
            self.place += near.index(move) + 1


class Lines:
    def __init__(self, networks):
        self.ends, self.hits = Decisions(7, 16), Decisions(8, 18)
        self.ranks, self.factors, self.moves = [NEW_COUNTER] * 64, [4096] * 4, Models(networks)
        self.game = None

    def _begin(self, game):
        """At the first line of a game."""
        self.game, self.followers, self.last_lines = game, {}, {}
        for item in game.items:
            if item.depth == 0 and item.kind == MOVE:
                self._note(0, item.before, item.move, 0)

    def _note(self, source, pos, move, ply):
        key = source, pos.hash()
        if len(self.followers) == FOLLOWERS:
            self.followers.clear()
        found = self.followers.get(key)
        self.followers[key] = move, found[1] + 1 if found and found[0] == move else 1, ply

    def decode(self, coder, game, text, name, start):
        """The moves of a line from a place: (position before, move, position after) each."""
        if self.game is not game:
            self._begin(game)
        at = text.places[start]
        if at is None or at[0] is None:
            return []
        self.coder, self.name, self.side, self.text = coder, name, text.side, text
        self.setting = setting(game.tags)
        self.player, self.ply = self.setting.players[text.side], max(0, text.plies - start)
        self.trails = [Trail(self.last_lines.get((name, side)), self.ply) for side in (text.side, 1 - text.side)]
        self.run = self.misses = 0
        self.numbers = ([n[0] for n in text.numbers] + [0, 0])[:2]
        (pos, history), out = at, []
        variation = text.variation if start == 1 else None
        while pos.legal() and len(out) < MOST:
            move = self._next(pos, history, out, variation)
            if move is END:
                break
            out.append((pos, move, pos.play(move)))
            for trail in self.trails:
                trail.follow(move)
            pos, history, variation = out[-1][2], history.then(move), None
        if len(out) >= 2:
            for before, move, _ in out:
                self._note(1 + self.side, before, move, self.ply)
            self._note(1 + self.side, pos, END, self.ply)
            if (name, self.side) not in self.last_lines:
                self.last_lines = dict(list(self.last_lines.items())[: LAST_LINES - 1])
            self.last_lines[name, self.side] = [move for _, move, _ in out], self.ply
        return out

    def _next(self, pos, history, out, variation):
        h = pos.hash()
        found = [self.followers.get((source, h)) for source in (0, 1 + self.side, 2 - self.side)]
        m = [0 if f is None else 1 if f[0] is END else 2 for f in found]
        marks, n, legal = 9 * m[0] + 3 * m[1] + m[2], len(out), pos.legal()
        self.left = min(31, len(self.trails[0].moves) - self.trails[0].place)
        name, left, run, misses = self.name, self.left, self.run, self.misses
        kind = hash32(name, self.player)
        ahead = [clamp(x - n, -24, 40) for x in self.numbers]
        about = (n,), (ahead[0], marks), (ahead[1], min(n, 3)), (left, min(misses, 7)), (marks, min(n, 12), min(run, 3))
        pieces = min(pos.occupied().bit_count(), 9), min(pos.halfmoves, 101) // 10, min(len(legal), 4)
        contexts = numbered(1, *[(kind, *parts) for parts in (*about, pieces)], (name, ahead[0], min(left, 8), marks))
        if self.ends.bit(self.coder, contexts, marks):
            return END
        if len(legal) == 1:
            return legal[0]
        kept = self._candidates(legal, found, variation)
        move = self._hit(pos, legal, kept, found, out)
        if move is None:
            self.run, self.misses = 0, misses + 1
            self.kept = {kept_move for kept_move, _ in kept}
            index = self.moves.of(pos.rules).decode(self.coder, pos, history, self.setting, self, True)
            move = legal[index]
            self._adapt(move)
        return move

    def _candidates(self, legal, found, variation):
        sets = {}

        def add(move, bit):
            if move in legal:
                sets[move] = sets.get(move, 0) | 1 << bit

        for bit, follower in enumerate(found):
            if follower:
                add(follower[0], bit)
        for bit, trail in enumerate(self.trails):
            near = trail.moves[trail.place : trail.place + 4]
            add(next((move for move in near if move in legal), None), 3 + bit)
        if variation is not None:
            add(variation, 5)
        return sorted(sets.items(), key=lambda item: -estimate(self.ranks[item[1]]))[:4]

    def _hit(self, pos, moves, kept, found, out):
        """Which of the candidates it is, or None."""
        times = [min(f[1], 3) if f else 0 for f in found]
        age = clamp(self.ply - (found[1][2] if found[1] else 0), 0, 9)
        certainty = hash32(age, times[1], times[2], times[0])
        last, check, all_ = out[-1][1] if out else None, bool(pos.checkers()), 0
        for _, set_ in kept:
            all_ = 64 * all_ + set_
        n, run, misses, name, legal = len(out), self.run, self.misses, self.name, len(moves)
        for k, (move, set_) in enumerate(kept):
            takes = move.captured is not None
            again = takes and last is not None and last.captured is not None and last.target == move.target
            looks = 8 * (move.role + 1) + 4 * takes + 2 * check + again
            s = hash32(k, set_, all_)
            contexts = numbered(
                1, (s, min(run, 3), name), (s, min(n, 40), name), (s, certainty), (set_, min(run, 30), min(misses, 6)),
                (set_, looks, min(legal, 40) // 4), (self.player, set_, min(misses, 3), min(run, 6)),
                (s, self.left, min(age, 3)), (set_, k, certainty, looks, min(run, 2)),
            )
            hit = self.hits.bit(self.coder, contexts, 64 * k + set_)
            learn(self.ranks, set_, hit, 250)
            if hit:
                self.run = run + 1 if k == 0 else 0
                return move
        return None

    def without(self, ws, moves, _):
        """Changed widths."""
        ahead = [{(m.origin, m.target) for m in t.moves[t.place :]} for t in self.trails]
        self.classes = [sum(((m.origin, m.target) in a) << i for i, a in enumerate(ahead)) for m in moves]
        self.is_kept = [m in self.kept for m in moves]
        w = [0 if kept else (x * self.factors[c]) >> 8 for x, c, kept in zip(ws, self.classes, self.is_kept)]
        scale = ((65_536 - len(ws)) << 24) // max(1, sum(w))
        self.changed = [1 + ((x * scale) >> 24) for x in w]
        self.of = moves
        return fill(list(self.changed), 65_536)

    def _adapt(self, move):
        for c in (1, 2, 3):
            total = sum(w for w, k, kept in zip(self.changed, self.classes, self.is_kept) if k == c and not kept)
            of = self.classes[self.of.index(move)] == c
            f = self.factors[c]
            self.factors[c] = clamp(f + ((f * (65_536 * of - total)) >> 22), 1 << 6, 1 << 20)


def variation_after(items, at):
    """The first move of the variation that begins after a comment, or None."""
    rest = items[at + 1 : at + 9]
    while rest and rest[0].kind == COMMENT and len(rest) > 2:
        rest = rest[1:]
    return rest[1].move if len(rest) > 1 and rest[0].kind == OPEN and rest[1].kind == MOVE else None
