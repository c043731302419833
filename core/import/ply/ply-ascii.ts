import { addFinding, trailingContent } from '../finding-list.ts';
import { reportBytes } from '../byte-progress.ts';
import { pushThreeF64 } from '../growable.ts';
import { noteLine } from '../mesh-builder.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { placeIn, skipToToken, textFrom } from '../text/text-feed.ts';
import { readNumber } from '../text/read-number.ts';
import { atLineEnd, nextLine, skipBlanks, type TextCursor } from '../text/text-cursor.ts';
import { endPlyFace, endPlyStrips, noteSkippedElement, pushCorner, pushStripCorner, type PlyBody } from './ply-body.ts';
import type { PlyElement, PlyHeader } from './ply-header.ts';

/**
 * Reads the body of a text PLY: one element per line; blank lines and extra words are skipped. A missing value is NaN.
 * @throws InspectorError `truncated` with the line.
 */
export function readAsciiPly(source: ByteSource, header: PlyHeader, body: PlyBody): void {
  const cursor = textFrom(source, header.bodyAt, header.bodyLine);
  for (const element of header.elements) {
    if (element.name !== 'vertex' && element.name !== 'face' && !isStrips(element, body))
      noteSkippedElement(body, element, { line: cursor.line });
    // An element without properties has no lines to skip, whatever its count.
    if (element.properties.length > 0) readElements(cursor, element, body);
  }
  skipToToken(cursor);
  if (cursor.at < cursor.end) addFinding(body.findings, trailingContent, { line: cursor.line });
}

function readElements(cursor: TextCursor, element: PlyElement, body: PlyBody): void {
  for (let i = 0; i < element.count; i++) {
    skipToToken(cursor);
    reportBytes(body.report, placeIn(cursor));
    if (cursor.at >= cursor.end) {
      throw refuse('truncated', `The file ends after ${i} of ${element.count} elements "${element.name}"`, exportAgain, {
        line: cursor.line,
      });
    }
    if (element.name === 'vertex') readVertex(cursor, element, body);
    else if (element.name === 'face') readFace(cursor, element, body);
    else if (isStrips(element, body)) readStrips(cursor, element, body);
    nextLine(cursor);
  }
}

function isStrips({ name }: PlyElement, { plan }: PlyBody): boolean {
  return name === 'tristrips' && plan.strips >= 0;
}

/** Hot. */
function readVertex(cursor: TextCursor, element: PlyElement, body: PlyBody): void {
  const [atX, atY, atZ] = body.plan.xyz;
  const last = Math.max(atX, atY, atZ);
  let x = NaN;
  let y = NaN;
  let z = NaN;
  for (let p = 0; p <= last; p++) {
    if (element.properties[p].countType !== null) skipList(cursor);
    else {
      const value = nextNumber(cursor);
      if (p === atX) x = value;
      else if (p === atY) y = value;
      else if (p === atZ) z = value;
    }
  }
  pushThreeF64(body.builder.positions, x, y, z);
  noteLine(body.builder, cursor.line);
}

/** Hot. */
function readFace(cursor: TextCursor, element: PlyElement, body: PlyBody): void {
  const { line } = cursor;
  skipProperties(cursor, element, body.plan.corners);
  const count = nextNumber(cursor);
  for (let i = 0; i < count && !atLineEnd(cursor); i++) {
    pushCorner(body, nextNumber(cursor));
  }
  // A list that the line end cuts off lacks vertices: the face is unusable.
  if (!(body.corners.length === count)) body.corners.length = 0;
  endPlyFace(body, line, 'line');
}

function readStrips(cursor: TextCursor, element: PlyElement, body: PlyBody): void {
  const { line } = cursor;
  skipProperties(cursor, element, body.plan.strips);
  const count = nextNumber(cursor);
  for (let i = 0; i < count && !atLineEnd(cursor); i++) {
    reportBytes(body.report, placeIn(cursor));
    pushStripCorner(body, nextNumber(cursor));
  }
  // A missing value becomes an invalid corner.
  if (!(body.corners.length === count)) pushCorner(body, -1);
  endPlyStrips(body, { line });
}

/** Skips the properties before index `end`. Hot. */
function skipProperties(cursor: TextCursor, { properties }: PlyElement, end: number): void {
  for (let p = 0; p < end; p++) {
    if (properties[p].countType !== null) skipList(cursor);
    else nextNumber(cursor);
  }
}

function skipList(cursor: TextCursor): void {
  const count = nextNumber(cursor);
  for (let i = 0; i < count && !atLineEnd(cursor); i++) nextNumber(cursor);
}

/** Reads the next word of the line as a number and skips the blanks after it; NaN at the line end. */
function nextNumber(cursor: TextCursor): number {
  skipBlanks(cursor);
  if (atLineEnd(cursor)) return NaN;
  const value = readNumber(cursor);
  skipBlanks(cursor);
  return value;
}
