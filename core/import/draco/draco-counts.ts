/** Declared faces of a Draco stream, or that it has only points, or why it is not read. */
export type DracoCounts =
  | { readonly faces: number }
  | { readonly points: true }
  | { readonly wrong: string; readonly code: 'malformed' | 'unsupported-dialect' };

/**
 * Reads how many faces a Draco mesh declares, before a decoder allocates memory for them.
 *
 * Source: Draco bitstream specification 2.2, sections 4 (header), 5 (metadata), 7 and 8 (connectivity). Only the bytes
 * before the count are read; the decoder checks the rest.
 */
export function dracoCounts(bytes: Uint8Array): DracoCounts {
  if (bytes.length < headerBytes || magic.some((byte, i) => bytes[i] !== byte)) return damaged('The data do not begin with "DRACO"');
  const [major, minor, geometry, method] = bytes.subarray(magic.length);
  if (major !== 2 || minor !== 2)
    return { wrong: `The data are Draco ${major}.${minor}; only 2.2, the version that glTF names, is read`, code: 'unsupported-dialect' };
  if (geometry === pointCloud) return { points: true };
  if (geometry !== triangularMesh) return damaged(`The data are of the type ${geometry}, which Draco does not have`);
  const reader: Reader = { bytes, at: headerBytes };
  const flags = bytes[9] | (bytes[10] << 8);
  if ((flags & hasMetadata) !== 0 && !skipMetadata(reader)) return damaged('The data end inside their metadata');
  if (method === edgebreaker) {
    reader.at += 1; // connectivity traversal method
    readVarint(reader); // encoded vertices
  }
  const faces = readVarint(reader);
  return faces === null ? damaged('The data end inside their header') : { faces };
}

function damaged(wrong: string): DracoCounts {
  return { wrong, code: 'malformed' };
}

const magic = [0x44, 0x52, 0x41, 0x43, 0x4f];
const headerBytes = 11;
const pointCloud = 0;
const triangularMesh = 1;
const edgebreaker = 1;
const hasMetadata = 0x8000;

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Reads a variable-length integer: seven bits per byte, lowest first. Returns `null` at the end of the bytes or beyond
 * 32 bits.
 */
function readVarint(reader: Reader): number | null {
  let value = 0;
  for (let scale = 1; scale < 2 ** 35; scale *= 128) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) return null;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
  return null;
}

/** Skips the metadata of the attributes, then that of the file. Returns whether the bytes were there. */
function skipMetadata(reader: Reader): boolean {
  const attributes = readVarint(reader);
  if (attributes === null) return false;
  for (let i = 0; i < attributes; i++) if (readVarint(reader) === null || !skipElement(reader)) return false;
  return skipElement(reader);
}

/**
 * Skips a metadata element: names with values, and nested elements. Uses one loop instead of recursion, since the
 * nesting is not limited.
 */
function skipElement(reader: Reader): boolean {
  for (let left = 1; left > 0; left--) {
    const entries = readVarint(reader);
    if (entries === null) return false;
    for (let i = 0; i < entries; i++) {
      if (!skipName(reader)) return false;
      const length = readVarint(reader);
      if (length === null || !skip(reader, length)) return false;
    }
    const nested = readVarint(reader);
    if (nested === null) return false;
    left += nested;
    if (left > 1 && !skipName(reader)) return false;
  }
  return true;
}

function skipName(reader: Reader): boolean {
  return skip(reader, reader.bytes[reader.at] ?? Infinity) && skip(reader, 1);
}

/** Skips bytes and returns whether that many were there. */
function skip(reader: Reader, count: number): boolean {
  reader.at += count;
  return reader.at <= reader.bytes.length;
}
