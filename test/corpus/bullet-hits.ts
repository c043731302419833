import { cross, dot, minus, type Vec3 } from '#core/math/vec3';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';

/** A ray as Bullet has it: both ends are f32 numbers. */
export interface BulletRay {
  readonly from: Vec3;
  readonly to: Vec3;
}

const { fround } = Math;

/** The error of a product of n roundings to f32, as a part of it (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1). */
const gamma = (n: number): number => (n * 2 ** -24) / (1 - n * 2 ** -24);
/** By this part of the squared normal a point may be outside an edge (`btTriangleRaycastCallback::processTriangle`). */
const edgeTolerance = 1e-4;
/** Boxes of triangles are at least 2 mm wide (`btQuantizedBvh::build`), and are rounded to 1/65,533 of the box of the mesh, which is 1 m larger on each side. */
const boxMargin = 1e-3;
const boxSteps = 65_533;

/**
 * Whether Bullet may report a hit at a point of a ray, by the error of each step of its test in f32. The test takes the cross product of two edges
 * as normal, the point where the ray passes that plane, and three cross products at that point, whose signs along the normal it compares with a tolerance.
 * The normal of a triangle whose corners are nearly in a row is rounding and may have any direction, so that it may be hit off its surface, also on the
 * prolongation of an edge; but only by a ray that passes its box in the tree. So the normal is computed as Bullet does, to the last bit, and
 * what follows is bounded.
 * @param point of the hit, near the ray
 * @param mesh its positions are f32 numbers
 */
export function mayHitInBullet(mesh: TriangleMesh, ray: BulletRay, point: Vec3): boolean {
  const margin = boxMargin + (3 * (extentOf(mesh) + 2)) / boxSteps;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    const corners = triangleVertices(mesh, triangle);
    if (passesBox(corners, ray, margin) && mayHitTriangle(corners, ray, point)) return true;
  }
  return false;
}

/** Whether the test of a triangle, without boxes, may report a hit at a point. */
export function mayHitTriangle(corners: readonly [Vec3, Vec3, Vec3], { from, to }: BulletRay, point: Vec3): boolean {
  const [v0, v1, v2] = corners;
  const [v10, v20] = [single(minus(v1, v0)), single(minus(v2, v0))];
  return differences.some((difference) => {
    const normal = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return difference(v10[i]! * v20[j]!, v10[j]! * v20[i]!);
    }) as unknown as Vec3;
    return mayHitPlane(corners, normal, { from, to }, point);
  });
}

/** A difference of two products in f32. Compilers for some processors leave one of the products unrounded. */
const differences: readonly ((p: number, q: number) => number)[] = [
  (p, q) => fround(fround(p) - fround(q)),
  (p, q) => fround(p - fround(q)),
  (p, q) => fround(fround(p) - q),
];

function mayHitPlane(corners: readonly [Vec3, Vec3, Vec3], normal: Vec3, { from, to }: BulletRay, point: Vec3): boolean {
  const [v0, v1, v2] = corners;
  // Ends on the plane are on the same side.
  if (normal.every((value) => value === 0)) return false;
  const size = (p: Vec3): number => dot(absolute(normal), absolute(p));
  // The point is a sum of two products in f32, and so is the one that is passed.
  const pointError = gamma(8) * Math.max(...absolute(from), ...absolute(to));
  const perAxis: Vec3 = [pointError, pointError, pointError];
  const away = minus(point, v0);
  // Signed volumes of both ends: sums of three products and a difference; their quotient has three more roundings.
  const endError = gamma(4) * (Math.max(size(from), size(to)) + size(v0));
  const planeError = endError + gamma(3) * size(minus(to, from)) + size(perAxis);
  if (Math.abs(dot(normal, away)) > planeError) return false;
  const tolerance = edgeTolerance * (1 + gamma(5)) * dot(normal, normal);
  return [
    [v0, v1],
    [v1, v2],
    [v2, v0],
  ].every(([p, q]) => {
    const [a, b] = [minus(p!, point), minus(q!, point)];
    const area = cross(a, b);
    // Two differences, a product and a difference, and the sum of three products with the normal.
    const rounding = gamma(7) * size(absoluteCross(a, b));
    const moved = size(absoluteCross(perAxis, minus(q!, p!)));
    return dot(area, normal) >= -(tolerance + rounding + moved);
  });
}

function absolute(p: Vec3): Vec3 {
  return [Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])];
}

/** The cross product with sums in place of differences, of absolute values. */
function absoluteCross(p: Vec3, q: Vec3): Vec3 {
  const [a, b] = [absolute(p), absolute(q)];
  return [a[1] * b[2] + a[2] * b[1], a[2] * b[0] + a[0] * b[2], a[0] * b[1] + a[1] * b[0]];
}

function single(p: Vec3): Vec3 {
  return [fround(p[0]), fround(p[1]), fround(p[2])];
}

function extentOf({ positions }: TriangleMesh): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    const axis = positions.filter((_, i) => i % 3 === k);
    extent = Math.max(extent, axis.reduce((most, value) => Math.max(most, value)) - axis.reduce((least, value) => Math.min(least, value)));
  }
  return extent;
}

/** Whether a segment passes the box of a triangle, grown by a margin and by the rounding of the quotients that bound it. */
function passesBox(corners: readonly [Vec3, Vec3, Vec3], { from, to }: BulletRay, margin: number): boolean {
  const grown = margin + gamma(4) * (Math.max(...absolute(minus(to, from))) + Math.max(...absolute(from)));
  let [enter, leave] = [0, 1];
  for (let k = 0; k < 3; k++) {
    const side = corners.map((corner) => corner[k]!);
    const [least, largest] = [Math.min(...side) - grown, Math.max(...side) + grown];
    const way = to[k]! - from[k]!;
    if (way === 0) {
      if (from[k]! < least || from[k]! > largest) return false;
      continue;
    }
    const [a, b] = [(least - from[k]!) / way, (largest - from[k]!) / way];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave;
}
