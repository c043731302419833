import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** (9·T) the corners of all triangles in order, without regard to the numbers of vertices. */
export function cornersOf({ positions, indices }: TriangleMesh): Float64Array {
  return Float64Array.from({ length: 3 * indices.length }, (_, i) => positions[3 * indices[Math.floor(i / 3)]! + (i % 3)]!);
}
