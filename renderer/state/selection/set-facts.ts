import { type Bounds, isFiniteTriangle, type TriangleMesh } from '#core/mesh';
import { type IndexSet, membersOf } from './index-set.ts';

/** Measures of several triangles. */
export interface SetFacts {
  readonly triangles: number;
  /** Sum of the areas of the finite triangles; f64. */
  readonly area: number;
  /** Source space; `null` without a finite triangle. */
  readonly bounds: Bounds | null;
}

/** Returns the measures of a set of triangles. Linear in the members. */
export function setFacts(mesh: TriangleMesh, set: IndexSet): SetFacts {
  const { positions, indices } = mesh;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let area = 0;
  for (const triangle of membersOf(set)) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * indices[i]! + axis]!;
        if (value < min[axis]!) min[axis] = value;
        if (value > max[axis]!) max[axis] = value;
      }
    }
    area += areaOf(positions, 3 * indices[3 * triangle]!, 3 * indices[3 * triangle + 1]!, 3 * indices[3 * triangle + 2]!);
  }
  return { triangles: set.count, area, bounds: min[0] === Infinity ? null : { min, max } };
}

function areaOf(positions: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [positions[b]! - positions[a]!, positions[b + 1]! - positions[a + 1]!, positions[b + 2]! - positions[a + 2]!];
  const [vx, vy, vz] = [positions[c]! - positions[a]!, positions[c + 1]! - positions[a + 1]!, positions[c + 2]! - positions[a + 2]!];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}
