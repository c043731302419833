import type { Progress } from '../../progress.ts';
import { byteProgress, reportBytes, type ByteProgress } from '../byte-progress.ts';
import { bytesLeft, forkText, moreText, placeIn, skipToToken } from '../text/text-feed.ts';
import { readNumber } from '../text/read-number.ts';
import { atLineEnd, nextLine, skipBlanks, type TextCursor } from '../text/text-cursor.ts';
import type { OffHeader } from './off-header.ts';

/**
 * Layout of the vertices. `tokens`: as specified, a fixed count of numbers per vertex, regardless of line ends.
 * `lines`: one vertex per line with other numbers than the keyword declares, as many programs write.
 */
export type VertexLayout = 'tokens' | 'lines';

/** The layout is certain after this many valid faces at the expected position. */
const facesTried = 8;

/**
 * Returns the layout of the vertices. Reads ahead, because the layout determines where the faces start and how many
 * lines remain. The layout of the keyword is preferred if it fits exactly, then one vertex per line. If neither fits,
 * the file is damaged, and one vertex per line limits the damage.
 * @param body start of the vertices; only copies of the cursor are moved.
 * @throws InspectorError `cancelled`.
 */
export function vertexLayout(body: TextCursor, header: OffHeader, progress: Progress): VertexLayout {
  const { faces } = header;
  const report = byteProgress(progress, placeIn(body) + bytesLeft(body));
  const byTokens = linesFromFaces(afterTokens(forkText(body), header, report), header);
  if (byTokens === faces) return 'tokens';
  report.next = 0;
  const byLines = linesFromFaces(afterLines(forkText(body), header, report), header);
  return byTokens > faces && byLines < 0 ? 'tokens' : 'lines';
}

/** Returns the cursor after the declared count of numbers; `null` if there are fewer. Hot. */
function afterTokens(cursor: TextCursor, { vertices, extraNumbers }: OffHeader, report: ByteProgress): TextCursor | null {
  for (let left = vertices * (3 + extraNumbers); left > 0; left--) {
    if (!toToken(cursor)) return null;
    skipTokenBytes(cursor);
    reportBytes(report, placeIn(cursor));
  }
  return cursor;
}

/**
 * Returns the cursor after as many lines of three or more numbers as there are vertices; `null` if there are fewer.
 * Hot.
 */
function afterLines(cursor: TextCursor, { vertices }: OffHeader, report: ByteProgress): TextCursor | null {
  for (let left = vertices; left > 0; left--) {
    if (!toToken(cursor)) return null;
    for (let k = 0; k < 3; k++) {
      skipBlanks(cursor);
      if (atLineEnd(cursor)) return null;
      skipTokenBytes(cursor);
    }
    toLineEnd(cursor);
    reportBytes(report, placeIn(cursor));
  }
  return cursor;
}

/** Returns the remaining lines, as `linesLeft`, if the faces start here; else -1. */
function linesFromFaces(from: TextCursor | null, { vertices, faces }: OffHeader): number {
  if (from === null) return -1;
  const lookahead = forkText(from);
  for (let i = 0; i < Math.min(faces, facesTried); i++) if (!takeFace(lookahead, vertices)) return -1;
  return linesLeft(from, faces + 1);
}

/** Skips the line of a face and returns whether it is valid: a count followed by that many distinct indices. */
function takeFace(cursor: TextCursor, vertices: number): boolean {
  skipToToken(cursor);
  const count = readNumber(cursor);
  if (!(count >= 1 && count <= vertices && Number.isInteger(count))) return false;
  const corners = new Set<number>();
  for (let i = 0; i < count; i++) {
    skipBlanks(cursor);
    const index = atLineEnd(cursor) ? NaN : readNumber(cursor);
    if (!(index >= 0 && index < vertices && Number.isInteger(index)) || corners.has(index)) return false;
    corners.add(index);
  }
  nextLine(cursor);
  return true;
}

/**
 * Returns the number of lines with a token up to the end, including the rest of this line, up to `enough`. Moves the
 * cursor. Hot.
 */
function linesLeft(cursor: TextCursor, enough: number): number {
  let lines = 0;
  for (; lines < enough && toToken(cursor); lines++) toLineEnd(cursor);
  return lines;
}

const blank = 32;
const hash = 35;

/** Skips blanks, line ends and comments, and returns whether a token follows. Lines are not counted. Hot. */
function toToken(cursor: TextCursor): boolean {
  do {
    const { bytes, end } = cursor;
    let { at } = cursor;
    for (; at < end; at++) {
      if (bytes[at] === hash) while (at < end && !isLineEnd(bytes[at])) at++;
      else if (bytes[at] > blank) break;
    }
    cursor.at = Math.min(at, end);
  } while (cursor.at >= cursor.end && moreText(cursor));
  return cursor.at < cursor.end;
}

/** Skips a token. Hot. */
function skipTokenBytes(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  while (cursor.at < end && bytes[cursor.at] > blank) cursor.at++;
}

/** Moves to the line end. Hot. */
function toLineEnd(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  while (cursor.at < end && !isLineEnd(bytes[cursor.at])) cursor.at++;
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}
