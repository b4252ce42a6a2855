/* Packs the moves of a game to a few bytes, as for a column of a database, and unpacks them.
 *
 *     cc blob.c $(pkg-config --cflags --libs pgnz) -o blob
 *     ./blob "e2e4 e7e5 g1f3" 2400
 */
#include <pgnz.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: %s MOVES [RATING]\n", argv[0]);
        return 2;
    }
    /* What other columns tell: it makes the blob smaller, and has to be the same when it is read. */
    pgnz_tag tags[] = {{"WhiteElo", argv[2]}, {"BlackElo", argv[2]}};
    size_t known = argc == 3 ? 2 : 0;
    pgnz_error *error = NULL;
    pgnz_buffer blob = {0};
    pgnz_game *game = NULL;
    if (pgnz_blob_encode(argv[1], NULL, NULL, tags, known, PGNZ_LEVEL_DEFAULT, &blob, &error))
        game = pgnz_blob_decode(blob.data, blob.length, tags, known, &error);
    if (game == NULL) {
        fprintf(stderr, "%s: %s\n", argv[0], pgnz_error_message(error));
        pgnz_error_free(error);
        pgnz_buffer_free(&blob);
        return 1;
    }
    for (size_t at = 0; at < blob.length; at++)
        printf("%02x", blob.data[at]);
    printf("\n%s\n", pgnz_game_san(game, NULL));
    pgnz_game_free(game);
    pgnz_buffer_free(&blob);
    return 0;
}
