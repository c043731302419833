/** A value that a splitter has found, as text, with the number of bytes up to its end. */
export interface JsonPiece {
  /** `run`, or the name of the list; for an object without that list `null`. */
  readonly key: string | null;
  readonly text: string;
  readonly end: number;
}

/** Splits JSON documents into their parts, without holding more than one part. */
export interface JsonSplitter {
  /** Returns the parts that end in these bytes. */
  readonly add: (bytes: Uint8Array) => readonly JsonPiece[];
  /** Returns what is wrong with the end of the text; `null` if the last document is complete. */
  readonly rest: () => { readonly message: string; readonly at: number } | null;
  /** Number of complete documents. */
  readonly values: () => number;
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Splits a sequence of JSON objects, such as one document or the lines of NDJSON. Its pieces are the member
 * `run`, and each item of the array `list`. An object with neither is one piece.
 * Only brackets and strings are looked at: `JSON.parse` of the pieces finds other errors.
 */
export function createJsonSplitter(list: string): JsonSplitter {
  /** Bytes of the part that is being read, and of the object around it. */
  const part = createBytes();
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inList = false;
  let hasList = false;
  let key = '';
  let keyStart = -1;
  let at = 0;
  let documents = 0;
  let error: string | null = null;
  /** Where the value of the present member begins in `part`. */
  let valueStart = -1;

  const closeBracket = (pieces: JsonPiece[]): void => {
    depth--;
    if (inList && depth === 2) {
      pieces.push({ key: list, text: part.text(0), end: at });
      part.clear();
    } else if (inList && depth === 1) {
      inList = false;
      part.clear();
    } else if (depth === 1 && key === 'run' && valueStart >= 0) {
      pieces.push({ key: 'run', text: part.text(valueStart), end: at });
      hasList = true;
    } else if (depth === 0) {
      documents++;
      if (!hasList) pieces.push({ key: null, text: part.text(0), end: at });
      part.clear();
      hasList = false;
      key = '';
    } else if (depth < 0) error ??= 'A closing bracket has no opening one';
  };

  const take = (byte: number, pieces: JsonPiece[]): void => {
    at++;
    if (depth === 0 && !inString && isSpace(byte)) return;
    if (inList && depth === 2 && !inString && (byte === 0x2c || isSpace(byte))) return;
    part.push(byte);
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) {
        inString = false;
        if (depth === 1 && keyStart >= 0) key = part.text(keyStart, part.length() - 1);
        keyStart = -1;
      }
      return;
    }
    if (byte === quote) {
      inString = true;
      keyStart = depth === 1 ? part.length() : -1;
    } else if (opening.has(byte)) {
      if (depth === 0 && byte !== 0x7b) error ??= 'The report is no JSON object';
      if (depth === 1) valueStart = part.length() - 1;
      depth++;
      if (depth === 2 && key === list && byte === 0x5b) {
        inList = true;
        hasList = true;
        part.clear();
      }
    } else if (closing.has(byte)) closeBracket(pieces);
    else if (depth === 0) error ??= 'The report is no JSON object';
  };

  return {
    add: (bytes) => {
      const pieces: JsonPiece[] = [];
      for (let i = 0; i < bytes.length && error === null; i++) take(bytes[i]!, pieces);
      return pieces;
    },
    rest: () => (error !== null ? { message: error, at } : depth > 0 || inString ? { message: 'The report is cut off', at } : null),
    values: () => documents,
  };
}

/** Bytes that grow. */
interface Bytes {
  readonly length: () => number;
  readonly push: (byte: number) => void;
  readonly clear: () => void;
  /** Returns a range as text; by default up to the end. */
  readonly text: (from: number, to?: number) => string;
}

function createBytes(): Bytes {
  let bytes = new Uint8Array(2 ** 16);
  let length = 0;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    length: () => length,
    push: (byte) => {
      if (length === bytes.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(bytes);
        bytes = larger;
      }
      bytes[length++] = byte;
    },
    clear: () => void (length = 0),
    text: (from, to = length) => decoder.decode(bytes.subarray(from, to)),
  };
}
