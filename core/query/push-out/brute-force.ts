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
  points.forEach((a, i) =>
    points.slice(i + 1).forEach((b, j) =>
      points.slice(i + j + 2).forEach((c) => {
        const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
        if (isBigZero(normal)) return;
        const heights = points.map((point) => bigDot(normal, bigMinus(point, a)));
        if (heights.some((height) => height > 0n) && heights.some((height) => height < 0n)) return;
        const level = bigDot(normal, a);
        depth = Math.min(depth, roundedRoot(level * level, bigDot(normal, normal), exponent));
      }),
    ),
  );
  return depth === Infinity ? 0 : depth;
}
