/* pgnz: chess games in small archives. Made of crates/c/src by cbindgen; docs/c.md explains it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#ifndef PGNZ_H
#define PGNZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The end of a range of games: that of the archive.
#define PGNZ_END UINT64_MAX

// The usual level: "default", or for pgnz_append() that of the archive.
#define PGNZ_LEVEL_USUAL 0

// The level "fast".
#define PGNZ_LEVEL_FAST 1

// The level "default".
#define PGNZ_LEVEL_DEFAULT 5

// The level "best".
#define PGNZ_LEVEL_BEST 9

// A part of a game: tags, but for those that follow from the moves, and the start.
#define PGNZ_TAGS 1

// A part of a game: tags that follow from the moves, such as ECO and Opening.
#define PGNZ_DERIVED_TAGS 2

// A part of a game: moves of the main line.
#define PGNZ_MOVES 4

// A part of a game: times left and times spent.
#define PGNZ_CLOCKS 8

// A part of a game: evaluations.
#define PGNZ_EVALS 16

// A part of a game: its exact text.
#define PGNZ_TEXT 32

// All parts of a game.
#define PGNZ_ALL UINT32_MAX

// The index of a null move.
#define PGNZ_NULL_MOVE UINT16_MAX

// A time that the game does not tell.
#define PGNZ_NO_TIME -1

// The place in the pool of a text that a game does not have.
#define PGNZ_NO_TEXT UINT32_MAX

// A whole number that a game does not have. (A number that is not whole is NaN then.)
#define PGNZ_NO_NUMBER INT64_MIN

// What can be done about an error.
typedef enum {
    // There is no error.
    PGNZ_KIND_NONE = 0,
    // The archive is undamaged, but of another version: use a newer release, or for versions 0.x the one that wrote it.
    PGNZ_KIND_COMPATIBILITY = 1,
    // The archive or the blob is damaged: use another copy.
    PGNZ_KIND_CORRUPTION = 2,
    // The archive ends early: copy or download it again.
    PGNZ_KIND_INSUFFICIENT_DATA = 3,
    // The archive was coded with a model that does not come with the library.
    PGNZ_KIND_UNKNOWN_MODEL = 4,
    // The request is not possible: change the arguments. A null pointer where something is needed is such an error.
    PGNZ_KIND_INVALID_ARGUMENT = 5,
    // A callback has ended the run.
    PGNZ_KIND_CANCELLED = 6,
    // A file or a callback failed.
    PGNZ_KIND_IO = 7,
    // A defect of the library. Close the handle; the process may go on.
    PGNZ_KIND_INTERNAL = 8,
} pgnz_kind;

// What an evaluation counts.
typedef enum {
    // The ply has no evaluation.
    PGNZ_EVAL_KIND_NONE = 0,
    // Hundredths of a pawn.
    PGNZ_EVAL_KIND_CENTIPAWNS = 1,
    // Moves to mate.
    PGNZ_EVAL_KIND_MATE = 2,
} pgnz_eval_kind;

// What the values of a column are.
typedef enum {
    // There is no such column.
    PGNZ_TYPE_NONE = 0,
    // Texts: pgnz_table_texts().
    PGNZ_TYPE_TEXT = 1,
    // Whole numbers, and 0 or 1 for false and true: pgnz_table_wholes(). A hash has the 64 bits of its unsigned number.
    PGNZ_TYPE_WHOLE = 2,
    // Numbers: pgnz_table_reals().
    PGNZ_TYPE_REAL = 3,
    // Dates as 10000 * year + 100 * month + day: pgnz_table_wholes().
    PGNZ_TYPE_DATE = 4,
    // Microseconds since 1970-01-01: pgnz_table_wholes().
    PGNZ_TYPE_TIMESTAMP = 5,
} pgnz_type;

// An open archive. It is used by one thread at a time.
typedef struct pgnz_archive pgnz_archive;

// An error: a kind, and a message that says what is wrong, where, and what to do.
typedef struct pgnz_error pgnz_error;

// A game. It is used by one thread at a time, and outlives its archive. What it lends stays until it is freed.
typedef struct pgnz_game pgnz_game;

// Games that are read one after the other, on threads that work in advance. It is used by one thread at a time.
typedef struct pgnz_search pgnz_search;

// Fields of many games. It is used by one thread at a time, and outlives its archive. What it lends stays until it is freed.
typedef struct pgnz_table pgnz_table;

// Bytes that belong to the caller, who frees them by pgnz_buffer_free(). A zero follows the last byte.
typedef struct {
    // The first byte; null in a buffer that was freed.
    uint8_t *data;
    // The number of bytes, without the zero.
    size_t length;
} pgnz_buffer;

// Numbers of games that belong to the caller, who frees them by pgnz_numbers_free().
typedef struct {
    // The first number; null if they were freed.
    uint64_t *data;
    // How many there are.
    size_t length;
} pgnz_numbers;

// Reads at most `length` bytes to `buffer`. Returns how many were read, 0 only at the end, or a negative number if it failed.
typedef int64_t (*pgnz_read)(void *context, uint8_t *buffer, size_t length);

// What is read: exactly one of `path`, `data` and `read` is set, the rest is zero. For no bytes at all, `data` is anything but NULL.
typedef struct {
    // A file.
    const char *path;
    // Bytes in memory.
    const uint8_t *data;
    // How many.
    size_t length;
    // A function that gives the bytes, on the thread of the caller.
    pgnz_read read;
    // What is passed to it.
    void *context;
} pgnz_input;

// Takes `length` bytes. Returns false if it can take no more, which ends the run with an error.
typedef bool (*pgnz_write)(void *context, const uint8_t *data, size_t length);

// Where a result goes: exactly one of `path`, `buffer` and `write` is set, the rest is zero.
typedef struct {
    // A file. It gets its name only when it is complete; after an error, there is none.
    const char *path;
    // Whether a file that is there is replaced; else it is an error.
    bool overwrite;
    // A buffer that is filled, for the caller to free by pgnz_buffer_free(). After an error it is empty.
    pgnz_buffer *buffer;
    // A function that takes the bytes, on the thread of the caller.
    pgnz_write write;
    // What is passed to it.
    void *context;
} pgnz_output;

// What an archive holds.
typedef struct {
    // Games.
    uint64_t games;
    // Plies: moves by one player, in main lines and variations.
    uint64_t plies;
    // Blocks, which are decoded independently of each other.
    uint64_t blocks;
    // Archives in the file: those that were appended count.
    uint64_t archives;
    // Bytes of the text.
    uint64_t text_bytes;
    // Bytes of the archive.
    uint64_t archive_bytes;
    // The level: PGNZ_LEVEL_FAST, PGNZ_LEVEL_DEFAULT or PGNZ_LEVEL_BEST; 0 for a model of somebody's own, or for several.
    uint32_t level;
    // Names of files that the archive keeps: see pgnz_file_name().
    uint32_t files;
    // The first and the last date, as 10000 * year + 100 * month + day; 0 if none is known.
    uint32_t dates[2];
    // The lowest and the highest rating; 0 if none is known.
    uint32_t ratings[2];
} pgnz_info;

// Reads at most `length` bytes at this offset of the source to `buffer`. Returns how many were read, 0 only at the end, or a
// negative number if it failed. Searches call it from other threads, but never two at the same time for one archive.
typedef int64_t (*pgnz_read_at)(void *context, uint64_t offset, uint8_t *buffer, size_t length);

// The evaluation of a position, from White's point of view: negative if Black is better.
typedef struct {
    // What the number counts.
    pgnz_eval_kind kind;
    // The number; 0 if there is none.
    int32_t value;
} pgnz_eval;

// A tag that is known of a game.
typedef struct {
    // Its name, such as "WhiteElo".
    const char *name;
    // Its value, such as "2400".
    const char *value;
} pgnz_tag;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "1.0.0". It is never freed.
const char *pgnz_version(void);

// The version of the format that the library writes: 256 times the first number plus the second.
uint32_t pgnz_format_version(void);

// The kind of an error.
pgnz_kind pgnz_error_kind(const pgnz_error *error);

// The message of an error. It belongs to the error.
const char *pgnz_error_message(const pgnz_error *error);

// Frees an error; a null pointer is none.
void pgnz_error_free(pgnz_error *error);

// Frees the memory of a buffer and empties it. A null pointer, or a buffer that is all zeros, is none.
void pgnz_buffer_free(pgnz_buffer *buffer);

// Frees the memory of numbers and empties them. A null pointer, or what is all zeros, is none.
void pgnz_numbers_free(pgnz_numbers *numbers);

// Compresses any bytes, best PGN, to an archive; pgnz_expand() gives the same bytes back. What is packed by zstd, gzip, bzip2, xz, lz4 or zip is
// unpacked first. `level` is PGNZ_LEVEL_USUAL or another level; `threads` is their number, 0 for one on each core. `info` may be NULL; it gets
// what the archive holds. Returns false after an error.
bool pgnz_compress(const pgnz_input *input,
                   const pgnz_output *output,
                   uint32_t level,
                   uint32_t threads,
                   pgnz_info *info,
                   pgnz_error **error);

// Writes the text of an archive: the bytes that were compressed. The archive is read once, from its beginning. Returns false after an error.
bool pgnz_expand(const pgnz_input *input,
                 const pgnz_output *output,
                 uint32_t threads,
                 pgnz_info *info,
                 pgnz_error **error);

// Adds games to the archive at a path, in place: a text, or all games of another archive. Until it is done, readers see the archive as it was, and so it
// stays after an error. With PGNZ_LEVEL_USUAL, the games are coded as the last ones of the archive are. `info` gets what was
// added. An archive that is open keeps what it had. Returns false after an error.
bool pgnz_append(const char *path,
                 const pgnz_input *input,
                 uint32_t level,
                 uint32_t threads,
                 pgnz_info *info,
                 pgnz_error **error);

// Opens the archive at a path. An index beside it (docs/index.md) is used by searches. Returns NULL after an error.
pgnz_archive *pgnz_open(const char *path,
                        pgnz_error **error);

// Opens an archive in memory. The bytes are not copied: they must stay as they are until pgnz_close(). Returns NULL after an error.
pgnz_archive *pgnz_open_memory(const uint8_t *data,
                               size_t length,
                               pgnz_error **error);

// Opens an archive of this many bytes that a function reads: over HTTP, say. `context` is passed to every call; both must serve until
// pgnz_close(). Returns NULL after an error.
pgnz_archive *pgnz_open_with(pgnz_read_at read_at,
                             void *context,
                             uint64_t size,
                             pgnz_error **error);

// Closes an archive; NULL is none. Searches that are still open end with an error and have to be freed as well; games and tables stay.
void pgnz_close(pgnz_archive *archive);

// The number of games; 0 for NULL.
uint64_t pgnz_games(const pgnz_archive *archive);

// Fills `info` with what the archive holds, from its index alone. Returns false after an error.
bool pgnz_archive_info(const pgnz_archive *archive, pgnz_info *info, pgnz_error **error);

// The edition of the codecs of an archive, such as "1.0"; NULL if there are several, or a model of somebody's own. It belongs to the archive.
const char *pgnz_edition(const pgnz_archive *archive);

// The name of a file that was compressed, counted from 0, if the archive keeps it (UTF-8); else NULL. It belongs to the archive. `length` may be
// NULL.
const char *pgnz_file_name(const pgnz_archive *archive,
                           size_t file,
                           size_t *length);

// Writes the exact text of the games from..to, counted from 0, without the one at `to`: for all games, what was compressed. Returns false
// after an error.
bool pgnz_text(pgnz_archive *archive,
               uint64_t from,
               uint64_t to,
               const pgnz_output *output,
               pgnz_error **error);

// Reads the game of this number, counted from 0. `parts` are the parts that are wanted: PGNZ_TAGS alone takes a tenth of the time of PGNZ_ALL.
// To read many games, use pgnz_search_begin(). Returns NULL after an error.
pgnz_game *pgnz_game_read(pgnz_archive *archive,
                          uint64_t number,
                          uint32_t parts,
                          pgnz_error **error);

// Frees a game; NULL is none.
void pgnz_game_free(pgnz_game *game);

// The number of the game in its archive, counted from 0.
uint64_t pgnz_game_number(const pgnz_game *game);

// The exact text of the game; empty unless PGNZ_TEXT was asked for. `length` may be NULL.
const char *pgnz_game_text(const pgnz_game *game, size_t *length);

// The number of tags.
size_t pgnz_game_tags(const pgnz_game *game);

// The name of a tag, counted from 0 in the order of the text; NULL if there are fewer. `length` may be NULL.
const char *pgnz_game_tag_name(const pgnz_game *game, size_t tag, size_t *length);

// The value of a tag, counted from 0 in the order of the text, without quotes and backslashes; NULL if there are fewer. The bytes are those of
// the text, mostly UTF-8. `length` may be NULL.
const char *pgnz_game_tag_value(const pgnz_game *game,
                                size_t tag,
                                size_t *length);

// The value of the first tag of this name, such as "White"; NULL if there is none. `length` may be NULL.
const char *pgnz_game_tag(const pgnz_game *game, const char *name, size_t *length);

// The number of plies of the main line; 0 unless PGNZ_MOVES was asked for.
size_t pgnz_game_plies(const pgnz_game *game);

// The index of each ply among the legal moves of its position, in the order of the format; PGNZ_NULL_MOVE for a null move. `plies` is their number.
const uint16_t *pgnz_game_indices(const pgnz_game *game,
                                  size_t *plies);

// The moves in UCI notation with a space between, such as "e2e4 e7e5"; "0000" is a null move. In Chess960 a king that castles takes its rook.
const char *pgnz_game_uci(const pgnz_game *game,
                          size_t *length);

// The moves in standard algebraic notation with a space between, such as "e4 e5"; "--" is a null move.
const char *pgnz_game_san(const pgnz_game *game, size_t *length);

// Milliseconds left on the clock after each ply, PGNZ_NO_TIME where the game does not tell. `plies` is the number of plies, or 0 if it tells none.
const int64_t *pgnz_game_clocks(const pgnz_game *game,
                                size_t *plies);

// Milliseconds spent on each ply, PGNZ_NO_TIME where the game does not tell. `plies` is the number of plies, or 0 if it tells none.
const int64_t *pgnz_game_spent(const pgnz_game *game,
                               size_t *plies);

// The evaluation after each ply. `plies` is the number of plies, or 0 if the game has none.
const pgnz_eval *pgnz_game_evals(const pgnz_game *game, size_t *plies);

// The position after this many plies as a FEN: 0 is the start. The caller frees it. Returns false after an error; a position that the game
// does not reach is one.
bool pgnz_game_position(const pgnz_game *game,
                        size_t ply,
                        pgnz_buffer *fen,
                        pgnz_error **error);

// The start of the game as a FEN; NULL if it cannot be played.
const char *pgnz_game_start(const pgnz_game *game, size_t *length);

// The name of the variant, "Standard" for chess; empty if the start cannot be played.
const char *pgnz_game_variant(const pgnz_game *game);

// Begins to read the games from..to, counted from 0, without the one at `to`, that pass a filter (docs/filters.md), such as
// "white = 'Carlsen' and date >= 2023" or "position = 'FEN'". A filter that is NULL lets all games pass. `parts` are the parts that are wanted, `threads` is
// the number of threads, 0 for one on each core. Returns NULL after an error.
pgnz_search *pgnz_search_begin(pgnz_archive *archive,
                               uint64_t from,
                               uint64_t to,
                               const char *filter,
                               uint32_t parts,
                               uint32_t threads,
                               pgnz_error **error);

// The next game, which the caller frees. Returns NULL at the end, and after an error, which ends the search.
pgnz_game *pgnz_search_next(pgnz_search *search, pgnz_error **error);

// Ends a search; NULL is none.
void pgnz_search_free(pgnz_search *search);

// Counts the games from..to that pass a filter; the parameters are those of pgnz_search_begin(). Returns false after an error.
bool pgnz_count(pgnz_archive *archive,
                uint64_t from,
                uint64_t to,
                const char *filter,
                uint32_t threads,
                uint64_t *count,
                pgnz_error **error);

// Lists the numbers of the games from..to that pass a filter, in ascending order; the parameters are those of pgnz_search_begin(). The caller frees
// them. Returns false after an error.
bool pgnz_find(pgnz_archive *archive,
               uint64_t from,
               uint64_t to,
               const char *filter,
               uint32_t threads,
               pgnz_numbers *numbers,
               pgnz_error **error);

// Reads fields of the games from..to that pass a filter, which may be NULL. `columns` are names with commas between, such as
// "white,black,white_rating,date,result,eco,event,site,plies": those of docs/export.md but for lists, and tag:NAME for any tag. `threads` is the number of
// threads, 0 for one on each core. Returns NULL after an error.
pgnz_table *pgnz_table_read(pgnz_archive *archive,
                            uint64_t from,
                            uint64_t to,
                            const char *columns,
                            const char *filter,
                            uint32_t threads,
                            pgnz_error **error);

// Frees a table; NULL is none.
void pgnz_table_free(pgnz_table *table);

// The numbers of the games of the rows, counted from 0, in ascending order. `rows` is how many there are.
const uint64_t *pgnz_table_numbers(const pgnz_table *table, size_t *rows);

// The number of columns.
size_t pgnz_table_columns(const pgnz_table *table);

// The name of a column, counted from 0; NULL if there are fewer.
const char *pgnz_table_name(const pgnz_table *table, size_t column);

// What the values of a column are.
pgnz_type pgnz_table_type(const pgnz_table *table, size_t column);

// The places of the texts of a column in the pool, PGNZ_NO_TEXT where a game has none: one for each row. Equal texts have equal places. NULL if it is
// no column of texts.
const uint32_t *pgnz_table_texts(const pgnz_table *table,
                                 size_t column);

// The whole numbers of a column, PGNZ_NO_NUMBER where a game has none: one for each row. NULL if it is no column of these.
const int64_t *pgnz_table_wholes(const pgnz_table *table,
                                 size_t column);

// The numbers of a column, NaN where a game has none: one for each row. NULL if it is no column of these.
const double *pgnz_table_reals(const pgnz_table *table, size_t column);

// All texts of the table (UTF-8), each once and with a zero after it. `starts` gets the place where each begins: one more than there are
// texts, the last being the end of all. `texts` gets their number. Both may be NULL.
const char *pgnz_table_pool(const pgnz_table *table,
                            const uint64_t **starts,
                            size_t *texts);

// A text of the pool; NULL for PGNZ_NO_TEXT. `length` may be NULL.
const char *pgnz_table_text(const pgnz_table *table, uint32_t place, size_t *length);

// Packs the moves of a game to some 25 bytes, for a row of a database. `moves` are in UCI or standard algebraic notation with spaces between,
// from `fen`, or from the usual start if that is NULL. `variant` is the name of a variant as in the tag Variant, NULL for chess. `tags` are what
// is known of the game from elsewhere: WhiteElo, BlackElo, TimeControl, Result, Date, Site. They make the blob smaller, and pgnz_blob_decode()
// needs the same. The caller frees `blob`. Returns false after an error; a move that is not legal is one.
bool pgnz_blob_encode(const char *moves,
                      const char *fen,
                      const char *variant,
                      const pgnz_tag *tags,
                      size_t tag_count,
                      uint32_t level,
                      pgnz_buffer *blob,
                      pgnz_error **error);

// The game of a blob that pgnz_blob_encode() made with the same tags: its start and its moves, without tags and text. Returns NULL after an error.
pgnz_game *pgnz_blob_decode(const uint8_t *blob,
                            size_t length,
                            const pgnz_tag *tags,
                            size_t tag_count,
                            pgnz_error **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PGNZ_H */
