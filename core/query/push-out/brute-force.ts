import { bigCross, bigDot, bigMinus, bigPoint, isBigZero, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { bigBoxTriangle } from '../../shape/box-triangle-exact.ts';
import { axisDistanceBruteForce } from '../capsule/brute-force.ts';
import type { PushShape } from './push-shape.ts';

/**
 * Test oracle of the depths of `boxTouch` and `capsuleTouch`, for shapes and triangles that overlap. It looks at every plane through three
 * differences of corners, in integers: the nearest one with all differences on one side bounds the Minkowski difference.
 */
export function shapeDepthBruteForce(mesh: TriangleMesh, triangle: number, shape: PushShape): number {
  const vertices = triangleVertices(mesh, triangle);
  if (shape.kind === 'box') {
    const { corners, triangle: others, exponent } = bigBoxTriangle(shape.solid, vertices);
    return depthOfHull(corners, others, exponent);
  }
  const distance = axisDistanceBruteForce(shape, vertices.flat());
  if (distance > 0) return Math.max(0, shape.radius - distance);
  const { integers, exponent } = scaledIntegers([...shape.from, ...shape.to, ...vertices.flat()]);
  const points = [0, 3, 6, 9, 12].map((at) => bigPoint(integers, at));
  return shape.radius + depthOfHull(points.slice(0, 2), points.slice(2), exponent);
}

/** Returns how deep the origin is in the hull of all differences; 0 for a flat hull. */
function depthOfHull(own: readonly BigVec3[], others: readonly BigVec3[], exponent: number): number {
  const points = others.flatMap((q) => own.map((p) => bigMinus(q, p)));
  let depth = Infinity;
  for (const [i, a] of points.entries()) {
    for (const [j, b] of points.entries()) {
      if (j <= i) continue;
      const side = bigMinus(b, a);
      for (const c of points.slice(j + 1)) {
        const normal = bigCross(side, bigMinus(c, a));
        const level = bigDot(normal, a);
        if (isBigZero(normal) || !areOnOneSide(points, normal, level)) continue;
        depth = Math.min(depth, roundedRoot(level * level, bigDot(normal, normal), exponent));
      }
    }
  }
  return depth === Infinity ? 0 : depth;
}

/** Whether no two points are on different sides of a plane. */
function areOnOneSide(points: readonly BigVec3[], normal: BigVec3, level: bigint): boolean {
  let isAbove = false;
  let isUnder = false;
  for (const point of points) {
    const height = bigDot(normal, point);
    if (height > level) isAbove = true;
    else if (height < level) isUnder = true;
    if (isAbove && isUnder) return false;
  }
  return true;
}
