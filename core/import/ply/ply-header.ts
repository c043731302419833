import type { SourceLocation } from '../../error.ts';
import { addFinding, ignoredContent, type FindingKind, type FindingList } from '../finding-list.ts';
import { refuse } from '../refuse.ts';
import { asciiText } from '../text/text-cursor.ts';

/**
 * The header of a PLY: elements with their properties, in file order.
 * Source: Greg Turk, "The PLY Polygon File Format" (1994).
 */
export interface PlyHeader {
  readonly encoding: 'ascii' | 'little-endian' | 'big-endian';
  readonly elements: readonly PlyElement[];
  /** Position of the first byte of the body, and its line. */
  readonly bodyAt: number;
  readonly bodyLine: number;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
  readonly location: SourceLocation;
}

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Type of the length if the property is a list, else `null`. */
  readonly countType: PlyType | null;
}

export type PlyType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'f32' | 'f64';

export const plyTypeBytes: Readonly<Record<PlyType, number>> = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, f32: 4, f64: 8 };

const typesByName: ReadonlyMap<string, PlyType> = new Map([
  ['char', 'i8'],
  ['int8', 'i8'],
  ['uchar', 'u8'],
  ['uint8', 'u8'],
  ['short', 'i16'],
  ['int16', 'i16'],
  ['ushort', 'u16'],
  ['uint16', 'u16'],
  ['int', 'i32'],
  ['int32', 'i32'],
  ['uint', 'u32'],
  ['uint32', 'u32'],
  ['float', 'f32'],
  ['float32', 'f32'],
  ['double', 'f64'],
  ['float64', 'f64'],
]);

const encodings: ReadonlyMap<string, PlyHeader['encoding']> = new Map([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'little-endian'],
  ['binary_big_endian', 'big-endian'],
]);

/** Maximum length of a header. */
export const maxHeaderBytes = 1 << 20;
const fix = 'Export the file again as PLY 1.0';

const unknownLines: FindingKind = {
  ...ignoredContent,
  message: 'Lines of the header start with no keyword of PLY, and were skipped as comments',
  fix: 'Begin them with the word "comment", because other readers may refuse the file',
};

/**
 * Reads the header. A line without a keyword is skipped with a finding, because some programs leave out `comment`.
 * @param bytes start of the file: at least the maximum header length plus two.
 * @throws InspectorError `malformed`, `unsupported-dialect`, with the line.
 */
export function readPlyHeader(bytes: Uint8Array, findings: FindingList): PlyHeader {
  const elements: (PlyElement & { readonly properties: PlyProperty[] })[] = [];
  let encoding: PlyHeader['encoding'] | undefined;
  let line = 0;
  let at = 0;
  let loneReturns = false;
  const damaged = (what: string): Error => refuse('malformed', `The PLY header is damaged: ${what}`, fix, { line });

  for (;;) {
    line++;
    const end = lineEnd(bytes, at);
    if (end >= Math.min(bytes.length, maxHeaderBytes))
      throw damaged(end < bytes.length ? `it is longer than the ${maxHeaderBytes} bytes of the limit` : 'there is no end_header');
    const words = asciiText(bytes, at, end).trim().split(/\s+/);
    if (bytes[end] === 13 && bytes[end + 1] !== 10) loneReturns = true;
    // In files with CR line ends, a line feed after the last CR is the first byte of the body.
    at = bytes[end] === 13 && bytes[end + 1] === 10 && !(loneReturns && words[0] === 'end_header') ? end + 2 : end + 1;
    switch (words[0]) {
      case 'ply':
      case 'comment':
      case 'obj_info':
      case '':
        break;
      case 'format':
        encoding = encodings.get(words[1] ?? '');
        if (encoding === undefined || words[2] !== '1.0') {
          throw refuse('unsupported-dialect', `PLY format "${words.slice(1).join(' ')}" is unknown`, fix, { line });
        }
        break;
      case 'element': {
        const count = Number(words[2]);
        if (words.length !== 3 || !/^\d+$/.test(words[2] ?? '')) throw damaged('an element needs a name and a count');
        elements.push({ name: words[1] ?? '', count, properties: [], location: { line } });
        break;
      }
      case 'property': {
        const element = elements.at(-1);
        if (element === undefined) throw damaged('a property comes before the first element');
        const property = readProperty(words);
        if (property === null) throw damaged('a property needs types that PLY knows, and a name');
        element.properties.push(property);
        break;
      }
      case 'end_header':
        if (encoding === undefined) throw damaged('there is no format line');
        return { encoding, elements, bodyAt: at, bodyLine: line + 1 };
      default:
        if (mayDeclare(words)) throw damaged('a line starts with an unknown keyword');
        addFinding(findings, unknownLines, { line });
    }
  }
}

/**
 * Returns whether a line with an unknown keyword may be a damaged element or property: it names a type, or has a count.
 * Without such a line the body would be read wrongly.
 */
function mayDeclare(words: readonly string[]): boolean {
  return words.some((word) => word === 'list' || typesByName.has(word)) || (words.length === 3 && /^\d+$/.test(words[2]));
}

function readProperty(words: readonly string[]): PlyProperty | null {
  const isList = words[1] === 'list';
  const type = typesByName.get(words[isList ? 3 : 1] ?? '');
  const countType = isList ? typesByName.get(words[2] ?? '') : null;
  const name = words[isList ? 4 : 2];
  if (type === undefined || countType === undefined || name === undefined || words.length > (isList ? 5 : 3)) return null;
  return { name, type, countType };
}

function lineEnd(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && at < maxHeaderBytes && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}
