import { allocate } from '../growable.ts';
import { refuse } from '../refuse.ts';
import { bytesAt, inMebibytes, type ByteSource } from '../source/byte-source.ts';
import { atLineEnd, nextLine, skipBlanks, textCursor, type TextCursor, type TextFeed } from './text-cursor.ts';

/**
 * Returns a cursor over text that is read in pieces. Only whole lines are before its `end`, so code that stays on a
 * line needs no knowledge of pieces. At the end, call `moreText`. Bytes in memory are one piece.
 */
export function streamedText(source: ByteSource, joinsLines = false): TextCursor {
  const { held } = source;
  if (held !== null) return textCursor(held, joinsLines);
  const mark = textCursor(bytesAt(source, 0, 3)).at;
  return feed(source, joinsLines, mark, 1);
}

/** Returns an independent cursor at the same position. */
export function forkText(cursor: TextCursor): TextCursor {
  return cursor.feed === null ? { ...cursor } : feed(cursor.feed.source, cursor.joinsLines, placeIn(cursor), cursor.line);
}

/** Returns a cursor over the same text from another position on. */
export function textFrom(source: ByteSource, at: number, line: number): TextCursor {
  if (source.held === null) return feed(source, false, at, line);
  const cursor = textCursor(source.held);
  cursor.at = at;
  cursor.line = line;
  return cursor;
}

function feed(source: ByteSource, joinsLines: boolean, at: number, line: number): TextCursor {
  const from = { source, buffer: new Uint8Array(0), filled: 0 };
  const cursor = textCursor(from.buffer, joinsLines, from);
  cursor.base = at;
  cursor.line = line;
  moreText(cursor);
  return cursor;
}

/** Returns the position of the cursor in the file. */
export function placeIn({ base, at }: TextCursor): number {
  return base + at;
}

/** Returns the number of bytes of the file after the cursor. */
export function bytesLeft({ feed, base, at, end }: TextCursor): number {
  return (feed === null ? base + end : feed.source.byteLength) - base - at;
}

/** Returns the next bytes, on this line or after it. They can be outside the window. */
export function peekBytes(cursor: TextCursor, count: number): Uint8Array {
  const { feed, bytes, at, end } = cursor;
  return feed === null ? bytes.subarray(at, Math.min(end, at + count)) : bytesAt(feed.source, placeIn(cursor), count);
}

/**
 * Reads the next lines at the end of the window, and returns whether there are any. The start of an incomplete line
 * moves to the front. If no whole line fits, the window grows.
 * @throws InspectorError `too-large` for a line above the limit of the source; whatever the source throws.
 */
export function moreText(cursor: TextCursor): boolean {
  const { feed, joinsLines } = cursor;
  if (feed === null) return false;
  const { source } = feed;
  const rest = feed.filled - cursor.at;
  feed.buffer.copyWithin(0, cursor.at, feed.filled);
  cursor.base += cursor.at;
  cursor.at = 0;
  cursor.end = 0;
  feed.filled = rest;
  for (let isLast = false; cursor.end === 0 && !isLast; ) {
    if (feed.filled === feed.buffer.length) widen(feed, cursor);
    const size = Math.min(feed.buffer.length, source.byteLength - cursor.base);
    if (size > feed.filled) source.read(cursor.base + feed.filled, feed.buffer.subarray(feed.filled, size));
    feed.filled = size;
    isLast = cursor.base + size === source.byteLength;
    cursor.end = isLast ? size : wholeLines(feed.buffer, size, joinsLines);
  }
  // The view excludes bytes of an earlier piece, so reading past the end finds nothing, as with bytes in memory.
  cursor.bytes = feed.buffer.subarray(0, feed.filled);
  return cursor.end > 0;
}

/**
 * Skips blanks, line ends and comments up to the next token or the end of the file. Continues from one piece to the
 * next.
 */
export function skipToToken(cursor: TextCursor): void {
  do {
    skipBlanks(cursor);
    while (cursor.at < cursor.end && atLineEnd(cursor)) {
      nextLine(cursor);
      skipBlanks(cursor);
    }
  } while (cursor.at >= cursor.end && moreText(cursor));
}

function widen(feed: TextFeed, { line }: TextCursor): void {
  const { source, buffer, filled } = feed;
  const size = Math.max(source.windowBytes, 2 * buffer.length);
  if (filled > 0 && size > source.maxHeld) {
    throw refuse(
      'too-large',
      `A line has more than ${inMebibytes(filled)}, and the limit for a line on this machine is ${inMebibytes(source.maxHeld)}`,
      'Export the file with shorter lines',
      { line },
    );
  }
  feed.buffer = allocate(() => new Uint8Array(size));
  feed.buffer.set(buffer.subarray(0, filled));
}

const lineFeed = 10;
const carriageReturn = 13;
const backslash = 92;

/**
 * Returns the position after the last line end that certainly ends a line: it is complete and joins no lines. Returns 0
 * without one.
 */
function wholeLines(bytes: Uint8Array, filled: number, joinsLines: boolean): number {
  for (let at = filled - 1; at >= 0; at--) {
    const byte = bytes[at];
    if (byte !== lineFeed && byte !== carriageReturn) continue;
    // A line feed can follow in the next piece.
    if (byte === carriageReturn && at === filled - 1) continue;
    const start = byte === lineFeed && at > 0 && bytes[at - 1] === carriageReturn ? at - 1 : at;
    if (!joinsLines || start === 0 || bytes[start - 1] !== backslash) return at + 1;
    at = start;
  }
  return 0;
}
