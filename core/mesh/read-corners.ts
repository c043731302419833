import type { TriangleMesh } from './triangle-mesh.ts';

/** Writes the corners of a triangle to `out` (9). Hot. */
export function readCorners({ positions, indices }: TriangleMesh, triangle: number, out: Float64Array): void {
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  out[0] = positions[a];
  out[1] = positions[a + 1];
  out[2] = positions[a + 2];
  out[3] = positions[b];
  out[4] = positions[b + 1];
  out[5] = positions[b + 2];
  out[6] = positions[c];
  out[7] = positions[c + 1];
  out[8] = positions[c + 2];
}
