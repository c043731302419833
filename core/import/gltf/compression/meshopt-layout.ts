import { exportAgain, refuse } from '../../refuse.ts';
import { isObject, type GltfBuffer, type GltfBufferView, type JsonObject } from '../document.ts';

/**
 * The two names of the extension. The second is the ratified one, and adds a version of the vertex codec and a filter.
 */
export const meshoptExtensions = ['KHR_meshopt_compression', 'EXT_meshopt_compression'] as const;

export const meshoptModes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'] as const;
export type MeshoptMode = (typeof meshoptModes)[number];

export const meshoptFilters = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'] as const;
export type MeshoptFilter = (typeof meshoptFilters)[number];

/** The checked fields of a buffer view's extension. The decoder does not check them. */
export interface MeshoptLayout {
  readonly buffer: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: MeshoptMode;
  readonly filter: MeshoptFilter;
  /** JSON pointer to the extension. */
  readonly pointer: string;
}

/** Maximum decoded bytes of one view: enough for four accessors of a hundred million vertices. */
const maxDecodedBytes = 2 ** 30;

/**
 * Returns the layout of a compressed buffer view; `null` for an uncompressed one. Source: KHR_meshopt_compression,
 * "Specifying compressed views" and the appendices on the codecs.
 * @throws InspectorError `malformed`, `count-exceeds-file`, `too-large`, with the pointer.
 */
export function meshoptLayout(view: GltfBufferView, index: number): MeshoptLayout | null {
  const name = meshoptExtensions.find((extension) => view.extensions?.[extension] !== undefined);
  if (name === undefined) return null;
  const pointer = `/bufferViews/${index}/extensions/${name}`;
  const fields = view.extensions?.[name];
  if (!isObject(fields)) throw refuse('malformed', 'The compression of a buffer view is not an object', exportAgain, { pointer });
  const layout: MeshoptLayout = {
    buffer: wholeNumber(fields, 'buffer', pointer),
    byteOffset: fields['byteOffset'] === undefined ? 0 : wholeNumber(fields, 'byteOffset', pointer),
    byteLength: wholeNumber(fields, 'byteLength', pointer),
    byteStride: wholeNumber(fields, 'byteStride', pointer),
    count: wholeNumber(fields, 'count', pointer),
    mode: oneOf(fields['mode'], meshoptModes, `${pointer}/mode`),
    filter: oneOf(fields['filter'] ?? 'NONE', meshoptFilters, `${pointer}/filter`),
    pointer,
  };
  checkShape(layout);
  checkSize(layout, view.byteLength);
  return layout;
}

/** Returns whether a buffer is only a placeholder for compressed data, so that no file has to supply it. */
export function isFallbackBuffer(buffer: GltfBuffer): boolean {
  return meshoptExtensions.some((name) => {
    const extension = buffer.extensions?.[name];
    return isObject(extension) && extension['fallback'] === true;
  });
}

/** Checks strides and counts against those that the codecs and filters define. */
function checkShape({ mode, filter, byteStride, count, pointer }: MeshoptLayout): void {
  const isVertices = mode === 'ATTRIBUTES';
  const strideFits = isVertices ? byteStride % 4 === 0 && byteStride >= 4 && byteStride <= 256 : byteStride === 2 || byteStride === 4;
  if (!strideFits) throw wrong(`A stride of ${byteStride} bytes does not fit the mode ${mode}`, `${pointer}/byteStride`);
  if (mode === 'TRIANGLES' && count % 3 !== 0) throw wrong(`${count} indices are not a multiple of three`, `${pointer}/count`);
  const filterFits = filter === 'NONE' || (isVertices && (filterStrides[filter]?.includes(byteStride) ?? true));
  if (!filterFits) throw wrong(`The filter ${filter} does not fit ${mode} of ${byteStride} bytes`, `${pointer}/filter`);
}

const filterStrides: Readonly<Partial<Record<MeshoptFilter, readonly number[]>>> = { OCTAHEDRAL: [4, 8], COLOR: [4, 8], QUATERNION: [8] };

/** Checks the decoded size against the buffer view and against the maximum expansion of the codecs. */
function checkSize({ mode, byteStride, byteLength, count, pointer }: MeshoptLayout, viewLength: number): void {
  const decoded = count * byteStride;
  if (decoded !== viewLength)
    throw wrong(`${count} elements of ${byteStride} bytes do not fill the ${viewLength} of the buffer view`, `${pointer}/count`);
  // Minimum bytes. Vertices: 2 bits per 256 decoded bytes. Triangles: one byte each plus 17. Index sequences:
  // one byte each plus 5.
  const min = mode === 'ATTRIBUTES' ? decoded / 1024 : mode === 'TRIANGLES' ? count / 3 + 17 : count + 5;
  if (byteLength < min) {
    const message = `${byteLength} compressed bytes cannot hold ${count} elements`;
    throw refuse('count-exceeds-file', message, exportAgain, { pointer: `${pointer}/count` });
  }
  if (decoded > maxDecodedBytes)
    throw refuse('too-large', `The buffer view decodes to ${decoded} bytes`, 'Split the file into parts', { pointer });
}

function wholeNumber(fields: JsonObject, name: string, pointer: string): number {
  const value = fields[name];
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw wrong(`"${name}" has to be a whole number of 0 or more`, `${pointer}/${name}`);
}

function oneOf<Name extends string>(value: unknown, names: readonly Name[], pointer: string): Name {
  const name = names.find((known) => known === value);
  if (name === undefined) throw wrong(`${JSON.stringify(value) ?? 'Nothing'} is not one of ${names.join(', ')}`, pointer);
  return name;
}

function wrong(message: string, pointer: string): Error {
  return refuse('malformed', message, exportAgain, { pointer });
}
