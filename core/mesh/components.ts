import { none, triangleStates, type MeshTopology } from './topology.ts';
import { triangleSets, type TriangleSets } from './triangle-sets.ts';
import { createUnionFind, findRoot, unite } from './union-find.ts';

/**
 * Returns the components: triangles connected by shared positions. Triangles without edges are in none. Numbered by their lowest
 * triangle.
 */
export function components({ welded, corners, states }: MeshTopology): TriangleSets {
  const vertices = createUnionFind(welded.length);
  for (let triangle = 0; triangle < states.length; triangle++) {
    if (states[triangle] !== triangleStates.plain) continue;
    unite(vertices, corners[3 * triangle], corners[3 * triangle + 1]);
    unite(vertices, corners[3 * triangle], corners[3 * triangle + 2]);
  }
  const numberOf = new Uint32Array(welded.length).fill(none);
  const setOf = new Uint32Array(states.length).fill(none);
  let count = 0;
  for (let triangle = 0; triangle < states.length; triangle++) {
    if (states[triangle] !== triangleStates.plain) continue;
    const root = findRoot(vertices, corners[3 * triangle]);
    if (numberOf[root] === none) numberOf[root] = count++;
    setOf[triangle] = numberOf[root];
  }
  return triangleSets(count, setOf);
}
