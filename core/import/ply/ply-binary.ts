import { addFinding, trailingContent } from '../finding-list.ts';
import { pushThreeF64 } from '../growable.ts';
import { reportBytes } from '../byte-progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { plainFaces, readPlainVertices, readTriangleRun, stepOf, type FastBytes } from './ply-fast.ts';
import { endPlyFace, noteOtherElement, pushCorner, type PlyBody } from './ply-body.ts';
import { plyTypeBytes, type PlyElement, type PlyHeader, type PlyProperty, type PlyType } from './ply-header.ts';

/**
 * Reads the body of a binary PLY of either byte order.
 * @throws InspectorError `truncated`, `malformed` (a negative list length), with the byte.
 */
export function readBinaryPly(bytes: Uint8Array, header: PlyHeader, body: PlyBody): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cursor: BinaryCursor = { bytes, view, littleEndian: header.encoding === 'little-endian', at: header.bodyAt };
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    if (element.name === 'vertex') readVertices(cursor, element, body);
    else if (element.name === 'face') readFaces(cursor, element, body);
    else {
      noteOtherElement(body, element, { byte: cursor.at });
      skipElements(cursor, element, body);
    }
  }
  if (cursor.at < bytes.length) addFinding(body.findings, trailingContent, { byte: cursor.at });
}

interface BinaryCursor extends FastBytes {
  at: number;
}

/** Hot. */
function readVertices(cursor: BinaryCursor, element: PlyElement, body: PlyBody): void {
  const end = readPlainVertices(cursor, cursor.at, element, body);
  if (end !== null) {
    cursor.at = end;
    return;
  }
  const { properties } = element;
  const [atX, atY, atZ] = body.plan.xyz;
  for (let i = 0; i < element.count; i++) {
    reportBytes(body.report, cursor.at);
    let x = NaN, y = NaN, z = NaN;
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
function readFaces(cursor: BinaryCursor, element: PlyElement, body: PlyBody): void {
  const plain = plainFaces(element, body.plan.corners);
  for (let i = 0; i < element.count; i++) {
    if (plain !== null) {
      const run = readTriangleRun(cursor, cursor.at, plain, element.count - i, body);
      cursor.at += run * stepOf(plain);
      i += run;
      if (i === element.count) break;
    }
    readFace(cursor, element, body);
  }
}

/** Hot. */
function readFace(cursor: BinaryCursor, { properties }: PlyElement, body: PlyBody): void {
  reportBytes(body.report, cursor.at);
  const start = cursor.at;
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

function skipElements(cursor: BinaryCursor, element: PlyElement, body: PlyBody): void {
  for (let i = 0; i < element.count; i++) {
    reportBytes(body.report, cursor.at);
    for (const property of element.properties) skipProperty(cursor, property);
  }
}

function skipProperty(cursor: BinaryCursor, property: PlyProperty): void {
  const bytes = plyTypeBytes[property.type];
  if (property.countType !== null) {
    // Read first: the count moves the cursor too.
    const count = readCount(cursor, property);
    cursor.at += count * bytes;
  } else {
    if (cursor.at + bytes > cursor.view.byteLength) throw cutShort(cursor);
    cursor.at += bytes;
  }
}

/** The length of a list, proven to lie inside the file. */
function readCount(cursor: BinaryCursor, property: PlyProperty): number {
  const start = cursor.at;
  const count = readValue(cursor, property.countType ?? 'u8');
  if (!(count >= 0 && Number.isInteger(count))) {
    throw refuse('malformed', `A list has the length ${count}`, exportAgain, { byte: start });
  }
  if (cursor.at + count * plyTypeBytes[property.type] > cursor.view.byteLength) throw cutShort({ ...cursor, at: start });
  return count;
}

/** Hot. */
function readValue(cursor: BinaryCursor, type: PlyType): number {
  const { view, at, littleEndian } = cursor;
  const bytes = plyTypeBytes[type];
  if (at + bytes > view.byteLength) throw cutShort(cursor);
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

function cutShort(cursor: BinaryCursor): Error {
  return refuse('truncated', 'The file ends inside an element that its header declares', exportAgain, { byte: cursor.at });
}
