import { allocate } from '../../growable.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { UsdValue } from '../layer.ts';
import { unpack, unpackIntegers } from './fast-compression.ts';

/** The tables of a crate file, from which its values are found. */
export interface CrateFile {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Minor version: 0.8 is 8. */
  readonly version: number;
  readonly tokens: readonly string[];
  /** Indices of tokens. */
  readonly strings: readonly number[];
  readonly fieldTokens: ArrayLike<number>;
  /** (8·F) One value each, see `read-values.ts`. */
  readonly fieldValues: DataView;
  /** Indices of fields; -1 ends a set. */
  readonly fieldSets: ArrayLike<number>;
  readonly paths: CratePaths;
  /** Cache of `read-values.ts`. */
  readonly lists: Map<number, UsdValue>;
  readonly specs: { readonly paths: ArrayLike<number>; readonly fieldSets: ArrayLike<number>; readonly types: ArrayLike<number> };
}

/** Every path is its parent's path plus one element. Parallel arrays: (P). */
export interface CratePaths {
  /** -1 for the root, and for indices without a path. */
  readonly parents: Int32Array;
  /** Indices of tokens. */
  readonly elements: Int32Array;
  readonly areProperties: Uint8Array;
}

export const crateMagic = 'PXR-USDC';

/**
 * Oldest supported version. Tables of older versions are plain lists, their paths are nested records with positions in the
 * file, and 0.0 has another padding. No program of the last eight years writes them, so the refusal names the version.
 */
const firstVersion = 4;
const lastVersion = 99;
const headerBytes = 88;
const sectionBytes = 32;

/** Position of the next number. */
export interface CrateCursor {
  at: number;
}

/**
 * Reads the tables of a binary USD file. Values are decompressed when they are read. Source: AOUSD Core Specification
 * 1.0.1, section 16.3; OpenUSD 26.05, `pxr/usd/sdf/crateFile.cpp`.
 * @throws InspectorError `truncated`, `malformed`, `count-exceeds-file`, `unsupported-dialect`, with the byte.
 */
export function openCrate(bytes: Uint8Array): CrateFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes) throw refuse('truncated', 'The file ends inside its header', exportAgain, { byte: bytes.length });
  const [major, version] = [bytes[8], bytes[9]];
  if (major !== 0 || version < firstVersion || version > lastVersion) {
    throw refuse('unsupported-dialect', `Binary USD of version ${major}.${version} is not read`, 'Save the file with USD 18.11 or later', {
      byte: 8,
    });
  }
  const sections = readSections(view, readLarge(view, 16));
  const open = (name: string): CrateCursor => {
    const at = sections.get(name);
    if (at === undefined) throw refuse('malformed', `The file has no section ${name}`, exportAgain, { byte: readLarge(view, 16) });
    return { at };
  };
  const tokens = readTokens(bytes, view, open('TOKENS'));
  const strings = readStrings(view, open('STRINGS'), tokens.length);
  const fields = open('FIELDS');
  const fieldCount = takeLarge(view, fields);
  const fieldTokens = takeIntegers(bytes, view, fields, fieldCount);
  const values = takePacked(bytes, view, fields);
  const fieldValues = unpack(values.packed, 8 * fieldCount, values.byte);
  const sets = open('FIELDSETS');
  const fieldSets = takeIntegers(bytes, view, sets, takeLarge(view, sets));
  const specs = open('SPECS');
  const specCount = takeLarge(view, specs);
  return {
    bytes,
    view,
    version,
    tokens,
    strings,
    fieldTokens,
    fieldValues: new DataView(fieldValues.buffer, fieldValues.byteOffset, fieldValues.byteLength),
    fieldSets,
    lists: new Map(),
    paths: readPaths(bytes, view, open('PATHS'), tokens.length),
    specs: {
      paths: takeIntegers(bytes, view, specs, specCount),
      fieldSets: takeIntegers(bytes, view, specs, specCount),
      types: takeIntegers(bytes, view, specs, specCount),
    },
  };
}

function readSections(view: DataView, at: number): ReadonlyMap<string, number> {
  const cursor = { at };
  const count = takeLarge(view, cursor);
  if (cursor.at + count * sectionBytes > view.byteLength)
    throw refuse('truncated', 'The file ends inside its table of sections', exportAgain, { byte: Math.min(at, view.byteLength) });
  const sections = new Map<string, number>();
  for (let i = 0; i < count; i++, cursor.at += sectionBytes) {
    let name = '';
    for (let k = 0; k < 16 && view.getUint8(cursor.at + k) !== 0; k++) name += String.fromCharCode(view.getUint8(cursor.at + k));
    sections.set(name, readLarge(view, cursor.at + 16));
  }
  return sections;
}

function readTokens(bytes: Uint8Array, view: DataView, cursor: CrateCursor): readonly string[] {
  const count = takeLarge(view, cursor);
  const size = takeLarge(view, cursor);
  const { packed, byte } = takePacked(bytes, view, cursor);
  const text = unpack(packed, size, byte);
  if (count > size) throw refuse('count-exceeds-file', `${count} words do not fit ${size} bytes`, exportAgain, { byte });
  const decoder = new TextDecoder();
  const tokens: string[] = [];
  for (let start = 0; tokens.length < count; ) {
    const end = text.indexOf(0, start);
    if (end < 0) throw refuse('malformed', `The table of words has ${tokens.length} of ${count}`, exportAgain, { byte });
    tokens.push(decoder.decode(text.subarray(start, end)));
    start = end + 1;
  }
  return tokens;
}

function readStrings(view: DataView, cursor: CrateCursor, tokens: number): readonly number[] {
  const byte = cursor.at;
  const count = takeLarge(view, cursor);
  if (cursor.at + 4 * count > view.byteLength) throw refuse('truncated', 'The file ends inside its table of texts', exportAgain, { byte });
  return Array.from({ length: count }, (_, i) => {
    const token = view.getUint32(cursor.at + 4 * i, true);
    if (token >= tokens)
      throw refuse('index-out-of-range', `A text refers to token ${token} of ${tokens}`, exportAgain, { byte: cursor.at + 4 * i });
    return token;
  });
}

/** Reads the tree of paths in depth-first order. A jump declares a child, a sibling, or the distance to the sibling. */
function readPaths(bytes: Uint8Array, view: DataView, cursor: CrateCursor, tokens: number): CratePaths {
  const byte = cursor.at;
  const count = takeLarge(view, cursor);
  const encoded = takeLarge(view, cursor);
  const numbers = takeIntegers(bytes, view, cursor, encoded);
  const words = takeIntegers(bytes, view, cursor, encoded);
  const jumps = takeIntegers(bytes, view, cursor, encoded);
  if (count < encoded || count > 4 * encoded + 1024)
    throw refuse('malformed', `The file declares ${count} paths and has ${encoded}`, exportAgain, { byte });
  const parents = allocate(() => new Int32Array(count)).fill(-1);
  const elements = allocate(() => new Int32Array(count)).fill(-1);
  const areProperties = allocate(() => new Uint8Array(count));
  const open = [{ at: 0, parent: -1 }];
  let visited = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    let { at, parent } = next;
    for (;;) {
      const [path, word, jump] = [numbers[at], words[at], jumps[at]];
      if (at >= encoded || ++visited > encoded || !(path >= 0 && path < count) || Math.abs(word) >= tokens)
        throw refuse('malformed', 'The tree of paths is broken', exportAgain, { byte });
      parents[path] = parent;
      elements[path] = parent < 0 ? -1 : Math.abs(word);
      areProperties[path] = word < 0 ? 1 : 0;
      if (jump > 0) open.push({ at: at + jump, parent });
      if (jump === -2) break;
      if (jump !== 0) parent = path;
      at++;
    }
  }
  return { parents, elements, areProperties };
}

function takeIntegers(bytes: Uint8Array, view: DataView, cursor: CrateCursor, count: number): ArrayLike<number> {
  const { packed, byte } = takePacked(bytes, view, cursor);
  return unpackIntegers(packed, count, byte, false);
}

/** Reads a byte count and the bytes after it. */
export function takePacked(bytes: Uint8Array, view: DataView, cursor: CrateCursor): { readonly packed: Uint8Array; readonly byte: number } {
  const size = takeLarge(view, cursor);
  const byte = cursor.at;
  if (byte + size > bytes.length) throw refuse('truncated', `The file ends inside a section of ${size} bytes`, exportAgain, { byte });
  cursor.at += size;
  return { packed: bytes.subarray(byte, byte + size), byte };
}

export function takeLarge(view: DataView, cursor: CrateCursor): number {
  const value = readLarge(view, cursor.at);
  cursor.at += 8;
  return value;
}

/**
 * Returns 64 bits as a double: exact below 2^53, which exceeds any file length.
 * @throws InspectorError `truncated`.
 */
export function readLarge(view: DataView, at: number): number {
  if (!(at >= 0 && at + 8 <= view.byteLength))
    throw refuse('truncated', 'The file ends inside a number, or refers to a position after its end', exportAgain, {
      byte: Math.min(Math.max(0, at), view.byteLength),
    });
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}
