import { InspectorError } from '../error.ts';
import type { Transform } from '../math/transform.ts';
import type { Bounds } from './bounds.ts';

/** Largest coordinate: files have f32 up to 3.4e38, and products of seven lengths are f64. Smallest extent that is not 0: grids have f32. */
const maxCoordinate = 1e39;
const minExtent = 1e-30;

/**
 * Checks that lengths, areas and volumes of a mesh stay in the range of numbers.
 * @param bounds `null` for a mesh without finite triangles, which passes.
 * @throws InspectorError `too-large`, `too-small`.
 */
export function checkMeshSize(bounds: Bounds | null): void {
  if (bounds === null) return;
  const { min, max } = bounds;
  checkLengths(Math.max(...min.map(Math.abs), ...max.map(Math.abs)), Math.max(...max.map((value, k) => value - min[k]!)));
}

/**
 * Checks sizes as `checkMeshSize`. @param largest absolute coordinate.
 * @throws InspectorError `too-large`, `too-small`.
 */
export function checkLengths(largest: number, extent: number): void {
  if (largest > maxCoordinate) throw refusal(`A coordinate of ${largest.toPrecision(3)} is too large`, 'too-large');
  if (extent > 0 && extent < minExtent) throw refusal(`The mesh is only ${extent.toPrecision(3)} long, which is too small`, 'too-small');
}

/** Checks a mesh as `checkMeshSize`, after a transform. */
export function checkPlacedSize(bounds: Bounds | null, m: Transform): void {
  if (bounds === null) return;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const [x, y, z] = [0, 1, 2].map((k) => ((corner >> k) & 1 ? bounds.max : bounds.min)[k]!) as [number, number, number];
    return [0, 1, 2].map((k) => m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!);
  });
  const along = (of: (...values: number[]) => number): Bounds['min'] =>
    [0, 1, 2].map((k) => of(...corners.map((corner) => corner[k]!))) as unknown as Bounds['min'];
  checkMeshSize({ min: along(Math.min), max: along(Math.max) });
}

function refusal(what: string, code: 'too-large' | 'too-small'): InspectorError {
  return new InspectorError({
    code,
    message: `${what} to measure areas and volumes`,
    fix: `Scale the mesh ${code === 'too-large' ? 'down' : 'up'}`,
    location: {},
  });
}
