import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh';
import type { LocalSpace } from './local-space.ts';

/**
 * Returns the vertices for the GPU: (9·T) f32, three corners for each triangle in import order, in the document's local space.
 *
 * Without an index buffer `gl_VertexID % 3` is the corner of the triangle, and one pass draws faces and antialiased edges,
 * which fade on small triangles. 36 bytes a triangle. Rejected: shared vertices (18 bytes) need a second index for lines
 * (24 bytes) and a second pass with depth fighting. Normals come from derivatives and are not stored.
 *
 * A triangle with a non-finite corner becomes a point: nothing is drawn, and the indices stay.
 */
export function expandTriangles(mesh: TriangleMesh, { origin, unit }: LocalSpace): Float32Array {
  const { positions, indices } = mesh;
  const [x, y, z] = origin;
  const scale = 1 / unit;
  const triangles = triangleCount(mesh);
  const corners = new Float32Array(9 * triangles);
  for (let t = 0; t < triangles; t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const from = 3 * indices[i]!;
      corners[3 * i] = (positions[from]! - x) * scale;
      corners[3 * i + 1] = (positions[from + 1]! - y) * scale;
      corners[3 * i + 2] = (positions[from + 2]! - z) * scale;
    }
  }
  return corners;
}

/** A run of triangles. */
export interface TriangleRange {
  readonly first: number;
  readonly count: number;
}

/** Returns (3·n) the corners of triangles, for the index of a geometry that has three corners for each triangle. */
export function cornerIndices(triangles: Uint32Array): Uint32Array {
  const indices = new Uint32Array(3 * triangles.length);
  for (let i = 0; i < indices.length; i++) indices[i] = 3 * triangles[(i / 3) | 0]! + (i % 3);
  return indices;
}
