import { exportAgain, refuse } from '../refuse.ts';
import { bytesLeft, peekBytes } from '../text/text-feed.ts';
import { readNumber } from '../text/read-number.ts';
import { asciiText, atLineEnd, skipBlanks, skipToToken, type TextCursor } from '../text/text-cursor.ts';

export interface OffHeader {
  /** As in the file: `OFF`, `COFF`, ... */
  readonly keyword: string;
  readonly vertices: number;
  readonly faces: number;
  /** Numbers behind the coordinates of each vertex: normal 3, colour 4, texture coordinates 2, as the keyword says. */
  readonly numbersBehind: number;
}

/** The counts may stand right behind the keyword: `OFF8 6 12`. */
const keywordPattern = /^(ST)?(C)?(N)?(4)?(n)?OFF/;

/** The keyword at the start of the text, `null` when there is none. */
export function offKeyword(text: string): string | null {
  return keywordPattern.exec(text)?.[0] ?? null;
}

/**
 * Reads keyword and counts; the cursor ends behind the counts. The keyword may be missing, and that of the edges too where
 * the other two share a line.
 * @throws InspectorError `unsupported-dialect`, `malformed`, `count-exceeds-file`.
 */
export function readOffHeader(cursor: TextCursor): OffHeader {
  skipToToken(cursor);
  const next = peekBytes(cursor, 16);
  const start = asciiText(next, 0, next.length);
  const keyword = offKeyword(start);
  if (keyword !== null) {
    if (/[4n]/.test(keyword)) throw dialect(`${keyword}: vertices with other than three coordinates are not read`, cursor);
    cursor.at += keyword.length;
    if (/^\s+BINARY\b/.test(start.slice(keyword.length))) throw dialect('Binary OFF is not read', cursor);
  }
  skipToToken(cursor);
  const { line } = cursor;
  const vertices = readCount(cursor);
  skipToToken(cursor);
  const faces = readCount(cursor);
  if (vertices === null || faces === null) {
    throw refuse('malformed', 'The OFF header is damaged: it needs the number of vertices and of faces', 'Export the file again', { line });
  }
  // Behind the two counts comes that of the edges, which nobody keeps.
  if (cursor.line > line) skipToToken(cursor);
  readCount(cursor);
  // A vertex "x y z" takes at least six bytes.
  const left = bytesLeft(cursor) + 1;
  if (vertices * 6 + faces * 2 > left) {
    const message = `The header declares ${vertices} vertices and ${faces} faces, more than fit into the file`;
    throw refuse('count-exceeds-file', message, exportAgain, { line });
  }
  return { keyword: keyword ?? 'OFF', vertices, faces, numbersBehind: numbersBehind(keyword ?? '') };
}

/** A whole number on this line, `null` when there is none. */
function readCount(cursor: TextCursor): number | null {
  skipBlanks(cursor);
  if (atLineEnd(cursor)) return null;
  const count = readNumber(cursor);
  return Number.isInteger(count) && count >= 0 ? count : null;
}

function numbersBehind(keyword: string): number {
  const prefixes = keyword.slice(0, -3);
  return (prefixes.includes('N') ? 3 : 0) + (prefixes.includes('C') ? 4 : 0) + (prefixes.includes('ST') ? 2 : 0);
}

function dialect(message: string, cursor: TextCursor): Error {
  return refuse('unsupported-dialect', message, 'Export the file as three-dimensional OFF text', { line: cursor.line });
}
