import { exportAgain, refuse } from '../refuse.ts';
import { bytesLeft, peekBytes, skipToToken } from '../text/text-feed.ts';
import { readNumber } from '../text/read-number.ts';
import { asciiText, atLineEnd, skipBlanks, type TextCursor } from '../text/text-cursor.ts';

export interface OffHeader {
  /** As in the file: `OFF`, `COFF`, … */
  readonly keyword: string;
  readonly vertices: number;
  readonly faces: number;
  /**
   * Count of numbers after the coordinates of each vertex, by the keyword: normal 3, colour 4, texture coordinates 2.
   */
  readonly extraNumbers: number;
}

/** The counts may follow the keyword without a blank: `OFF8 6 12`. */
const keywordPattern = /^(ST)?(C)?(N)?(4)?(n)?OFF/;

/** Returns the keyword at the start of the text; `null` without one. */
export function offKeyword(text: string): string | null {
  return keywordPattern.exec(text)?.[0] ?? null;
}

/**
 * Reads keyword and counts; the cursor ends after the counts. The keyword can be missing, and so can the edge count if
 * the other two counts share a line.
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
  // The third count is the number of edges, which is not used.
  if (cursor.line > line) skipToToken(cursor);
  readCount(cursor);
  // A vertex "x y z" takes at least six bytes.
  const left = bytesLeft(cursor) + 1;
  if (vertices * 6 + faces * 2 > left) {
    const message = `The header declares ${vertices} vertices and ${faces} faces, more than fit into the file`;
    throw refuse('count-exceeds-file', message, exportAgain, { line });
  }
  return { keyword: keyword ?? 'OFF', vertices, faces, extraNumbers: extraNumbers(keyword ?? '') };
}

/** Returns a whole number on this line; `null` without one. */
function readCount(cursor: TextCursor): number | null {
  skipBlanks(cursor);
  if (atLineEnd(cursor)) return null;
  const count = readNumber(cursor);
  return Number.isInteger(count) && count >= 0 ? count : null;
}

function extraNumbers(keyword: string): number {
  const prefixes = keyword.slice(0, -3);
  return (prefixes.includes('N') ? 3 : 0) + (prefixes.includes('C') ? 4 : 0) + (prefixes.includes('ST') ? 2 : 0);
}

function dialect(message: string, cursor: TextCursor): Error {
  return refuse('unsupported-dialect', message, 'Export the file as three-dimensional OFF text', { line: cursor.line });
}
