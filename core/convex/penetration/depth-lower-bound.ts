import { InspectorError } from '../../error.ts';
import { transformPoints } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { pairs } from '../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { closestPoint } from '../../query/closest/closest.ts';
import { isInsideClosedMesh } from '../../query/inside-closed-mesh.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import { groupPoints, triangleGroups } from '../triangle-groups.ts';
import type { SolidPair } from './solid-pair.ts';

/** Pairs of triangles whose bound is computed: it takes about a tenth of a millisecond each. */
const maxPairs = 2000;
/** Points along each axis of the common box of both meshes. */
const gridPoints = 10;

/**
 * Returns a length: every translation of B that is shorter leaves the meshes overlapping. Two proofs, of which the better one counts.
 *
 * Two triangles overlap as long as the translation is in the hull of the differences of their corners. In solids, take balls around a common point
 * with the distances from both surfaces as radii. They overlap as long as the translation is shorter than both radii together.
 * @param placed B in the space of A. `size` is the largest coordinate, to which rounding is relative.
 */
export function depthLowerBound(pair: SolidPair, placed: TreedMesh, size: number): number {
  const rounding = 1e-12 * size;
  return Math.max(0, ofTriangles(pair, placed.mesh) - rounding, ofBalls(pair, placed) - rounding);
}

function ofTriangles(pair: SolidPair, placed: TriangleMesh): number {
  const { a } = pair;
  const found = foundPairs(pair);
  const step = Math.max(1, Math.ceil(found.length / 2 / maxPairs));
  let best = 0;
  for (let i = 0; i < found.length / 2; i += step) {
    pair.progress(pair.fraction);
    const [p, q] = [triangleVertices(a.mesh, found[2 * i]), triangleVertices(placed, found[2 * i + 1])];
    const differences = p.flatMap((corner) => q.flatMap((other) => [0, 1, 2].map((k) => corner[k]! - other[k]!)));
    const hull = convexHull(Float64Array.from(differences));
    if (hull.dimension < 3) continue;
    const planes = hullPlanes(hull);
    let nearest = Infinity;
    for (let at = 3; at < planes.length; at += 4) nearest = Math.min(nearest, planes[at]);
    best = Math.max(best, nearest);
  }
  return best;
}

/** Returns the pairs of triangles that intersect; none if they are too many, so that this proof gives nothing. */
function foundPairs({ a, b, aFromB, loaded, progress }: SolidPair): Uint32Array {
  try {
    return pairs(a, b, aFromB, {}, () => progress(0), loaded).pairs;
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'too-large') return new Uint32Array(0);
    throw error;
  }
}

/** Depth of a point: the sum of its distances from the surfaces of the solids that contain it. 0 if a solid does not. */
type Depth = (point: Vec3) => number;

function ofBalls(pair: SolidPair, placed: TreedMesh): number {
  const { a, isClosedA, isClosedB } = pair;
  if (!isClosedA && !isClosedB) return 0;
  const distanceFrom = ({ tree, mesh }: TreedMesh, point: Vec3): number => closestPoint(tree, mesh, point).closest?.distance ?? 0;
  const depthIn = (solid: TreedMesh, isSolid: boolean, point: Vec3): number | null =>
    !isSolid ? 0 : isInsideClosedMesh(solid.tree, solid.mesh, point) === true ? distanceFrom(solid, point) : null;
  const depth: Depth = (point) => {
    const ofA = depthIn(a, isClosedA, point);
    const ofB = ofA === null ? null : depthIn(placed, isClosedB, point);
    return ofA === null || ofB === null ? 0 : ofA + ofB;
  };
  // A point in an open mesh is one of its surface.
  const starts = isClosedA && isClosedB ? commonPoints(a, placed) : surfacePoints(isClosedA ? placed.mesh : a.mesh);
  let best = { point: starts[0]!, depth: 0 };
  for (const point of starts) {
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
  .map((v) => v.map((value) => value / Math.hypot(...v)) as unknown as Vec3);

/** Returns B in the space of A. */
export function placedMesh({ b, aFromB }: SolidPair): TriangleMesh {
  const positions = new Float64Array(b.mesh.positions.length);
  transformPoints(aFromB, b.mesh.positions, positions);
  return { positions, indices: b.mesh.indices, parts: b.mesh.parts };
}
