import type { SourceLocation } from '../../error.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { asciiText, textCursor, type TextCursor } from '../text/text-cursor.ts';

/** A position in the text of a USD file. */
export interface UsdaCursor {
  readonly bytes: Uint8Array;
  at: number;
  /** From 1. */
  line: number;
  /** Cursor over the text of one number, for `readNumber`. */
  readonly number: TextCursor;
  /** Name of the attribute or field whose value is being read, for messages; empty between values. */
  field: string;
}

const magic = '#usda ';
const newline = 10;
const hash = 35;
const slash = 47;
const star = 42;
const backslash = 92;

/**
 * Returns a cursor after the first line.
 * @throws InspectorError `malformed` without the magic, `unsupported-dialect`.
 */
export function openUsda(bytes: Uint8Array): UsdaCursor {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = /^[^\r\n]*/.exec(asciiText(bytes, start, Math.min(bytes.length, start + 64)))?.[0] ?? '';
  const version = /^#usda (\d+)\.\d+\s*$/.exec(first)?.[1];
  if (version === undefined)
    throw refuse('malformed', `The file does not begin with ${JSON.stringify(`${magic}1.0`)}, as USD in text does`, exportAgain, {
      line: 1,
    });
  if (version !== '1')
    throw refuse('unsupported-dialect', `USD in text of version ${version} is not read`, 'Save the file with an earlier version of USD', {
      line: 1,
    });
  const cursor = cursorAt(bytes, start + first.length, 1);
  skipUsdaBlanks(cursor);
  return cursor;
}

/** Returns a cursor at a position that was read before. */
export function cursorAt(bytes: Uint8Array, at: number, line: number, field = ''): UsdaCursor {
  return { bytes, at, line, number: textCursor(bytes), field };
}

/**
 * Skips blanks, line ends and comments. Hot.
 * @throws InspectorError `truncated` in a comment without end.
 */
export function skipUsdaBlanks(cursor: UsdaCursor): void {
  const { bytes } = cursor;
  for (;;) {
    const byte = bytes[cursor.at];
    if (byte === newline) cursor.line++;
    if (byte <= 32) cursor.at++;
    else if (byte === hash) while (cursor.at < bytes.length && bytes[cursor.at] !== newline) cursor.at++;
    else if (byte === slash && bytes[cursor.at + 1] === slash) while (cursor.at < bytes.length && bytes[cursor.at] !== newline) cursor.at++;
    else if (byte === slash && bytes[cursor.at + 1] === star) skipComment(cursor);
    else return;
  }
}

function skipComment(cursor: UsdaCursor): void {
  const { bytes } = cursor;
  const location = { line: cursor.line };
  for (cursor.at += 2; bytes[cursor.at] !== star || bytes[cursor.at + 1] !== slash; cursor.at++) {
    if (cursor.at >= bytes.length) throw refuse('truncated', 'A comment has no end', exportAgain, location);
    if (bytes[cursor.at] === newline) cursor.line++;
  }
  cursor.at += 2;
}

export function atEnd({ bytes, at }: UsdaCursor): boolean {
  return at >= bytes.length;
}

/**
 * Returns whether the next character is this one. Between any two reads the cursor is at a character that is not blank,
 * or at the end.
 */
export function lookAt({ bytes, at }: UsdaCursor, mark: string): boolean {
  return bytes[at] === mark.charCodeAt(0);
}

export function takeMark(cursor: UsdaCursor, mark: string): boolean {
  if (!lookAt(cursor, mark)) {
    if (atEnd(cursor)) throw ended(cursor);
    return false;
  }
  cursor.at++;
  skipUsdaBlanks(cursor);
  return true;
}

export function expectMark(cursor: UsdaCursor, mark: string): void {
  if (!takeMark(cursor, mark))
    throw fault(cursor, `${JSON.stringify(mark)} is missing before ${JSON.stringify(String.fromCharCode(cursor.bytes[cursor.at]))}`);
}

/**
 * Returns the name at the cursor, with the characters that names of types and properties can have; empty without one.
 */
export function readWordAhead({ bytes, at }: UsdaCursor): string {
  let end = at;
  while (isNameByte(bytes[end])) end++;
  return new TextDecoder().decode(bytes.subarray(at, end));
}

/** Returns whether a byte belongs to a name: letters, digits, `_ : .` and everything beyond ASCII. Hot. */
function isNameByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 46 && byte <= 58 && byte !== slash) || byte === 95 || byte >= 128
  );
}

export function readName(cursor: UsdaCursor): string {
  const { bytes, at } = cursor;
  while (isNameByte(bytes[cursor.at])) cursor.at++;
  if (cursor.at === at)
    throw atEnd(cursor) ? ended(cursor) : fault(cursor, `A name is missing before ${JSON.stringify(String.fromCharCode(bytes[at]))}`);
  const name = new TextDecoder().decode(bytes.subarray(at, cursor.at));
  skipUsdaBlanks(cursor);
  return name;
}

export function takeWordOf<Word extends string>(cursor: UsdaCursor, words: readonly Word[]): Word {
  const name = readName(cursor);
  const word = words.find((each) => each === name);
  if (word === undefined) throw fault(cursor, `${words.join(' or ')} is missing before ${JSON.stringify(name)}`);
  return word;
}

/** Reads a text in single or double quotes, one or three of them. */
export function readString(cursor: UsdaCursor): string {
  const { bytes } = cursor;
  const quote = bytes[cursor.at];
  if (quote !== 34 && quote !== 39)
    throw atEnd(cursor) ? ended(cursor) : fault(cursor, `A quoted string is missing before ${JSON.stringify(String.fromCharCode(quote))}`);
  const location = { line: cursor.line };
  const isLong = bytes[cursor.at + 1] === quote && bytes[cursor.at + 2] === quote;
  const marks = isLong ? 3 : 1;
  const start = cursor.at + marks;
  let hasEscapes = false;
  for (cursor.at = start; ; cursor.at++) {
    const byte = bytes[cursor.at];
    if (cursor.at >= bytes.length || (byte === newline && !isLong))
      throw refuse(cursor.at >= bytes.length ? 'truncated' : 'malformed', 'A quoted string has no end', exportAgain, location);
    if (byte === newline) cursor.line++;
    if (byte === backslash) {
      hasEscapes = true;
      cursor.at++;
      if (bytes[cursor.at] === newline) cursor.line++;
    } else if (byte === quote && (!isLong || (bytes[cursor.at + 1] === quote && bytes[cursor.at + 2] === quote))) break;
  }
  const text = new TextDecoder().decode(bytes.subarray(start, cursor.at));
  cursor.at += marks;
  skipUsdaBlanks(cursor);
  return hasEscapes ? text.replace(/\\([^])/g, (_, sign: string) => escapes.get(sign) ?? sign) : text;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Reads a path in angle brackets: `</World/mesh>`. */
export function readPath(cursor: UsdaCursor): string {
  return readBetween(cursor, '<', '>');
}

/** Reads an asset path: `@./rock.usd@`, or with three `@`. */
export function readAsset(cursor: UsdaCursor): string {
  const { bytes, at } = cursor;
  return bytes[at + 1] === 64 && bytes[at + 2] === 64 ? readBetween(cursor, '@@@', '@@@') : readBetween(cursor, '@', '@');
}

function readBetween(cursor: UsdaCursor, open: string, close: string): string {
  const { bytes } = cursor;
  const location = { line: cursor.line };
  if (!lookAt(cursor, open))
    throw atEnd(cursor)
      ? ended(cursor)
      : fault(cursor, `${JSON.stringify(open)} is missing before ${JSON.stringify(String.fromCharCode(bytes[cursor.at]))}`);
  const start = cursor.at + open.length;
  const isClose = (at: number): boolean =>
    Array.prototype.every.call(close, (sign: string, i: number) => bytes[at + i] === sign.charCodeAt(0));
  let end = start;
  while (!isClose(end)) {
    if (end >= bytes.length || bytes[end] === newline)
      throw refuse(
        end >= bytes.length ? 'truncated' : 'malformed',
        `${JSON.stringify(close)} is missing at the end of a path`,
        exportAgain,
        location,
      );
    end++;
  }
  cursor.at = end + close.length;
  skipUsdaBlanks(cursor);
  return new TextDecoder().decode(bytes.subarray(start, end));
}

export function fault({ line }: UsdaCursor, what: string, location: SourceLocation = { line }): Error {
  return refuse('malformed', what, exportAgain, location);
}

export function ended({ line }: UsdaCursor): Error {
  return refuse('truncated', 'The file ends inside a prim, a list or a value', exportAgain, { line });
}
