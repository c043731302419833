import { reportBytes, type ByteProgress } from '../byte-progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { decodeName } from '../text/text-cursor.ts';
import {
  maxNodeDepth,
  maxValues,
  nodeNamed,
  numberValue,
  type FbxDocument,
  type FbxNode,
  type FbxValue,
  type NumberList,
} from './fbx-node.ts';
import { objectText } from './object-text.ts';
import { checkVersion } from './read-binary-fbx.ts';

/**
 * Reads the text form: `Name: value, value { nodes }`. An array is `*count { a: numbers }`; before version 7 the
 * numbers are plain values. Comments start with a semicolon.
 * @throws InspectorError `unsupported-dialect`, `truncated`, `malformed`, with the line.
 */
export function readAsciiFbx(bytes: Uint8Array, report: ByteProgress): FbxDocument {
  const reading: Reading = { bytes, report, at: startOf(bytes), line: 1 };
  const nodes = readNodes(reading, 0);
  const header = nodeNamed(nodes, 'FBXHeaderExtension');
  const version = header === undefined ? undefined : nodeNamed(header.children, 'FBXVersion');
  if (version === undefined) throw refuse('malformed', 'The file has no version, so it is not an FBX file', exportAgain, { line: 1 });
  checkVersion(numberValue(version, 0), version.location, String(version.values[0] ?? ''));
  return { bytes, version: numberValue(version, 0), encoding: 'ascii', nodes };
}

interface Reading {
  readonly bytes: Uint8Array;
  readonly report: ByteProgress;
  at: number;
  line: number;
}

const lineFeed = 10;
const blank = 32;
const quote = 34;
const star = 42;
const comma = 44;
const colon = 58;
const semicolon = 59;
const openBrace = 123;
const closeBrace = 125;

function startOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Reads nodes up to and including the closing brace, or at the top level to the end of the file. */
function readNodes(reading: Reading, depth: number): readonly FbxNode[] {
  if (depth > maxNodeDepth)
    throw refuse('malformed', `Nodes are nested deeper than ${maxNodeDepth} levels`, exportAgain, { line: reading.line });
  const nodes: FbxNode[] = [];
  for (;;) {
    skipBlanks(reading);
    reportBytes(reading.report, reading.at);
    const byte = reading.bytes[reading.at];
    if (byte === undefined) {
      if (depth > 0) throw refuse('truncated', 'The file ends inside a node', exportAgain, { line: reading.line });
      return nodes;
    }
    if (byte === closeBrace) {
      if (depth === 0) throw refuse('malformed', 'A closing brace has no opening brace', exportAgain, { line: reading.line });
      reading.at++;
      return nodes;
    }
    nodes.push(readNode(reading, depth));
  }
}

function readNode(reading: Reading, depth: number): FbxNode {
  const location = { line: reading.line };
  const name = readWord(reading);
  skipBlanks(reading);
  if (name === '' || reading.bytes[reading.at] !== colon)
    throw refuse('malformed', 'A name followed by a colon was expected', exportAgain, location);
  reading.at++;
  const { values, list } = readValues(reading);
  skipBlanks(reading);
  if (reading.bytes[reading.at] !== openBrace) return { name, values, list, children: [], location };
  reading.at++;
  if (list?.kind !== 'text' || values.length > 0) return { name, values, list, children: readNodes(reading, depth + 1), location };
  return { name, values, list: readArray(reading, list.declared), children: [], location };
}

/**
 * Reads values with commas between them; one value may be missing. An array becomes a list of the numbers in its
 * braces.
 */
function readValues(reading: Reading): { readonly values: readonly FbxValue[]; readonly list: NumberList | null } {
  const values: FbxValue[] = [];
  skipBlanks(reading);
  const start = reading.at;
  if (reading.bytes[start] === star) {
    const declared = Number(readWord(reading).slice(1) || Number.NaN);
    return { values, list: { kind: 'text', at: start, end: start, declared: Number.isNaN(declared) ? null : declared } };
  }
  let count = 0;
  for (; ; count++) {
    skipBlanks(reading);
    if (count > 0 || reading.bytes[reading.at] === comma) {
      if (reading.bytes[reading.at] !== comma) break;
      reading.at++;
      skipBlanks(reading);
    }
    if (!readValue(reading, values)) break;
  }
  return { values, list: count > maxValues ? { kind: 'text', at: start, end: reading.at, declared: null } : null };
}

/** Reads a value and returns whether there was one. A word followed by a colon is the name of the next node. */
function readValue(reading: Reading, values: FbxValue[]): boolean {
  const { bytes, at, line } = reading;
  const byte = bytes[at];
  if (byte === quote) {
    const text = readString(reading);
    if (values.length < maxValues) values.push(text);
    return true;
  }
  const word = readWord(reading);
  if (word === '') return false;
  const end = reading.at;
  skipBlanks(reading);
  const isName = bytes[reading.at] === colon;
  reading.at = isName ? at : end;
  reading.line = line;
  if (isName) return false;
  if (values.length < maxValues) values.push(plainValue(word));
  return true;
}

function plainValue(word: string): FbxValue {
  if (!/^[-+]?[\d.]/.test(word)) return word;
  const number = Number(word);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^[-+]?\d+$/.test(word) ? BigInt(word) : number;
}

/** Reads the numbers of an array: after `*count {` come `a:` and numbers up to the brace. */
function readArray(reading: Reading, declared: number | null): NumberList {
  const { bytes, line } = reading;
  skipBlanks(reading);
  const name = readWord(reading);
  skipBlanks(reading);
  if (bytes[reading.at] === colon) reading.at++;
  else if (name !== '') throw refuse('malformed', 'An array does not begin with its numbers', exportAgain, { line });
  const at = reading.at;
  while (reading.at < bytes.length && bytes[reading.at] !== closeBrace) {
    if (bytes[reading.at] === lineFeed) {
      reading.line++;
      reportBytes(reading.report, reading.at);
    }
    reading.at++;
  }
  if (reading.at >= bytes.length) throw refuse('truncated', 'The file ends inside an array', exportAgain, { line });
  return { kind: 'text', at, end: reading.at++, declared };
}

/** Reads a text in quotes, in which `&quot;` stands for a quote. */
function readString(reading: Reading): string {
  const { bytes, line } = reading;
  const start = ++reading.at;
  while (reading.at < bytes.length && bytes[reading.at] !== quote) {
    if (bytes[reading.at] === lineFeed) reading.line++;
    reading.at++;
  }
  if (reading.at >= bytes.length) throw refuse('truncated', 'The file ends inside a text', exportAgain, { line });
  return objectText(bytes.subarray(start, reading.at++)).replaceAll('&quot;', '"');
}

/** Reads a word up to a blank, a comma, a colon or a brace. Words longer than any number or name are cut. */
function readWord(reading: Reading): string {
  const start = reading.at;
  skipWord(reading);
  return decodeName(reading.bytes.subarray(start, Math.min(reading.at, start + 256)));
}

function skipWord(reading: Reading): void {
  const { bytes } = reading;
  while (reading.at < bytes.length && !isDelimiter(bytes[reading.at])) reading.at++;
}

function isDelimiter(byte: number): boolean {
  return (
    byte <= blank || byte === comma || byte === colon || byte === openBrace || byte === closeBrace || byte === quote || byte === semicolon
  );
}

function skipBlanks(reading: Reading): void {
  const { bytes } = reading;
  for (; reading.at < bytes.length; reading.at++) {
    const byte = bytes[reading.at];
    if (byte === lineFeed) reading.line++;
    else if (byte === semicolon) {
      while (reading.at + 1 < bytes.length && bytes[reading.at + 1] !== lineFeed) reading.at++;
    } else if (byte > blank) return;
  }
}
