"""docs/format/15-comments.md: texts of comments."""
from .mixing import hash32
from .steps import TEXT


class Comments:
    """Streams comments, numbers and lines. Not written yet."""

    def __init__(self, networks):
        self.networks = networks

    def decode(self, coders, game):
        """The texts of the places that the templates have for text."""
        if any(p.kind == TEXT for places in game.places.values() for p in places):
            raise NotImplementedError("texts of comments")
