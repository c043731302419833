import { bigCross, bigMinus, bigPoint, bigUnit } from '../math/big-vec3.ts';
import { scaledIntegers } from '../math/exact.ts';
import { normalized, type Vec3 } from '../math/vec3.ts';

/** Largest relative error of a plain f64 normal; beyond it, for needles, the normal is computed exactly. */
const tolerance = 1e-12;
/** Error bound of a component of the cross product, as a part of the product of the edge sizes. */
const roundings = 8 * 2 ** -53;

/** Returns the unit normal of (b − a) × (c − a), around which the vertices are counter-clockwise; `null` without area. */
export function triangleNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 | null {
  const ux = b[0] - a[0];
  const uy = b[1] - a[1];
  const uz = b[2] - a[2];
  const vx = c[0] - a[0];
  const vy = c[1] - a[1];
  const vz = c[2] - a[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const u = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  const v = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
  // Below 1e-280 products lose digits; beyond 1e300 they may overflow.
  const isAccurate = largest > 1e-280 && largest < 1e300 && roundings * u * v <= tolerance * largest;
  return isAccurate ? normalized([x, y, z]) : exactNormal(a, b, c);
}

function exactNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 | null {
  const { integers } = scaledIntegers([...a, ...b, ...c]);
  const origin = bigPoint(integers, 0);
  return bigUnit(bigCross(bigMinus(bigPoint(integers, 3), origin), bigMinus(bigPoint(integers, 6), origin)));
}
