import { invalidArgument } from '../../error.ts';
import { cross, minus, type Vec3 } from '../../math/vec3.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { OverlapOptions } from '../../options/overlap-options.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import type { Tree } from '../../tree/layout.ts';
import { type OverlapTest, overlapWith, type ShapeOverlap, type ShapeWorkspace } from '../overlap-descent.ts';
import { slabsAround } from '../slabs.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { triangleReachesNode } from './volume.ts';

/** A closed triangle in mesh units. Without area it is a segment or a point. */
export interface QueryTriangle {
  readonly a: Vec3;
  readonly b: Vec3;
  readonly c: Vec3;
}

/**
 * Returns all triangles that share a point with a triangle: touching counts (catalogue Q4). The set is that of exact arithmetic on the f64
 * vertices (`trianglesIntersect`). Mode `any` stops at the first triangle found, which depends on the tree.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, unknown options, a tree of another mesh, and a workspace made
 * for a shallower tree.
 */
export function triangleOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  triangle: QueryTriangle,
  options: Partial<OverlapOptions> = {},
  workspace?: ShapeWorkspace,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  return overlapWith(triangleTest(mesh, triangle), tree, mesh, options, workspace, accepts);
}

/** Returns the tests of a triangle for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `checkTriangleQuery`. */
export function triangleTest(mesh: TriangleMesh, triangle: QueryTriangle): OverlapTest {
  checkTriangleQuery(triangle);
  const { a, b, c } = triangle;
  const corners = new Float64Array(9);
  // Faster than `Float64Array.of` and `set`.
  for (let k = 0; k < 3; k++) {
    corners[k] = a[k]!;
    corners[k + 3] = b[k]!;
    corners[k + 6] = c[k]!;
  }
  const other = new Float64Array(9);
  return {
    slabs: slabsAround([a, b, c], 0, [cross(minus(b, a), minus(c, a))]),
    reachesNode: (nodeBox, origin) => triangleReachesNode(corners, nodeBox, origin),
    overlapsTriangle: (index) => {
      readCorners(mesh, index, other);
      return trianglesIntersect(corners, other);
    },
  };
}

/** @throws InspectorError `invalid-argument` for numbers that are not finite. */
export function checkTriangleQuery({ a, b, c }: QueryTriangle): void {
  // A finite number minus itself is 0.
  let rest = 0;
  for (let k = 0; k < 3; k++) rest += a[k]! - a[k]! + (b[k]! - b[k]!) + (c[k]! - c[k]!);
  if (rest !== 0) throw invalidArgument('A number of the triangle is not finite', 'Use finite numbers');
}
