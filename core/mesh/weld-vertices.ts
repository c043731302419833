import { vertexCount, type TriangleMesh } from './triangle-mesh.ts';

/**
 * (V) for each vertex the lowest vertex at the same position, by exact comparison (-0 is 0). A vertex with a NaN stands
 * for itself. One pass over an open hash table of at most 4·V words.
 */
export function weldVertices(mesh: TriangleMesh): Uint32Array {
  const { positions } = mesh;
  const vertices = vertexCount(mesh);
  const welded = new Uint32Array(vertices);
  const mask = tableSize(vertices) - 1;
  /** Vertex + 1; 0 is free. */
  const slots = new Uint32Array(mask + 1);
  const point = new Float64Array(3);
  const words = new Uint32Array(point.buffer);
  for (let vertex = 0; vertex < vertices; vertex++) {
    // Adding 0 makes -0 a 0.
    point[0] = positions[3 * vertex] + 0;
    point[1] = positions[3 * vertex + 1] + 0;
    point[2] = positions[3 * vertex + 2] + 0;
    let slot = hashWords(words) & mask;
    for (;;) {
      const found = slots[slot];
      if (found === 0) {
        slots[slot] = vertex + 1;
        welded[vertex] = vertex;
        break;
      }
      const at = 3 * (found - 1);
      if (positions[at] === point[0] && positions[at + 1] === point[1] && positions[at + 2] === point[2]) {
        welded[vertex] = found - 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return welded;
}

/** A power of two, at least twice `entries`. */
export function tableSize(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, 2 * entries)));
}

/** Murmur3's mixing of the words of a key. Hot. */
function hashWords(words: Uint32Array): number {
  let hash = 0;
  for (let i = 0; i < words.length; i++) {
    const mixed = Math.imul(words[i], 0xcc9e2d51);
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
