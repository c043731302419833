import { decodeBase64 } from '#core/base64';
import { type IndexSet, runsOf, setOfMarks, setOfRuns } from '../selection/index-set.ts';
import { fields, index, malformedAt, nullable, type Reader, textUpTo } from './field-readers.ts';

/** A set of indices as JSON: as runs (`0-5 7`), or as bits in base64 where that is shorter. */
interface SetRecord {
  readonly size: number;
  readonly runs?: string;
  readonly bits?: string;
}

/** Larger sets are no sets of triangles. */
const maxSize = 2 ** 30;

/** The record of each set, which is written after each change of anything else too. */
const records = new WeakMap<IndexSet, SetRecord>();

/** Returns a set as JSON. */
export function setRecord(set: IndexSet): SetRecord {
  const known = records.get(set) ?? recordOf(set);
  records.set(set, known);
  return known;
}

function recordOf(set: IndexSet): SetRecord {
  const { size, words } = set;
  const runs = runsOf(set)
    .map(({ first, count }) => (count === 1 ? `${first}` : `${first}-${first + count - 1}`))
    .join(' ');
  // Four characters of base64 hold three bytes.
  return runs.length <= (words.byteLength * 4) / 3 ? { size, runs } : { size, bits: base64Of(words) };
}

/** Reads a set as `setRecord` writes it. */
export const indexSet: Reader<IndexSet> = (value, pointer) => {
  const { size, runs, bits } = setFields(value, pointer);
  if (size > maxSize) throw malformedAt(`${pointer}/size`, `at most ${maxSize}`);
  if (runs !== null)
    return setOfRuns(
      size,
      runs
        .split(' ')
        .filter(Boolean)
        .map((run) => readRun(run, `${pointer}/runs`)),
    );
  const bytes = bits === null ? null : decodeBase64(bits);
  if (bytes === null || bytes.length !== 4 * Math.ceil(size / 32)) throw malformedAt(pointer, 'runs, or bits of its size');
  // One byte for each index, little-endian words.
  return setOfMarks(Uint8Array.from({ length: size }, (_, i) => (bytes[i >>> 3]! >>> (i & 7)) & 1));
};

const setFields = fields({ size: index, runs: nullable(textUpTo(maxSize)), bits: nullable(textUpTo(maxSize)) });

function readRun(run: string, pointer: string): { readonly first: number; readonly count: number } {
  const [, from, to = from] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(run) ?? [];
  if (from === undefined || Number(to) < Number(from)) throw malformedAt(pointer, 'runs such as 0-5 7');
  return { first: Number(from), count: Number(to) - Number(from) + 1 };
}

/** The words in little-endian order, on every machine. */
function base64Of(words: Uint32Array): string {
  const chunks: string[] = [];
  // A multiple of three bytes at a time, so that the parts join.
  for (let at = 0; at < words.length; at += 3072) {
    const bytes = Array.from(words.subarray(at, at + 3072)).flatMap((word) => [
      word & 255,
      (word >>> 8) & 255,
      (word >>> 16) & 255,
      word >>> 24,
    ]);
    chunks.push(btoa(String.fromCharCode(...bytes)));
  }
  return chunks.join('');
}
