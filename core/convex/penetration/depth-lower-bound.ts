import { hypot } from '../../math/hypot.ts';
import { InspectorError } from '../../error.ts';
import { transformPoints } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { pairs } from '../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { closestPoint } from '../../query/closest/closest.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import { groupPoints, triangleGroups } from '../triangle-groups.ts';
import type { SolidPair } from './solid-pair.ts';

/** Pairs of triangles whose bound is computed: it takes about a tenth of a millisecond each. */
const maxPairs = 2000;
/** Points along each axis of the common box of both meshes. */
const gridPoints = 10;

/** A lower bound of the push-out. */
export interface DepthLowerBound {
  readonly lower: number;
  /** Why the bound is 0; `null` if it is not. */
  readonly unknown: NoLowerBound | null;
}

/**
 * `touch`: the meshes only touch, so it is 0. `rounding`: a proof exists, but coordinates are so large that rounding exceeds it. `too-many-pairs`:
 * too many triangles intersect for a proof. `no-proof`: no triangles cross deeply, and no point is deep in both meshes.
 */
export type NoLowerBound = 'touch' | 'rounding' | 'too-many-pairs' | 'no-proof';

/** Clauses without a full stop, as text after the bound 0. */
export const noLowerBoundReasons: Readonly<Record<NoLowerBound, string>> = {
  touch: 'the meshes only touch',
  rounding: 'the coordinates are so large that rounding hides it',
  'too-many-pairs': 'too many triangles intersect for a proof',
  'no-proof': 'no triangles cross deeply, and no point is known deep inside both meshes',
};

/**
 * Returns a length: every translation of B that is shorter leaves the meshes overlapping. Two proofs, of which the better one counts.
 *
 * Two triangles overlap as long as the translation is in the hull of the differences of their corners. In solids, take balls around a common point
 * with the distances from both surfaces as radii. They overlap as long as the translation is shorter than both radii together.
 * @param placed B in the space of A. `size` is the largest coordinate, to which rounding is relative.
 */
export function depthLowerBound(pair: SolidPair, placed: TreedMesh, size: number): DepthLowerBound {
  const rounding = 1e-12 * size;
  const found = foundPairs(pair);
  const depth = Math.max(ofTriangles(pair, placed.mesh, found ?? new Uint32Array(0)), ofBalls(pair, placed));
  const lower = Math.max(0, depth - rounding);
  if (lower > 0) return { lower, unknown: null };
  // Where triangles only touch, their depths are rounding errors of their own.
  if (depth > 0 && size > 1e9 * smallerExtent(pair)) return { lower, unknown: 'rounding' };
  return { lower, unknown: found === null ? 'too-many-pairs' : 'no-proof' };
}

/** Returns the smaller of the longest sides of both bounds. */
export function smallerExtent({ a, b }: SolidPair): number {
  const longest = ({ tree: { bounds } }: TreedMesh): number => Math.max(...[0, 1, 2].map((k) => bounds[3 + k] - bounds[k]));
  return Math.min(longest(a), longest(b));
}

/** Parts of the work after which the points follow the triangles, and after them; see `SolidPair.fraction`. */
const trianglesUntil = 0.85;
const ballsUntil = 0.9;

function ofTriangles(pair: SolidPair, placed: TriangleMesh, found: Uint32Array): number {
  const { a } = pair;
  const step = Math.max(1, Math.ceil(found.length / 2 / maxPairs));
  const from = pair.fraction;
  let best = 0;
  for (let i = 0; i < found.length / 2; i += step) {
    pair.fraction = from + ((trianglesUntil - from) * i * 2) / found.length;
    pair.progress(pair.fraction);
    const [p, q] = [triangleVertices(a.mesh, found[2 * i]), triangleVertices(placed, found[2 * i + 1])];
    const differences = p.flatMap((corner) => q.flatMap((other) => [0, 1, 2].map((k) => corner[k]! - other[k]!)));
    const hull = convexHull(Float64Array.from(differences));
    if (hull.dimension < 3) continue;
    const planes = hullPlanes(hull, () => pair.progress(pair.fraction));
    let nearest = Infinity;
    for (let at = 3; at < planes.length; at += 4) nearest = Math.min(nearest, planes[at]);
    best = Math.max(best, nearest);
  }
  return best;
}

/** Returns the pairs of triangles that intersect; `null` if they are too many. */
function foundPairs({ a, b, aFromB, loaded, progress, fraction }: SolidPair): Uint32Array | null {
  try {
    return pairs(a, b, aFromB, {}, () => progress(fraction), loaded).pairs;
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'too-large') return null;
    throw error;
  }
}

/** Depth of a point: the sum of its distances from the surfaces of the solids that contain it. 0 if a solid does not. */
type Depth = (point: Vec3) => number;

function ofBalls(pair: SolidPair, placed: TreedMesh): number {
  const { a, isClosedA, isClosedB } = pair;
  if (!isClosedA && !isClosedB) return 0;
  const distanceFrom = ({ tree, mesh }: TreedMesh, point: Vec3): number => closestPoint(tree, mesh, point).closest?.distance ?? 0;
  const depthIn = (solid: TreedMesh, isSolid: boolean): ((point: Vec3) => number | null) => {
    if (!isSolid) return () => 0;
    const isInside = insideTest(solid.tree, solid.mesh);
    return (point) => (isInside(point) === true ? distanceFrom(solid, point) : null);
  };
  const [depthInA, depthInB] = [depthIn(a, isClosedA), depthIn(placed, isClosedB)];
  const depth: Depth = (point) => {
    const ofA = depthInA(point);
    const ofB = ofA === null ? null : depthInB(point);
    return ofA === null || ofB === null ? 0 : ofA + ofB;
  };
  // A point in an open mesh is one of its surface.
  const starts = isClosedA && isClosedB ? commonPoints(a, placed) : surfacePoints(isClosedA ? placed.mesh : a.mesh);
  let best = { point: starts[0]!, depth: 0 };
  for (const [i, point] of starts.entries()) {
    pair.fraction = trianglesUntil + ((ballsUntil - trianglesUntil) * i) / starts.length;
    pair.progress(pair.fraction);
    const found = depth(point);
    if (found > best.depth) best = { point, depth: found };
  }
  return best.depth > 0 && isClosedA && isClosedB ? climb(best.point, best.depth, depth) : best.depth;
}

/** Returns a grid of points in the common part of the bounding boxes. */
function commonPoints(a: TreedMesh, b: TreedMesh): readonly Vec3[] {
  const min = [0, 1, 2].map((k) => Math.max(a.tree.bounds[k], b.tree.bounds[k]));
  const max = [0, 1, 2].map((k) => Math.min(a.tree.bounds[3 + k], b.tree.bounds[3 + k]));
  const at = (k: number, i: number): number => min[k]! + ((i + 0.5) / gridPoints) * (max[k]! - min[k]!);
  return Array.from({ length: gridPoints ** 3 }, (_, i) => {
    return [at(0, i % gridPoints), at(1, Math.floor(i / gridPoints) % gridPoints), at(2, Math.floor(i / gridPoints ** 2))];
  });
}

/** Returns the vertices that finite triangles of a mesh use, at most some thousands of them. Others are not on its surface. */
function surfacePoints(mesh: TriangleMesh): readonly Vec3[] {
  const positions = groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!);
  const count = positions.length / 3;
  const step = Math.max(1, Math.ceil(count / 4000));
  return Array.from({ length: Math.ceil(count / step) }, (_, i): Vec3 => {
    const at = 3 * i * step;
    return [positions[at], positions[at + 1], positions[at + 2]];
  });
}

/** Moves a point while it becomes deeper, by steps that become smaller. */
function climb(start: Vec3, startDepth: number, depth: Depth): number {
  let [point, best] = [start, startDepth];
  for (let step = startDepth; step > startDepth * 1e-5; ) {
    const next = directionsOfCube
      .map((d): Vec3 => [point[0] + step * d[0], point[1] + step * d[1], point[2] + step * d[2]])
      .map((tried) => ({ tried, found: depth(tried) }))
      .reduce((p, q) => (q.found > p.found ? q : p));
    if (next.found > best) [point, best] = [next.tried, next.found];
    else step /= 2;
  }
  return best;
}

/** To the faces, edges and corners of a cube, unit length. */
export const directionsOfCube: readonly Vec3[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])))
  .filter((v) => v.some((value) => value !== 0))
  .map((v) => v.map((value) => value / hypot(...v)) as unknown as Vec3);

/** Returns B in the space of A. */
export function placedMesh({ b, aFromB }: SolidPair): TriangleMesh {
  const positions = new Float64Array(b.mesh.positions.length);
  transformPoints(aFromB, b.mesh.positions, positions);
  return { positions, indices: b.mesh.indices, parts: b.mesh.parts };
}
