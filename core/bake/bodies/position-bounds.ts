import type { Vec3 } from '../../math/vec3.ts';

/** Returns the bounds of points, as their coordinates one after the other; `Infinity` to `-Infinity` without points. */
export function positionBounds(positions: Float32Array | Float64Array): { readonly min: Vec3; readonly max: Vec3 } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3)
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis]!;
      min[axis] = Math.min(min[axis]!, value);
      max[axis] = Math.max(max[axis]!, value);
    }
  return { min, max };
}
