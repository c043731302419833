import { addFinding, type FindingKind } from '../finding-list.ts';
import { allocate } from '../growable.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { quoted } from '../text/quoted.ts';
import { readNumberList } from '../text/read-number-list.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';
import { elementLocation, refersTo, techniqueOf, type Library } from './library.ts';
import { hasCommas, withoutCommas } from './node-transform.ts';

const otherCount: FindingKind = {
  code: 'count-mismatch',
  severity: 'warning',
  message: 'An array or a face set has another number of elements than its count declares; the existing ones were read',
  fix: 'Export the file again',
};

const commas: FindingKind = {
  code: 'format-violation',
  severity: 'error',
  message: 'Positions have numbers with commas instead of decimal points, which are not numbers',
  fix: withoutCommas,
};

/** Positions by their `source`. Sets of faces with the same source share one array. */
export type ColladaPositionCache = Map<XmlElement, Float64Array>;

/**
 * Returns the positions (3·V) of a `source` through its accessor: the first three named parameters are x, y and z.
 * Returns `null` with a finding if the array is missing from the file.
 * @throws InspectorError `malformed`, `count-exceeds-file`.
 */
export function readPositions(library: Library, source: XmlElement, known: ColladaPositionCache): Float64Array | null {
  const read = known.get(source);
  if (read !== undefined) return read;
  const technique = techniqueOf(source);
  const accessor = technique === undefined ? undefined : childOf(technique, 'accessor');
  if (accessor === undefined) throw refuse('malformed', 'Positions have no accessor', exportAgain, elementLocation(source));
  const array = refersTo(library, accessor, 'source', 'float_array');
  if (array === null) return null;
  const values = readNumberList(array.text);
  if (hasCommas(array.text)) addFinding(library.findings, commas, elementLocation(array));
  noteCount(library, array, values.length);
  const { offset, stride, at } = accessorLayout(accessor);
  const held = values.length < offset + Math.max(...at) + 1 ? 0 : Math.floor((values.length - offset - Math.max(...at) - 1) / stride) + 1;
  const count = wholeNumber(accessor, 'count', held);
  if (count > held) {
    throw refuse(
      'count-exceeds-file',
      `${count} positions are declared, and the array has ${held}`,
      exportAgain,
      elementLocation(accessor),
    );
  }
  const positions = allocate(() => new Float64Array(3 * count));
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) positions[3 * i + k] = values[offset + i * stride + at[k]];
  known.set(source, positions);
  return positions;
}

/** Adds a finding if a declared count differs from the actual count. */
export function noteCount({ findings }: Library, element: XmlElement, held: number): void {
  const count = attributeOf(element, 'count');
  if (count !== undefined && Number(count) !== held) addFinding(findings, otherCount, elementLocation(element));
}

interface AccessorLayout {
  readonly offset: number;
  readonly stride: number;
  /** Offsets of x, y and z in an element. */
  readonly at: readonly number[];
}

function accessorLayout(accessor: XmlElement): AccessorLayout {
  const parameters = xmlChildrenOf(accessor, 'param');
  const named = parameters.flatMap((parameter, i) => ((attributeOf(parameter, 'name') ?? '') === '' ? [] : [i]));
  // Some exporters leave out all names.
  const at = (named.length > 0 ? named : parameters.map((_, i) => i)).slice(0, 3);
  if (at.length < 3) throw refuse('malformed', 'Positions need three components', exportAgain, elementLocation(accessor));
  const stride = wholeNumber(accessor, 'stride', 1);
  if (stride <= Math.max(...at))
    throw refuse(
      'malformed',
      `Positions of ${parameters.length} components do not fit a stride of ${stride}`,
      exportAgain,
      elementLocation(accessor),
    );
  return { offset: wholeNumber(accessor, 'offset', 0), stride, at };
}

/**
 * Returns an attribute as a whole number.
 * @throws InspectorError `malformed`.
 */
export function wholeNumber(element: XmlElement, name: string, preset: number): number {
  const text = attributeOf(element, name)?.trim();
  if (text === undefined) return preset;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw refuse(
    'malformed',
    `The ${name} of <${element.tag.name}> is ${quoted(text)}, not a whole number`,
    exportAgain,
    elementLocation(element),
  );
}
