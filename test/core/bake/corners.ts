import { integralsOf } from '#core/mesh/mass-properties';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** (9·T) the corners of all triangles in order, without regard to the numbers of vertices. */
export function cornersOf({ positions, indices }: TriangleMesh): Float64Array {
  return Float64Array.from({ length: 3 * indices.length }, (_, i) => positions[3 * indices[Math.floor(i / 3)]! + (i % 3)]!);
}

/** Returns the signed volume of a mesh. */
export function volumeOf(mesh: TriangleMesh): number {
  return integralsOf(mesh, [0, 0, 0])[0]! / 6;
}
