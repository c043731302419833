import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { distanceWords, triangleDistanceSq } from '../../shape/triangle-triangle-distance.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import type { MotionPath } from '../motion/path.ts';
import { type ClaimedContact, type ClaimedResult, resultProblem } from './result-problem.ts';
import { createMovingTree, overlapTrees, type MovingTree, refitMovingTree } from './moving-tree.ts';

/** What a certificate claims: no contact before `freeUntil`, and contact of two triangles at a time. */
export interface MotionClaim {
  /** With its interval and tolerance, what the proof is for; without it only the rows and the contact are checked. */
  readonly result?: ClaimedResult;
  readonly path: MotionPath;
  readonly separation: number;
  readonly segments: number;
  readonly freeUntil: number;
  /** `null` without a hit. */
  readonly contact: ClaimedContact | null;
  /** (7·n) triangle of A, of B, first and last time, direction (3). */
  readonly rows: ArrayLike<number>;
}

export interface ProofCheck {
  /** Pairs of triangles whose boxes overlap, and rows that were verified. */
  readonly pairs: number;
  readonly rows: number;
  /** The first problems found; empty if the claim is proven. */
  readonly problems: readonly string[];
}

const rowWords = 7;
const maxProblems = 10;
/** More than all roundings here, as a part of the largest number; the search uses sixteen times as much. */
const paddingPart = 2 ** -46;

/**
 * Verifies a motion certificate without the search that made it: other trees, other formulas. In each segment of time, it lists the pairs
 * of triangles whose moving boxes overlap before `freeUntil`. Each needs rows that cover this time without a gap. A row holds if no corner
 * of B can cross the gap along its direction. So g + v·t − a·t²/2 must stay above the separation, with the velocity v of the corner and a
 * bound a of its acceleration.
 */
export function checkMotionProof(
  meshA: TriangleMesh,
  meshB: TriangleMesh,
  claim: MotionClaim,
  progress: Progress = noProgress,
): ProofCheck {
  const problems: string[] = [];
  const { path, segments, freeUntil, separation, contact } = claim;
  const rows = rowsOfPairs(claim.rows, meshB.indices.length / 3);
  const size = largestNumber(meshA, meshB, path);
  const padding = paddingPart * size;
  let pairs = 0;
  let checked = 0;
  if (endDistance(meshB, path) > 1e-4 * size) problems.push('The motion does not end at its last pose');
  if (contact !== null && !areInContact(meshA, meshB, claim, padding))
    problems.push(`Triangles ${contact.a} and ${contact.b} are not in contact at time ${contact.time}`);
  const treeA = createMovingTree(meshA);
  const treeB = createMovingTree(meshB);
  refitMovingTree(treeA, meshA.positions, meshA.positions, 0);
  const { result } = claim;
  if (result !== undefined) {
    const problem = resultProblem(result, freeUntil, contact);
    if (problem !== null) problems.push(problem);
    else if (result.state !== 'apart' && result.state !== 'undecided') {
      const [lo] = result.interval!;
      const placed = placedAt(meshB, path, lo);
      refitMovingTree(treeB, placed, placed, 0);
      const reach = separation + result.tolerance + 4 * padding;
      if (!isWithin(reach, treeA, treeB, meshA, { ...meshB, positions: placed }))
        problems.push(`At time ${lo} the meshes are farther apart than the tolerance of ${result.tolerance}`);
    }
  }
  for (let segment = 0; segment < segments && segment / segments < freeUntil && problems.length < maxProblems; segment++) {
    const [start, end] = [segment / segments, (segment + 1) / segments];
    progress(start);
    const bend = bendOfSegment(treeB, meshB, path, end - start, padding);
    refitMovingTree(treeB, placedAt(meshB, path, start), placedAt(meshB, path, end), bend);
    overlapTrees(treeA, treeB, separation + padding, (a, b, enter, leave) => {
      const from = start + enter * (end - start);
      const to = Math.min(freeUntil, start + leave * (end - start));
      if (from >= to || problems.length >= maxProblems) return;
      pairs++;
      let proven = from;
      for (const at of rows.get(keyOf(a, b, meshB)) ?? []) {
        const [first, last] = [claim.rows[at + 2]!, claim.rows[at + 3]!];
        if (first > proven || last <= proven) continue;
        checked++;
        if (rowHolds(meshA, meshB, claim, at, padding)) proven = last;
        else problems.push(`Triangles ${a} and ${b}: the planes do not separate them from ${first} to ${last}`);
        if (proven >= to) return;
      }
      problems.push(`Triangles ${a} and ${b}: no proof from ${proven} to ${to}`);
    });
  }
  return { pairs, rows: checked, problems: problems.slice(0, maxProblems) };
}

function keyOf(a: number, b: number, meshB: TriangleMesh): number {
  return a * (meshB.indices.length / 3) + b;
}

/** Returns where the rows of each pair begin, by first time. */
function rowsOfPairs(rows: ArrayLike<number>, trianglesB: number): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (let at = 0; at + rowWords <= rows.length; at += rowWords) {
    const key = rows[at]! * trianglesB + rows[at + 1]!;
    const list = found.get(key);
    if (list === undefined) found.set(key, [at]);
    else list.push(at);
  }
  for (const list of found.values()) list.sort((i, j) => rows[i + 2]! - rows[j + 2]!);
  return found;
}

/** Whether a row proves its pair apart from its first to its last time. */
function rowHolds(meshA: TriangleMesh, meshB: TriangleMesh, { rows, path, separation }: MotionClaim, at: number, padding: number): boolean {
  const [first, last] = [rows[at + 2]!, rows[at + 3]!];
  const direction = [rows[at + 4]!, rows[at + 5]!, rows[at + 6]!];
  if (!(Math.abs(Math.hypot(...direction) - 1) < 1e-9) || !(last > first)) return false;
  const along = (v: readonly number[]): number => direction[0]! * v[0]! + direction[1]! * v[1]! + direction[2]! * v[2]!;
  const top = Math.max(...cornersOf(meshA, rows[at]!).map(along));
  return cornersOf(meshB, rows[at + 1]!).every((corner) => {
    const { position, velocity, acceleration } = movingPoint(path, corner, first);
    const duration = last - first;
    const gap = along(position) - top - separation - 2 * padding;
    const speed = along(velocity) - padding * (1 + path.angle) * 0.5;
    // The lowest point of a parabola that opens downwards is at an end.
    return gap > 0 && gap + speed * duration - (acceleration * duration * duration) / 2 > 0;
  });
}

function cornersOf({ positions, indices }: TriangleMesh, triangle: number): readonly (readonly number[])[] {
  return [0, 1, 2].map((i) => [0, 1, 2].map((k) => positions[3 * indices[3 * triangle + i]! + k]!));
}

interface MovingPoint {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** A bound of its length at any time. */
  readonly acceleration: number;
}

/** Returns a point of B at a time, by the complex form of a rotation: parts along and across the axis. */
function movingPoint({ kind, from, to, pivot, step, axis, angle }: MotionPath, point: readonly number[], t: number): MovingPoint {
  const placed = (m: readonly number[]): readonly number[] =>
    [0, 1, 2].map((k) => m[k]! * point[0]! + m[k + 4]! * point[1]! + m[k + 8]! * point[2]! + m[k + 12]!);
  const start = placed(from);
  if (kind === 'linear') {
    const velocity = placed(to).map((value, k) => value - start[k]!);
    return { position: start.map((value, k) => value + t * velocity[k]!), velocity, acceleration: 0 };
  }
  const arm = start.map((value, k) => value - pivot[k]!);
  const height = arm[0]! * axis[0] + arm[1]! * axis[1] + arm[2]! * axis[2];
  const across = arm.map((value, k) => value - height * axis[k]!);
  const side = [
    axis[1] * across[2]! - axis[2] * across[1]!,
    axis[2] * across[0]! - axis[0] * across[2]!,
    axis[0] * across[1]! - axis[1] * across[0]!,
  ];
  const [c, s] = [Math.cos(t * angle), Math.sin(t * angle)];
  return {
    position: across.map((value, k) => pivot[k]! + t * step[k]! + height * axis[k]! + c * value + s * side[k]!),
    velocity: across.map((value, k) => step[k]! + angle * (c * side[k]! - s * value)),
    acceleration: angle * angle * Math.hypot(...across) * (1 + 1e-13),
  };
}

function placedAt(mesh: TriangleMesh, path: MotionPath, t: number): Float64Array {
  const placed = new Float64Array(mesh.positions.length);
  for (let i = 0; i < placed.length; i += 3) placed.set(movingPoint(path, [...mesh.positions.subarray(i, i + 3)], t).position, i);
  return placed;
}

/** Returns how far a corner of B may be from the straight line between its ends. */
function bendOfSegment(
  { triangles }: MovingTree,
  mesh: TriangleMesh,
  path: MotionPath,
  duration: number,
  padding: number,
): (triangle: number) => number {
  if (path.angle === 0 || triangles.length === 0) return () => 0;
  return (triangle) => {
    const accelerations = cornersOf(mesh, triangle).map((corner) => movingPoint(path, corner, 0).acceleration);
    return (Math.max(...accelerations) * duration * duration) / 8 + padding;
  };
}

function areInContact(meshA: TriangleMesh, meshB: TriangleMesh, { path, separation, contact }: MotionClaim, padding: number): boolean {
  const p = Float64Array.from(cornersOf(meshA, contact!.a).flat());
  const q = Float64Array.from(cornersOf(meshB, contact!.b).flatMap((corner) => movingPoint(path, corner, contact!.time).position));
  if (trianglesIntersect(p, q)) return true;
  // The search placed the corners with other roundings.
  return Math.sqrt(triangleDistanceSq(p, q, new Float64Array(distanceWords), new Float64Array(4))) <= separation + 4 * padding;
}

/** Whether two triangles are within a distance; the trees are those of the meshes, at rest. */
function isWithin(distance: number, treeA: MovingTree, treeB: MovingTree, meshA: TriangleMesh, meshB: TriangleMesh): boolean {
  const [words, scratch] = [new Float64Array(distanceWords), new Float64Array(4)];
  let isNear = false;
  overlapTrees(treeA, treeB, distance, (a, b) => {
    if (isNear) return;
    const [p, q] = [Float64Array.from(cornersOf(meshA, a).flat()), Float64Array.from(cornersOf(meshB, b).flat())];
    isNear = trianglesIntersect(p, q) || Math.sqrt(triangleDistanceSq(p, q, words, scratch)) <= distance;
  });
  return isNear;
}

function endDistance(mesh: TriangleMesh, path: MotionPath): number {
  let farthest = 0;
  for (const triangle of [0, mesh.indices.length / 3 - 1]) {
    if (triangle < 0) continue;
    for (const corner of cornersOf(mesh, triangle)) {
      const end = movingPoint(path, corner, 1).position;
      const wanted = movingPoint({ ...path, kind: 'linear' }, corner, 1).position;
      farthest = Math.max(farthest, Math.hypot(...end.map((value, k) => value - wanted[k]!)));
    }
  }
  return farthest;
}

/** Returns a number that no coordinate of the motion exceeds. */
function largestNumber(meshA: TriangleMesh, meshB: TriangleMesh, path: MotionPath): number {
  let largest = 0;
  for (const value of meshA.positions) if (Math.abs(value) < Infinity) largest = Math.max(largest, Math.abs(value));
  const farthest = Math.sqrt(3) * largest;
  largest = 0;
  for (const value of meshB.positions) if (Math.abs(value) < Infinity) largest = Math.max(largest, Math.abs(value));
  const reach = (m: readonly number[]): number =>
    Math.sqrt(3) * largest * Math.hypot(...m.slice(0, 11)) + Math.hypot(m[12]!, m[13]!, m[14]!);
  return Math.max(farthest, reach(path.from), reach(path.to), Math.hypot(...path.pivot)) + Math.hypot(...path.step);
}
