import type { Place } from '../../error.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { isObject, type JsonObject } from './document.ts';
import { jsonErrorOffset } from './json-error-offset.ts';

const byteOrderMark: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The JSON begins with a byte order mark, which glTF forbids writers and lets readers pass over',
  cure: 'Save the file as UTF-8 without a mark',
  detail: 'INVALID_JSON',
};

/** No glTF nests deeper; recursive readers behind this one could overflow their stack. */
const deepest = 128;
/** Engines have no longer strings. */
const longest = 0x1fff_ffe8;

/**
 * The JSON of a glTF as an object of finite numbers and bounded depth.
 * @throws InspectorError `malformed` with line and column or JSON pointer, `too-large`.
 */
export function parseJson(bytes: Uint8Array, findings: FindingList): JsonObject {
  if (bytes.length > longest) throw refuse('too-large', 'The JSON is longer than 512 MB', 'Store the buffers beside it or in a GLB');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) addFinding(findings, byteOrderMark, { byte: 0 });
  const text = new TextDecoder('utf-8').decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('malformed', 'This is not valid JSON', exportAgain, placeOf(text, jsonErrorOffset(text)), 'INVALID_JSON');
  }
  if (!isObject(value)) throw refuse('malformed', 'The JSON is not an object', exportAgain, { pointer: '' }, 'TYPE_MISMATCH');
  checkValues(value);
  return value;
}

/** Line and column of a character. */
function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

/** JSON writes no infinity, but `1e309` becomes one when it is parsed. */
function checkValues(root: JsonObject): void {
  const open: { readonly value: object; readonly pointer: string; readonly depth: number }[] = [{ value: root, pointer: '', depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, pointer, depth } = next;
    if (depth > deepest) throw refuse('malformed', `The JSON is nested deeper than ${deepest} levels`, exportAgain, { pointer });
    // Arrays of numbers are long; only what nests, or offends, needs a pointer. Pushed backwards, popped in order.
    const entries = Object.entries(value);
    for (let i = entries.length - 1; i >= 0; i--) {
      const [key, child] = entries[i] as [string, unknown];
      if (typeof child === 'object' && child !== null) {
        open.push({ value: child, pointer: `${pointer}/${escaped(key)}`, depth: depth + 1 });
      }
    }
    for (const [key, child] of entries as [string, unknown][]) {
      if (typeof child === 'number' && !Number.isFinite(child)) {
        const place = { pointer: `${pointer}/${escaped(key)}` };
        throw refuse('malformed', 'A number is beyond the range of doubles', exportAgain, place, 'VALUE_NOT_IN_RANGE');
      }
    }
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
