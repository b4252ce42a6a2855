"""python3 -m pgnz_reference [--trace] FILE.pgnz: writes the text of archives, or a line for each decision, to standard output."""
import sys

from .block import decode_archives
from .coder import TRACED
from .container import read_archives


def main():
    trace = sys.argv[1:2] == ["--trace"]
    if trace:
        TRACED["to"] = sys.stdout
    with open(sys.argv[-1], "rb") as file:
        data = file.read()
    for text in decode_archives(read_archives(data)):
        if not trace:
            sys.stdout.buffer.write(text)


if __name__ == "__main__":
    main()
