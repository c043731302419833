import { bigDot, bigMinus, bigPoint, bigTimes, bigUnit } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import { normalized, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import { checkSphere } from './check.ts';
import { rationalClosest } from '../closest/rational.ts';
import type { Sphere, SphereAnswer, SphereTouch, SurfaceFacts } from './sphere.ts';

/**
 * The oracle: every triangle, no tree, rational numbers, and another formula than `sphereOverlap` has: the least of the
 * distances to three vertices, three lines where the foot of the perpendicular lies within the edge, and the plane where
 * it lies within the face. Inside is the sum of the solid angles of all triangles (Van Oosterom & Strackee 1983) over 4π,
 * rounded. Same triangles and features as `sphereOverlap`; the numbers here are those of exact arithmetic, rounded.
 * Triangles without area that hold the centre get no other direction than +z.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`.
 */
export function sphereOverlapBruteForce(mesh: TriangleMesh, sphere: Sphere, surface: SurfaceFacts): SphereAnswer {
  checkSphere(sphere);
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
  const isCenterInside = surface.isClosed ? !isOnSurface && Math.round(winding(mesh, sphere.center)) !== 0 : null;
  return {
    touches: isCenterInside === true ? touches.map(turnedOut) : touches,
    isCenterInside,
    stats: { nodesVisited: 0, trianglesTested },
  };
}

/** Whether the triangle's own box is farther than the radius on some axis, beyond all rounding. Hot. */
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

function turnedOut(touch: SphereTouch): SphereTouch {
  const [x, y, z] = touch.direction;
  return { ...touch, direction: [0 - x, 0 - y, 0 - z] };
}

/** How often the surface goes round a point off it. Plain f64: right when rounded, unless the point is all but on it. */
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
