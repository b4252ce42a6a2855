"""What the tags of a game say, for the rules of games.py."""

import re
import unicodedata


def known(game, tag):
    value = game.headers.get(tag)
    return None if value is None or value.strip() in ("", "?", "-") else value.strip()


def plain(text):
    """Small letters without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter))


def rating(game, colour):
    value = game.headers.get(colour + "Elo", "")
    return int(value) if re.fullmatch(r"[0-9]{1,4}", value) and int(value) > 0 else None


def date(game):
    """Year, month and day, None where they are not known; None without a year."""
    for tag in ("Date", "UTCDate"):
        found = re.fullmatch(r"([0-9]{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", game.headers.get(tag, ""))
        if found:
            return tuple(None if "?" in part else int(part) for part in found.groups())
    return None


def surely_from(game, first):
    """Whether the earliest day that the date may mean is not before this one."""
    found = date(game)
    return found is not None and (found[0], found[1] or 1, found[2] or 1) >= first


def surely_to(game, last):
    found = date(game)
    return found is not None and (found[0], found[1] or 12, found[2] or 31) <= last


def surname(name, wanted):
    if name is None:
        return False
    words = re.findall(r"\w+", (name.split(",")[0] if "," in name else name).lower())
    return wanted in words


def carlsen(name):
    """Goes by "Magnus Carlsen"."""
    if name is None:
        return False
    if "," not in name:
        words = re.findall(r"\w+", name.lower())
        return "carlsen" in words and ("magnus" in words or "m" in words)
    last, first = name.lower().split(",", 1)
    return "carlsen" in re.findall(r"\w+", last) and any(word in ("m", "magnus") for word in re.findall(r"\w+", first))


def control(game):
    found = re.fullmatch(r"([0-9]+)(?:\+([0-9]+))?", game.headers.get("TimeControl", ""))
    return (int(found[1]), int(found[2] or 0)) if found and found[0] not in ("0", "0+0") else None


def speed(game):
    value = game.headers.get("TimeControl")
    if value == "-" or value is not None and re.fullmatch(r"1/[0-9]+", value):
        return "correspondence"
    if control(game) is None:
        return None
    seconds = control(game)[0] + 40 * control(game)[1]
    limits = [(30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid")]
    return next((name for limit, name in limits if seconds < limit), "classical")


def eco(game):
    value = (known(game, "ECO") or "")[:3].upper()
    return value if re.fullmatch(r"[A-E][0-9]{2}", value) else None


def both(game, test):
    white, black = rating(game, "White"), rating(game, "Black")
    return white is not None and black is not None and test(white, black)


def has(game, tag, part):
    value = known(game, tag)
    return value is not None and part in value.lower()


def titles(game):
    return [known(game, colour + "Title") for colour in ("White", "Black")]


def is_bot(game):
    return "BOT" in titles(game)


def players(game):
    return [known(game, "White"), known(game, "Black")]


def winner(game):
    return {"1-0": known(game, "White"), "0-1": known(game, "Black")}.get(game.headers.get("Result"))
