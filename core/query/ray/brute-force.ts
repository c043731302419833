import { bigCross, bigDot, bigMinus, bigPoint } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { normalized, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { checkRayQuery } from './check.ts';
import { compareHits, rayHit, type RayHit } from './record.ts';
import type { Ray, RayResult } from './query.ts';

/**
 * Test oracle of `raycast`: tests every triangle without a tree, with another formula (Möller & Trumbore 1997: edges from the
 * first vertex). Plain f64 drops sure misses; rational numbers decide the rest. Returns the same bits as `raycast`, except for
 * mode `any`: there it returns the hit with the lowest index.
 * @throws InspectorError `invalid-argument` as `raycast`.
 */
export function raycastBruteForce(mesh: TriangleMesh, ray: Ray, options: RayOptions): RayResult {
  checkRayQuery(ray);
  const direction = normalized(ray.direction)!;
  const hits: RayHit[] = [];
  const triangles = triangleCount(mesh);
  let trianglesTested = 0;
  for (let triangle = 0; triangle < triangles; triangle++) {
    // A non-finite triangle is never a sure miss, so the check for it comes second.
    const misses = surelyMisses(mesh, triangle, ray, direction, options.cull);
    if (!misses && !isFiniteTriangle(mesh, triangle)) continue;
    trianglesTested++;
    if (misses) continue;
    const hit = rationalHit(mesh, triangle, ray, direction, options.cull);
    if (hit === null) continue;
    hits.push(hit);
    if (options.mode === 'any') break;
  }
  hits.sort(compareHits);
  if (options.mode === 'first') hits.splice(1);
  return { hits, stats: { nodesVisited: 0, trianglesTested } };
}

/**
 * Error of a triple product of rounded differences, as a part of the sum of its absolute products, with a factor of 100 to
 * spare. A bound that is too large only costs time.
 */
const tolerance = 1e-13;
/** More than underflow can lose. */
const underflow = 1e-270;

/** Whether plain f64 proves that the ray misses the triangle. Hot. */
function surelyMisses(mesh: TriangleMesh, triangle: number, ray: Ray, direction: Vec3, cull: boolean): boolean {
  const { positions, indices } = mesh;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const fx = positions[b] - ax;
  const fy = positions[b + 1] - ay;
  const fz = positions[b + 2] - az;
  const gx = positions[c] - ax;
  const gy = positions[c + 1] - ay;
  const gz = positions[c + 2] - az;
  const sx = ray.origin[0] - ax;
  const sy = ray.origin[1] - ay;
  const sz = ray.origin[2] - az;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  // p = d × g
  const px = dy * gz - dz * gy;
  const py = dz * gx - dx * gz;
  const pz = dx * gy - dy * gx;
  const determinant = fx * px + fy * py + fz * pz;
  const u = sx * px + sy * py + sz * pz;
  // Upper bounds of the components of each difference.
  const f = Math.max(Math.abs(fx), Math.abs(fy), Math.abs(fz));
  const g = Math.max(Math.abs(gx), Math.abs(gy), Math.abs(gz));
  const s = Math.max(Math.abs(sx), Math.abs(sy), Math.abs(sz));
  const slack = 6 * tolerance * f * g + underflow;
  const slackU = 6 * tolerance * s * g + underflow;
  // Beyond about 1e154 products overflow before the bounds do: their signs are meaningless, and 0 times them is NaN.
  if (!(Math.abs(determinant) + Math.abs(u) < Infinity)) return false;
  if (!(Math.abs(determinant) > slack)) return false;
  if (cull && determinant < 0) return true;
  const sign = determinant > 0 ? 1 : -1;
  // Most triangles are left here: with u above the determinant, v is below 0 or u + v above it too.
  if (sign * u < -slackU || sign * (determinant - u) < -(slack + slackU)) return true;
  // q = s × f
  const qx = sy * fz - sz * fy;
  const qy = sz * fx - sx * fz;
  const qz = sx * fy - sy * fx;
  const v = dx * qx + dy * qy + dz * qz;
  const t = gx * qx + gy * qy + gz * qz;
  if (!(Math.abs(v) + Math.abs(t) < Infinity)) return false;
  const slackV = 6 * tolerance * s * f + underflow;
  const slackT = 6 * tolerance * s * f * g + underflow;
  if (sign * v < -slackV) return true;
  if (sign * (determinant - u - v) < -(slack + slackU + slackV)) return true;
  if (sign * t < -slackT) return true;
  return sign * t - ray.far * Math.abs(determinant) > slackT + 2 * ray.far * slack;
}

/** Evaluates the same formula on integers with a common power of two; `null` for a miss. */
function rationalHit(mesh: TriangleMesh, triangle: number, ray: Ray, direction: Vec3, cull: boolean): RayHit | null {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const points = scaledIntegers([...ray.origin, ...a, ...b, ...c]);
  const along = scaledIntegers(direction);
  const p0 = bigPoint(points.integers, 3);
  const d = bigPoint(along.integers, 0);
  const f = bigMinus(bigPoint(points.integers, 6), p0);
  const g = bigMinus(bigPoint(points.integers, 9), p0);
  const s = bigMinus(bigPoint(points.integers, 0), p0);
  const p = bigCross(d, g);
  const q = bigCross(s, f);
  const signed = bigDot(f, p);
  // The determinant is −d·n: it is positive for a ray that comes from the front.
  if (signed === 0n || (cull && signed < 0n)) return null;
  const sign = signed < 0n ? -1n : 1n;
  const determinant = sign * signed;
  const u = sign * bigDot(s, p);
  const v = sign * bigDot(d, q);
  const t = sign * bigDot(g, q);
  if (u < 0n || v < 0n || u + v > determinant || t < 0n) return null;
  const exponent = points.exponent - along.exponent;
  if (ray.far < Infinity) {
    // t/determinant · 2^exponent > far, with both sides brought to integers.
    const far = scaledIntegers([ray.far]);
    const power = exponent - far.exponent;
    const [left, right] = power > 0 ? [t << BigInt(power), determinant] : [t, determinant << BigInt(-power)];
    if (left > right * far.integers[0]!) return null;
  }
  const distance = roundedRatio(t, determinant, exponent);
  if (distance === Infinity) return null;
  const weights: Vec3 = [
    roundedRatio(determinant - u - v, determinant, 0),
    roundedRatio(u, determinant, 0),
    roundedRatio(v, determinant, 0),
  ];
  return rayHit(mesh, triangle, distance, weights);
}
