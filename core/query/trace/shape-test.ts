import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { setupBox, type BoxSolid } from '../../shape/box-solid.ts';
import type { Tree } from '../../tree/layout.ts';
import { checkBoxQuery } from '../box/check.ts';
import { overlapsTriangle } from '../box/exact.ts';
import { boxReachesNode } from '../box/volume.ts';
import { capsuleTest } from '../capsule/capsule.ts';
import { createCapsuleWorkspace } from '../capsule/workspace.ts';
import { frustumTest } from '../frustum/frustum.ts';
import { hullTest } from '../hull/hull.ts';
import type { QueryShape } from '../shape-overlap.ts';
import { triangleTest } from '../triangle/triangle.ts';
import type { OverlapShape } from './overlap-test.ts';

/**
 * Returns the tests of a shape of `overlap` with its AABB, for a trace. A frustum has none: it may be endless.
 * @throws InspectorError `invalid-argument` for an invalid shape.
 */
export function shapeTest(tree: Tree, mesh: TriangleMesh, shape: QueryShape): OverlapShape {
  switch (shape.kind) {
    case 'capsule':
      return { ...capsuleTest(mesh, shape, createCapsuleWorkspace(tree)), around: aabbOf([shape.from, shape.to], shape.radius) };
    case 'triangle':
      return { ...triangleTest(mesh, shape), around: aabbOf([shape.a, shape.b, shape.c], 0) };
    case 'frustum':
      return { ...frustumTest(mesh, shape), around: null };
    case 'hull':
      return { ...hullTest(mesh, shape), around: aabbOf(shape.points, 0) };
    case 'box':
      return boxTest(mesh, shape.solid);
  }
}

function boxTest(mesh: TriangleMesh, solid: BoxSolid): OverlapShape {
  checkBoxQuery(solid);
  const box = setupBox(solid);
  const scratch = new Float64Array(18);
  return {
    reachesNode: (nodeBox, origin) => boxReachesNode(box, nodeBox, origin),
    overlapsTriangle: (triangle) => overlapsTriangle(mesh, triangle, box, scratch),
    around: box.around,
  };
}

/** Returns the AABB (6: min, max) of points, larger by a radius on each side. */
export function aabbOf(points: readonly Vec3[], radius: number): Float64Array {
  const around = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const point of points) {
    for (let k = 0; k < 3; k++) {
      around[k] = Math.min(around[k]!, point[k]! - radius);
      around[k + 3] = Math.max(around[k + 3]!, point[k]! + radius);
    }
  }
  return around;
}
