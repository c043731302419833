import { meshBounds } from '../../mesh/bounds.ts';
import { none } from '../../mesh/topology.ts';
import { vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { Progress } from '../../progress.ts';
import { boxesAroundPointUnsorted } from '../study/boxes/boxes-around-point.ts';
import { createBoxHierarchy } from '../study/boxes/box-hierarchy.ts';
import { visitNearPoints } from '../study/near-points.ts';
import { withoutTriangles } from './mesh-draft.ts';
import type { Repair } from './repair.ts';

export const weld: Repair = {
  name: 'weld',
  title: 'Weld vertices',
  meaning: 'Joins vertices within a distance, each to the first one, and drops triangles that collapse',
  options: ['weld'],
  clears: ['unwelded-vertices', 'nearly-equal-vertices', 'boundary-loops', 'open-hulls'],
  isRequested: (options) => options.weld !== undefined,
  run: (mesh, options, progress) => {
    const exact = weldVertices(mesh);
    const first = options.weld === 0 ? exact : nearestFirst(mesh, exact, options.weld, progress);
    const indices = mesh.indices.map((vertex) => first[vertex]);
    const joined = joinedVertices(mesh, first);
    if (joined === 0) return null;
    const collapsed = collapsedTriangles(mesh.indices, exact, indices);
    const count = collapsed.reduce((sum, one) => sum + one, 0);
    const counts = [
      { what: 'vertices joined', count: joined },
      { what: 'triangles collapsed', count },
    ];
    // A collapsed triangle can have been the only one there, so its surface may be farther away than the vertices moved.
    return { draft: withoutTriangles({ ...mesh, indices }, collapsed), counts, ...(count === 0 && { bound: options.weld }) };
  },
};

/**
 * Returns (V) the vertex that each vertex is joined to: the lowest one within `distance` that is joined to none. So no vertex moves farther
 * than that, and those that stay are farther apart, unlike with chains of near vertices.
 */
export function nearestFirst(mesh: TriangleMesh, exact: Uint32Array, distance: number, progress: Progress): Uint32Array {
  const bounds = meshBounds(mesh);
  if (bounds === null) return exact;
  const vertices = usedFiniteVertices(mesh, exact);
  const points = new Float64Array(3 * vertices.length);
  for (let i = 0; i < points.length; i++) points[i] = mesh.positions[3 * vertices[(i / 3) | 0] + (i % 3)];
  const firstOf = new Uint32Array(vertices.length);
  const isNear = (a: number, b: number): boolean =>
    Math.hypot(points[3 * a] - points[3 * b], points[3 * a + 1] - points[3 * b + 1], points[3 * a + 2] - points[3 * b + 2]) <= distance;
  const reset = (): void => {
    for (let i = 0; i < firstOf.length; i++) firstOf[i] = i;
  };
  const join = (a: number, b: number): void => {
    const [low, high] = a < b ? [a, b] : [b, a];
    if (firstOf[low] === low && low < firstOf[high] && isNear(low, high)) firstOf[high] = low;
  };
  reset();
  if (!visitNearPoints(points, distance, bounds, join, progress)) {
    reset();
    joinByBoxes(points, distance, join, progress);
  }
  const result = exact.slice();
  const numberOf = new Uint32Array(vertexCount(mesh)).fill(none);
  for (let i = 0; i < vertices.length; i++) numberOf[vertices[i]] = i;
  for (let vertex = 0; vertex < result.length; vertex++) {
    const number = numberOf[exact[vertex]];
    if (number !== none) result[vertex] = vertices[firstOf[number]];
  }
  return result;
}

/** Visits the pairs of each point with earlier ones, whatever their density. */
function joinByBoxes(points: Float64Array, distance: number, join: (a: number, b: number) => void, progress: Progress): void {
  const boxes = new Float64Array(2 * points.length);
  for (let i = 0; i < points.length; i += 3) for (let k = 0; k < 3; k++) boxes[2 * i + k] = boxes[2 * i + 3 + k] = points[i + k];
  const hierarchy = createBoxHierarchy(boxes);
  const count = points.length / 3;
  for (let i = 0; i < count; i++) {
    if (i % 1024 === 0) progress(i / count);
    const near = boxesAroundPointUnsorted(hierarchy, points[3 * i], points[3 * i + 1], points[3 * i + 2], distance);
    for (const other of near) if (other < i) join(other, i);
  }
}

/** Returns the first vertex of each used position with finite coordinates, ascending. */
function usedFiniteVertices({ positions, indices }: TriangleMesh, exact: Uint32Array): Uint32Array {
  const isUsed = new Uint8Array(exact.length);
  for (let i = 0; i < indices.length; i++) isUsed[exact[indices[i]]] = 1;
  const isFinite = (vertex: number): boolean =>
    Number.isFinite(positions[3 * vertex]) && Number.isFinite(positions[3 * vertex + 1]) && Number.isFinite(positions[3 * vertex + 2]);
  return Uint32Array.from(isUsed.keys()).filter((vertex) => isUsed[vertex] === 1 && isFinite(vertex));
}

/** Returns the number of used vertices less the number of vertices that are left of them. */
function joinedVertices({ indices }: TriangleMesh, first: Uint32Array): number {
  const wasUsed = new Uint8Array(first.length);
  const isUsed = new Uint8Array(first.length);
  for (let i = 0; i < indices.length; i++) wasUsed[indices[i]] = isUsed[first[indices[i]]] = 1;
  let joined = 0;
  for (let vertex = 0; vertex < first.length; vertex++) joined += wasUsed[vertex] - isUsed[vertex];
  return joined;
}

/** Returns (T) 1 for triangles with three different positions before, and fewer now. Those that had fewer before are degenerate already. */
function collapsedTriangles(before: Uint32Array, exact: Uint32Array, after: Uint32Array): Uint8Array {
  const collapsed = new Uint8Array(before.length / 3);
  const differ = (a: number, b: number, c: number): boolean => a !== b && b !== c && c !== a;
  for (let at = 0; at < before.length; at += 3) {
    const had = differ(exact[before[at]], exact[before[at + 1]], exact[before[at + 2]]);
    if (had && !differ(after[at], after[at + 1], after[at + 2])) collapsed[at / 3] = 1;
  }
  return collapsed;
}
