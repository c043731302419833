import { allocate } from '../growable.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { baseRun, componentCount, sparseRuns, requireAccessor, type ElementRun, type GltfSource } from './accessor-layout.ts';

/**
 * Reads accessors from the bytes to f64, including sparse replacements.
 *
 * glTF-Transform can read them too, but was rejected. It decomposes node matrices, which rounds them and loses shear,
 * and keeps f32 where quantised values need more. It throws plain errors on 20 of the malformed corpus files and
 * silently accepts 26.
 */

/**
 * Returns all components, (components·count). Normalised integers become fractions.
 * @throws InspectorError.
 */
export function readNumbers(source: GltfSource, index: number): Float64Array {
  const accessor = requireAccessor(source, index);
  const components = componentCount(accessor, `/accessors/${index}`);
  const base = baseRun(source, index);
  const sparse = sparseRuns(source, index);
  const values = allocate(() => new Float64Array(accessor.count * components));
  if (base !== null) for (let i = 0; i < base.count; i++) copyElement(base, i, values, i * components);
  if (sparse !== null) {
    for (let i = 0; i < sparse.values.count; i++) {
      const target = readComponent(sparse.indices, i, 0);
      if (target >= accessor.count) {
        const location = { pointer: `/accessors/${index}/sparse/indices`, index: i, element: 'index' } as const;
        throw refuse(
          'index-out-of-range',
          `A sparse index is ${target}, of ${accessor.count} elements`,
          exportAgain,
          location,
          'ACCESSOR_SPARSE_INDEX_OOB',
        );
      }
      copyElement(sparse.values, i, values, target * components);
    }
  }
  if (accessor.normalized === true) normalize(values, accessor.componentType);
  return values;
}

/** Hot. */
function copyElement(run: ElementRun, i: number, out: Float64Array, at: number): void {
  for (let k = 0; k < run.components; k++) out[at + k] = readComponent(run, i, k);
}

/** Returns component `k` of element `i`, as stored. Hot. */
export function readComponent(run: ElementRun, i: number, k: number): number {
  const at = run.start + i * run.stride;
  switch (run.componentType) {
    case 5120:
      return run.view.getInt8(at + k);
    case 5121:
      return run.view.getUint8(at + k);
    case 5122:
      return run.view.getInt16(at + 2 * k, true);
    case 5123:
      return run.view.getUint16(at + 2 * k, true);
    case 5125:
      return run.view.getUint32(at + 4 * k, true);
    default:
      return run.view.getFloat32(at + 4 * k, true);
  }
}

/**
 * Converts normalised integers to fractions in place: glTF 2.0, section 3.6.2.2. Signed types have two codes for -1.
 */
export function normalize(values: Float64Array, componentType: number): void {
  const largest = largestByType.get(componentType);
  if (largest === undefined) return;
  for (let i = 0; i < values.length; i++) values[i] = Math.max(values[i] / largest, -1);
}

const largestByType: ReadonlyMap<number, number> = new Map([
  [5120, 127],
  [5121, 255],
  [5122, 32767],
  [5123, 65535],
]);

/** Returns the largest value of an unsigned type. As an index it would restart a strip, so it is forbidden. */
export function restartIndex(componentType: number): number {
  return componentType === 5121 ? 0xff : componentType === 5123 ? 0xffff : 0xffff_ffff;
}
