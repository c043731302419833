import { InspectorError } from './error.ts';

/** A finding that the user ignores: a whole finding, or one of its items, identified by its exact elements. */
export interface IgnoredFinding {
  /** Code of an import finding or a check. Unknown codes are kept, because a later version can have them. */
  readonly code: string;
  /** Code of the tool that reported an import finding; `null` without one, and for checks. */
  readonly detail: string | null;
  /** The words of the elements of the item, see `Elements`; `null` for the whole finding. */
  readonly elements: readonly number[] | null;
  readonly reason: string;
}

/** Characters. */
export const maxReasonLength = 500;
/** Limit of ignored findings. Beyond it, change the thresholds of the checks. */
export const maxIgnored = 10_000;
/** Limit over all items, enough for a hole of a mesh with millions of triangles. */
export const maxIgnoredWords = 1_000_000;
const maxCodeLength = 100;

/**
 * Checks that a value from outside is a list of ignored findings. Numbers must be integers below 2^32; elements that do not exist in the
 * mesh have no effect. Unknown members are rejected as typing errors, but ignored in lists that a later version may have written (`hasLater`).
 * @throws InspectorError `malformed` with the JSON pointer of the error, below `pointer`.
 */
export function readIgnored(value: unknown, pointer: string, hasLater = false): readonly IgnoredFinding[] {
  if (!Array.isArray(value)) throw malformed(pointer, 'Expected a list');
  if (value.length > maxIgnored) throw malformed(pointer, `There are more than ${maxIgnored} ignored findings`);
  let left = maxIgnoredWords;
  return value.map((entry: unknown, i) => {
    const ignored = readEntry(entry, `${pointer}/${i}`, hasLater);
    left -= ignored.elements?.length ?? 0;
    if (left < 0) throw malformed(`${pointer}/${i}`, `The ignored findings have more than ${maxIgnoredWords} elements`);
    return ignored;
  });
}

const fields = ['code', 'detail', 'elements', 'reason'];

function readEntry(value: unknown, pointer: string, hasLater: boolean): IgnoredFinding {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(pointer, 'Expected an object');
  const unknown = hasLater ? undefined : Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw malformed(`${pointer}/${unknown}`, `Unknown member "${unknown}" in an ignored finding`);
  const { code, detail = null, elements = null, reason } = value as Readonly<Record<string, unknown>>; // Its values are checked.
  if (!isText(code, maxCodeLength) || !/^[a-z][a-z0-9-]*$/.test(code)) throw malformed(`${pointer}/code`, 'Expected the code of a finding');
  if (detail !== null && !isText(detail, maxReasonLength)) throw malformed(`${pointer}/detail`, 'Expected a text or null');
  if (elements !== null && !isWords(elements)) throw malformed(`${pointer}/elements`, 'Expected whole numbers or null');
  if (!isText(reason, maxReasonLength) || reason.trim() === '')
    throw malformed(`${pointer}/reason`, `Expected a reason of at most ${maxReasonLength} characters`);
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
