/* Counts the games that pass a filter (docs/filters.md), lists their numbers, and goes through them.
 *
 *     cc search.c $(pkg-config --cflags --libs pgnz) -o search
 *     ./search games.pgnz "player = 'Morphy' and result = '1-0'"
 *     ./search games.pgnz "position = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'"
 */
#include <inttypes.h>
#include <pgnz.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s ARCHIVE FILTER\n", argv[0]);
        return 2;
    }
    pgnz_error *error = NULL;
    pgnz_search *search = NULL;
    pgnz_numbers numbers = {0};
    uint64_t count = 0;
    pgnz_archive *archive = pgnz_open(argv[1], &error);
    if (archive != NULL && pgnz_count(archive, 0, PGNZ_END, argv[2], 0, &count, &error)
        && pgnz_find(archive, 0, PGNZ_END, argv[2], 0, &numbers, &error))
        search = pgnz_search_begin(archive, 0, PGNZ_END, argv[2], PGNZ_TAGS, 0, &error);

    if (search != NULL) {
        printf("%" PRIu64 "\n", count);
        for (size_t at = 0; at < numbers.length; at++)
            printf("%" PRIu64 "\n", numbers.data[at] + 1);
        pgnz_game *game;
        while ((game = pgnz_search_next(search, &error)) != NULL) {
            const char *white = pgnz_game_tag(game, "White", NULL), *black = pgnz_game_tag(game, "Black", NULL);
            printf("%" PRIu64 "\t%s\t%s\n", pgnz_game_number(game) + 1, white ? white : "?", black ? black : "?");
            pgnz_game_free(game);
        }
    }
    /* Where nothing is wrong, there is no error. */
    int status = error == NULL ? 0 : 1;
    if (error != NULL)
        fprintf(stderr, "%s: %s\n", argv[0], pgnz_error_message(error));
    pgnz_error_free(error);
    pgnz_numbers_free(&numbers);
    pgnz_search_free(search);
    pgnz_close(archive);
    return status;
}
