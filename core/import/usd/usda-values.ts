import { growableF64, pushF64, takeF64, type GrowableF64 } from '../growable.ts';
import { asciiText, textCursor } from '../text/text-cursor.ts';
import { readNumber } from '../text/read-number.ts';
import type { UsdArc, UsdSamples, UsdValue } from './layer.ts';
import {
  ended,
  expectMark,
  fault,
  lookAt,
  readAsset,
  readName,
  readPath,
  readString,
  skipUsdaBlanks,
  takeMark,
  type UsdaCursor,
} from './usda-cursor.ts';
import { quoted } from '../text/quoted.ts';

const comma = 44;
const open = 40;
const close = 41;
const openList = 91;
const closeList = 93;
const minus = 45;

/**
 * Returns a value as `UsdValue`: consecutive numbers of lists and tuples, texts, or `null` for `None` and for types
 * that are not used.
 * @throws InspectorError `malformed`, `truncated`, with the line.
 */
export function readValue(cursor: UsdaCursor): UsdaValue {
  const start = cursor.bytes[cursor.at];
  if (isNumberStart(cursor)) return Float64Array.of(readOne(cursor));
  if (start === openList || start === open) return readList(cursor);
  if (start === 34 || start === 39) return readString(cursor);
  if (start === 64) return readAsset(cursor);
  if (start === 60) return [readPath(cursor)];
  if (start === 123) {
    skipValue(cursor);
    return null;
  }
  const word = readName(cursor);
  if (word === 'true' || word === 'false') return Float64Array.of(word === 'true' ? 1 : 0);
  return word === 'None' ? null : word;
}

type UsdaValue = UsdValue;

/** Returns whether a number starts here: digits, a sign, a point, and the words for values that are not finite. Hot. */
function isNumberStart({ bytes, at }: UsdaCursor): boolean {
  const byte = bytes[at];
  if ((byte >= 48 && byte <= 57) || byte === minus || byte === 43 || byte === 46) return true;
  return (
    (byte === 105 && bytes[at + 1] === 110 && bytes[at + 2] === 102) || (byte === 110 && bytes[at + 1] === 97 && bytes[at + 2] === 110)
  );
}

/** Hot. */
function readOne(cursor: UsdaCursor): number {
  const { bytes, at } = cursor;
  let end = at;
  while (
    end < bytes.length &&
    bytes[end] > 32 &&
    bytes[end] !== comma &&
    bytes[end] !== close &&
    bytes[end] !== closeList &&
    bytes[end] !== 59 &&
    bytes[end] !== 125
  )
    end++;
  const { number } = cursor;
  number.at = at;
  number.end = end;
  const value = readNumber(number);
  cursor.at = end;
  if (value !== value) return readWordNumber(cursor, at, end);
  skipUsdaBlanks(cursor);
  return value;
}

function readWordNumber(cursor: UsdaCursor, at: number, end: number): number {
  const text = asciiText(cursor.bytes, at, Math.min(end, at + 40));
  // A comment can follow without a blank.
  const comment = text.search(/[#(]/);
  if (comment > 0) {
    cursor.at = at + comment;
    const value = Number(text.slice(0, comment));
    if (value === value) {
      skipUsdaBlanks(cursor);
      return value;
    }
  }
  const special = specials.get(text);
  if (special === undefined) throw notNumber(cursor, text);
  skipUsdaBlanks(cursor);
  return special;
}

function notNumber(cursor: UsdaCursor, text: string): Error {
  return fault(cursor, `${cursor.field === '' ? 'A value' : `The value of ${cursor.field}`} has ${quoted(text)} instead of a number`);
}

const specials: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['-inf', -Infinity],
  ['nan', Number.NaN],
  ['-nan', Number.NaN],
]);

/** Reads a list, with nested lists and tuples, of only numbers or only texts. */
function readList(cursor: UsdaCursor): UsdaValue {
  const numbers: GrowableF64 = growableF64(16);
  const texts: string[] = [];
  const shape = { width: -1 };
  readNested(cursor, numbers, texts, shape, 0);
  if (texts.length > 0 && numbers.length > 0) throw fault(cursor, 'A list has numbers and texts');
  return texts.length > 0 ? texts : takeF64(numbers);
}

/** Maximum nesting. The deepest type of USD is a list of matrices. */
const maxNested = 8;

/** Hot. */
function readNested(cursor: UsdaCursor, numbers: GrowableF64, texts: string[], shape: { width: number }, depth: number): void {
  const { bytes } = cursor;
  const end = bytes[cursor.at] === open ? close : closeList;
  if (depth > maxNested) throw fault(cursor, 'A list is nested deeper than any type of USD');
  cursor.at++;
  skipUsdaBlanks(cursor);
  let members = 0;
  let isInnermost = true;
  let needsComma = false;
  while (bytes[cursor.at] !== end) {
    const byte = bytes[cursor.at];
    if (byte === undefined) throw ended(cursor);
    if (byte === comma && needsComma) {
      needsComma = false;
      cursor.at++;
      skipUsdaBlanks(cursor);
      continue;
    }
    if (needsComma) throw fault(cursor, `A comma is missing before ${JSON.stringify(String.fromCharCode(byte))}`);
    members++;
    needsComma = true;
    if (isNumberStart(cursor)) pushF64(numbers, readOne(cursor));
    else if (byte === open || byte === openList) {
      isInnermost = false;
      readNested(cursor, numbers, texts, shape, depth + 1);
    } else if (byte === 34 || byte === 39) texts.push(readString(cursor));
    else if (byte === 60) texts.push(readPath(cursor));
    else if (byte === 64) texts.push(readAsset(cursor));
    else {
      const word = readName(cursor);
      if (word !== 'true' && word !== 'false') throw notNumber(cursor, word);
      pushF64(numbers, word === 'true' ? 1 : 0);
    }
  }
  if (isInnermost && end === close) {
    if (shape.width >= 0 && shape.width !== members)
      throw fault(cursor, `A tuple has ${members} members and the one before it ${shape.width}`);
    shape.width = members;
  }
  cursor.at++;
  skipUsdaBlanks(cursor);
}

/** Skips a value of any type. */
export function skipValue(cursor: UsdaCursor): void {
  const { bytes } = cursor;
  let depth = 0;
  do {
    const byte = bytes[cursor.at];
    if (byte === undefined) throw ended(cursor);
    if (byte === 34 || byte === 39) readString(cursor);
    else if (byte === 60) readPath(cursor);
    else if (byte === 64) {
      readAsset(cursor);
      // The path of a layer and that of its prim form one value.
      if (depth === 0 && bytes[cursor.at] === 60) readPath(cursor);
    } else if (byte === open || byte === openList || byte === 123) {
      depth++;
      cursor.at++;
      skipUsdaBlanks(cursor);
    } else if (byte === close || byte === closeList || byte === 125) {
      if (depth === 0) throw fault(cursor, `A value is missing before ${JSON.stringify(String.fromCharCode(byte))}`);
      depth--;
      cursor.at++;
      skipUsdaBlanks(cursor);
    } else {
      const at = cursor.at;
      while (plain[bytes[cursor.at]] === 1) cursor.at++;
      if (cursor.at === at) cursor.at++;
      skipUsdaBlanks(cursor);
    }
  } while (depth > 0);
}

/**
 * 1 for bytes that neither open, close nor end anything and start no comment. Reading past the end gives `undefined`.
 */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 32 && !'()[]{}"\'<>@;=#/'.includes(String.fromCharCode(byte)) ? 1 : 0));

/** Returns the value of the earliest time of `{ 0: (...), 24: (...) }`. */
export function readTimeSamples(cursor: UsdaCursor): UsdaValue {
  let earliest = Infinity;
  let value: UsdaValue = null;
  expectMark(cursor, '{');
  while (!takeMark(cursor, '}')) {
    if (takeMark(cursor, ',')) continue;
    const time = readTime(cursor);
    expectMark(cursor, ':');
    if (time < earliest) {
      earliest = time;
      value = readValue(cursor);
    } else skipValue(cursor);
  }
  return value;
}

/** Returns the samples of all times, in the syntax of `readSamples`. */
export function readAllSamples(cursor: UsdaCursor, count: (numbers: number) => void): UsdSamples {
  const times = growableF64(16);
  const values: UsdValue[] = [];
  expectMark(cursor, '{');
  while (!takeMark(cursor, '}')) {
    if (takeMark(cursor, ',')) continue;
    pushF64(times, readTime(cursor));
    expectMark(cursor, ':');
    const value = readValue(cursor);
    count(1 + (value?.length ?? 0));
    values.push(value);
  }
  return { times: takeF64(times), values };
}

function readTime(cursor: UsdaCursor): number {
  const { bytes, at } = cursor;
  let end = at;
  while (end < bytes.length && bytes[end] > 32 && bytes[end] !== 58) end++;
  const time = readNumber({ ...textCursor(bytes), at, end });
  if (time !== time) throw fault(cursor, `${JSON.stringify(asciiText(bytes, at, Math.min(end, at + 40)))} is not a time`);
  cursor.at = end;
  skipUsdaBlanks(cursor);
  return time;
}

/** Returns a list of texts: `"a"`, `["a", "b"]`, `None`. */
export function readTextList(cursor: UsdaCursor): readonly string[] {
  const value = readValue(cursor);
  if (value === null) return [];
  if (typeof value === 'string') return [value];
  if (value instanceof Float64Array && value.length > 0) throw fault(cursor, 'A list of texts has numbers');
  return value instanceof Float64Array ? [] : value;
}

/** Returns a list of paths: `</a>`, `[</a>, </b>]`, `None`. */
export function readPathList(cursor: UsdaCursor): readonly string[] {
  if (!lookAt(cursor, '<') && !lookAt(cursor, '[') && !lookAt(cursor, 'N')) throw fault(cursor, 'A path is missing');
  return readTextList(cursor);
}

/** Returns references or payloads: `@rock.usd@</a> (offset = 1)`, `</a>`, a list of them, `None`. */
export function readArcs(cursor: UsdaCursor): readonly UsdArc[] {
  if (lookAt(cursor, 'N')) {
    readName(cursor);
    return [];
  }
  if (!lookAt(cursor, '[')) return [readArc(cursor)];
  const arcs: UsdArc[] = [];
  expectMark(cursor, '[');
  while (!takeMark(cursor, ']')) if (!takeMark(cursor, ',')) arcs.push(readArc(cursor));
  return arcs;
}

/** Maximum bytes of an arc's parameters that are examined. */
const maxArcBytes = 4096;

function readArc(cursor: UsdaCursor): UsdArc {
  const location = { line: cursor.line };
  const asset = lookAt(cursor, '@') ? readAsset(cursor) : '';
  const prim = lookAt(cursor, '<') || asset === '' ? readPath(cursor) : '';
  const from = cursor.at;
  if (lookAt(cursor, '(')) skipValue(cursor);
  const isRetimed = /\b(offset|scale)\s*=/.test(asciiText(cursor.bytes, from, Math.min(cursor.at, from + maxArcBytes)));
  return { asset, prim, isRetimed, location };
}
