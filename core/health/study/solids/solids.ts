import type { Vec3 } from '../../../math/vec3.ts';
import type { Pieces } from '../../../mesh/pieces.ts';
import type { MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../../mesh/triangle-sets.ts';
import type { Progress } from '../../../progress.ts';
import { boxesOfTriangles } from '../boxes/boxes-of-triangles.ts';
import { createBoxHierarchy, type BoxHierarchy } from '../boxes/box-hierarchy.ts';
import { findOtherBox } from '../boxes/find-other-box.ts';
import type { SelfIntersections } from '../self-intersections.ts';
import { setBoxes } from '../boxes/set-boxes.ts';
import { metSolids, type MetSolids } from './met-solids.ts';
import { solidLine, type SolidLine } from './solid-line.ts';
import { solidSets, type EdgeCounts } from './solid-sets.ts';
import { volumeSign } from './volume-sign.ts';

/** What a solid is to the others of its mesh. */
export const solidStates = {
  /** Nothing is wrong with it, as far as is known. */
  right: 0,
  /** Faces inward, and bounds no cavity. */
  insideOut: 1,
  /** Faces outward, and lies in what others bound as solid. */
  nested: 2,
  /** Was not looked at to the end. */
  undecided: 3,
} as const;

/** S solids. */
export interface Solids {
  readonly sets: TriangleSets;
  /** (S) 1 where its triangles face outward, -1 inward, 0 where its volume is too small to tell: such a one is `right`. */
  readonly signs: Int8Array;
  /** (S) of `solidStates`. */
  readonly states: Uint8Array;
}

/** A mesh with what is known of it. */
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
  readonly met: MetSolids;
  /** Of `sets.triangles`. */
  readonly hierarchy: BoxHierarchy;
  /** Of the bounds of all. */
  readonly size: number;
  readonly maxTests: number;
  /** Boxes tested so far. */
  tests: number;
}

/**
 * The solids of a mesh, and by the winding number of the others around each whether it stands as it should. One that lies in another has
 * its box in the other's; for those a line to the far outside tells, and for all others through which the line passes. The
 * surface of one that meets another is on both sides of it, so it lies in none that it meets; one that faces inward and comes out of what it
 * meets with a corner bounds no cavity there.
 * @param maxTests tests of boxes after which the search ends. @throws whatever `progress` throws.
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
  const { waiting, tests } = byBoxes(setBoxes(mesh, sets), signs, states, maxTests, progress);
  if (waiting.length === 0 || tests >= maxTests) return { sets, signs, states };
  const met = metSolids(components, sets, input.selfIntersections(progress));
  const hierarchy = createBoxHierarchy(boxesOfTriangles(mesh, sets.triangles));
  const { nodes } = hierarchy;
  const size = Math.hypot(nodes[9] - nodes[6], nodes[10] - nodes[7], nodes[11] - nodes[8]);
  const search: Search = { mesh, sets, signs, states, met, hierarchy, size, maxTests, tests };
  waiting.forEach((solid, i) => {
    if (i % 64 === 0) progress(i / waiting.length);
    if (states[solid] === solidStates.undecided && met.isKnown(solid)) decide(search, solid, progress);
  });
  return { sets, signs, states };
}

/** Those that their box does not decide wait, `undecided`; the smaller their box the sooner, since a line from it passes through what is around it. */
function byBoxes(
  boxes: Float64Array,
  signs: Int8Array,
  states: Uint8Array,
  maxTests: number,
  progress: Progress,
): { readonly waiting: readonly number[]; readonly tests: number } {
  const hierarchy = createBoxHierarchy(boxes);
  const waiting: number[] = [];
  let tests = 0;
  signs.forEach((sign, solid) => {
    if (solid % 1024 === 0) progress(0);
    if (sign === 0) return;
    const search = findOtherBox(hierarchy, boxes, 6 * solid, solid, sign === 1 ? 'holds' : 'meets', maxTests - tests);
    tests += search?.tests ?? maxTests;
    if (search?.isFound === false) {
      states[solid] = sign === 1 ? solidStates.right : solidStates.insideOut;
      return;
    }
    states[solid] = solidStates.undecided;
    waiting.push(solid);
  });
  const extent = (solid: number): number => Math.hypot(...[0, 1, 2].map((k) => boxes[6 * solid + 3 + k] - boxes[6 * solid + k]));
  const extents = new Map(waiting.map((solid) => [solid, extent(solid)]));
  return { waiting: waiting.sort((a, b) => extents.get(a)! - extents.get(b)! || a - b), tests };
}

/** Directions of no particular kind: a line along one seldom meets an edge. */
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

/** Whether a solid faces inward and meets one that faces outward: it has to be looked at in all its corners. */
function isMixed({ signs, met }: Search, solid: number): boolean {
  return signs[solid] === -1 && [...met.of(solid)].some((other) => signs[other] === 1);
}

/** Writes the state of a solid, and of others that its line passes through; it stays `undecided` where no line is clear, or where the search ends. */
function decide(search: Search, solid: number, progress: Progress): void {
  const { sets, states } = search;
  const triangles = sets.first[solid + 1] - sets.first[solid];
  const mixed = isMixed(search, solid);
  // All corners may be shared with others; the middles of triangles are not, where none meets another.
  const count = mixed ? 3 * triangles : 4 * triangles;
  for (let i = 0; i < count; i++) {
    if (i % 256 === 255) progress(0);
    const around = windingAt(search, solid, i < 3 * triangles ? cornerOf(search, solid, i) : middleOf(search, solid, i - 3 * triangles), i);
    if (around === 'spent') return;
    if (around === null) continue;
    const state = stateOf(search, solid, around);
    if (!mixed || state === solidStates.insideOut) {
      states[solid] = state;
      return;
    }
  }
  // No corner of it comes out: it bounds a cavity.
  if (mixed) states[solid] = solidStates.right;
}

function cornerOf({ mesh: { positions, indices }, sets }: Search, solid: number, corner: number): Vec3 {
  const vertex = 3 * indices[3 * sets.triangles[sets.first[solid] + Math.floor(corner / 3)] + (corner % 3)];
  return [positions[vertex], positions[vertex + 1], positions[vertex + 2]];
}

function middleOf(search: Search, solid: number, triangle: number): Vec3 {
  const [a, b, c] = [0, 1, 2].map((k) => cornerOf(search, solid, 3 * triangle + k)) as [Vec3, Vec3, Vec3];
  return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

/** What others that it does not meet, or that a mixed one comes out of, wind around a point of a solid; `null` where no line from it is clear. */
function windingAt(search: Search, solid: number, start: Vec3, attempt: number): number | null | 'spent' {
  const { mesh, sets, size, met, signs } = search;
  const others = met.of(solid);
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

/** Writes the states of the solids that a line passes through: what lies beyond them is what is around them. */
function decideOthers(search: Search, { runs }: SolidLine): void {
  const { states, met } = search;
  const windingOf = new Map<number, number>();
  let all = 0;
  for (const run of runs) {
    const [{ solid }] = run;
    if (
      states[solid] === solidStates.undecided &&
      met.isKnown(solid) &&
      !isMixed(search, solid) &&
      run.every((other) => other.solid === solid)
    ) {
      let around = all - (windingOf.get(solid) ?? 0);
      for (const other of met.of(solid)) around -= windingOf.get(other) ?? 0;
      states[solid] = stateOf(search, solid, around);
    }
    for (const crossing of run) {
      all += crossing.step;
      windingOf.set(crossing.solid, (windingOf.get(crossing.solid) ?? 0) + crossing.step);
    }
  }
}

/** @param around winding number of the others. */
function stateOf({ signs, met }: Search, solid: number, around: number): number {
  if (signs[solid] === -1) return around <= 0 ? solidStates.insideOut : solidStates.right;
  let min = around;
  // A part of it may lie in a cavity that it meets.
  for (const other of met.of(solid)) if (signs[other] === -1) min--;
  return min >= 1 ? solidStates.nested : solidStates.right;
}
