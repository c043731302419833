import { tableSize } from '../math/hash-words.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';
import { weldVertices } from './weld-vertices.ts';

/**
 * Whether the finite triangles bound a volume. With vertices at equal positions welded, every edge must have as many triangles in one direction as
 * in the other: then the winding number is whole everywhere. Solids may share edges and faces. Triangles that use a position twice are skipped,
 * because their edges cancel out. False without triangles. Linear time and memory. `countOpenEdges` counts the other edges.
 */
export function isClosed(mesh: TriangleMesh): boolean {
  const triangles = triangleCount(mesh);
  const welded = weldVertices(mesh);
  // A closed mesh has at most 3/2 edges per triangle. With more edges it is not closed, and the search ends.
  const maxEdges = Math.floor(1.5 * triangles);
  const mask = tableSize(maxEdges + 1) - 1;
  const lows = new Uint32Array(mask + 1);
  const highs = new Uint32Array(mask + 1);
  const seen = new Uint8Array(mask + 1);
  /** Triangles from the lower vertex to the higher one, minus the others. */
  const balances = new Int32Array(mask + 1);
  let edges = 0;
  let unbalanced = 0;
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const at = 3 * triangle;
    const a = welded[mesh.indices[at]];
    const b = welded[mesh.indices[at + 1]];
    const c = welded[mesh.indices[at + 2]];
    if (a === b || b === c || c === a) continue;
    for (let side = 0; side < 3; side++) {
      const from = side === 0 ? a : side === 1 ? b : c;
      const to = side === 0 ? b : side === 1 ? c : a;
      const low = Math.min(from, to);
      const high = Math.max(from, to);
      let slot = hashPair(low, high) & mask;
      while (seen[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high)) slot = (slot + 1) & mask;
      if (seen[slot] === 0) {
        if (++edges > maxEdges) return false;
        seen[slot] = 1;
        lows[slot] = low;
        highs[slot] = high;
      }
      if (balances[slot] === 0) unbalanced++;
      balances[slot] += from === low ? 1 : -1;
      if (balances[slot] === 0) unbalanced--;
    }
  }
  return edges > 0 && unbalanced === 0;
}

function hashPair(low: number, high: number): number {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (high >>> 15), 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae3d);
  return (hash ^ (hash >>> 16)) >>> 0;
}
