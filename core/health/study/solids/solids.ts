import type { Vec3 } from '../../../math/vec3.ts';
import type { Pieces } from '../../../mesh/pieces.ts';
import type { MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../../mesh/triangle-sets.ts';
import type { Progress } from '../../../progress.ts';
import { boxesOfTriangles } from '../boxes/boxes-of-triangles.ts';
import { createBoxHierarchy, type BoxHierarchy } from '../boxes/box-hierarchy.ts';
import { findOtherBox } from '../boxes/find-other-box.ts';
import type { SelfIntersections } from '../find-self-intersections.ts';
import { setBoxes } from '../boxes/set-boxes.ts';
import { intersectingSolids, type IntersectingSolids } from './intersecting-solids.ts';
import { solidLine, type SolidLine } from './solid-line.ts';
import { solidSets, type EdgeCounts } from './solid-sets.ts';
import { volumeSign } from './volume-sign.ts';

/** The states of a solid relative to the other solids of its mesh. */
export const solidStates = {
  /** No issue was found. */
  right: 0,
  /** Faces inward and bounds no cavity. */
  insideOut: 1,
  /** Faces outward and lies inside the solid part of others. */
  nested: 2,
  /** The search ended before a decision. */
  undecided: 3,
} as const;

/** S solids. */
export interface Solids {
  readonly sets: TriangleSets;
  /** (S) 1 if its triangles face outward, -1 if inward, 0 if its volume is within the rounding error; then it is `right`. */
  readonly signs: Int8Array;
  /** (S) values of `solidStates`. */
  readonly states: Uint8Array;
}

/** The input of the search. */
export interface SolidsInput {
  readonly mesh: TriangleMesh;
  readonly topology: MeshTopology;
  readonly facts: EdgeCounts;
  readonly components: TriangleSets;
  readonly pieces: Pieces;
  readonly selfIntersections: (progress: Progress) => SelfIntersections;
}

interface Search extends Pick<Solids, 'sets' | 'signs' | 'states'> {
  readonly mesh: TriangleMesh;
  readonly intersecting: IntersectingSolids;
  /** Boxes of `sets.triangles`. */
  readonly hierarchy: BoxHierarchy;
  /** Diagonal of the bounds of all solids. */
  readonly size: number;
  readonly maxTests: number;
  /** Number of tested boxes so far. */
  tests: number;
}

/**
 * Returns the solids of a mesh with their states, from the winding number of the other solids around each. A solid inside another has its
 * box inside the other box; for these, a segment to the outside decides, also for all solids that it crosses. A solid is not inside a solid
 * that it intersects. A solid that faces inward, and has a corner outside the solids that it intersects, bounds no cavity.
 * @param maxTests limit of tested boxes. @throws whatever `progress` throws.
 */
export function solids(input: SolidsInput, maxTests: number, progress: Progress): Solids {
  const { mesh, topology, components, pieces, facts } = input;
  const sets = solidSets(topology, pieces, facts);
  const signs = Int8Array.from({ length: sets.count }, (_, solid) =>
    volumeSign(mesh, sets.triangles.subarray(sets.first[solid], sets.first[solid + 1])),
  );
  const states = new Uint8Array(sets.count);
  if (sets.count < 2)
    return { sets, signs, states: Uint8Array.from(signs, (sign) => (sign === -1 ? solidStates.insideOut : solidStates.right)) };
  const { pending, tests } = byBoxes(setBoxes(mesh, sets), signs, states, maxTests, progress);
  if (pending.length === 0 || tests >= maxTests) return { sets, signs, states };
  const intersecting = intersectingSolids(components, sets, input.selfIntersections(progress));
  const hierarchy = createBoxHierarchy(boxesOfTriangles(mesh, sets.triangles));
  const { nodes } = hierarchy;
  const size = Math.hypot(nodes[9] - nodes[6], nodes[10] - nodes[7], nodes[11] - nodes[8]);
  const search: Search = { mesh, sets, signs, states, intersecting, hierarchy, size, maxTests, tests };
  pending.forEach((solid, i) => {
    if (i % 64 === 0) progress(i / pending.length);
    if (states[solid] === solidStates.undecided && intersecting.isKnown(solid)) decide(search, solid, progress);
  });
  return { sets, signs, states };
}

/** Decides solids by their boxes. The rest stays `undecided`, sorted by box size, because the segment of a small one crosses those around it. */
function byBoxes(
  boxes: Float64Array,
  signs: Int8Array,
  states: Uint8Array,
  maxTests: number,
  progress: Progress,
): { readonly pending: readonly number[]; readonly tests: number } {
  const hierarchy = createBoxHierarchy(boxes);
  const pending: number[] = [];
  let tests = 0;
  signs.forEach((sign, solid) => {
    if (solid % 1024 === 0) progress(0);
    if (sign === 0) return;
    const search = findOtherBox(hierarchy, boxes, 6 * solid, solid, sign === 1 ? 'contains' : 'overlaps', maxTests - tests);
    tests += search?.tests ?? maxTests;
    if (search?.isFound === false) {
      states[solid] = sign === 1 ? solidStates.right : solidStates.insideOut;
      return;
    }
    states[solid] = solidStates.undecided;
    pending.push(solid);
  });
  const extent = (solid: number): number => Math.hypot(...[0, 1, 2].map((k) => boxes[6 * solid + 3 + k] - boxes[6 * solid + k]));
  const extents = new Map(pending.map((solid) => [solid, extent(solid)]));
  return { pending: pending.sort((a, b) => extents.get(a)! - extents.get(b)! || a - b), tests };
}

/** Arbitrary directions: a segment along one rarely hits an edge. */
const directions: readonly Vec3[] = [
  [0.5176, 0.6283, 0.5807],
  [-0.7071, 0.3141, 0.6337],
  [0.2236, -0.8415, 0.4917],
  [0.6931, 0.2718, -0.6677],
  [-0.1618, -0.5403, -0.8258],
  [-0.866, -0.4142, 0.2793],
  [0.3333, 0.9011, -0.2776],
  [0.9093, -0.1732, -0.3784],
];

/** Whether a solid faces inward and intersects one that faces outward. Then all its corners must be tested. */
function isMixed({ signs, intersecting }: Search, solid: number): boolean {
  return signs[solid] === -1 && [...intersecting.of(solid)].some((other) => signs[other] === 1);
}

/** Writes the state of a solid, and of others that its segment crosses. It stays `undecided` if every segment hits an edge or the search ends. */
function decide(search: Search, solid: number, progress: Progress): void {
  const { sets, states } = search;
  const triangles = sets.first[solid + 1] - sets.first[solid];
  const mixed = isMixed(search, solid);
  // All corners can be shared with other solids; triangle centres are not, if the solids do not intersect.
  const count = mixed ? 3 * triangles : 4 * triangles;
  for (let i = 0; i < count; i++) {
    if (i % 256 === 255) progress(0);
    const around = windingAt(search, solid, i < 3 * triangles ? cornerOf(search, solid, i) : centreOf(search, solid, i - 3 * triangles), i);
    if (around === 'spent') return;
    if (around === null) continue;
    const state = stateOf(search, solid, around);
    if (!mixed || state === solidStates.insideOut) {
      states[solid] = state;
      return;
    }
  }
  // No corner lies outside: it bounds a cavity.
  if (mixed) states[solid] = solidStates.right;
}

function cornerOf({ mesh: { positions, indices }, sets }: Search, solid: number, corner: number): Vec3 {
  const vertex = 3 * indices[3 * sets.triangles[sets.first[solid] + Math.floor(corner / 3)] + (corner % 3)];
  return [positions[vertex], positions[vertex + 1], positions[vertex + 2]];
}

function centreOf(search: Search, solid: number, triangle: number): Vec3 {
  const [a, b, c] = [0, 1, 2].map((k) => cornerOf(search, solid, 3 * triangle + k)) as [Vec3, Vec3, Vec3];
  return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

/** Returns the winding number of the relevant other solids around a point of a solid; `null` if every segment from it hits an edge. */
function windingAt(search: Search, solid: number, start: Vec3, attempt: number): number | null | 'spent' {
  const { mesh, sets, size, intersecting, signs } = search;
  const others = intersecting.of(solid);
  const counts = (other: number): boolean => other !== solid && (!others.has(other) || (signs[solid] === -1 && signs[other] === 1));
  for (let turn = 0; turn < 2; turn++) {
    const direction = directions[(attempt + turn) % directions.length];
    const to: Vec3 = [start[0] + 2 * size * direction[0], start[1] + 2 * size * direction[1], start[2] + 2 * size * direction[2]];
    const line = solidLine(mesh, sets, search.hierarchy, start, to, solid, search.maxTests - search.tests);
    if (line === null) {
      search.tests = search.maxTests;
      return 'spent';
    }
    search.tests += line.tests;
    if (line.touched.size === 0) decideOthers(search, line);
    if ([...line.touched].some(counts)) continue;
    let around = 0;
    for (const run of line.runs) for (const { solid: other, step } of run) if (counts(other)) around += step;
    return around;
  }
  return null;
}

/** Writes the states of the solids that a segment crosses, from the winding number beyond each. */
function decideOthers(search: Search, { runs }: SolidLine): void {
  const { states, intersecting } = search;
  const windingOf = new Map<number, number>();
  let all = 0;
  for (const run of runs) {
    const [{ solid }] = run;
    if (
      states[solid] === solidStates.undecided &&
      intersecting.isKnown(solid) &&
      !isMixed(search, solid) &&
      run.every((other) => other.solid === solid)
    ) {
      let around = all - (windingOf.get(solid) ?? 0);
      for (const other of intersecting.of(solid)) around -= windingOf.get(other) ?? 0;
      states[solid] = stateOf(search, solid, around);
    }
    for (const crossing of run) {
      all += crossing.step;
      windingOf.set(crossing.solid, (windingOf.get(crossing.solid) ?? 0) + crossing.step);
    }
  }
}

/** Returns the state of a solid. @param around winding number of the others. */
function stateOf({ signs, intersecting }: Search, solid: number, around: number): number {
  if (signs[solid] === -1) return around <= 0 ? solidStates.insideOut : solidStates.right;
  let min = around;
  // A part of it can lie in a cavity that it intersects.
  for (const other of intersecting.of(solid)) if (signs[other] === -1) min--;
  return min >= 1 ? solidStates.nested : solidStates.right;
}
