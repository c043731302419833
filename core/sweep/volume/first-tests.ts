import { type Bounds, meshBounds } from '../../mesh/bounds.ts';
import { hullPlanes } from '../../convex/hull/hull-planes.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { triangleCount } from '../../mesh/triangle-mesh.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { boxOverlap } from '../../query/box/box.ts';
import { halfSpacesTest } from '../../query/half-spaces-overlap.ts';
import { createShapeWorkspace, overlappingTriangles, type ShapeOverlap } from '../../query/overlap-descent.ts';
import { type ExactHalfSpace, halfSpacesOf } from '../../shape/half-spaces.ts';
import type { MotionPath } from '../motion/path.ts';
import { sweptBox, sweptHull, type SweptHull, sweptRounding } from './swept-volume.ts';

/** What a swept volume found, and its cost. */
export interface FirstTest {
  /** Whether it overlaps the fixed mesh. If not, the meshes stay apart, proven. */
  readonly overlaps: boolean;
  /** Triangles of the fixed mesh in it; 1 at most, unless all were counted. */
  readonly triangles: number;
  readonly nodesVisited: number;
  readonly trianglesTested: number;
  /** Corners of the volume: 8 for a box. */
  readonly vertices: number;
  /** Time to make and to test it. */
  readonly milliseconds: number;
}

/** The swept volumes that were tested, in this order; `null` for one that was not. */
export interface FirstTests {
  readonly box: FirstTest | null;
  readonly hull: FirstTest | null;
}

export type FirstTestKind = 'none' | 'box' | 'hull' | 'both';

/**
 * Tests swept volumes against the fixed mesh (catalogue P5): the box first, the hull if the box overlaps or is not wanted. Volumes are grown
 * by `margin`, the distance that counts as contact or near.
 * @param countsAll counts the triangles in both volumes; otherwise each test stops at the first triangle.
 * @throws InspectorError as `boxOverlap`; whatever `progress` throws.
 */
export function firstTests(
  a: TreedMesh,
  b: TreedMesh,
  path: MotionPath,
  kind: FirstTestKind,
  margin: number,
  countsAll = false,
  progress: Progress = noProgress,
): FirstTests {
  const bounds = { a: meshBounds(a.mesh), b: meshBounds(b.mesh) };
  if (bounds.a === null || bounds.b === null) return { box: null, hull: null };
  const grow = margin + sweptRounding(bounds.a, bounds.b, path);
  const box = kind === 'box' || kind === 'both' ? boxTest(a, b, path, grow, countsAll) : null;
  const needsHull = kind === 'hull' || (kind === 'both' && (countsAll || box?.overlaps === true));
  return { box, hull: needsHull ? hullTest(a, b, path, grow, countsAll, progress) : null };
}

/** Whether a swept volume proves that the meshes stay apart. */
export function provesApart({ box, hull }: FirstTests): boolean {
  return box?.overlaps === false || hull?.overlaps === false;
}

function boxTest(a: TreedMesh, b: TreedMesh, path: MotionPath, grow: number, countsAll: boolean): FirstTest {
  const start = performance.now();
  const box = grownBy(sweptBox(b.mesh, path)!, grow);
  const found = boxOverlap(a.tree, a.mesh, { kind: 'aligned', ...box }, { mode: countsAll ? 'all' : 'any' });
  return testOf(found, 8, start);
}

/** Triangles from one report of progress to the next: each may need a test of every side. */
const trianglesPerReport = 256;

function hullTest(a: TreedMesh, b: TreedMesh, path: MotionPath, grow: number, countsAll: boolean, progress: Progress): FirstTest {
  const start = performance.now();
  progress(0);
  const swept = sweptHull(b.mesh, path)!;
  const test = halfSpacesTest(a.mesh, halfSpacesOf(halfSpacesAround(swept, grow)), null);
  let tested = 0;
  const overlapsTriangle = (triangle: number): boolean => {
    if (tested++ % trianglesPerReport === 0) progress(tested / triangleCount(a.mesh));
    return test.overlapsTriangle(triangle);
  };
  const found = overlappingTriangles(a.tree, createShapeWorkspace(a.tree), { ...test, overlapsTriangle }, !countsAll);
  return testOf(found, swept.hull.points.length, start);
}

function testOf({ triangles, stats }: ShapeOverlap, vertices: number, start: number): FirstTest {
  return { overlaps: triangles.length > 0, triangles: triangles.length, ...stats, vertices, milliseconds: performance.now() - start };
}

function grownBy({ min, max }: Bounds, by: number): Bounds {
  return { min: [min[0] - by, min[1] - by, min[2] - by], max: [max[0] + by, max[1] + by, max[2] + by] };
}

/** Faces of a hull that are tested: the time of a test grows with them. */
const maxSides = 512;

/**
 * Returns half-spaces that contain everything within `grow` of a swept hull: its faces, moved outwards, and a box around it. Each contains all
 * vertices, whatever the rounding of its direction.
 */
function halfSpacesAround({ hull, bend }: SweptHull, grow: number): readonly ExactHalfSpace[] {
  const { positions } = hull;
  const by = bend + grow;
  const spaces: ExactHalfSpace[] = [];
  const add = (x: number, y: number, z: number): void => {
    let reach = -Infinity;
    for (let i = 0; i < positions.length; i += 3) {
      reach = Math.max(reach, x * positions[i]! + y * positions[i + 1]! + z * positions[i + 2]!);
    }
    spaces.push(below(x, y, z, reach + by));
  };
  const planes = hull.dimension === 3 ? hullPlanes(hull) : new Float64Array(0);
  // Fewer sides are a larger volume, which holds too.
  const stride = 4 * Math.max(1, Math.ceil(planes.length / 4 / maxSides));
  for (let at = 0; at < planes.length; at += stride) {
    const [x, y, z] = [planes[at]!, planes[at + 1]!, planes[at + 2]!];
    // A face without a direction bounds nothing.
    if (x !== 0 || y !== 0 || z !== 0) add(x, y, z);
  }
  for (const side of [-1, 1]) {
    add(side, 0, 0);
    add(0, side, 0);
    add(0, 0, side);
  }
  return spaces;
}

/** Returns the points whose height along a direction is at most `top`. */
function below(x: number, y: number, z: number, top: number): ExactHalfSpace {
  const { integers } = scaledIntegers([0 - x, 0 - y, 0 - z, top]);
  return { normal: [integers[0]!, integers[1]!, integers[2]!], offset: integers[3]!, exponent: 0 };
}
