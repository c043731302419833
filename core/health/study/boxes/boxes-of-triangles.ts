import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';

/** Returns (6·n) min then max of finite triangles. */
export function boxesOfTriangles({ positions, indices }: TriangleMesh, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(6 * triangles.length);
  for (let i = 0; i < triangles.length; i++) {
    const at = 3 * triangles[i];
    const a = 3 * indices[at];
    const b = 3 * indices[at + 1];
    const c = 3 * indices[at + 2];
    for (let k = 0; k < 3; k++) {
      const p = positions[a + k];
      const q = positions[b + k];
      const r = positions[c + k];
      // Faster than `Math.min`, which also handles NaN and -0.
      const low = p < q ? p : q;
      const high = p > q ? p : q;
      boxes[6 * i + k] = low < r ? low : r;
      boxes[6 * i + 3 + k] = high > r ? high : r;
    }
  }
  return boxes;
}
