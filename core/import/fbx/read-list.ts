import { unzlibSync } from 'fflate';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { allocate, growableF64, pushF64, takeF64 } from '../growable.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { quoted } from '../text/quoted.ts';
import type { SourceLocation } from '../../error.ts';
import { readNumber } from '../text/read-number.ts';
import { textCursor } from '../text/text-cursor.ts';
import type { FbxDocument, FbxNode, NumberList } from './fbx-node.ts';
import { readPlain } from './read-binary-fbx.ts';

/** Limit for all lists of a file together: compressed lists can claim a thousand times their bytes. */
const maxNumbers = 2 ** 28;
/** Limit for lists that are read again because several objects share them: in any file, and for each byte. */
const minRepeated = 2 ** 20;
const maxRepeatedPerByte = 64;
/** Maximum bytes that Deflate can produce from one byte. */
const maxExpansion = 1032;

const otherCount: FindingKind = {
  code: 'count-mismatch',
  severity: 'warning',
  message: 'Arrays declare another number of values than they have; the existing ones were read',
  fix: 'Check that the file is complete, and export it again',
};

/** Reads lists of numbers and counts the numbers read. */
export interface ListReader {
  readonly document: FbxDocument;
  /** Size of the file. */
  readonly bytes: number;
  readonly findings: FindingList;
  numbers: number;
  readonly seen: Set<FbxNode>;
  /** Numbers of the lists that were read before. */
  repeated: number;
}

export function listReader(document: FbxDocument, bytes: number, findings: FindingList): ListReader {
  return { document, bytes, findings, numbers: 0, seen: new Set(), repeated: 0 };
}

/**
 * Returns the numbers of a node: its list, or its few values. Words that are not numbers become NaN.
 * @throws InspectorError `malformed`, `count-exceeds-file`, `too-large`, with the location of the node.
 */
export function readList(reader: ListReader, node: FbxNode): Float64Array {
  const { list, values, location } = node;
  const numbers =
    list === null
      ? Float64Array.from(values, (value) => (typeof value === 'string' ? Number.NaN : Number(value)))
      : readNumbers(reader, list, location);
  reader.numbers += numbers.length;
  if (reader.seen.has(node)) reader.repeated += numbers.length;
  reader.seen.add(node);
  const maxRepeated = minRepeated + maxRepeatedPerByte * reader.document.bytes.length;
  if (reader.repeated > maxRepeated)
    throw refuse(
      'too-large',
      `The objects of the file share lists of more than ${maxRepeated} numbers`,
      'Split the file into parts',
      location,
    );
  return numbers;
}

function readNumbers(reader: ListReader, list: NumberList, location: SourceLocation): Float64Array {
  const { bytes, encoding } = reader.document;
  switch (list.kind) {
    case 'text': {
      const numbers = readText(bytes, list.at, list.end);
      if (list.declared !== null && list.declared !== numbers.length) addFinding(reader.findings, otherCount, location);
      return numbers;
    }
    case 'properties':
      return readProperties(reader, list.at, list.count, location);
    case 'array': {
      const size = elementBytes[list.type] ?? 1;
      const packed = bytes.subarray(list.at, list.at + list.bytes);
      if (list.count * size > (list.packed ? maxExpansion : 1) * (packed.length + 1)) {
        throw refuse('count-exceeds-file', `${list.count} numbers are declared in ${packed.length} bytes`, exportAgain, location);
      }
      if (reader.numbers + list.count > maxNumbers)
        throw refuse('too-large', 'The numbers of the file do not fit into memory', 'Split the file into parts', location);
      const data = list.packed ? unpack(packed, list.count * size, location) : packed;
      if (data.length < list.count * size)
        throw refuse('malformed', `An array of ${list.count} numbers ends after ${Math.floor(data.length / size)}`, exportAgain, location);
      return widen(data, list.type, list.count, encoding === 'little-endian');
    }
  }
}

const elementBytes: Readonly<Record<string, number>> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 };

function unpack(packed: Uint8Array, size: number, location: SourceLocation): Uint8Array {
  const out = allocate(() => new Uint8Array(size));
  try {
    return unzlibSync(packed, { out });
  } catch (cause) {
    throw refuse('malformed', 'A packed array is damaged', exportAgain, location, cause instanceof Error ? cause.message : String(cause));
  }
}

function widen(data: Uint8Array, type: string, count: number, little: boolean): Float64Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = elementBytes[type] ?? 1;
  const plain = type.toUpperCase();
  const values = allocate(() => new Float64Array(count));
  for (let i = 0; i < count; i++) values[i] = Number(readPlain(view, i * size, plain, little));
  return values;
}

/**
 * Reads single properties, each with its type letter.
 * @throws InspectorError `malformed` for a property that is not a fixed-size number.
 */
function readProperties({ document: { bytes, encoding } }: ListReader, at: number, count: number, location: SourceLocation): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = growableF64(0);
  for (let i = 0; i < count; i++) {
    const type = String.fromCharCode(bytes[at]);
    const size = elementBytes[type.toLowerCase()];
    if (size === undefined || type === type.toLowerCase() || at + 1 + size > bytes.length) {
      const found = at < bytes.length ? `has the type ${quoted(type)}, which no number has` : 'is missing';
      throw refuse('malformed', `Value ${i} of a list of ${count} numbers ${found}`, exportAgain, { ...location, byte: at });
    }
    pushF64(values, Number(readPlain(view, at + 1, type, encoding === 'little-endian')));
    at += 1 + size;
  }
  return takeF64(values);
}

const comma = 44;
const blank = 32;

/** Reads numbers with commas and blanks between them. */
function readText(bytes: Uint8Array, start: number, end: number): Float64Array {
  const values = growableF64((end - start) >> 3);
  const word = textCursor(bytes);
  for (let at = start; at < end; at = word.end) {
    while (at < end && (bytes[at] <= blank || bytes[at] === comma)) at++;
    if (at >= end) break;
    word.at = at;
    word.end = at;
    while (word.end < end && bytes[word.end] > blank && bytes[word.end] !== comma) word.end++;
    pushF64(values, readNumber(word));
  }
  return takeF64(values);
}
