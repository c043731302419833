import { hypot } from '../../math/hypot.ts';
import type { Transform } from '../../math/transform.ts';
import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
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
import { convexPushOut } from '../pair/convex-push-out.ts';
import { withFeatures } from '../pair/hull-features.ts';
import { groupPoints, triangleGroups } from '../triangle-groups.ts';
import { depthLowerBound, directionsOfCube, smallerExtent, type NoLowerBound, placedMesh } from './depth-lower-bound.ts';
import { maxRefinements, refinePushOut, relativeMargin, type RefinedPushOut } from './refine-push-out.ts';
import { maxProofQueries, shortestProof } from './shortest-proof.ts';
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
  /**
   * No translation that separates the meshes, and differs from `pushOut` by at most this along each axis, is shorter: it is a local minimum, up to
   * rounding. `null` if the search ended without this proof, at its limit of queries or where rounding hides it, and for meshes that do not overlap.
   */
  readonly localRadius: number | null;
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
 * distances, and halving finds where the overlap ends. The shortest translations are made shorter until each is a local minimum, which is proven: see
 * `refinePushOut`. The shortest of these is the result, so `upper` is a local minimum, and not always the global one. It makes at most
 * `maxQueries` queries of pairs. See `depthLowerBound` and `shortestProof` for the lower bound: where it equals `upper`, no translation is shorter.
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
      localRadius: null,
      verified: true,
      isClosedA,
      isClosedB,
      tests: pair.tests,
    };
  const placed = placedMesh(pair);
  const search = searchOf(pair);
  search.starts.forEach((direction, i) => {
    pair.fraction = (triedUntil * i) / search.starts.length;
    tryDirection(search, direction);
  });
  const local = refineBest(search);
  pair.fraction = refinedUntil;
  const treed = {
    mesh: placed,
    tree: loadTree(openTree(buildTree(placed, fastestTree(), () => progress(pair.fraction))), placed),
  };
  const bound = depthLowerBound(pair, treed, search.size);
  const { lower, pushOut, localRadius } = provenShortest(search, treed, local, bound.lower);
  const unknown = lower > 0 ? null : bound.unknown;
  const upper = hypot(...pushOut);
  pair.fraction = provenUntil;
  const verified = !doOverlap(pair, pushOut);
  if (verified && lower > upper + 1e-9 * search.size) throw contradiction(lower, upper);
  const lowerUnknown = unknown !== null && upper <= touching * Math.min(search.size, search.extent * maxFar) ? 'touch' : unknown;
  const { tests } = pair;
  return { overlap: true, pushOut, lower: Math.min(lower, upper), lowerUnknown, upper, localRadius, verified, isClosedA, isClosedB, tests };
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
  /** The translations found: each is shorter than that before. */
  readonly found: { readonly direction: Vec3; readonly length: number }[];
}

function searchOf(pair: SolidPair): Search {
  const { a, b, aFromB } = pair;
  const [hullA, hullB] = [a.mesh, b.mesh].map((mesh) => convexHull(groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!)));
  const { axis } = convexPushOut(withFeatures(hullA!), withFeatures(hullB!), aFromB);
  const pointsB = placedHull(hullB!.points, groupPoints(b.mesh, triangleGroups(b.mesh, 'whole')[0]!), aFromB);
  const size = [...hullA!.positions, ...pointsB].reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const search: Search = {
    pair,
    size,
    extent: smallerExtent(pair),
    pointsA: hullA!.positions,
    pointsB,
    starts: [axis, ...directionsOfCube],
    found: [],
  };
  search.found.push({ direction: axis, length: hullLength(search, axis) });
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
/** Halvings of a translation that is not proven to be a local minimum. */
const lastHalvings = 20;
/** Translations that are made shorter: the shortest ones. */
const maxRefined = 4;
/** Side of the first cube in which a shorter translation is searched, as a part of the smaller mesh: larger ones take longer. */
const cubeSide = 1 / 2;

/** Parts of the work; see `SolidPair.fraction`. */
const triedUntil = 0.5;
const refinedUntil = 0.8;
const provenUntil = 0.99;

/** Queries of pairs that `meshPenetration` makes at most: of the directions, of the refinements, of the last halving, of the proof, at the start and at the end. */
export const maxQueries =
  (1 + directionsOfCube.length) * (steps + halvings) + (maxRefined + 1) * maxRefinements + lastHalvings + maxProofQueries + 2;

/** Looks for a shorter translation along a direction. */
function tryDirection(search: Search, direction: Vec3): void {
  const { pair, found } = search;
  const end = Math.min(found.at(-1)!.length, hullLength(search, direction));
  let inside = 0;
  for (let step = 1; step <= steps; step++) {
    const length = (end * step) / steps;
    if (doOverlap(pair, scaled(direction, length))) {
      inside = length;
      continue;
    }
    const shortest = halve(pair, direction, inside, length, halvings);
    if (shortest < found.at(-1)!.length) found.push({ direction, length: shortest });
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

/** Makes the shortest translations local minima, and returns the shortest of these. */
function refineBest({ pair, found, size, extent }: Search): RefinedPushOut {
  const starts = found.slice(-maxRefined).reverse();
  const refined = starts.map(({ direction, length }, i) => {
    pair.fraction = triedUntil + ((refinedUntil - triedUntil) * i) / starts.length;
    return refinePushOut(pair, scaled(direction, length), size, (cubeSide * extent) / 2);
  });
  const best = refined.reduce((p, q) => (hypot(...q.pushOut) < hypot(...p.pushOut) ? q : p));
  if (best.localRadius !== null) return best;
  const length = hypot(...best.pushOut);
  const direction = best.pushOut.map((value) => value / length) as unknown as Vec3;
  const shortest = halve(pair, direction, length / 2, length, lastHalvings);
  return { pushOut: shortest < length ? scaled(direction, shortest) : best.pushOut, localRadius: null };
}

interface ProvenPushOut extends RefinedPushOut {
  readonly lower: number;
}

/** Raises the lower bound, and takes a shorter push-out if the search for the bound finds one. */
function provenShortest(search: Search, placed: TreedMesh, local: RefinedPushOut, known: number): ProvenPushOut {
  const { pair, size, extent } = search;
  const upper = hypot(...local.pushOut);
  // Of meshes that only touch no push-out is the shortest, and rounding hides a bound.
  if (upper <= touching * Math.min(size, extent * maxFar)) return { ...local, lower: known };
  const { lower, separating } = shortestProof(pair, placed, upper, relativeMargin * size);
  const proven = Math.max(known, lower - 1e-12 * size - 1e-9 * upper);
  if (separating === null) return { ...local, lower: proven };
  const refined = refinePushOut(pair, separating, size, (cubeSide * extent) / 2);
  return { ...(hypot(...refined.pushOut) < upper ? refined : local), lower: proven };
}

/** Part of the largest coordinate, or of that of meshes at map coordinates: those that are apart after a shorter translation only touch. */
const touching = 1e-8;
const maxFar = 1e6;

function scaled(direction: Vec3, length: number): Vec3 {
  return [direction[0] * length, direction[1] * length, direction[2] * length];
}
