import { InspectorError } from './error.ts';

/** A finding that a person has looked at and lets be: all of one kind, or one of its items, named by its exact elements. */
export interface IgnoredFinding {
  /** That of an import's finding or of a check's; one that is not known is kept, for a later version may find it. */
  readonly code: string;
  /** Of an import's finding the code of the tool that found it; `null` where there is none, and for checks. */
  readonly detail: string | null;
  /** The words of the item's elements, as `Elements` has them; `null` for the whole kind. */
  readonly elements: readonly number[] | null;
  readonly reason: string;
}

/** A reason is a sentence, not a report. */
export const maxReasonLength = 500;
/** Who lets more be than this changes the thresholds of the checks. */
export const maxIgnored = 10_000;
/** Of all items together; a hole of a mesh of millions fits. */
export const maxIgnoredWords = 1_000_000;
const maxCodeLength = 100;

/**
 * Proves that a value from outside is a list of ignored findings. Numbers are whole and below 2^32; more is not asked, since
 * what names nothing in a mesh lets nothing be. Members of a record that are not known are slips of a person's, and refused, unless the
 * list was written by a program, which may be a later one (`hasLater`): then they are passed over.
 * @throws InspectorError `malformed` with the JSON pointer of what is wrong, below `pointer`.
 */
export function readIgnored(value: unknown, pointer: string, hasLater = false): readonly IgnoredFinding[] {
  if (!Array.isArray(value)) throw malformed(pointer, 'There should be a list here');
  if (value.length > maxIgnored) throw malformed(pointer, `More than ${maxIgnored} findings are ignored`);
  let left = maxIgnoredWords;
  return value.map((entry: unknown, i) => {
    const ignored = readEntry(entry, `${pointer}/${i}`, hasLater);
    left -= ignored.elements?.length ?? 0;
    if (left < 0) throw malformed(`${pointer}/${i}`, `What is ignored has more than ${maxIgnoredWords} elements`);
    return ignored;
  });
}

const fields = ['code', 'detail', 'elements', 'reason'];

function readEntry(value: unknown, pointer: string, hasLater: boolean): IgnoredFinding {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(pointer, 'There should be an object here');
  const unknown = hasLater ? undefined : Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw malformed(`${pointer}/${unknown}`, `There is no "${unknown}" in an ignored finding`);
  const { code, detail = null, elements = null, reason } = value as Readonly<Record<string, unknown>>; // Of its values nothing is taken on trust.
  if (!isText(code, maxCodeLength) || !/^[a-z][a-z0-9-]*$/.test(code))
    throw malformed(`${pointer}/code`, 'There should be the code of a finding here');
  if (detail !== null && !isText(detail, maxReasonLength)) throw malformed(`${pointer}/detail`, 'There should be a text or null here');
  if (elements !== null && !isWords(elements)) throw malformed(`${pointer}/elements`, 'There should be whole numbers or null here');
  if (!isText(reason, maxReasonLength) || reason.trim() === '')
    throw malformed(`${pointer}/reason`, `There should be a reason of at most ${maxReasonLength} characters here`);
  return { code, detail, elements, reason };
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max;
}

function isWords(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxIgnoredWords &&
    value.every((word) => Number.isInteger(word) && word >= 0 && word < 2 ** 32)
  );
}

function malformed(pointer: string, message: string): InspectorError {
  return new InspectorError({ code: 'malformed', message, fix: 'See resources/schemas/ignored.schema.json', location: { pointer } });
}
