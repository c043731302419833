import { type BezierPatch, maxDegree } from '../../patch/bezier-patch.ts';
import type { Progress } from '../../progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { readNumber } from '../text/read-number.ts';
import { type TextCursor } from '../text/text-cursor.ts';
import { bytesLeft, placeIn, skipToToken, streamedText } from '../text/text-feed.ts';

/** Fewest bytes of a number and the blank after it. */
const minNumberBytes = 2;

/**
 * Reads Bézier patches from text, the format of Newell's teapot. The number of patches comes first. Each patch has its degrees in u and v, and
 * then (u + 1)·(v + 1) control points of three numbers, v varying fastest. Line ends do not matter, and `#` starts a comment.
 * @throws InspectorError `malformed`, `truncated`, `count-exceeds-file`, with the line; whatever `progress` throws.
 */
export function readBezier(
  source: ByteSource,
  progress: Progress,
): { readonly patches: readonly BezierPatch[]; readonly hasMore: boolean } {
  const cursor = streamedText(source);
  const count = wholeNumber(cursor, 'number of patches', 0, Infinity);
  // The smallest patch has degrees and four points.
  if (count * 14 * minNumberBytes > bytesLeft(cursor) + minNumberBytes)
    throw refuse('count-exceeds-file', `The file is too short for ${count} patches`, exportAgain, { line: cursor.line });
  const patches: BezierPatch[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 64 === 0) progress(placeIn(cursor) / source.byteLength);
    const degreeU = wholeNumber(cursor, 'degree', 1, maxDegree);
    const degreeV = wholeNumber(cursor, 'degree', 1, maxDegree);
    const points = new Float64Array(3 * (degreeU + 1) * (degreeV + 1));
    for (let at = 0; at < points.length; at++) points[at] = finiteNumber(cursor, i);
    patches.push({ degreeU, degreeV, points });
  }
  skipToToken(cursor);
  return { patches, hasMore: cursor.at < cursor.end };
}

function wholeNumber(cursor: TextCursor, what: string, min: number, max: number): number {
  const value = nextNumber(cursor, `the ${what}`);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const range = max === Infinity ? `a whole number of ${min} or more` : `a whole number from ${min} to ${max}`;
  throw refuse('malformed', `The ${what} must be ${range}`, exportAgain, { line: cursor.line });
}

function finiteNumber(cursor: TextCursor, patch: number): number {
  const value = nextNumber(cursor, `the control points of patch ${patch}`);
  if (Number.isFinite(value)) return value;
  throw refuse('malformed', `A control point of patch ${patch} is not three finite numbers`, exportAgain, { line: cursor.line });
}

function nextNumber(cursor: TextCursor, what: string): number {
  skipToToken(cursor);
  if (cursor.at >= cursor.end) throw refuse('truncated', `The file ends before ${what}`, exportAgain, { line: cursor.line });
  return readNumber(cursor);
}
