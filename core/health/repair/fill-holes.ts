import { meshTopology, none, type MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { findBoundaryLoops, loopVertices, type BoundaryLoops } from '../checks/shared/find-boundary-loops.ts';
import type { Progress } from '../../progress.ts';
import { edgeKey, type ChosenHoles } from './chosen-holes.ts';
import { crossingFills } from './crossing-fills.ts';
import { keptDraft } from './mesh-draft.ts';
import type { Repair } from './repair.ts';
import { triangulateLoop } from './triangulate-loop.ts';

export const fillHoles: Repair = {
  name: 'fill-holes',
  title: 'Fill holes',
  meaning: 'Closes boundary loops with triangles between their vertices, of minimal area and folds',
  options: ['fillHoles', 'holes', 'maxHoleEdges', 'maxHoleSize', 'avoidCrossings'],
  clears: ['boundary-loops', 'open-hulls'],
  isRequested: (options) => options.fillHoles === true,
  run: (mesh, options, progress, { sources, holes }) => {
    const topology = meshTopology(mesh);
    const loops = findBoundaryLoops(topology);
    const count = loops.isClosed.length;
    if (count === 0) return null;
    const filling: Filling = { mesh, topology, loops, ...keptDraft(mesh), edges: new Set() };
    let [others, large, broken, failed] = [0, 0, 0, 0];
    /** First triangle of each filling. */
    const firsts: number[] = [];
    for (let loop = 0; loop < count; loop++) {
      progress(loop / count / 2);
      const first = filling.sources.length;
      if (holes !== null && !isChosen(mesh, topology, loops, loop, sources, holes)) others++;
      else if (loops.isClosed[loop] === 0) broken++;
      else if (holes === null && !isWithin(mesh, topology, loops, loop, options)) large++;
      else if (fill(filling, loop)) firsts.push(first);
      else failed++;
    }
    const crossing = options.avoidCrossings ? removeCrossing(filling, firsts, (fraction) => progress(0.5 + fraction / 2)) : 0;
    const filled = firsts.length - crossing;
    const counts = [
      { what: 'holes filled', count: filled },
      { what: 'triangles added', count: filling.sources.length - triangleCount(mesh) },
      { what: 'holes left, which were not chosen', count: others },
      { what: 'holes left, over the limits', count: large },
      { what: 'holes left, whose filling would intersect the surface', count: crossing },
      { what: 'open loops left: they end at non-manifold edges', count: broken },
      { what: 'single triangles left, which are no holes', count: failed },
    ];
    return { draft: filled === 0 ? null : filling, counts };
  },
};

/** Removes the fillings that intersect the surface. Returns their number. @param firsts first triangle of each filling. */
function removeCrossing({ mesh, added, indices, sources }: Filling, firsts: readonly number[], progress: Progress): number {
  if (firsts.length === 0) return 0;
  const positions = new Float64Array(mesh.positions.length + added.length);
  positions.set(mesh.positions);
  positions.set(added, mesh.positions.length);
  const ends = [...firsts, sources.length];
  const isCrossing = crossingFills({ positions, indices: Uint32Array.from(indices), parts: [] }, ends, progress);
  // From the last one, so that the runs before stay where they are.
  for (let fill = firsts.length - 1; fill >= 0; fill--) {
    if (isCrossing[fill] === 0) continue;
    const [first, end] = [ends[fill]!, ends[fill + 1]!];
    indices.splice(3 * first, 3 * (end - first));
    sources.splice(first, end - first);
  }
  return isCrossing.reduce((sum, mark) => sum + mark, 0);
}

/** Whether a loop has an edge of a chosen hole. Other repairs may have moved its vertices or added some. */
function isChosen(
  mesh: TriangleMesh,
  topology: MeshTopology,
  { first, edges }: BoundaryLoops,
  loop: number,
  sources: Uint32Array,
  { rims }: ChosenHoles,
): boolean {
  for (let i = first[loop]; i < first[loop + 1]; i++) {
    const triangle = Math.floor(topology.edgeSides[topology.edgeFirst[edges[i]]] / 3);
    const rim = rims.get(sources[triangle]);
    if (rim === undefined) continue;
    if (rim === 'all' || rim.has(edgeKey(mesh, topology.edgeVertices[2 * edges[i]], topology.edgeVertices[2 * edges[i] + 1]))) return true;
  }
  return false;
}

function isWithin(
  { positions }: TriangleMesh,
  topology: MeshTopology,
  { first, edges }: BoundaryLoops,
  loop: number,
  { maxHoleEdges, maxHoleSize }: { readonly maxHoleEdges: number; readonly maxHoleSize: number },
): boolean {
  if (first[loop + 1] - first[loop] > maxHoleEdges) return false;
  if (maxHoleSize === 0) return true;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = first[loop]; i < first[loop + 1]; i++) {
    for (const vertex of topology.edgeVertices.subarray(2 * edges[i], 2 * edges[i] + 2)) {
      for (let k = 0; k < 3; k++) {
        min[k] = Math.min(min[k]!, positions[3 * vertex + k]);
        max[k] = Math.max(max[k]!, positions[3 * vertex + k]);
      }
    }
  }
  return Math.hypot(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!) <= maxHoleSize;
}

interface Filling {
  readonly mesh: TriangleMesh;
  readonly topology: MeshTopology;
  readonly loops: BoundaryLoops;
  /** See `MeshDraft`. */
  readonly added: number[];
  readonly indices: number[];
  readonly sources: number[];
  /** Edges of the added triangles. */
  readonly edges: Set<number>;
}

/** Appends the triangles that fill a loop; returns false if there are none. */
function fill(filling: Filling, loop: number): boolean {
  const { mesh, topology, loops, added, indices, sources, edges } = filling;
  const rim = loopVertices(topology, loops, loop);
  const outer = apexesOf(topology, loops, loop, rim);
  // The rim of a single triangle: its filling would be the same triangle, flipped.
  if (rim.length === 3 && outer[0] === rim[2]) return false;
  const isTaken = (a: number, b: number): boolean => hasEdge(topology, rim[a]!, rim[b]!) || edges.has(pairKey(topology, rim[a]!, rim[b]!));
  const source = Math.floor(topology.edgeSides[topology.edgeFirst[loops.edges[loops.first[loop]]]] / 3);
  const triangles = triangulateLoop(mesh.positions, rim, outer, isTaken);
  if (triangles === null) {
    const centre = addCentre(mesh, rim, added);
    rim.forEach((vertex, i) => indices.push(vertex, rim[(i + 1) % rim.length]!, centre));
    for (let i = 0; i < rim.length; i++) sources.push(source);
    return true;
  }
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [rim[triangles[i]!]!, rim[triangles[i + 1]!]!, rim[triangles[i + 2]!]!];
    indices.push(a, b, c);
    sources.push(source);
    for (const key of [pairKey(topology, a, b), pairKey(topology, b, c), pairKey(topology, c, a)]) edges.add(key);
  }
  return true;
}

/** Adds the mean of the corners and returns its index: a fan around it needs no diagonal. */
function addCentre(mesh: TriangleMesh, rim: readonly number[], added: number[]): number {
  const centre = vertexCount(mesh) + added.length / 3;
  const first = 3 * rim[0]!;
  for (let k = 0; k < 3; k++) {
    const origin = mesh.positions[first + k];
    added.push(origin + rim.reduce((sum, vertex) => sum + (mesh.positions[3 * vertex + k] - origin), 0) / rim.length);
  }
  return centre;
}

/** Returns for each vertex of the rim the opposite vertex of the triangle at the edge to the next one. */
function apexesOf(topology: MeshTopology, { first, edges }: BoundaryLoops, loop: number, rim: readonly number[]): readonly number[] {
  const apexes = new Map<number, number>();
  for (let i = first[loop]; i < first[loop + 1]; i++) {
    const side = topology.edgeSides[topology.edgeFirst[edges[i]]];
    const [a, b] = [topology.edgeVertices[2 * edges[i]], topology.edgeVertices[2 * edges[i] + 1]];
    const corners = topology.corners.subarray(3 * Math.floor(side / 3), 3 * Math.floor(side / 3) + 3);
    apexes.set(pairKey(topology, a, b), corners.find((vertex) => vertex !== a && vertex !== b)!);
  }
  return rim.map((vertex, i) => apexes.get(pairKey(topology, vertex, rim[(i + 1) % rim.length]!)) ?? none);
}

function pairKey({ welded }: MeshTopology, a: number, b: number): number {
  return a < b ? a * welded.length + b : b * welded.length + a;
}

/** Whether the mesh has an edge. Binary search, since edges ascend by their vertices. */
function hasEdge({ edgeVertices }: MeshTopology, a: number, b: number): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  let from = 0;
  let end = edgeVertices.length / 2;
  while (from < end) {
    const middle = (from + end) >> 1;
    const isBefore = edgeVertices[2 * middle] < low || (edgeVertices[2 * middle] === low && edgeVertices[2 * middle + 1] < high);
    if (isBefore) from = middle + 1;
    else end = middle;
  }
  return edgeVertices[2 * from] === low && edgeVertices[2 * from + 1] === high;
}
