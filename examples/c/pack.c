/* Compresses a file to an archive, adds a game from memory to it, and writes the text of the whole to another file.
 *
 *     cc pack.c $(pkg-config --cflags --libs pgnz) -o pack
 *     ./pack games.pgn games.pgnz again.pgn
 */
#include <inttypes.h>
#include <pgnz.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s TEXT ARCHIVE AGAIN\n", argv[0]);
        return 2;
    }
    const char *more = "\n[White \"Anna\"]\n[Black \"Emil\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
    pgnz_input text = {.path = argv[1]};
    pgnz_input game = {.data = (const uint8_t *)more, .length = strlen(more)};
    pgnz_input packed = {.path = argv[2]};
    pgnz_output archive = {.path = argv[2]};
    pgnz_output again = {.path = argv[3]};
    pgnz_info made, added, whole;
    pgnz_error *error = NULL;

    bool done = pgnz_compress(&text, &archive, PGNZ_LEVEL_FAST, 0, &made, &error)
        && pgnz_append(argv[2], &game, PGNZ_LEVEL_USUAL, 0, &added, &error)
        && pgnz_expand(&packed, &again, 0, &whole, &error);
    if (!done) {
        fprintf(stderr, "%s: %s\n", argv[0], pgnz_error_message(error));
        pgnz_error_free(error);
        return 1;
    }
    printf("%" PRIu64 " games and %" PRIu64 " more are %" PRIu64 "\n", made.games, added.games, whole.games);
    return 0;
}
