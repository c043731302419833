import type { ByteSource } from '../source/byte-source.ts';
import { cleanName, maxNameLength } from './clean-name.ts';

/**
 * A position in text given as bytes (ASCII, or any superset of it in names). Only what is needed is decoded. Lines end
 * with LF, CR or CRLF; blanks are space, tab and other control characters; `#` starts a comment.
 */
export interface TextCursor {
  bytes: Uint8Array;
  /** End of the available text: the end of the file, or of the last whole line of a piece; see `moreText` in `text-feed.ts`. */
  end: number;
  /** Position of the first of `bytes` in the file. */
  base: number;
  /** Source of more text; `null` if `bytes` is the whole text. */
  readonly feed: TextFeed | null;
  /** Whether a backslash at the end of a line joins it with the next line, as in OBJ. */
  readonly joinsLines: boolean;
  at: number;
  /** From 1. */
  line: number;
}

/** Source of the text after a cursor's `end`. */
export interface TextFeed {
  readonly source: ByteSource;
  /** The window. Its filled part starts with the first of the cursor's bytes. */
  buffer: Uint8Array<ArrayBuffer>;
  filled: number;
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

/** Skips blanks and joined line ends. The cursor is then at a token, a line end, a comment or the end. Hot. */
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

/** Returns whether the rest of the line is empty; blanks must have been skipped. Hot. */
export function atLineEnd(cursor: TextCursor): boolean {
  if (cursor.at >= cursor.end) return true;
  const byte = cursor.bytes[cursor.at];
  return byte === lineFeed || byte === carriageReturn || byte === hash;
}

/** Moves to the start of the next line, or to the end. Returns whether a comment joined two lines. Hot. */
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

/** Moves to the end of the token at the cursor. Hot. */
export function skipToken(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at;
  while (at < end && bytes[at] > blank && !isJoint(cursor, at)) at++;
  cursor.at = at;
}

/** Returns whether a token ends here. Hot. */
export function isTokenEnd(cursor: TextCursor, at: number): boolean {
  return at >= cursor.end || cursor.bytes[at] <= blank || isJoint(cursor, at);
}

/** Reads the token at the cursor as it is. Meant for keywords: a token longer than `limit` is cut. */
export function readWord(cursor: TextCursor, limit = 32): string {
  const start = cursor.at;
  skipToken(cursor);
  return asciiText(cursor.bytes, start, Math.min(cursor.at, start + limit));
}

/** Skips the token at the cursor if it is `word` (lower case ASCII), ignoring case. Returns whether it was. Hot. */
export function takeWord(cursor: TextCursor, word: string): boolean {
  const { bytes, at } = cursor;
  for (let i = 0; i < word.length; i++) if ((bytes[at + i] | 32) !== word.charCodeAt(i)) return false;
  if (!isTokenEnd(cursor, at + word.length)) return false;
  cursor.at = at + word.length;
  return true;
}

/** Reads the rest of the line as a name in UTF-8. Invalid bytes become replacement characters; never throws. */
export function readRestOfLine(cursor: TextCursor): string {
  skipBlanks(cursor);
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  while (at < end && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++;
  cursor.at = at;
  return decodeName(bytes.subarray(start, at));
}

/** Returns bytes of a file as a name for display: UTF-8, cut at a length that a list can show. */
export function decodeName(bytes: Uint8Array): string {
  return cleanName(new TextDecoder('utf-8').decode(bytes.slice(0, maxNameLength)));
}

export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

/** Returns the position after one LF, CR or CRLF at `at`; `at` itself without one. */
function afterLineEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return at;
  if (bytes[at] === lineFeed) return at + 1;
  if (bytes[at] !== carriageReturn) return at;
  return at + 1 < end && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
}

/** Returns whether a backslash at `at` joins two lines. It also ends the token before it. */
function isJoint(cursor: TextCursor, at: number): boolean {
  return cursor.bytes[at] === backslash && cursor.joinsLines && afterLineEnd(cursor.bytes, at + 1, cursor.end) > at + 1;
}
