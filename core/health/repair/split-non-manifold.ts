import { edgeCount, isForward, meshTopology, nextSide, previousSide, sidesOnEdge, type MeshTopology } from '../../mesh/topology.ts';
import { vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { createUnionFind, findRoot, unite, type UnionFind } from '../../mesh/union-find.ts';
import { vertexCorners } from '../../mesh/vertex-corners.ts';
import { keptDraft } from './mesh-draft.ts';
import type { Repair } from './repair.ts';
import { normalOf } from './split-sides.ts';

export const splitNonManifold: Repair = {
  name: 'split-non-manifold',
  title: 'Split non-manifold',
  meaning: 'Separates the sheets that share a non-manifold edge or vertex, in pairs that enclose a volume where there are any',
  options: ['splitNonManifold'],
  clears: ['non-manifold-edges', 'non-manifold-vertices'],
  isRequested: (options) => options.splitNonManifold !== undefined,
  run: (mesh, { splitNonManifold: gap }, progress) => {
    const topology = meshTopology(mesh);
    progress(0.3);
    const { fans, edges } = matchedFans(mesh, topology);
    progress(0.6);
    const { first, corners: around } = vertexCorners(topology);
    const { indices, sources } = keptDraft(mesh);
    const added: number[] = [];
    let vertices = 0;
    for (let vertex = 0; vertex + 1 < first.length; vertex++) {
      const own = fansAt(fans, around.subarray(first[vertex], first[vertex + 1]));
      if (own.length < 2) continue;
      vertices++;
      own.forEach((corners, i) => {
        const keeps = gap === 0 && i === 0;
        const number = keeps ? vertex : vertexCount(mesh) + added.length / 3;
        if (!keeps) added.push(...movedPosition(mesh, topology, vertex, corners, gap / 2));
        for (const corner of corners) indices[corner] = number;
      });
    }
    if (vertices === 0) return null;
    const counts = [
      { what: 'non-manifold edges split', count: edges },
      { what: 'vertices split', count: vertices },
      { what: 'vertices added', count: added.length / 3 - (gap === 0 ? 0 : vertices) },
    ];
    return { draft: { added, indices, sources }, counts, bound: gap / 2 };
  },
};

/** Returns the corners in fans: those of one fan are connected by matched sides. `edges`: number of edges with more than two sides. */
function matchedFans(mesh: TriangleMesh, topology: MeshTopology): { readonly fans: UnionFind; readonly edges: number } {
  const { edgeFirst, edgeSides, edgeVertices } = topology;
  const fans = createUnionFind(topology.corners.length);
  let edges = 0;
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const sides = edgeSides.subarray(edgeFirst[edge], edgeFirst[edge + 1]);
    if (sides.length < 2) continue;
    if (sidesOnEdge(topology, edge) > 2) edges++;
    const pairs = sides.length === 2 ? [[sides[0]!, sides[1]!] as const] : matchedSides(mesh, topology, edge, sides);
    for (const [a, b] of pairs) {
      for (const vertex of [edgeVertices[2 * edge], edgeVertices[2 * edge + 1]]) {
        unite(fans, cornerAt(topology, a, vertex), cornerAt(topology, b, vertex));
      }
    }
  }
  return { fans, edges };
}

function cornerAt({ corners }: MeshTopology, side: number, vertex: number): number {
  return corners[side] === vertex ? side : nextSide(side);
}

/**
 * Returns pairs of sides of a non-manifold edge that enclose a wedge of volume. Around the edge, a side along it matches the previous one
 * if that runs against it. So solids that touch in an edge come apart, and a fin leaves a solid closed. Sides without a match stay open.
 */
function matchedSides(
  mesh: TriangleMesh,
  topology: MeshTopology,
  edge: number,
  sides: Uint32Array,
): readonly (readonly [number, number])[] {
  const angles = anglesAround(mesh, topology, edge, sides);
  const order = [...sides.keys()].sort((a, b) => angles[a]! - angles[b]! || sides[a]! - sides[b]!);
  const pairs: (readonly [number, number])[] = [];
  order.forEach((number, i) => {
    const before = sides[order[(i + order.length - 1) % order.length]!]!;
    const side = sides[number]!;
    if (isForward(topology, side) && !isForward(topology, before)) pairs.push([before, side]);
  });
  return pairs;
}

/** Returns the angles of the triangles around an edge, from the first one, counter-clockwise seen against the edge; radians in [0, 2π). */
function anglesAround(
  { positions }: TriangleMesh,
  { corners, edgeVertices }: MeshTopology,
  edge: number,
  sides: Uint32Array,
): readonly number[] {
  const low = 3 * edgeVertices[2 * edge];
  const high = 3 * edgeVertices[2 * edge + 1];
  const along = [0, 1, 2].map((k) => positions[high + k]! - positions[low + k]!);
  const length = Math.hypot(...along);
  const e = along.map((value) => value / length);
  const across = Array.from(sides, (side) => {
    const apex = 3 * corners[previousSide(side)]!;
    const w = [0, 1, 2].map((k) => positions[apex + k]! - positions[low + k]!);
    const dot = w[0]! * e[0]! + w[1]! * e[1]! + w[2]! * e[2]!;
    return w.map((value, k) => value - dot * e[k]!);
  });
  const u = across[0]!;
  const v = [e[1]! * u[2]! - e[2]! * u[1]!, e[2]! * u[0]! - e[0]! * u[2]!, e[0]! * u[1]! - e[1]! * u[0]!];
  return across.map((w, i) => {
    if (i === 0) return 0;
    const x = w[0]! * u[0]! + w[1]! * u[1]! + w[2]! * u[2]!;
    const y = w[0]! * v[0]! + w[1]! * v[1]! + w[2]! * v[2]!;
    const angle = Math.atan2(y, x);
    return angle < 0 ? angle + 2 * Math.PI : angle;
  });
}

/** Returns the corners of each fan at a vertex, in the order of their lowest corner. */
function fansAt(fans: UnionFind, corners: Uint32Array): readonly (readonly number[])[] {
  const sets = new Map<number, number[]>();
  for (const corner of corners) {
    const root = findRoot(fans, corner);
    const set = sets.get(root);
    if (set === undefined) sets.set(root, [corner]);
    else set.push(corner);
  }
  return [...sets.values()];
}

/** Returns the position of a vertex moved by a distance towards the inside of one of its fans, or behind a fan that surrounds it. */
function movedPosition(
  mesh: TriangleMesh,
  topology: MeshTopology,
  vertex: number,
  corners: readonly number[],
  distance: number,
): readonly number[] {
  const { positions } = mesh;
  const at = [0, 1, 2].map((k) => positions[3 * vertex + k]!);
  if (distance === 0) return at;
  const inward = [0, 0, 0];
  const behind = [0, 0, 0];
  for (const corner of corners) {
    const others = [topology.corners[nextSide(corner)]!, topology.corners[previousSide(corner)]!];
    for (const other of others) {
      const way = at.map((value, k) => positions[3 * other + k]! - value);
      const length = Math.hypot(...way);
      for (let k = 0; k < 3; k++) inward[k]! += way[k]! / length / corners.length;
    }
    const normal = normalOf(positions, vertex, others[0]!, others[1]!);
    const size = Math.hypot(...normal);
    if (size > 0) for (let k = 0; k < 3; k++) behind[k]! -= normal[k]! / size;
  }
  const way = Math.hypot(...inward) > 0.01 ? inward : behind;
  const length = Math.hypot(...way);
  return length === 0 ? at : at.map((value, k) => value + (way[k]! / length) * distance);
}
