import { exportAgain, refuse } from '../../refuse.ts';
import { readNumberList } from '../../text/read-number-list.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation, techniqueOf } from '../library.ts';
import { wholeNumber } from '../read-positions.ts';

/** Returns the element with an id, animations included. */
export type Lookup = (id: string) => XmlElement | undefined;

/** Numbers of a source as its accessor describes them: `count` elements of `stride` numbers each, without gaps. */
export interface SourceNumbers {
  readonly values: Float64Array;
  readonly stride: number;
  readonly count: number;
}

/**
 * Returns the element that an attribute names as `#id`.
 * @throws InspectorError `malformed`.
 */
export function requireElement(lookup: Lookup, from: XmlElement, attribute: string, name: string): XmlElement {
  const id = (attributeOf(from, attribute) ?? '').replace(/^#/, '');
  const element = lookup(id);
  if (element?.tag.name === name) return element;
  throw refuse('malformed', `there is no <${name}> ${JSON.stringify(id)}`, exportAgain, elementLocation(from));
}

/** Returns the first input with a semantic; `undefined` without one. */
export function inputOf(element: XmlElement, semantic: string): XmlElement | undefined {
  return xmlChildrenOf(element, 'input').find((input) => attributeOf(input, 'semantic') === semantic);
}

/**
 * Returns the numbers of a source.
 * @throws InspectorError `malformed`, `count-exceeds-file`.
 */
export function sourceNumbers(source: XmlElement): SourceNumbers {
  const array = childOf(source, 'float_array') ?? childOf(source, 'int_array');
  const { accessor, offset, stride, count } = layoutOf(source);
  const values = array === undefined ? new Float64Array(0) : readNumberList(array.text);
  if (values.length < offset + stride * count)
    throw refuse(
      'count-exceeds-file',
      `${count} elements of ${stride} are declared, and the array has ${values.length}`,
      exportAgain,
      elementLocation(accessor),
    );
  const used = values.subarray(offset, offset + stride * count);
  if (!used.every(Number.isFinite))
    throw refuse('malformed', 'a source has a number that is not finite', exportAgain, elementLocation(source));
  return { values: used, stride, count };
}

/**
 * Returns the words of a `Name_array` or an `IDREF_array`.
 * @throws InspectorError `malformed`, `count-exceeds-file`.
 */
export function sourceNames(source: XmlElement): { readonly names: readonly string[]; readonly areIds: boolean } {
  const ids = childOf(source, 'IDREF_array');
  const array = ids ?? childOf(source, 'Name_array');
  const words = array?.text.trim().split(/\s+/) ?? [];
  return { names: words.filter((word) => word !== ''), areIds: ids !== undefined };
}

function layoutOf(source: XmlElement): {
  readonly accessor: XmlElement;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
} {
  const technique = techniqueOf(source);
  const accessor = technique === undefined ? undefined : childOf(technique, 'accessor');
  if (accessor === undefined) throw refuse('malformed', 'a source has no accessor', exportAgain, elementLocation(source));
  const stride = wholeNumber(accessor, 'stride', 1);
  if (stride < 1) throw refuse('malformed', 'the stride of an accessor is 0', exportAgain, elementLocation(accessor));
  return { accessor, offset: wholeNumber(accessor, 'offset', 0), stride, count: wholeNumber(accessor, 'count', 0) };
}
