import { exportAgain, refuse } from '../refuse.ts';
import type { GltfAccessor, GltfDocument } from './document.ts';

/** The open document with its bytes, for the readers. */
export interface GltfSource {
  readonly document: GltfDocument;
  readonly buffers: readonly (Uint8Array | null)[];
  /** Decoded bytes of compressed buffer views, by index. They replace the bytes of the buffer. */
  readonly views: ReadonlyMap<number, Uint8Array>;
  /**
   * Maximum count of elements without bytes. An accessor without a buffer view consists of zeros, some of which sparse
   * values replace. See `zerosFor`.
   */
  readonly maxZeros: number;
}

/**
 * Returns the maximum count of elements without bytes. An uncompressed mesh has at least one byte per vertex, a
 * compressed one some dozen vertices per byte. Small files may declare a few.
 */
export function zerosFor(buffers: readonly (Uint8Array | null)[]): number {
  return buffers.reduce((sum, bytes) => sum + 64 * (bytes?.length ?? 0), 1 << 12);
}

/**
 * Where the elements of an accessor, or of a part of a sparse one, are stored. Checked: the last element ends inside
 * `view`.
 */
export interface ElementRun {
  readonly view: DataView;
  readonly start: number;
  readonly stride: number;
  readonly count: number;
  readonly componentType: number;
  readonly components: number;
}

const componentBytes: ReadonlyMap<number, number> = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
/** Number of components, by accessor type. */
export const componentsOf: ReadonlyMap<string, number> = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
]);

/** Returns the bytes of an element without padding; 0 for an unknown type. */
export function elementBytes(componentType: unknown, type: unknown): number {
  const size = typeof componentType === 'number' ? componentBytes.get(componentType) : undefined;
  return (size ?? 0) * ((typeof type === 'string' ? componentsOf.get(type) : undefined) ?? 0);
}

/** Returns the elements in the accessor's buffer view; `null` without a view, where all elements are zeros. */
export function baseRun(source: GltfSource, index: number): ElementRun | null {
  const accessor = requireAccessor(source, index);
  const pointer = `/accessors/${index}`;
  const count = elementCount(source, index);
  if (accessor.bufferView === undefined) return null;
  const { componentType, byteOffset } = accessor;
  const components = componentCount(accessor, pointer);
  return elementRun(source, { viewIndex: accessor.bufferView, byteOffset: byteOffset ?? 0, componentType, count, components }, pointer);
}

/**
 * Returns the element count of an accessor.
 * @throws InspectorError `count-exceeds-file` for too many zeros.
 */
export function elementCount(source: GltfSource, index: number): number {
  const { bufferView, count } = requireAccessor(source, index);
  if (bufferView !== undefined || count <= source.maxZeros) return count;
  throw refuse('count-exceeds-file', `${count} elements without bytes are too many for a file of this size`, exportAgain, {
    pointer: `/accessors/${index}/count`,
  });
}

export function sparseRuns(source: GltfSource, index: number): { readonly indices: ElementRun; readonly values: ElementRun } | null {
  const accessor = requireAccessor(source, index);
  const { sparse, componentType } = accessor;
  if (sparse === undefined) return null;
  const pointer = `/accessors/${index}/sparse`;
  const { count, indices, values } = sparse;
  const indicesRun = {
    viewIndex: indices.bufferView,
    byteOffset: indices.byteOffset ?? 0,
    componentType: indices.componentType,
    count,
    components: 1,
  };
  const components = componentCount(accessor, `/accessors/${index}`);
  const valuesRun = { viewIndex: values.bufferView, byteOffset: values.byteOffset ?? 0, componentType, count, components };
  return { indices: elementRun(source, indicesRun, `${pointer}/indices`), values: elementRun(source, valuesRun, `${pointer}/values`) };
}

export function requireAccessor(source: GltfSource, index: number): GltfAccessor {
  const accessor = source.document.accessors?.[index];
  if (accessor === undefined) throw refuse('index-out-of-range', `There is no accessor ${index}`, exportAgain, { pointer: '/accessors' });
  return accessor;
}

/**
 * Returns the component count of an accessor.
 * @throws InspectorError `malformed` for an unknown type, of which the validator only warns.
 */
export function componentCount(accessor: GltfAccessor, pointer: string): number {
  const components = componentsOf.get(accessor.type);
  if (components !== undefined) return components;
  const message = `The accessor type ${JSON.stringify(accessor.type)} is unknown`;
  throw refuse('malformed', message, exportAgain, { pointer: `${pointer}/type` }, 'VALUE_NOT_IN_LIST');
}

interface WantedRun {
  readonly viewIndex: number;
  readonly byteOffset: number;
  readonly componentType: number;
  readonly count: number;
  readonly components: number;
}

function elementRun(source: GltfSource, wanted: WantedRun, pointer: string): ElementRun {
  const { viewIndex, byteOffset, componentType, count, components } = wanted;
  const size = componentBytes.get(componentType);
  if (size === undefined) {
    const message = `The component type ${componentType} is unknown`;
    throw refuse('malformed', message, exportAgain, { pointer: `${pointer}/componentType` }, 'VALUE_NOT_IN_LIST');
  }
  const { view, byteStride } = viewBytes(source, viewIndex, pointer);
  const bytes = size * components;
  const stride = byteStride ?? bytes;
  if (count > 0 && byteOffset + stride * (count - 1) + bytes > view.byteLength) {
    const message = `${count} elements need ${byteOffset + stride * (count - 1) + bytes} bytes, the buffer view has ${view.byteLength}`;
    throw refuse('count-exceeds-file', message, exportAgain, { pointer }, 'ACCESSOR_TOO_LONG');
  }
  return { view, start: byteOffset, stride, count, componentType, components };
}

/**
 * Returns the bytes of a buffer view, decoded if it was compressed.
 * @throws InspectorError.
 */
export function viewBytes(
  source: GltfSource,
  index: number,
  pointer: string,
): { readonly view: DataView; readonly byteStride: number | undefined } {
  const bufferView = source.document.bufferViews?.[index];
  if (bufferView === undefined) throw refuse('index-out-of-range', `There is no buffer view ${index}`, exportAgain, { pointer });
  const { buffer, byteOffset = 0, byteLength } = bufferView;
  // A stride of 0 means elements without gaps, as in OpenGL.
  const byteStride = bufferView.byteStride === 0 ? undefined : bufferView.byteStride;
  const decoded = source.views.get(index);
  if (decoded !== undefined) return { view: new DataView(decoded.buffer, decoded.byteOffset, decoded.byteLength), byteStride };
  const bytes = source.buffers[buffer] ?? null;
  const location = { pointer: `/bufferViews/${index}` };
  if (bytes === null) throw refuse('missing-file', `Buffer ${buffer} has no data`, 'Open the file together with its side files', location);
  if (byteOffset + byteLength > bytes.length) {
    const message = `The buffer view ends at byte ${byteOffset + byteLength}, the buffer at ${bytes.length}`;
    throw refuse('count-exceeds-file', message, exportAgain, location, 'BUFFER_VIEW_TOO_LONG');
  }
  return { view: new DataView(bytes.buffer, bytes.byteOffset + byteOffset, byteLength), byteStride };
}
