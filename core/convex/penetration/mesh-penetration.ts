import type { Transform } from '../../math/transform.ts';
import { InspectorError } from '../../error.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import { meshBounds } from '../../mesh/bounds.ts';
import { checkPlacedSize, checkMeshSize } from '../../mesh/check-mesh-size.ts';
import type { LoadedPair } from '../../pair/loaded/loaded-pair.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { highestPoint } from '../../shape/highest-point.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { fastestTree } from '../../tree/fastest-tree.ts';
import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { testConvexPair } from '../pair/test-convex-pair.ts';
import { groupPoints, triangleGroups } from '../triangle-groups.ts';
import { depthLowerBound, directionsOfCube, smallerExtent, type NoLowerBound, placedMesh } from './depth-lower-bound.ts';
import { doOverlap, type SolidPair, solidPair } from './solid-pair.ts';

/** A translation that separates two meshes. */
export interface PenetrationResult {
  readonly overlap: boolean;
  /** Translation of B, in the space of A; 0 if the meshes do not overlap. */
  readonly pushOut: Vec3;
  /** Every shorter translation leaves the meshes overlapping. */
  readonly lower: number;
  /** Why `lower` is 0 for meshes that overlap; else `null`. */
  readonly lowerUnknown: NoLowerBound | null;
  /** Length of `pushOut`. */
  readonly upper: number;
  /** Whether the meshes do not overlap after the translation, by the exact query of pairs. */
  readonly verified: boolean;
  /** Whether each mesh is closed, and so a solid. */
  readonly isClosedA: boolean;
  readonly isClosedB: boolean;
  /** Queries of pairs. */
  readonly tests: number;
}

/**
 * Finds a short translation of B that separates two meshes of any shape (catalogue P8). Touching counts as overlap, and so does a mesh inside a
 * closed one.
 *
 * A translation that separates the convex hulls is the first one. Then it tries directions: along each the meshes are tested at growing
 * distances, and halving finds where the overlap ends. The best direction is rotated while that shortens the translation. So `upper` is
 * short, not minimal. See `depthLowerBound` for the lower bound.
 * @param loaded the pair in WebAssembly, see `loadPair`.
 * @throws InspectorError as `pairs`; `too-large` and `too-small` as `checkMeshSize`; whatever `progress` throws; `internal` for bounds that contradict each other.
 */
export function meshPenetration(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
  loaded: LoadedPair | null = null,
): PenetrationResult {
  checkMeshSize(meshBounds(a.mesh));
  checkPlacedSize(meshBounds(b.mesh), aFromB);
  const pair = solidPair(a, b, aFromB, loaded, progress);
  const { isClosedA, isClosedB } = pair;
  if (!doOverlap(pair, [0, 0, 0]))
    return {
      overlap: false,
      pushOut: [0, 0, 0],
      lower: 0,
      lowerUnknown: null,
      upper: 0,
      verified: true,
      isClosedA,
      isClosedB,
      tests: pair.tests,
    };
  const placed = placedMesh(pair);
  const search = searchOf(pair);
  search.starts.forEach((direction, i) => {
    pair.fraction = (0.5 * i) / search.starts.length;
    tryDirection(search, direction);
  });
  pair.fraction = 0.5;
  rotateBest(search);
  pair.fraction = rotatedUntil;
  search.length = halve(pair, search.direction, search.length / 2, search.length, lastHalvings);
  const pushOut = scaled(search.direction, search.length);
  const treed = {
    mesh: placed,
    tree: loadTree(openTree(buildTree(placed, fastestTree(), () => progress(pair.fraction))), placed),
  };
  const { lower, unknown } = depthLowerBound(pair, treed, search.size);
  const upper = Math.hypot(...pushOut);
  const verified = !doOverlap(pair, pushOut);
  if (verified && lower > upper + 1e-9 * search.size) throw contradiction(lower, upper);
  const lowerUnknown = unknown !== null && upper <= touching * Math.min(search.size, search.extent * maxFar) ? 'touch' : unknown;
  return { overlap: true, pushOut, lower: Math.min(lower, upper), lowerUnknown, upper, verified, isClosedA, isClosedB, tests: pair.tests };
}

/**
 * Whether two meshes of any shape overlap, as `meshPenetration` counts it: their surfaces share a point, which is exact, or a closed one contains a
 * component of the other.
 * @throws whatever `progress` throws.
 */
export function meshesOverlap(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
  loaded: LoadedPair | null = null,
): boolean {
  return doOverlap(solidPair(a, b, aFromB, loaded, progress), [0, 0, 0]);
}

function contradiction(lower: number, upper: number): InspectorError {
  return new InspectorError({
    code: 'internal',
    message: `The lower bound ${lower} of the push-out is larger than the push-out ${upper} that was verified`,
    fix: 'Please report this with both files',
    location: {},
  });
}

interface Search {
  readonly pair: SolidPair;
  readonly size: number;
  /** See `smallerExtent`. */
  readonly extent: number;
  /** (3·N) vertices of both hulls in the space of A. */
  readonly pointsA: Float64Array;
  readonly pointsB: Float64Array;
  readonly starts: readonly Vec3[];
  /** The best translation found. */
  direction: Vec3;
  length: number;
}

function searchOf(pair: SolidPair): Search {
  const { a, b, aFromB } = pair;
  const [hullA, hullB] = [a.mesh, b.mesh].map((mesh) => convexHull(groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!)));
  const { sat } = testConvexPair(hullA!, hullB!, aFromB);
  const pointsB = placedHull(hullB!.points, groupPoints(b.mesh, triangleGroups(b.mesh, 'whole')[0]!), aFromB);
  const size = [...hullA!.positions, ...pointsB].reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const search = {
    pair,
    size,
    extent: smallerExtent(pair),
    pointsA: hullA!.positions,
    pointsB,
    starts: [sat.axis, ...directionsOfCube],
    direction: sat.axis,
    length: Infinity,
  };
  search.length = hullLength(search, sat.axis);
  return search;
}

function placedHull(points: Uint32Array, positions: Float64Array, m: Transform): Float64Array {
  const out = new Float64Array(3 * points.length);
  points.forEach((point, i) => {
    const [x, y, z] = [positions[3 * point], positions[3 * point + 1], positions[3 * point + 2]];
    for (let k = 0; k < 3; k++) out[3 * i + k] = m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!;
  });
  return out;
}

/** Returns the distance along a direction after which the convex hulls are apart, with a margin for rounding. */
function hullLength({ pointsA, pointsB, extent }: Search, [x, y, z]: Vec3): number {
  const a = 3 * highestPoint(pointsA, x, y, z);
  const b = 3 * highestPoint(pointsB, -x, -y, -z);
  const terms = [0, 1, 2].map((k) => [pointsA[a + k]! * [x, y, z][k]!, pointsB[b + k]! * [x, y, z][k]!] as const);
  const length = terms.reduce((sum, [ofA, ofB]) => sum + (ofA - ofB), 0);
  return Math.max(0, length) + 1e-9 * terms.reduce((sum, [ofA, ofB]) => sum + Math.abs(ofA) + Math.abs(ofB), extent);
}

/** Distances at which a direction is tested before halving. */
const steps = 6;
const halvings = 7;
/** Halvings of the best direction, after the last rotation. */
const lastHalvings = 20;

/** Looks for a shorter translation along a direction. */
function tryDirection(search: Search, direction: Vec3): void {
  const { pair } = search;
  const end = Math.min(search.length, hullLength(search, direction));
  let inside = 0;
  for (let step = 1; step <= steps; step++) {
    const length = (end * step) / steps;
    if (doOverlap(pair, scaled(direction, length))) {
      inside = length;
      continue;
    }
    const shortest = halve(pair, direction, inside, length, halvings);
    if (shortest < search.length) [search.direction, search.length] = [direction, shortest];
    return;
  }
}

/** Returns a length between two at which the meshes do not overlap, near one at which they do. */
function halve(pair: SolidPair, direction: Vec3, from: number, to: number, count: number): number {
  let [inside, outside] = [from, to];
  for (let i = 0; i < count; i++) {
    const middle = (inside + outside) / 2;
    if (doOverlap(pair, scaled(direction, middle))) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** Part of the largest coordinate, or of that of meshes at map coordinates: those that are apart after a shorter translation only touch. */
const touching = 1e-8;
const maxFar = 1e6;
/** Part of the largest coordinate: shorter translations are rounding. */
const minPushOut = 1e-9;

/** Part of the work after which the lower bound follows; see `SolidPair.fraction`. */
const rotatedUntil = 0.8;

/** Rotates the best direction to its sides while that makes the translation shorter. */
function rotateBest(search: Search): void {
  // Meshes that only touch are apart after any translation away: no length would be the last.
  const shortest = minPushOut * search.size;
  const [widest, narrowest] = [0.3, 1e-3];
  const from = search.pair.fraction;
  for (let angle = widest; angle > narrowest && search.length > shortest; ) {
    search.pair.fraction = from + (rotatedUntil - from) * (Math.log(widest / angle) / Math.log(widest / narrowest));
    const { direction, length } = search;
    const u = normalized(cross(direction, Math.abs(direction[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]))!;
    const v = cross(direction, u);
    for (const [p, q] of sides) {
      const side = normalized([0, 1, 2].map((k) => direction[k]! + angle * (p * u[k]! + q * v[k]!)) as unknown as Vec3)!;
      const shorter = length * (1 - 0.1 * angle * angle - 1e-9);
      if (doOverlap(search.pair, scaled(side, shorter))) continue;
      [search.direction, search.length] = [side, halve(search.pair, side, length / 2, shorter, halvings)];
      break;
    }
    if (search.direction === direction) angle /= 2;
  }
}

const sides = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

function scaled(direction: Vec3, length: number): Vec3 {
  return [direction[0] * length, direction[1] * length, direction[2] * length];
}
