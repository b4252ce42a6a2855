/* Lists the games of an archive, as a program does that fills a list on the screen: all fields at once.
 *
 *     cc list.c $(pkg-config --cflags --libs pgnz) -o list
 *     ./list games.pgnz
 */
#include <inttypes.h>
#include <pgnz.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s ARCHIVE\n", argv[0]);
        return 2;
    }
    pgnz_error *error = NULL;
    pgnz_table *table = NULL;
    pgnz_archive *archive = pgnz_open(argv[1], &error);
    if (archive != NULL) {
        const char *columns = "white,black,white_rating,black_rating,date,result,eco,event,site,plies";
        table = pgnz_table_read(archive, 0, PGNZ_END, columns, NULL, 0, &error);
    }
    /* A table needs its archive no more. */
    pgnz_close(archive);
    if (table == NULL) {
        fprintf(stderr, "%s: %s\n", argv[0], pgnz_error_message(error));
        pgnz_error_free(error);
        return 1;
    }

    size_t rows;
    const uint64_t *numbers = pgnz_table_numbers(table, &rows);
    for (size_t row = 0; row < rows; row++) {
        printf("%" PRIu64, numbers[row] + 1);
        for (size_t column = 0; column < pgnz_table_columns(table); column++) {
            const uint32_t *texts = pgnz_table_texts(table, column);
            const int64_t *wholes = pgnz_table_wholes(table, column);
            /* Equal texts have the same place in the pool: a program may keep the place as the number of a name. */
            const char *text = texts != NULL ? pgnz_table_text(table, texts[row], NULL) : NULL;
            if (text != NULL)
                printf("\t%s", text);
            else if (wholes != NULL && wholes[row] != PGNZ_NO_NUMBER)
                printf("\t%" PRId64, wholes[row]);
            else
                printf("\t");
        }
        printf("\n");
    }
    pgnz_table_free(table);
    return 0;
}
