/* Reads an archive by a function, as over HTTP: the library asks for ranges of bytes, and only for those that it needs. Here the ranges come from
 * a file; the function is where a request with the header "Range: bytes=..." would be. It reads 64 KiB at a time, so that many small reads are one
 * request. The text of the games FROM to TO goes to standard output by another function, and what was asked for to standard error.
 *
 *     cc remote.c $(pkg-config --cflags --libs pgnz) -o remote
 *     ./remote games.pgnz 1 10
 */
#include <pgnz.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 1 << 16 };

typedef struct {
    FILE *file;
    uint64_t size;
    /* The part that was read last. */
    uint64_t part_start;
    size_t part_length;
    uint8_t part[PART];
    unsigned requests;
} remote;

static int64_t read_at(void *context, uint64_t offset, uint8_t *buffer, size_t length)
{
    remote *server = context;
    uint64_t start = offset / PART * PART;
    if (server->part_length == 0 || server->part_start != start) {
        /* A request would be here. */
        server->part_length = 0;
        if (fseek(server->file, (long)start, SEEK_SET) != 0)
            return -1;
        server->part_length = fread(server->part, 1, PART, server->file);
        server->part_start = start;
        server->requests++;
        if (ferror(server->file))
            return -1;
    }
    size_t at = (size_t)(offset - start);
    if (at >= server->part_length)
        return 0;
    size_t there = server->part_length - at;
    if (length > there)
        length = there;
    memcpy(buffer, server->part + at, length);
    return (int64_t)length;
}

static bool write_out(void *context, const uint8_t *data, size_t length)
{
    return fwrite(data, 1, length, context) == length;
}

int main(int argc, char **argv)
{
    static remote server;
    if (argc != 4) {
        fprintf(stderr, "usage: %s ARCHIVE FROM TO\n", argv[0]);
        return 2;
    }
    server.file = fopen(argv[1], "rb");
    if (server.file == NULL || fseek(server.file, 0, SEEK_END) != 0) {
        perror(argv[1]);
        return 1;
    }
    server.size = (uint64_t)ftell(server.file);

    pgnz_error *error = NULL;
    pgnz_output output = {.write = write_out, .context = stdout};
    uint64_t from = strtoull(argv[2], NULL, 10) - 1, to = strtoull(argv[3], NULL, 10);
    pgnz_archive *archive = pgnz_open_with(read_at, &server, server.size, &error);
    bool done = archive != NULL && pgnz_text(archive, from, to, &output, &error);
    if (!done)
        fprintf(stderr, "%s: %s\n", argv[0], pgnz_error_message(error));
    else
        fprintf(stderr, "%u requests\n", server.requests);
    pgnz_error_free(error);
    pgnz_close(archive);
    fclose(server.file);
    return done ? 0 : 1;
}
