/* Shows a game: its tags, its moves with times and evaluations, and its text.
 *
 *     cc game.c $(pkg-config --cflags --libs pgnz) -o game
 *     ./game games.pgnz 9
 */
#include <inttypes.h>
#include <pgnz.h>
#include <stdio.h>
#include <stdlib.h>

static void show_plies(const pgnz_game *game)
{
    size_t plies, clocks_known, evals_known;
    const uint16_t *indices = pgnz_game_indices(game, &plies);
    const int64_t *clocks = pgnz_game_clocks(game, &clocks_known);
    const pgnz_eval *evals = pgnz_game_evals(game, &evals_known);

    printf("uci %s\nsan %s\nindices", pgnz_game_uci(game, NULL), pgnz_game_san(game, NULL));
    for (size_t ply = 0; ply < plies; ply++)
        printf(" %u", indices[ply]);
    printf("\nclocks");
    for (size_t ply = 0; ply < clocks_known; ply++)
        printf(" %" PRId64, clocks[ply]);
    printf("\nevals");
    for (size_t ply = 0; ply < evals_known; ply++) {
        if (evals[ply].kind == PGNZ_EVAL_KIND_MATE)
            printf(" #%" PRId32, evals[ply].value);
        else if (evals[ply].kind == PGNZ_EVAL_KIND_CENTIPAWNS)
            printf(" %" PRId32, evals[ply].value);
        else
            printf(" -");
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s ARCHIVE NUMBER\n", argv[0]);
        return 2;
    }
    pgnz_error *error = NULL;
    pgnz_game *game = NULL;
    pgnz_archive *archive = pgnz_open(argv[1], &error);
    if (archive != NULL)
        /* People count games from 1, the library counts them from 0. */
        game = pgnz_game_read(archive, strtoull(argv[2], NULL, 10) - 1, PGNZ_ALL, &error);
    pgnz_buffer fen = {0};
    if (game == NULL || !pgnz_game_position(game, pgnz_game_plies(game), &fen, &error)) {
        fprintf(stderr, "%s: %s\n", argv[0], pgnz_error_message(error));
        pgnz_error_free(error);
        pgnz_game_free(game);
        pgnz_close(archive);
        return 1;
    }
    for (size_t tag = 0; tag < pgnz_game_tags(game); tag++)
        printf("tag %s = %s\n", pgnz_game_tag_name(game, tag, NULL), pgnz_game_tag_value(game, tag, NULL));
    printf("start %s\nlast %s\n", pgnz_game_start(game, NULL), (const char *)fen.data);
    show_plies(game);
    size_t length;
    const char *text = pgnz_game_text(game, &length);
    fwrite(text, 1, length, stdout);

    pgnz_buffer_free(&fen);
    pgnz_game_free(game);
    pgnz_close(archive);
    return 0;
}
