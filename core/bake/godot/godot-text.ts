import { growableF64, pushF64, takeF64 } from '../../import/growable.ts';
import { withoutControls } from '../../import/text/clean-name.ts';
import type { Progress } from '../../progress.ts';
import { damagedGodot } from './layout.ts';

/**
 * A value of a property. Arrays of numbers are packed; other arrays, dictionaries and objects, which no shape needs, are checked and dropped.
 */
export type GodotValue = string | number | boolean | null | Float64Array | GodotCall | 'dropped';

/** `Vector3(1, 2, 3)`, `SubResource("id")`. */
export interface GodotCall {
  readonly name: string;
  readonly values: readonly GodotValue[];
}

/** A heading in brackets with the properties below it. */
export interface GodotSection {
  readonly kind: string;
  readonly line: number;
  readonly fields: ReadonlyMap<string, GodotValue>;
  readonly properties: ReadonlyMap<string, GodotValue>;
}

/** A position in the text, and the last one whose line is known. */
interface Cursor {
  readonly text: string;
  readonly progress: Progress;
  /** Where progress is reported next. */
  reportAt: number;
  at: number;
  lineAt: number;
  line: number;
}

/** Deeper values are refused, because they are read by recursion. */
const maxDepth = 64;
const maxSections = 2 ** 20;
/** Characters. */
const reportStep = 1 << 16;

/** Returns the sections of the text in order. @throws InspectorError `malformed` with the line; whatever `progress` throws. */
export function readGodotText(text: string, progress: Progress): readonly GodotSection[] {
  const cursor: Cursor = { text, progress, reportAt: 0, at: 0, lineAt: 0, line: 1 };
  const sections: GodotSection[] = [];
  for (skipBlanks(cursor); cursor.at < text.length; skipBlanks(cursor)) {
    if (sections.length === maxSections) throw damagedGodot(`it has more than ${maxSections} sections`, lineOf(cursor), 'too-large');
    report(cursor);
    sections.push(readSection(cursor));
  }
  return sections;
}

function readSection(cursor: Cursor): GodotSection {
  expect(cursor, '[');
  const line = lineOf(cursor);
  skipBlanks(cursor);
  const kind = readWord(cursor);
  const fields = new Map<string, GodotValue>();
  for (skipBlanks(cursor); peek(cursor) !== ']'; skipBlanks(cursor)) {
    const name = readWord(cursor);
    expect(cursor, '=');
    fields.set(name, readValue(cursor, 0));
  }
  cursor.at++;
  const properties = new Map<string, GodotValue>();
  for (skipBlanks(cursor); cursor.at < cursor.text.length && peek(cursor) !== '['; skipBlanks(cursor)) {
    const name = peek(cursor) === '"' ? readString(cursor) : readKey(cursor);
    expect(cursor, '=');
    properties.set(name, readValue(cursor, 0));
  }
  return { kind, line, fields, properties };
}

function readValue(cursor: Cursor, depth: number): GodotValue {
  if (depth > maxDepth) throw fault(cursor, `its values are nested deeper than ${maxDepth} levels`);
  report(cursor);
  skipBlanks(cursor);
  const first = peek(cursor);
  if (first === '"') return readString(cursor);
  if ((first === '&' || first === '^' || first === '@') && cursor.text[cursor.at + 1] === '"') {
    cursor.at++;
    return readString(cursor);
  }
  if (first === '[') return dropList(cursor, ']', depth);
  if (first === '{') return dropList(cursor, '}', depth);
  if (/[-+.\d]/.test(first)) return readNumber(cursor);
  const name = readWord(cursor);
  if (Object.hasOwn(words, name)) return words[name]!;
  skipBlanks(cursor);
  if (peek(cursor) === '[') {
    skipTypes(cursor);
    skipBlanks(cursor);
  }
  if (peek(cursor) !== '(') throw fault(cursor, `"${withoutControls(name)}" is not a value`);
  if (/^P(acked|ool)\w+Array$/.test(name) && !/String/.test(name)) return readPacked(cursor, depth);
  return { name, values: readList(cursor, ')', depth) };
}

const words: Readonly<Record<string, number | boolean | null>> = {
  true: true,
  false: false,
  null: null,
  nil: null,
  inf: Infinity,
  inf_neg: -Infinity,
  nan: NaN,
};

function dropList(cursor: Cursor, end: string, depth: number): 'dropped' {
  readList(cursor, end, depth);
  return 'dropped';
}

/** Skips the element types of an array or dictionary in brackets, such as `[Array[int]]`. */
function skipTypes(cursor: Cursor): void {
  for (let open = 0; ; ) {
    const letter = peek(cursor);
    if (letter === '') throw fault(cursor, 'the type of an array has no end');
    if (letter === '"') {
      readString(cursor);
      continue;
    }
    cursor.at++;
    if (letter === '[') open++;
    if (letter === ']' && --open === 0) return;
  }
}

/** Values of which only a few are kept: no shape needs more. */
const maxKept = 64;

function readList(cursor: Cursor, end: string, depth: number): readonly GodotValue[] {
  const values: GodotValue[] = [];
  cursor.at++;
  for (skipBlanks(cursor); peek(cursor) !== end; skipBlanks(cursor)) {
    const value = readValue(cursor, depth + 1);
    if (values.length < maxKept) values.push(value);
    skipBlanks(cursor);
    const next = peek(cursor);
    // Keys of dictionaries, and the properties of objects, end with a colon.
    if (next === ',' || next === ':') cursor.at++;
    else if (next !== end) throw fault(cursor, `"${end}" or a comma is missing`);
  }
  cursor.at++;
  return values;
}

const numbersBetweenReports = 1 << 14;

/** Reads the numbers of a packed array; bytes in Base64 are dropped. Hot. */
function readPacked(cursor: Cursor, depth: number): GodotValue {
  const { text } = cursor;
  const start = cursor.at++;
  skipBlanks(cursor);
  if (peek(cursor) === '"') {
    cursor.at = start;
    return dropList(cursor, ')', depth);
  }
  const numbers = growableF64(64);
  while (peek(cursor) !== ')') {
    pushF64(numbers, readNumber(cursor));
    if (numbers.length % numbersBetweenReports === 0) cursor.progress(cursor.at / text.length);
    skipBlanks(cursor);
    if (peek(cursor) === ',') {
      cursor.at++;
      skipBlanks(cursor);
    } else if (peek(cursor) !== ')') throw fault(cursor, 'a comma between two numbers is missing');
  }
  cursor.at++;
  return takeF64(numbers);
}

/** Longest text of a number that is read; f64 needs less. */
const maxNumberLength = 64;

/** Reads a number, `inf` or `nan`. Hot. */
function readNumber(cursor: Cursor): number {
  const { text, at } = cursor;
  let end = at;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end++;
  const word = text.slice(at, Math.min(end, at + maxNumberLength));
  const value = Number(word);
  if (end === at || end - at > maxNumberLength || (Number.isNaN(value) && !/^(nan|-?inf|inf_neg)$/.test(word)))
    throw fault(cursor, `"${withoutControls(text.slice(at, at + 20))}" is not a number`);
  cursor.at = end;
  if (!Number.isNaN(value)) return value;
  return word === 'nan' ? NaN : word === 'inf' ? Infinity : -Infinity;
}

/** Digits, letters, `+`, `-`, `.` and `_`. */
function isOfNumber(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 95 || (code >= 97 && code <= 122) || code === 69
  );
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

function readString(cursor: Cursor): string {
  const { text } = cursor;
  const start = ++cursor.at;
  let out = '';
  for (;;) {
    const end = nextOf(text, cursor.at);
    if (end === -1) {
      cursor.at = start;
      throw fault(cursor, 'a text has no end');
    }
    out += text.slice(cursor.at, end);
    cursor.at = end + 1;
    if (text[end] === '"') return out;
    const letter = text[cursor.at++] ?? '';
    const digits = letter === 'u' ? 4 : letter === 'U' ? 6 : 0;
    if (digits === 0) {
      out += escapes[letter] ?? letter;
      continue;
    }
    const code = Number.parseInt(text.slice(cursor.at, cursor.at + digits), 16);
    cursor.at += digits;
    out += code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  }
}

/** Returns the place of the next quote or backslash, -1 without one. */
function nextOf(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34 || code === 92) return at;
  }
  return -1;
}

/** Reads the name of a property, such as `bones/1/position`, up to its equals sign. */
function readKey(cursor: Cursor): string {
  const end = cursor.text.indexOf('=', cursor.at);
  const line = end === -1 ? '\n' : cursor.text.slice(cursor.at, end);
  if (line.includes('\n')) throw fault(cursor, 'the name of a property has no value');
  const name = line.trim();
  if (name === '') throw fault(cursor, 'a property has no name');
  cursor.at = end;
  return name;
}

function readWord(cursor: Cursor): string {
  const { text, at } = cursor;
  let end = at;
  while (end < text.length && /[\w]/.test(text[end]!)) end++;
  if (end === at) throw fault(cursor, `a name is missing, "${withoutControls(text.slice(at, at + 1))}" was found`);
  cursor.at = end;
  return text.slice(at, end);
}

function expect(cursor: Cursor, letter: string): void {
  skipBlanks(cursor);
  if (peek(cursor) !== letter) throw fault(cursor, `"${letter}" is missing`);
  cursor.at++;
}

function peek({ text, at }: Cursor): string {
  return text[at] ?? '';
}

/** Skips white space and comments, which start with a semicolon. Hot. */
function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  for (; cursor.at < text.length; cursor.at++) {
    const code = text.charCodeAt(cursor.at);
    if (code === 59) {
      const end = text.indexOf('\n', cursor.at);
      cursor.at = end === -1 ? text.length - 1 : end;
    } else if (code > 32) return;
  }
}

function report(cursor: Cursor): void {
  if (cursor.at < cursor.reportAt) return;
  cursor.progress(cursor.at / cursor.text.length);
  cursor.reportAt = cursor.at + reportStep;
}

function fault(cursor: Cursor, what: string): Error {
  return damagedGodot(cursor.at >= cursor.text.length ? 'it ends early' : what, lineOf(cursor));
}

/** Returns the line of the cursor, from 1. */
function lineOf(cursor: Cursor): number {
  const to = Math.min(cursor.at, cursor.text.length);
  if (to < cursor.lineAt) [cursor.lineAt, cursor.line] = [0, 1];
  for (let at = cursor.lineAt; at < to; at++) if (cursor.text.charCodeAt(at) === 10) cursor.line++;
  cursor.lineAt = to;
  return cursor.line;
}
