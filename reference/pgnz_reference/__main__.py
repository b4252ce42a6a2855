"""python3 -m pgnz_reference FILE.pgnz: writes the text of archives to standard output."""
import sys

from .block import decode_archive
from .container import read_archives


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    for archive in read_archives(data):
        sys.stdout.buffer.write(decode_archive(archive))


if __name__ == "__main__":
    main()
