import { meshBounds } from '../../mesh/bounds.ts';
import { meshTopology, type MeshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { findJunctions } from '../checks/shared/find-junctions.ts';
import type { Repair } from './repair.ts';
import { addInsertion, splitSides, type Insertions } from './split-sides.ts';

export const splitJunctions: Repair = {
  name: 'split-junctions',
  title: 'Split T-junctions',
  meaning: 'Splits open edges at the vertices of other triangles that lie on them, so that both sides share their edges',
  options: ['splitJunctions'],
  clears: ['t-junctions', 'boundary-loops', 'open-hulls'],
  isRequested: (options) => options.splitJunctions !== undefined,
  run: (mesh, options, progress) => {
    const topology = meshTopology(mesh);
    const onEdge = new Map<number, number[]>();
    const distance = options.splitJunctions + roundingOf(mesh);
    findJunctions(mesh, topology, distance, Infinity, progress, (vertex, edge) => {
      const before = onEdge.get(edge);
      if (before === undefined) onEdge.set(edge, [vertex]);
      else before.push(vertex);
    });
    if (onEdge.size === 0) return null;
    const { draft, split, leftOut } = splitSides(mesh, insertionsOf(mesh, topology, onEdge));
    const vertices = split === 0 ? 0 : new Set([...onEdge.values()].flat()).size;
    const counts = [
      { what: 'vertices inserted into edges', count: vertices },
      { what: 'triangles split', count: split },
      { what: 'vertices not inserted: a triangle would flip', count: leftOut },
    ];
    return { draft: split === 0 ? null : draft, counts, bound: distance };
  },
};

/** Part of the size up to which rounding can move a point off an edge. */
const rounding = 2 ** -44;

function roundingOf(mesh: TriangleMesh): number {
  const bounds = meshBounds(mesh);
  return bounds === null ? 0 : rounding * Math.max(...[...bounds.min, ...bounds.max].map(Math.abs));
}

function insertionsOf({ positions }: TriangleMesh, topology: MeshTopology, onEdge: ReadonlyMap<number, readonly number[]>): Insertions {
  const insertions: Insertions = new Map();
  for (const [edge, vertices] of onEdge) {
    const [low, high] = [topology.edgeVertices[2 * edge], topology.edgeVertices[2 * edge + 1]];
    const along = (vertex: number): number =>
      [0, 1, 2].reduce(
        (sum, k) => sum + (positions[3 * vertex + k] - positions[3 * low + k]) * (positions[3 * high + k] - positions[3 * low + k]),
        0,
      );
    const sorted = [...vertices].sort((a, b) => along(a) - along(b) || a - b);
    for (let at = topology.edgeFirst[edge]; at < topology.edgeFirst[edge + 1]; at++) {
      const side = topology.edgeSides[at];
      addInsertion(insertions, side, topology.corners[side] === low ? sorted : [...sorted].reverse());
    }
  }
  return insertions;
}
