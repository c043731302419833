import { refuse } from '../refuse.ts';
import { parseNumbers } from '../text/parse-number.ts';
import type { XmlElement } from '../xml/read-xml-tree.ts';

/** Attributes of an element, those of its classes included. */
export type Attributes = Pick<ReadonlyMap<string, string>, 'get' | 'has'>;

export function attributesOf({ tag }: XmlElement): ReadonlyMap<string, string> {
  return new Map(Object.values(tag.attributes).map(({ local, value }) => [local, value]));
}

/**
 * Returns the finite numbers of an attribute; `null` if it is missing.
 * @throws InspectorError `malformed` with the line for another text, and for fewer than `min` or more than `max` numbers.
 */
export function numbersOf(element: XmlElement, attributes: Attributes, name: string, min: number, max = min): readonly number[] | null {
  const text = attributes.get(name);
  if (text === undefined) return null;
  const numbers = parseNumbers(text);
  if (numbers.every(Number.isFinite) && numbers.length >= min && numbers.length <= max) return numbers;
  const wanted = min === max ? `${min}` : max === Infinity ? `at least ${min}` : `${min} to ${max}`;
  throw damagedAt(element, `${name} of the element "${element.tag.name}" is not ${wanted} finite ${max === 1 ? 'number' : 'numbers'}`);
}

export function damagedAt({ tag }: XmlElement, message: string): Error {
  return refuse('malformed', message, 'Correct the file, or export it again', { line: tag.line });
}
