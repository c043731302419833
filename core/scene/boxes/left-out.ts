import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** What of a mesh takes no part in a scene. */
export interface LeftOut {
  /** Vertices with a coordinate that is not finite. */
  readonly nonFiniteVertices: number;
  /** Triangles that use one of them: they are in no box, and no surface. */
  readonly trianglesLeftOut: number;
}

/** Returns how many vertices and triangles of a mesh take no part in a scene. */
export function leftOutOf(mesh: TriangleMesh): LeftOut {
  const { positions } = mesh;
  let nonFiniteVertices = 0;
  for (let at = 0; at < positions.length; at += 3) {
    // A finite number minus itself is 0; NaN and infinities give NaN.
    const check = positions[at] - positions[at] + (positions[at + 1] - positions[at + 1]) + (positions[at + 2] - positions[at + 2]);
    if (check !== 0) nonFiniteVertices++;
  }
  let trianglesLeftOut = 0;
  if (nonFiniteVertices > 0)
    for (let triangle = 0; triangle < triangleCount(mesh); triangle++) if (!isFiniteTriangle(mesh, triangle)) trianglesLeftOut++;
  return { nonFiniteVertices, trianglesLeftOut };
}
