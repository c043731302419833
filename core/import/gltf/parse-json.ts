import type { SourceLocation } from '../../error.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { isObject, type JsonObject } from './document.ts';
import { jsonErrorOffset } from '../../json-error-offset.ts';

const byteOrderMark: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The JSON begins with a byte order mark, which glTF forbids',
  fix: 'Save the file as UTF-8 without a mark',
  detail: 'INVALID_JSON',
};

/** Maximum nesting depth. No real glTF nests deeper, and recursive readers could overflow their stack. */
const maxDepth = 128;
/** Maximum length of strings in JavaScript engines. */
const maxTextLength = 0x1fff_ffe8;

/**
 * Returns the JSON of a glTF as an object with finite numbers and limited depth.
 * @throws InspectorError `malformed` with line and column or JSON pointer, `too-large`.
 */
export function parseJson(bytes: Uint8Array, findings: FindingList): JsonObject {
  if (bytes.length > maxTextLength)
    throw refuse('too-large', 'The JSON is longer than 512 MB', 'Store the buffers in files of their own or in a GLB');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) addFinding(findings, byteOrderMark, { byte: 0 });
  const text = new TextDecoder('utf-8').decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('malformed', 'This is not valid JSON', exportAgain, locationOf(text, jsonErrorOffset(text)), 'INVALID_JSON');
  }
  if (!isObject(value)) throw refuse('malformed', 'The JSON is not an object', exportAgain, { pointer: '' }, 'TYPE_MISMATCH');
  checkValues(value, []);
  return value;
}

/** Returns line and column of a character. */
function locationOf(text: string, offset: number): SourceLocation {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

/**
 * Checks for infinite numbers: JSON has no infinity, but `1e309` is parsed as one. `path` has the keys on the way to
 * `value`. Most values are valid, so a pointer is only built for an invalid one.
 */
function checkValues(value: object, path: (string | number)[]): void {
  if (path.length >= maxDepth)
    throw refuse('malformed', `The JSON is nested deeper than ${maxDepth} levels`, exportAgain, { pointer: pointerOf(path) });
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) checkValue(value[i], i, path);
  else for (const key of Object.keys(value)) checkValue((value as JsonObject)[key], key, path);
}

/** Checks one value. Recursion ends at `maxDepth`. */
function checkValue(value: unknown, key: string | number, path: (string | number)[]): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const location = { pointer: pointerOf([...path, key]) };
    throw refuse('malformed', 'A number is beyond the range of doubles', exportAgain, location, 'VALUE_NOT_IN_RANGE');
  }
  if (typeof value !== 'object' || value === null) return;
  path.push(key);
  checkValues(value, path);
  path.pop();
}

function pointerOf(path: readonly (string | number)[]): string {
  return path.map((key) => `/${escaped(String(key))}`).join('');
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
