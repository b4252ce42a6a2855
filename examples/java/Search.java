// Searches an archive through the interface for C, by the foreign function interface of Java 22 and later. (In Java 21 it is a preview.)
//
//     java --enable-native-access=ALL-UNNAMED Search.java libpgnz.so games.pgnz "player = 'Morphy'"

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

public final class Search {
    private static final long END = -1; // PGNZ_END: all bits are set.
    private static final int TAGS = 1; // PGNZ_TAGS

    private final SymbolLookup library;
    private final MethodHandle message;
    private final MethodHandle freeError;

    private Search(Path path, Arena arena) {
        library = SymbolLookup.libraryLookup(path, arena);
        message = function("pgnz_error_message", FunctionDescriptor.of(ADDRESS, ADDRESS));
        freeError = function("pgnz_error_free", FunctionDescriptor.ofVoid(ADDRESS));
    }

    private MethodHandle function(String name, FunctionDescriptor shape) {
        return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), shape);
    }

    private static FunctionDescriptor shape(MemoryLayout result, MemoryLayout... parameters) {
        return FunctionDescriptor.of(result, parameters);
    }

    private static String text(MemorySegment lent) {
        return lent.equals(MemorySegment.NULL) ? "?" : lent.reinterpret(Long.MAX_VALUE).getString(0);
    }

    /** Throws the error that a function left in its last parameter, if there is one. */
    private void check(MemorySegment place) throws Throwable {
        MemorySegment error = place.get(ADDRESS, 0);
        if (error.equals(MemorySegment.NULL)) {
            return;
        }
        String said = text((MemorySegment) message.invokeExact(error));
        freeError.invokeExact(error);
        throw new IllegalStateException(said);
    }

    private void run(Arena arena, String archivePath, String filter) throws Throwable {
        MethodHandle open = function("pgnz_open", shape(ADDRESS, ADDRESS, ADDRESS));
        MethodHandle close = function("pgnz_close", FunctionDescriptor.ofVoid(ADDRESS));
        MethodHandle count =
                function("pgnz_count", shape(JAVA_BOOLEAN, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
        MethodHandle begin =
                function("pgnz_search_begin", shape(ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
        MethodHandle next = function("pgnz_search_next", shape(ADDRESS, ADDRESS, ADDRESS));
        MethodHandle free = function("pgnz_search_free", FunctionDescriptor.ofVoid(ADDRESS));
        MethodHandle number = function("pgnz_game_number", shape(JAVA_LONG, ADDRESS));
        MethodHandle tag = function("pgnz_game_tag", shape(ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        MethodHandle freeGame = function("pgnz_game_free", FunctionDescriptor.ofVoid(ADDRESS));

        MemorySegment error = arena.allocate(ADDRESS);
        MemorySegment where = arena.allocateFrom(filter);
        MemorySegment white = arena.allocateFrom("White");
        MemorySegment black = arena.allocateFrom("Black");
        MemorySegment archive = (MemorySegment) open.invokeExact(arena.allocateFrom(archivePath), error);
        check(error);
        MemorySegment search = MemorySegment.NULL;
        try {
            MemorySegment counted = arena.allocate(JAVA_LONG);
            boolean done = (boolean) count.invokeExact(archive, 0L, END, where, 0, counted, error);
            check(error);
            assert done;
            System.out.println(counted.get(JAVA_LONG, 0));
            search = (MemorySegment) begin.invokeExact(archive, 0L, END, where, TAGS, 0, error);
            check(error);
            while (true) {
                MemorySegment game = (MemorySegment) next.invokeExact(search, error);
                check(error);
                if (game.equals(MemorySegment.NULL)) {
                    break;
                }
                long place = (long) number.invokeExact(game) + 1;
                String players = text((MemorySegment) tag.invokeExact(game, white, MemorySegment.NULL))
                        + "\t" + text((MemorySegment) tag.invokeExact(game, black, MemorySegment.NULL));
                System.out.println(place + "\t" + players);
                freeGame.invokeExact(game);
            }
        } finally {
            free.invokeExact(search);
            close.invokeExact(archive);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length != 3) {
            System.err.println("usage: java Search.java LIBRARY ARCHIVE FILTER");
            System.exit(2);
        }
        // The library stays loaded.
        Arena arena = Arena.global();
        try {
            new Search(Path.of(arguments[0]), arena).run(arena, arguments[1], arguments[2]);
        } catch (IllegalStateException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }
}
