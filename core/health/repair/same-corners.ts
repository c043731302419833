import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Returns whether each corner of a triangle is at a corner of another one. */
export function hasSameCorners(a: TriangleMesh, triangleA: number, b: TriangleMesh, triangleB: number): boolean {
  const isAt = (i: number, k: number): boolean => {
    const p = 3 * a.indices[3 * triangleA + i];
    const q = 3 * b.indices[3 * triangleB + k];
    return a.positions[p] === b.positions[q] && a.positions[p + 1] === b.positions[q + 1] && a.positions[p + 2] === b.positions[q + 2];
  };
  for (let turn = 0; turn < 3; turn++) {
    if (!isAt(0, turn)) continue;
    const [next, last] = [(turn + 1) % 3, (turn + 2) % 3];
    if ((isAt(1, next) && isAt(2, last)) || (isAt(1, last) && isAt(2, next))) return true;
  }
  return false;
}
