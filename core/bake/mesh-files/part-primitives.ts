import { materialNumber, type SurfaceMaterials } from '../../mesh/surface-materials.ts';
import type { MeshPart } from '../../mesh/triangle-mesh.ts';

/** A run of triangles of one part with one material. */
export interface PartPrimitive {
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /** Number of its name; -1 for none. */
  readonly material: number;
}

/** Parts with more material changes are written without materials: each run costs an accessor, and a draw call in a reader. */
const maxPrimitives = 1024;

/** Returns the glTF primitives of a part: one for each run of a material, so that the triangle order stays. */
export function partPrimitives(
  { firstTriangle, triangleCount }: Pick<MeshPart, 'firstTriangle' | 'triangleCount'>,
  materials: SurfaceMaterials | undefined,
): readonly PartPrimitive[] {
  const end = firstTriangle + triangleCount;
  const runs = materials?.runs ?? [];
  const starts = [firstTriangle];
  for (let i = firstRunAfter(runs, firstTriangle); i < runs.length && runs[i] < end; i += 2) {
    starts.push(runs[i]);
    if (starts.length > maxPrimitives) return [{ firstTriangle, triangleCount, material: -1 }];
  }
  return starts.map((first, i) => ({
    firstTriangle: first,
    triangleCount: (starts[i + 1] ?? end) - first,
    material: materialNumber(materials, first),
  }));
}

/** Returns the position of the first run that starts after a triangle. */
function firstRunAfter(runs: readonly number[], triangle: number): number {
  let low = 0;
  let high = runs.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[2 * middle] <= triangle) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}
