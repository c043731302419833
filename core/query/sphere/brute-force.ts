import { bigDot, bigMinus, bigPoint, bigTimes, bigUnit } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import { normalized, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import { checkSphereQuery } from './check.ts';
import { rationalClosest } from '../closest/rational.ts';
import type { Sphere, SphereResult, SphereTouch, SurfaceFacts } from './query.ts';

/**
 * Test oracle of `sphereOverlap`: tests every triangle without a tree, in rational numbers and with another formula
 * (`rationalClosest`). Returns the same triangles and features; the numbers are those of exact arithmetic, rounded. Whether the
 * centre is inside comes from the sum of all solid angles (Van Oosterom & Strackee 1983) over 4π, rounded. A triangle without
 * area that contains the centre always has the direction +z.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`.
 */
export function sphereOverlapBruteForce(
  mesh: TriangleMesh,
  sphere: Sphere,
  { isClosed = false }: Partial<SurfaceFacts> = {},
): SphereResult {
  checkSphereQuery(sphere);
  const touches: SphereTouch[] = [];
  const triangles = triangleCount(mesh);
  let trianglesTested = 0;
  let isOnSurface = false;
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    trianglesTested++;
    if (boxIsSurelyApart(mesh, triangle, sphere)) continue;
    const touch = rationalTouch(mesh, triangle, sphere);
    if (touch === null) continue;
    touches.push(touch);
    if (touch.distance === 0) isOnSurface = true;
  }
  const isCenterInside = isClosed ? !isOnSurface && Math.round(winding(mesh, sphere.center)) !== 0 : null;
  return {
    touches: isCenterInside === true ? touches.map(pointingOut) : touches,
    isCenterInside,
    stats: { nodesVisited: 0, trianglesTested },
  };
}

/** Whether the triangle's box is farther than the radius along some axis, beyond all rounding. Hot. */
function boxIsSurelyApart({ positions, indices }: TriangleMesh, triangle: number, { center, radius }: Sphere): boolean {
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  for (let k = 0; k < 3; k++) {
    const low = Math.min(positions[a + k], positions[b + k], positions[c + k]) - center[k]!;
    const high = Math.max(positions[a + k], positions[b + k], positions[c + k]) - center[k]!;
    const reach = radius * (1 + 1e-12);
    if (low * (1 - 1e-12) > reach || high * (1 - 1e-12) < -reach) return true;
  }
  return false;
}

function rationalTouch(mesh: TriangleMesh, triangle: number, { center, radius }: Sphere): SphereTouch | null {
  const corners = triangleVertices(mesh, triangle);
  const { integers, exponent } = scaledIntegers([radius, ...center, ...corners.flat()]);
  const r = integers[0]!;
  const middle = bigPoint(integers, 1);
  const points = [4, 7, 10].map((at) => bigMinus(bigPoint(integers, at), middle));
  const { code, offset, denominator } = rationalClosest(points);
  const sizeSq = bigDot(offset, offset);
  if (sizeSq > r * r * denominator * denominator) return null;
  const distance = roundedRoot(sizeSq, denominator * denominator, exponent);
  const point = middle.map((value, k) => roundedRatio(value * denominator + offset[k]!, denominator, exponent));
  return {
    triangle,
    ...featureOf(code),
    point: [point[0]!, point[1]!, point[2]!],
    distance,
    depth: Math.max(0, radius - distance),
    direction: sizeSq === 0n ? (triangleNormal(...corners) ?? [0, 0, 1]) : bigUnit(bigTimes(offset, -1n))!,
    part: partOfTriangle(mesh, triangle),
  };
}

function pointingOut(touch: SphereTouch): SphereTouch {
  const [x, y, z] = touch.direction;
  return { ...touch, direction: [0 - x, 0 - y, 0 - z] };
}

/** Returns the winding number of the mesh around a point off its surface. Plain f64: correct after rounding, unless the point is very near the surface. */
function winding(mesh: TriangleMesh, point: Vec3): number {
  const triangles = triangleCount(mesh);
  let sum = 0;
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const [a, b, c] = triangleVertices(mesh, triangle).map((v) => normalized([v[0] - point[0], v[1] - point[1], v[2] - point[2]])!);
    const volume = dotF64(a!, [b![1] * c![2] - b![2] * c![1], b![2] * c![0] - b![0] * c![2], b![0] * c![1] - b![1] * c![0]]);
    sum += Math.atan2(volume, 1 + dotF64(a!, b!) + dotF64(b!, c!) + dotF64(c!, a!));
  }
  return sum / (2 * Math.PI);
}

function dotF64(p: Vec3, q: Vec3): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
