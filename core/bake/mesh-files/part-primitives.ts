import { materialNumber, type SurfaceMaterials } from '../../mesh/surface-materials.ts';
import type { MeshPart } from '../../mesh/triangle-mesh.ts';

/** A run of triangles of one part with one material. */
export interface PartPrimitive {
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /** Number of its name; -1 for none. */
  readonly material: number;
}

/** A part whose materials change more often is written without them: each run costs an accessor, and a reader a draw call. */
const maxPrimitives = 1024;

/** A part as glTF has it, a primitive for each run of one material, so that the order of triangles stays. */
export function partPrimitives(
  { firstTriangle, triangleCount }: Pick<MeshPart, 'firstTriangle' | 'triangleCount'>,
  materials: SurfaceMaterials | undefined,
): readonly PartPrimitive[] {
  const end = firstTriangle + triangleCount;
  const runs = materials?.runs ?? [];
  const starts = [firstTriangle];
  for (let i = firstRunBehind(runs, firstTriangle); i < runs.length && runs[i] < end; i += 2) {
    starts.push(runs[i]);
    if (starts.length > maxPrimitives) return [{ firstTriangle, triangleCount, material: -1 }];
  }
  return starts.map((first, i) => ({
    firstTriangle: first,
    triangleCount: (starts[i + 1] ?? end) - first,
    material: materialNumber(materials, first),
  }));
}

/** Place of the first run that begins behind a triangle. */
function firstRunBehind(runs: readonly number[], triangle: number): number {
  let low = 0;
  let high = runs.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[2 * middle] <= triangle) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}
