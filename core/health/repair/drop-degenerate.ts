import { edgeCount, meshTopology, triangleStates, type MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { createUnionFind, findRoot, unite } from '../../mesh/union-find.ts';
import { flatTriangles } from '../study/flat-triangles.ts';
import type { Repair } from './repair.ts';
import { addInsertion, splitSides, type Insertions } from './split-sides.ts';

export const dropDegenerate: Repair = {
  name: 'drop-degenerate',
  title: 'Drop degenerate triangles',
  meaning: 'Removes triangles without area or with coordinates that are not finite, and splits their neighbours so that no gap opens',
  options: ['dropDegenerate'],
  clears: ['zero-area-triangles', 'repeated-vertex-triangles', 'non-finite-vertices', 'sliver-height', 'sliver-angle'],
  isRequested: (options) => options.dropDegenerate === true,
  run: (mesh, _, progress) => {
    const topology = meshTopology(mesh);
    progress(0.3);
    const isFlat = flatTriangles(mesh, topology);
    const isDropped = Uint8Array.from(isFlat, (flat, triangle) =>
      flat === 1 || topology.states[triangle] !== triangleStates.plain ? 1 : 0,
    );
    progress(0.6);
    if (!isDropped.includes(1)) return null;
    const { draft, split } = splitSides(mesh, insertionsOf(mesh, topology, isFlat), isDropped);
    const count = (state: number): number => topology.states.reduce((sum, one) => sum + (one === state ? 1 : 0), 0);
    return {
      draft,
      counts: [
        { what: 'triangles on a line dropped', count: isFlat.reduce((sum, flat) => sum + flat, 0) },
        { what: 'triangles with a repeated position dropped', count: count(triangleStates.repeatedVertex) },
        { what: 'triangles with non-finite corners dropped', count: count(triangleStates.nonFinite) },
        { what: 'neighbours split', count: split },
      ],
    };
  },
};

/**
 * Returns the points to insert into the sides next to flat triangles. Flat triangles that share edges lie on one line. Every side at the
 * border of such a run is split at all points of the run between its ends. So the sides match again without the run.
 */
function insertionsOf(mesh: TriangleMesh, topology: MeshTopology, isFlat: Uint8Array): Insertions {
  const runs = createUnionFind(triangleCount(mesh));
  const rims = new Map<number, number>();
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    let flat = -1;
    let hasOther = false;
    for (let at = topology.edgeFirst[edge]; at < topology.edgeFirst[edge + 1]; at++) {
      const triangle = Math.floor(topology.edgeSides[at] / 3);
      if (isFlat[triangle] === 0) hasOther = true;
      else if (flat < 0) flat = triangle;
      else unite(runs, flat, triangle);
    }
    if (flat >= 0 && hasOther) rims.set(edge, flat);
  }
  const points = pointsOfRuns(topology, isFlat, (triangle) => findRoot(runs, triangle));
  const insertions: Insertions = new Map();
  for (const [edge, flat] of rims) {
    const [low, high] = [topology.edgeVertices[2 * edge], topology.edgeVertices[2 * edge + 1]];
    const between = pointsBetween(mesh, low, high, points.get(findRoot(runs, flat)) ?? []);
    if (between.length === 0) continue;
    for (let at = topology.edgeFirst[edge]; at < topology.edgeFirst[edge + 1]; at++) {
      const side = topology.edgeSides[at];
      if (isFlat[Math.floor(side / 3)] === 1) continue;
      addInsertion(insertions, side, topology.corners[side] === low ? between : [...between].reverse());
    }
  }
  return insertions;
}

/** Returns the vertices of each run of flat triangles by its root. */
function pointsOfRuns({ corners }: MeshTopology, isFlat: Uint8Array, rootOf: (triangle: number) => number): Map<number, readonly number[]> {
  const sets = new Map<number, Set<number>>();
  for (let triangle = 0; triangle < isFlat.length; triangle++) {
    if (isFlat[triangle] === 0) continue;
    const root = rootOf(triangle);
    const set = sets.get(root) ?? new Set();
    for (let i = 0; i < 3; i++) set.add(corners[3 * triangle + i]);
    sets.set(root, set);
  }
  return new Map([...sets].map(([root, set]) => [root, [...set].sort((a, b) => a - b)]));
}

/** Returns the points strictly between two others of the same line, from `low` to `high`. */
function pointsBetween({ positions }: TriangleMesh, low: number, high: number, points: readonly number[]): readonly number[] {
  // On a line, the coordinate of the longest extent orders the points exactly.
  const extents = [0, 1, 2].map((k) => Math.abs(positions[3 * high + k] - positions[3 * low + k]));
  const axis = extents.indexOf(Math.max(...extents));
  const from = positions[3 * low + axis];
  const to = positions[3 * high + axis];
  const along = (vertex: number): number => (positions[3 * vertex + axis] - from) * Math.sign(to - from);
  return points.filter((vertex) => along(vertex) > 0 && along(vertex) < Math.abs(to - from)).sort((a, b) => along(a) - along(b) || a - b);
}
