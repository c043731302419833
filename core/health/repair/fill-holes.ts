import { meshTopology, none, type MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { findBoundaryLoops, loopVertices, type BoundaryLoops } from '../checks/shared/find-boundary-loops.ts';
import type { Progress } from '../../progress.ts';
import { edgeKey, type ChosenHoles } from './chosen-holes.ts';
import { crossingFills } from './crossing-fills.ts';
import { keptDraft, type MeshDraft } from './mesh-draft.ts';
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
    let [others, large, broken] = [0, 0, 0];
    const chosen: number[] = [];
    for (let loop = 0; loop < count; loop++) {
      if (holes !== null && !isChosen(mesh, topology, loops, loop, sources, holes)) others++;
      else if (loops.isClosed[loop] === 0) broken++;
      else if (holes === null && !isWithin(mesh, topology, loops, loop, options)) large++;
      else chosen.push(loop);
    }
    const { draft, filled, crossing } = fillAll({ mesh, topology, loops }, chosen, options.avoidCrossings, progress);
    const counts = [
      { what: 'holes filled', count: filled },
      { what: 'triangles added', count: draft.sources.length - triangleCount(mesh) },
      { what: 'holes left, which were not chosen', count: others },
      { what: 'holes left, over the limits', count: large },
      { what: 'holes left, whose filling would intersect the surface', count: crossing },
      { what: 'open loops left: they end at non-manifold edges', count: broken },
      { what: 'single triangles left, which are no holes', count: chosen.length - filled - crossing },
    ];
    return { draft: filled === 0 ? null : draft, counts };
  },
};

/** Rounds of fillings, each without those that intersected the surface in the rounds before. One is enough unless holes share two vertices. */
const maxRounds = 4;

/**
 * Fills the chosen loops, and removes the fillings that intersect the surface, if wanted. Where an edge of one of them was taken from another
 * filling, all loops but these are filled again.
 */
function fillAll(
  surface: Pick<Filling, 'mesh' | 'topology' | 'loops'>,
  chosen: readonly number[],
  avoidsCrossings: boolean,
  progress: Progress,
): { readonly draft: MeshDraft; readonly filled: number; readonly crossing: number } {
  const { mesh } = surface;
  const left = new Set<number>();
  for (let round = 1; ; round++) {
    const report: Progress = (fraction) => progress(round === 1 ? fraction : 1);
    const filling: Filling = { ...surface, ...keptDraft(mesh), fills: [], owners: new Map() };
    const { fills, added, indices, sources } = filling;
    chosen.forEach((loop, i) => {
      report(i / chosen.length / 2);
      if (!left.has(loop)) fill(filling, loop);
    });
    if (!avoidsCrossings || fills.length === 0) return { draft: filling, filled: fills.length, crossing: left.size };
    const positions = new Float64Array(mesh.positions.length + added.length);
    positions.set(mesh.positions);
    positions.set(added, mesh.positions.length);
    const firsts = [...fills.map(({ first }) => first), sources.length];
    const whole = { positions, indices: Uint32Array.from(indices), parts: [] };
    const isCrossing = crossingFills(whole, firsts, (fraction) => report(0.5 + fraction / 2));
    const isFreed = fills.map(({ limits }) => [...limits].some((other) => isCrossing[other] === 1));
    if (round === maxRounds || !isFreed.includes(true)) {
      const filled = isCrossing.reduce((sum, mark) => sum - mark, fills.length);
      return { draft: withoutRuns(filling, firsts, isCrossing), filled, crossing: left.size + fills.length - filled };
    }
    fills.forEach(({ loop }, i) => {
      if (isCrossing[i] === 1 && !isFreed[i]) left.add(loop);
    });
  }
}

/** Returns a draft without some runs of triangles. @param firsts first triangle of each run, then the number of triangles. */
function withoutRuns({ added, indices, sources }: MeshDraft, firsts: readonly number[], isDropped: Uint8Array): MeshDraft {
  const kept: MeshDraft & { readonly indices: number[]; readonly sources: number[] } = { added, indices: [], sources: [] };
  let run = -1;
  for (let triangle = 0; triangle < sources.length; triangle++) {
    while (triangle >= firsts[run + 1]!) run++;
    if (run >= 0 && isDropped[run] === 1) continue;
    kept.indices.push(indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2]);
    kept.sources.push(sources[triangle]);
  }
  return kept;
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
  readonly fills: Fill[];
  /** The number of the filling that has an edge. */
  readonly owners: Map<number, number>;
}

interface Fill {
  readonly loop: number;
  /** Its first triangle. */
  readonly first: number;
  /** Fillings whose edges it could not have. */
  readonly limits: ReadonlySet<number>;
}

/** Appends the triangles that fill a loop, if there are any. */
function fill(filling: Filling, loop: number): void {
  const { mesh, topology, loops, added, indices, sources, fills, owners } = filling;
  const rim = loopVertices(topology, loops, loop);
  const outer = apexesOf(topology, loops, loop, rim);
  // The rim of a single triangle: its filling would be the same triangle, flipped.
  if (rim.length === 3 && outer[0] === rim[2]) return;
  const limits = new Set<number>();
  const isTaken = (a: number, b: number): boolean => {
    if (hasEdge(topology, rim[a]!, rim[b]!)) return true;
    const owner = owners.get(pairKey(topology, rim[a]!, rim[b]!));
    if (owner !== undefined) limits.add(owner);
    return owner !== undefined;
  };
  const source = Math.floor(topology.edgeSides[topology.edgeFirst[loops.edges[loops.first[loop]]]] / 3);
  const triangles = triangulateLoop(mesh.positions, rim, outer, isTaken);
  const number = fills.length;
  fills.push({ loop, first: sources.length, limits });
  if (triangles === null) {
    const centre = addCentre(mesh, rim, added);
    rim.forEach((vertex, i) => indices.push(vertex, rim[(i + 1) % rim.length]!, centre));
    for (let i = 0; i < rim.length; i++) sources.push(source);
    return;
  }
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [rim[triangles[i]!]!, rim[triangles[i + 1]!]!, rim[triangles[i + 2]!]!];
    indices.push(a, b, c);
    sources.push(source);
    for (const key of [pairKey(topology, a, b), pairKey(topology, b, c), pairKey(topology, c, a)]) owners.set(key, number);
  }
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
