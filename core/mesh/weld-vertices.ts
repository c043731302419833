import { hashWords, tableSize } from '../math/hash-words.ts';
import { vertexCount, type TriangleMesh } from './triangle-mesh.ts';

/**
 * Returns (V) the lowest vertex at the same position for each vertex, by exact comparison (-0 is 0). A vertex with a NaN represents
 * itself. One pass over an open hash table of at most 4·V words.
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
    // Adding 0 turns -0 into 0.
    point[0] = positions[3 * vertex] + 0;
    point[1] = positions[3 * vertex + 1] + 0;
    point[2] = positions[3 * vertex + 2] + 0;
    // A NaN equals nothing, so it does not enter the table.
    if (Number.isNaN(point[0]) || Number.isNaN(point[1]) || Number.isNaN(point[2])) {
      welded[vertex] = vertex;
      continue;
    }
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
