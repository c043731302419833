import type { Progress } from '../../progress.ts';
import { byteProgress, reportBytes, type ByteProgress } from '../byte-progress.ts';
import { readNumber } from '../text/read-number.ts';
import { atLineEnd, nextLine, skipBlanks, skipToToken, type TextCursor } from '../text/text-cursor.ts';
import type { OffHeader } from './off-header.ts';

/**
 * How the vertices lie in the text. `tokens`: as the format says, a fixed count of numbers each, wherever lines end.
 * `lines`: a vertex a line, with other numbers behind than the keyword says, as many programs write.
 */
export type VertexLayout = 'tokens' | 'lines';

/** So many faces at the place where they should begin make it certain that they do. */
const facesTried = 8;

/**
 * Reads ahead to tell the two layouts apart, by where the faces begin and how many lines are left there: the colour of a
 * face ends with its line, so each has one of its own. What the keyword says goes first if it is right to the line; then
 * a vertex a line, also where more follows behind the faces. Where neither fits the file is damaged, and lines keep the
 * damage small.
 * @param body where the vertices begin; the cursor is not moved. @throws InspectorError `cancelled`.
 */
export function vertexLayout(body: TextCursor, header: OffHeader, progress: Progress): VertexLayout {
  const { faces } = header;
  const report = byteProgress(progress, body.end);
  const byTokens = linesFromFaces(behindTokens(body, header, report), header);
  if (byTokens === faces) return 'tokens';
  report.next = 0;
  const byLines = linesFromFaces(behindLines(body, header, report), header);
  return byTokens > faces && byLines < 0 ? 'tokens' : 'lines';
}

/** Behind the declared count of numbers; `null` where there are not so many. Hot. */
function behindTokens(body: TextCursor, { vertices, numbersBehind }: OffHeader, report: ByteProgress): TextCursor | null {
  const { bytes, end } = body;
  let left = vertices * (3 + numbersBehind);
  let { at } = body;
  while (left > 0) {
    at = tokenFrom(bytes, at, end);
    if (at >= end) return null;
    while (at < end && bytes[at] > blank) at++;
    left--;
    reportBytes(report, at);
  }
  return { ...body, at };
}

/** Behind as many lines of three numbers or more as there are vertices; `null` where there are not so many. Hot. */
function behindLines(body: TextCursor, { vertices }: OffHeader, report: ByteProgress): TextCursor | null {
  const { bytes, end } = body;
  let { at } = body;
  for (let left = vertices; left > 0; left--) {
    at = tokenFrom(bytes, at, end);
    for (let k = 0; k < 3; k++) {
      while (at < end && isBlank(bytes[at])) at++;
      if (at >= end || isLineEnd(bytes[at]) || bytes[at] === hash) return null;
      while (at < end && bytes[at] > blank) at++;
    }
    while (at < end && !isLineEnd(bytes[at])) at++;
    reportBytes(report, at);
  }
  return { ...body, at };
}

/** Lines left, as `linesLeft`, where faces begin; -1 where they do not. */
function linesFromFaces(from: TextCursor | null, { vertices, faces }: OffHeader): number {
  if (from === null) return -1;
  const scout = { ...from };
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

/** Lines from here to the end that hold a token, the rest of this one included; counted up to `enough`. Hot. */
function linesLeft({ bytes, at, end }: TextCursor, enough: number): number {
  let lines = 0;
  for (let next = tokenFrom(bytes, at, end); next < end && lines < enough; next = tokenFrom(bytes, next, end)) {
    lines++;
    while (next < end && !isLineEnd(bytes[next])) next++;
  }
  return lines;
}

const blank = 32;
const hash = 35;

/** Where the next token begins, past blanks, line ends and comments; `end` when there is none. Hot. */
function tokenFrom(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    if (bytes[at] === hash) while (at < end && !isLineEnd(bytes[at])) at++;
    else if (bytes[at] > blank) break;
  }
  return Math.min(at, end);
}

function isBlank(byte: number): boolean {
  return byte <= blank && !isLineEnd(byte);
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}
