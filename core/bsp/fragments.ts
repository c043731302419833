import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { weldVertices } from '../mesh/weld-vertices.ts';
import { orient2dSign } from '../math/orientation.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { ExactSpace } from './exact-space.ts';
import { linePlane, trianglePlane, vertexAt } from './plane.ts';
import { type BspPoint, vertexPoint } from './point.ts';
import type { PlanePolygon } from './polygon.ts';

/** A convex part of a triangle. */
export interface Fragment extends PlanePolygon {
  readonly triangle: number;
}

/** Returns the triangles with area, as fragments that share their points. Vertices at equal positions are one point. */
export function trianglesAsFragments(mesh: TriangleMesh, space: ExactSpace): Fragment[] {
  const welded = weldVertices(mesh);
  const points: (BspPoint | undefined)[] = [];
  const fragments: Fragment[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const corners = [0, 1, 2].map((i) => welded[mesh.indices[3 * triangle + i]]) as [number, number, number];
    const axis = widestShadow(space, corners);
    if (axis === null) continue;
    const direction: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
    fragments.push({
      triangle,
      plane: trianglePlane(space, triangle, ...corners),
      points: corners.map((vertex) => (points[vertex] ??= vertexPoint(space, vertex))),
      edges: corners.map((from, i) => linePlane(space, from, corners[(i + 1) % 3]!, direction)),
    });
  }
  return fragments;
}

/** Returns the axis along which the shadow of a triangle is largest, as rounded; `null` for a triangle that has exactly no area. */
function widestShadow(space: ExactSpace, corners: readonly [number, number, number]): 0 | 1 | 2 | null {
  const [p, q, r] = corners.map((vertex) => vertexAt(space, vertex)) as [Vec3, Vec3, Vec3];
  let best: 0 | 1 | 2 | null = null;
  let bestSize = -1;
  for (const axis of [0, 1, 2] as const) {
    const x = (axis + 1) % 3;
    const y = (axis + 2) % 3;
    const size = Math.abs((q[x]! - p[x]!) * (r[y]! - p[y]!) - (q[y]! - p[y]!) * (r[x]! - p[x]!));
    if (size <= bestSize || orient2dSign(p[x]!, p[y]!, q[x]!, q[y]!, r[x]!, r[y]!) === 0) continue;
    best = axis;
    bestSize = size;
  }
  return best;
}
