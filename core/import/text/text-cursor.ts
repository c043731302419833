import { cleanName, longestName } from './clean-name.ts';
import { moreText, type TextFeed } from './text-feed.ts';

/**
 * A place in text given as bytes (ASCII with any superset for names): nothing is decoded or split that is not needed.
 * Lines end with LF, CR or CRLF; blanks are space, tab and the other control characters; `#` opens a comment.
 */
export interface TextCursor {
  bytes: Uint8Array;
  /** Behind the text that is there: the end of the file, or of the last whole line of a piece; see `moreText`. */
  end: number;
  /** Where the first of `bytes` stands in the file. */
  base: number;
  /** `null` where the bytes are all there is. */
  readonly feed: TextFeed | null;
  /** Whether a backslash at the end of a line joins it with the next, as in OBJ. */
  readonly joinsLines: boolean;
  at: number;
  /** From 1. */
  line: number;
}

const lineFeed = 10;
const carriageReturn = 13;
const blank = 32;
const hash = 35;
const backslash = 92;

export function textCursor(bytes: Uint8Array, joinsLines = false, feed: TextFeed | null = null): TextCursor {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { bytes, end: bytes.length, base: 0, feed, joinsLines, at: hasMark ? 3 : 0, line: 1 };
}

/** Moves over blanks, and over joined line ends. Afterwards the cursor is at a token, a line end, a comment or the end. Hot. */
export function skipBlanks(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at;
  while (at < end) {
    const byte = bytes[at];
    if (byte === backslash && cursor.joinsLines) {
      const after = afterLineEnd(bytes, at + 1, end);
      if (after === at + 1) break;
      at = after;
      cursor.line++;
    } else if (byte > blank || byte === lineFeed || byte === carriageReturn) break;
    else at++;
  }
  cursor.at = at;
}

/** Whether nothing is left on the line; blanks must have been skipped. Hot. */
export function atLineEnd(cursor: TextCursor): boolean {
  if (cursor.at >= cursor.end) return true;
  const byte = cursor.bytes[cursor.at];
  return byte === lineFeed || byte === carriageReturn || byte === hash;
}

/** Moves to the start of the next line, or to the end. Gives whether a comment joined two lines on the way. Hot. */
export function nextLine(cursor: TextCursor): boolean {
  const { bytes, end } = cursor;
  let at = cursor.at;
  let inComment = false;
  let commentJoined = false;
  while (at < end) {
    const byte = bytes[at];
    if (byte === lineFeed || byte === carriageReturn) {
      const joined = cursor.joinsLines && bytes[at - 1] === backslash;
      at = afterLineEnd(bytes, at, end);
      cursor.line++;
      if (!joined) break;
      commentJoined ||= inComment;
    } else {
      if (byte === hash) inComment = true;
      at++;
    }
  }
  cursor.at = at;
  return commentJoined;
}

/** Moves over blanks, line ends and comments, and on from one piece to the next, to the next token or the end of the file. */
export function skipToToken(cursor: TextCursor): void {
  do {
    skipBlanks(cursor);
    while (cursor.at < cursor.end && atLineEnd(cursor)) {
      nextLine(cursor);
      skipBlanks(cursor);
    }
  } while (cursor.at >= cursor.end && moreText(cursor));
}

/** Moves to the end of the token that the cursor is at. Hot. */
export function skipToken(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at;
  while (at < end && bytes[at] > blank && !isJoint(cursor, at)) at++;
  cursor.at = at;
}

/** Whether a token ends here. Hot. */
export function isTokenEnd(cursor: TextCursor, at: number): boolean {
  return at >= cursor.end || cursor.bytes[at] <= blank || isJoint(cursor, at);
}

/** Reads the token at the cursor as it is; keywords only, so one that is longer than `limit` comes back cut. */
export function readWord(cursor: TextCursor, limit = 32): string {
  const start = cursor.at;
  skipToken(cursor);
  return asciiText(cursor.bytes, start, Math.min(cursor.at, start + limit));
}

/** Moves past the token at the cursor if it is `word` (lower case ASCII) in any case. Hot. */
export function takeWord(cursor: TextCursor, word: string): boolean {
  const { bytes, at } = cursor;
  for (let i = 0; i < word.length; i++) if ((bytes[at + i] | 32) !== word.charCodeAt(i)) return false;
  if (!isTokenEnd(cursor, at + word.length)) return false;
  cursor.at = at + word.length;
  return true;
}

/** The rest of the line as a name: UTF-8 where it is that, a mark in place of other bytes; never throws. */
export function readRestOfLine(cursor: TextCursor): string {
  skipBlanks(cursor);
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  while (at < end && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++;
  cursor.at = at;
  return decodeName(bytes.subarray(start, at));
}

/** Bytes from a file as a name for people: UTF-8 where they are that, cut at a length that a list can show. */
export function decodeName(bytes: Uint8Array): string {
  return cleanName(new TextDecoder('utf-8').decode(bytes.slice(0, longestName)));
}

export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

/** Past one LF, CR or CRLF at `at`; `at` itself when there is none. */
function afterLineEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return at;
  if (bytes[at] === lineFeed) return at + 1;
  if (bytes[at] !== carriageReturn) return at;
  return at + 1 < end && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
}

/** A backslash that joins two lines also ends the token before it. */
function isJoint(cursor: TextCursor, at: number): boolean {
  return cursor.bytes[at] === backslash && cursor.joinsLines && afterLineEnd(cursor.bytes, at + 1, cursor.end) > at + 1;
}
