import { addToSum, createSum, sumOf } from '../math/compensated-sum.ts';
import { triangleArea } from '../shape/triangle-area.ts';
import { type Bounds, boundsCenter, meshBounds } from './bounds.ts';
import { isClosed } from './is-closed.ts';
import { integralsOf } from './mass-properties.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** Measures of a surface; mesh units. */
export interface SurfaceMeasures {
  readonly triangles: number;
  /** Of the finite triangles; `null` without any. */
  readonly bounds: Bounds | null;
  /** Sum of the areas of the finite triangles. */
  readonly area: number;
  /** The volume that the triangles bound, below 0 if they face inwards; `null` for an open surface. Overlapping solids count each. */
  readonly volume: number | null;
}

/** Returns the measures of the triangles of a mesh. Linear time; the sums are compensated, so map coordinates keep their precision. */
export function surfaceMeasures(mesh: TriangleMesh): SurfaceMeasures {
  const { positions, indices } = mesh;
  const bounds = meshBounds(mesh);
  const area = createSum();
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    for (let i = 0; i < 9; i++) corners[i] = positions[3 * indices[3 * triangle + Math.floor(i / 3)] + (i % 3)];
    addToSum(area, triangleArea(corners));
  }
  const volume = bounds === null || !isClosed(mesh) ? null : integralsOf(mesh, boundsCenter(bounds))[0] / 6;
  return { triangles: triangleCount(mesh), bounds, area: sumOf(area), volume };
}
