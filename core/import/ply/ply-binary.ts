import { addFinding, trailingContent } from '../finding-list.ts';
import { pushThreeF64 } from '../growable.ts';
import { reportBytes } from '../byte-progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { byteWindow, windowLocation, reach } from '../source/byte-window.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { plainFaces, plainVertices, readTriangleRun, readVertexRun, type PlyCursor } from './ply-fast.ts';
import { endPlyFace, endPlyStrips, noteSkippedElement, pushCorner, pushStripCorner, type PlyBody } from './ply-body.ts';
import { plyTypeBytes, type PlyElement, type PlyHeader, type PlyProperty, type PlyType } from './ply-header.ts';

/**
 * Reads the body of a binary PLY of either byte order. Returns a function for the byte of a vertex in the file, or
 * `undefined` if vertices differ in size.
 * @throws InspectorError `truncated`, `malformed` (a negative list length), with the byte.
 */
export function readBinaryPly(source: ByteSource, header: PlyHeader, body: PlyBody): ((vertex: number) => number) | undefined {
  let vertexByte: ((vertex: number) => number) | undefined;
  const { bytes, view, start, at } = byteWindow(source, header.bodyAt);
  // Listed without a spread: a spread creates objects of varying hidden classes, and the hot loops are compiled for
  // one.
  const cursor: PlyCursor = { source, bytes, view, start, at, littleEndian: header.encoding === 'little-endian' };
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    if (element.name === 'vertex') {
      vertexByte = evenly(windowLocation(cursor), element);
      readVertices(cursor, element, body);
    } else if (element.name === 'face') readFaces(cursor, element, body);
    else if (element.name === 'tristrips' && body.plan.strips >= 0) readStrips(cursor, element, body);
    else {
      noteSkippedElement(body, element, { byte: windowLocation(cursor) });
      skipElements(cursor, element, body);
    }
  }
  if (windowLocation(cursor) < source.byteLength) addFinding(body.findings, trailingContent, { byte: windowLocation(cursor) });
  return vertexByte;
}

function evenly(start: number, { properties }: PlyElement): ((vertex: number) => number) | undefined {
  if (properties.some(({ countType }) => countType !== null)) return undefined;
  const stride = properties.reduce((sum, { type }) => sum + plyTypeBytes[type], 0);
  return (vertex) => start + stride * vertex;
}

/** Hot. */
function readVertices(cursor: PlyCursor, element: PlyElement, body: PlyBody): void {
  const { properties } = element;
  const [atX, atY, atZ] = body.plan.xyz;
  const plain = plainVertices(element, body.plan.xyz);
  for (let i = 0; i < element.count; ) {
    // A run ends with the window. The next run continues.
    const run = plain === null ? 0 : readVertexRun(cursor, plain, element.count - i, body);
    i += run;
    if (run > 0) continue;
    i++;
    reportBytes(body.report, windowLocation(cursor));
    let x = NaN;
    let y = NaN;
    let z = NaN;
    for (let p = 0; p < properties.length; p++) {
      if (p === atX) x = readValue(cursor, properties[p].type);
      else if (p === atY) y = readValue(cursor, properties[p].type);
      else if (p === atZ) z = readValue(cursor, properties[p].type);
      else skipProperty(cursor, properties[p]);
    }
    pushThreeF64(body.builder.positions, x, y, z);
  }
}

/** Hot. */
function readFaces(cursor: PlyCursor, element: PlyElement, body: PlyBody): void {
  const plain = plainFaces(element, body.plan.corners);
  for (let i = 0; i < element.count; ) {
    const run = plain === null ? 0 : readTriangleRun(cursor, plain, element.count - i, body);
    i += run;
    if (run > 0) continue;
    i++;
    readFace(cursor, element, body);
  }
}

/** Hot. */
function readFace(cursor: PlyCursor, { properties }: PlyElement, body: PlyBody): void {
  const start = windowLocation(cursor);
  reportBytes(body.report, start);
  for (let p = 0; p < properties.length; p++) {
    if (p !== body.plan.corners) skipProperty(cursor, properties[p]);
    else {
      const { type } = properties[p];
      const count = readCount(cursor, properties[p]);
      for (let k = 0; k < count; k++) pushCorner(body, readValue(cursor, type));
    }
  }
  endPlyFace(body, start, 'byte');
}

/** Hot. */
function readStrips(cursor: PlyCursor, { count, properties }: PlyElement, body: PlyBody): void {
  for (let i = 0; i < count; i++) {
    const byte = windowLocation(cursor);
    for (let p = 0; p < properties.length; p++) {
      if (p !== body.plan.strips) skipProperty(cursor, properties[p]);
      else {
        const corners = readCount(cursor, properties[p]);
        for (let k = 0; k < corners; k++) {
          // The whole file can be one strip.
          reportBytes(body.report, windowLocation(cursor));
          pushStripCorner(body, readValue(cursor, properties[p].type));
        }
      }
    }
    endPlyStrips(body, { byte });
  }
}

function skipElements(cursor: PlyCursor, element: PlyElement, body: PlyBody): void {
  for (let i = 0; i < element.count; i++) {
    reportBytes(body.report, windowLocation(cursor));
    for (const property of element.properties) skipProperty(cursor, property);
  }
}

function skipProperty(cursor: PlyCursor, property: PlyProperty): void {
  const bytes = plyTypeBytes[property.type];
  if (property.countType !== null) {
    // Read first, because reading the count moves the cursor.
    const count = readCount(cursor, property);
    cursor.at += count * bytes;
  } else {
    if (!reach(cursor, bytes)) throw cutShort(windowLocation(cursor));
    cursor.at += bytes;
  }
}

/** Reads the length of a list and checks that the list fits in the file. */
function readCount(cursor: PlyCursor, property: PlyProperty): number {
  const start = windowLocation(cursor);
  const count = readValue(cursor, property.countType ?? 'u8');
  if (!(count >= 0 && Number.isInteger(count))) {
    throw refuse('malformed', `A list has the length ${count}`, exportAgain, { byte: start });
  }
  if (windowLocation(cursor) + count * plyTypeBytes[property.type] > cursor.source.byteLength) throw cutShort(start);
  return count;
}

/** Hot. */
function readValue(cursor: PlyCursor, type: PlyType): number {
  const bytes = plyTypeBytes[type];
  if (!reach(cursor, bytes)) throw cutShort(windowLocation(cursor));
  const { view, at, littleEndian } = cursor;
  cursor.at = at + bytes;
  switch (type) {
    case 'i8':
      return view.getInt8(at);
    case 'u8':
      return view.getUint8(at);
    case 'i16':
      return view.getInt16(at, littleEndian);
    case 'u16':
      return view.getUint16(at, littleEndian);
    case 'i32':
      return view.getInt32(at, littleEndian);
    case 'u32':
      return view.getUint32(at, littleEndian);
    case 'f32':
      return view.getFloat32(at, littleEndian);
    case 'f64':
      return view.getFloat64(at, littleEndian);
  }
}

function cutShort(byte: number): Error {
  return refuse('truncated', 'The file ends inside an element that its header declares', exportAgain, { byte });
}
