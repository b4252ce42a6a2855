/** Where an archive lies: an address, the name of a file (in Node), a Blob or File, bytes, or anything that gives pieces of itself. */
export type Source = string | URL | Blob | ArrayBuffer | ArrayBufferView | { byteLength: number; slice(from: number, to: number): Promise<ArrayBuffer | Uint8Array> | ArrayBuffer | Uint8Array };

/** The parts of a game. `tags` alone takes a tenth of the time; `derived` are tags that follow from the moves, such as `ECO` and `Opening`. */
export type Column = "tags" | "moves" | "clocks" | "evals" | "nags" | "derived" | "comments" | "text";

export type Level = "fast" | "default" | "best";

export interface DataOptions {
  /** The folder of the files of data; usually that of this package. Each is compared with its SHA-256. */
  dataUrl?: string | URL;
  /** Whether a worker does the work: usually so in pages, never in Node. */
  worker?: boolean;
}

export interface OpenOptions extends DataOptions {
  /** Hears how much of the archive was loaded so far. */
  onBytes?: (loaded: { bytes: number; requests: number }) => void;
  /** The most bytes of the archive to be loaded; more is an error `Limit`. */
  maxBytes?: number;
  /** Load the whole file if the host does not answer to ranges. */
  download?: boolean;
  /** The opening tree of the archive, `games.pgnz.tree`: its address, a Blob or bytes; `true` looks beside the archive. `archive.tree` then answers
   * at once where the file knows the answer. One that is missing, or of another number of games, is passed over. */
  tree?: boolean | string | URL | Blob | Uint8Array;
  /** Ends opening. */
  signal?: AbortSignal;
  /** Milliseconds to wait for an answer: 30,000 unless given. */
  timeout?: number;
  /** For `fetch`: headers, credentials. */
  requestInit?: RequestInit;
  /** Bytes of a page, 4,096 unless given; of all pages that are kept, 64 MiB; and of what is loaded ahead at first, 16,384. */
  pageBytes?: number;
  cacheBytes?: number;
  readAhead?: number;
}

export interface Ply {
  /** The move as a game score has it. */
  san: string;
  /** From and to, as engines take it; absent for a null move or one that cannot be played. */
  uci?: string;
  /** Time left after the move, and time spent on it, in milliseconds. */
  clock?: number;
  spent?: number;
  /** For White: hundredths of a pawn, or moves to mate. */
  eval?: { cp: number } | { mate: number };
  depth?: number;
  nags?: number[];
  /** Comments as they stand between braces, commands such as `[%clk 0:03:00]` included. */
  comments?: string[];
  /** Lines in place of this move. */
  variations?: Line[];
}

export interface Line {
  plies: Ply[];
  /** Comments before the first move. */
  comments?: string[];
  variations?: Line[];
  /** What cannot be read as chess. */
  unread?: string;
}

/** A game with the columns that were asked for. */
export interface Game extends Partial<Line> {
  /** From 0. */
  number: number;
  tags?: Record<string, string>;
  result?: "1-0" | "0-1" | "1/2-1/2" | "*" | null;
  /** The start position as a FEN, if it is not the usual one. */
  start?: string;
  text?: string;
}

export interface Range {
  /** The first game, from 0, and the one after the last. */
  from?: number;
  to?: number;
  /** Ends the work: it then throws the signal's reason. */
  signal?: AbortSignal;
  /** Hears after some 50 ms each how far the work is; of a tree, what there is so far. */
  onProgress?: (done: { next: number; length: number; tree?: Tree }) => void;
}

export interface GamesOptions extends Range {
  /** A filter, as docs/filters.md describes: `white_rating > 2500 and opening like 'Sicilian%'`. */
  where?: string;
  columns?: Column[];
}

export interface FindOptions extends Range {
  where?: string;
  /** A position that the game reaches, as a FEN. */
  position?: string;
  /** The first moves of the game: `1. e4 c5`. */
  moves?: string;
  limit?: number;
}

export interface TreeOptions extends Range {
  where?: string;
  /** The position as a FEN, reached by any order of moves; or else the moves that lead to it. */
  position?: string;
  moves?: string;
}

/** The games with a move: results for White, and shares and ratings from the view of the side to move. */
export interface Figures {
  games: number;
  white: number;
  draws: number;
  black: number;
  score?: number;
  rating?: number;
  performance?: number;
  /** The number of a game with this move, from 0. */
  example?: number;
  years?: [number, number];
}

export interface Tree {
  position: string;
  total: Figures;
  moves: (Figures & { san: string; uci: string })[];
  /** Games that end in the position. */
  ended: number;
}

export interface Info {
  level: Level | "own" | null;
  archives: number;
  blocks: number;
  games: number;
  plies: number;
  textBytes: number;
  archiveBytes: number;
  containerBytes: number;
  /** Bytes of each stream. */
  streams: Record<string, number>;
  /** As yyyymmdd, unknown parts 0. */
  dates: [number, number] | null;
  ratings: [number, number] | null;
  files: { name: string; games: number; textBytes: number }[];
  unfinished: boolean;
}

export declare class Archive {
  /** The number of games. */
  readonly length: number;
  /** The exact text of a game, from 0. Text that is not UTF-8 is shown as well as it can be: `bytes` has it as it is. */
  text(number: number): Promise<string>;
  /** The exact bytes of games; of all of them if no range is given, which is the file that was compressed. */
  bytes(from?: number, to?: number): Promise<Uint8Array>;
  game(number: number, options?: { columns?: Column[] }): Promise<Game>;
  games(options?: GamesOptions): AsyncGenerator<Game, void, void>;
  /** The numbers of the games that are found, in their order. */
  find(options: FindOptions): Promise<number[]>;
  tree(options?: TreeOptions): Promise<Tree>;
  info(): Promise<Info>;
  /** Ends all work on the archive and frees what it holds. */
  close(): Promise<void>;
}

export type ErrorKind =
  | "Corruption" | "InsufficientData" | "Compatibility" | "UnknownModel" | "InvalidArgument"
  | "Io" | "NoRanges" | "Changed" | "Limit" | "Timeout" | "Closed" | "Trap";

export declare class PgnzError extends Error {
  readonly kind: ErrorKind;
  /** Of `NoRanges`: bytes of the file, if the host says so. */
  readonly size?: number;
  /** Of `InvalidArgument`: the field of a form that cannot be read. */
  readonly field?: string;
  /** Of `Io`: the status of HTTP. */
  readonly status?: number;
}

/** Opens an archive: this reads its beginning and its end, and decodes nothing. */
export declare function open(source: Source, options?: OpenOptions): Promise<Archive>;
/** Compresses the text of games, or any bytes, to an archive. */
export declare function compress(text: string | Uint8Array, options?: { level?: Level } & DataOptions): Promise<Uint8Array>;
/** The text of an archive, byte for byte. */
export declare function expand(packed: Uint8Array, options?: DataOptions): Promise<Uint8Array>;
