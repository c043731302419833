import type { Vec3 } from '#core/math/vec3';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { windingBruteForce } from '#core/query/inside/brute-force';

/** Half of the solid angle of a triangle that plain f64 gives: below this error where the sine and cosine are above `minVector`. */
const halfAngleError = 1e-12;
const minVector = 0.01;
/** Products below it may have lost digits. */
const minProduct = 1e-250;

/**
 * Whether a point is inside of a mesh: the absolute sum of all solid angles is above 2π. `null` where it is too near to that. Each solid angle
 * has its own arc tangent in f64, or in exact arithmetic where the error of f64 is not surely below `halfAngleError`.
 */
export function isInsideBruteForce(mesh: TriangleMesh, point: Vec3, flipped: Uint8Array | null): boolean | null {
  let sum = 0;
  let summed = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const half = plainHalfAngle(mesh, triangle, point) ?? exactHalfAngle(mesh, triangle, point);
    sum += flipped !== null && flipped[triangle] === 1 ? -half : half;
    summed++;
  }
  // Rounding of the sum: each partial sum is below π times the number of triangles.
  const error = summed * halfAngleError + summed * summed * 1e-15;
  const excess = Math.abs(sum) - Math.PI;
  return Math.abs(excess) > error + 1e-6 ? excess > 0 : null;
}

/** Van Oosterom & Strackee, "The solid angle of a plane triangle" (1983); `null` where the error is not surely small. */
function plainHalfAngle({ positions, indices }: TriangleMesh, triangle: number, [x, y, z]: Vec3): number | null {
  const p = 3 * indices[3 * triangle]!;
  const q = 3 * indices[3 * triangle + 1]!;
  const r = 3 * indices[3 * triangle + 2]!;
  const [ax, ay, az] = [positions[p]! - x, positions[p + 1]! - y, positions[p + 2]! - z];
  const [bx, by, bz] = [positions[q]! - x, positions[q + 1]! - y, positions[q + 2]! - z];
  const [cx, cy, cz] = [positions[r]! - x, positions[r + 1]! - y, positions[r + 2]! - z];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const product = a * b * c;
  if (!(product < Infinity && a * a > minProduct && b * b > minProduct && c * c > minProduct && product > minProduct)) return null;
  const determinant = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const sine = determinant / product;
  const cosines =
    (ax * bx + ay * by + az * bz) / (a * b) + (bx * cx + by * cy + bz * cz) / (b * c) + (cx * ax + cy * ay + cz * az) / (c * a);
  const cosine = 1 + cosines;
  // Behind the point the angle jumps with the sign of the sine.
  const isClear = Math.hypot(sine, cosine) > minVector && (cosine > 0 || Math.abs(sine) > halfAngleError);
  return isClear ? Math.atan2(sine, cosine) : null;
}

function exactHalfAngle(mesh: TriangleMesh, triangle: number, point: Vec3): number {
  const alone = { ...mesh, indices: mesh.indices.slice(3 * triangle, 3 * triangle + 3) };
  return 2 * Math.PI * windingBruteForce(alone, point);
}
