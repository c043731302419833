import type { Progress } from '../../progress.ts';
import { byteProgress, reportBytes, type ByteProgress } from '../byte-progress.ts';
import { bytesLeft, forkText, moreText, placeIn } from '../text/text-feed.ts';
import { readNumber } from '../text/read-number.ts';
import { atLineEnd, nextLine, skipBlanks, skipToToken, type TextCursor } from '../text/text-cursor.ts';
import type { OffHeader } from './off-header.ts';

/**
 * How the vertices lie in the text. `tokens`: as the format says, a fixed count of numbers each, wherever lines end.
 * `lines`: a vertex a line, with other numbers behind than the keyword says, as many programs write.
 */
export type VertexLayout = 'tokens' | 'lines';

/** This many valid faces at the expected position make the layout certain. */
const facesTried = 8;

/**
 * Returns which of the two layouts the vertices have. Reads ahead: the layout decides where the faces begin and how many lines are left.
 * The layout of the keyword is preferred if it fits exactly, then one vertex a line. If neither fits, the file is damaged, and one
 * vertex a line keeps the damage small.
 * @param body where the vertices begin; it does not move, copies of it do. @throws InspectorError `cancelled`.
 */
export function vertexLayout(body: TextCursor, header: OffHeader, progress: Progress): VertexLayout {
  const { faces } = header;
  const report = byteProgress(progress, placeIn(body) + bytesLeft(body));
  const byTokens = linesFromFaces(behindTokens(forkText(body), header, report), header);
  if (byTokens === faces) return 'tokens';
  report.next = 0;
  const byLines = linesFromFaces(behindLines(forkText(body), header, report), header);
  return byTokens > faces && byLines < 0 ? 'tokens' : 'lines';
}

/** The cursor, behind the declared count of numbers; `null` where there are fewer. Hot. */
function behindTokens(cursor: TextCursor, { vertices, numbersBehind }: OffHeader, report: ByteProgress): TextCursor | null {
  for (let left = vertices * (3 + numbersBehind); left > 0; left--) {
    if (!toToken(cursor)) return null;
    passToken(cursor);
    reportBytes(report, placeIn(cursor));
  }
  return cursor;
}

/** The cursor, behind as many lines of three numbers or more as there are vertices; `null` where there are fewer. Hot. */
function behindLines(cursor: TextCursor, { vertices }: OffHeader, report: ByteProgress): TextCursor | null {
  for (let left = vertices; left > 0; left--) {
    if (!toToken(cursor)) return null;
    for (let k = 0; k < 3; k++) {
      skipBlanks(cursor);
      if (atLineEnd(cursor)) return null;
      passToken(cursor);
    }
    toLineEnd(cursor);
    reportBytes(report, placeIn(cursor));
  }
  return cursor;
}

/** Lines left, as `linesLeft`, where faces begin; -1 where they do not. */
function linesFromFaces(from: TextCursor | null, { vertices, faces }: OffHeader): number {
  if (from === null) return -1;
  const scout = forkText(from);
  for (let i = 0; i < Math.min(faces, facesTried); i++) if (!takeFace(scout, vertices)) return -1;
  return linesLeft(from, faces + 1);
}

/** Moves over the line of a face if here is one that can be used: distinct indices, behind their count. */
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

/** Lines from here to the end that hold a token, the rest of this one included; counted up to `enough`. Moves the cursor. Hot. */
function linesLeft(cursor: TextCursor, enough: number): number {
  let lines = 0;
  for (; lines < enough && toToken(cursor); lines++) toLineEnd(cursor);
  return lines;
}

const blank = 32;
const hash = 35;

/** Moves to the next token, past blanks, line ends and comments; whether there is one. No line is counted. Hot. */
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

/** Hot. */
function passToken(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  while (cursor.at < end && bytes[cursor.at] > blank) cursor.at++;
}

/** Hot. */
function toLineEnd(cursor: TextCursor): void {
  const { bytes, end } = cursor;
  while (cursor.at < end && !isLineEnd(bytes[cursor.at])) cursor.at++;
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}
