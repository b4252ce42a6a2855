/**
 * An error of this package. `kind` says what to do:
 * `Corruption`, `InsufficientData`, `Compatibility`, `UnknownModel`, `InvalidArgument` are those of the library; `Io` an archive or a file of
 * data that cannot be read, `NoRanges` a host that answers without ranges (`size` is the number of bytes), `Changed` a file that has changed
 * since it was opened, `Limit` more bytes than `maxBytes`, `Timeout` an answer that takes too long, `Closed` an archive that is closed,
 * `Trap` a defect of this package.
 */
export class PgnzError extends Error {
  constructor(kind, message, more = {}) {
    super(message);
    this.name = "PgnzError";
    this.kind = kind;
    Object.assign(this, more);
  }
}

/** An error as a message between threads can hold it, and back. */
export const packed = (error) =>
  error instanceof PgnzError
    ? { ...error, kind: error.kind, message: error.message }
    : { foreign: error?.name ?? "Error", message: String(error?.message ?? error) };

export const unpacked = ({ kind, message, foreign, ...more }) => {
  if (foreign === undefined) return new PgnzError(kind, message, more);
  return foreign === "AbortError" ? new DOMException(message, foreign) : new Error(message);
};
