import { bigCross, bigDot, bigMinus, bigPoint } from './big-vec3.ts';
import { scaledIntegers } from './exact.ts';
import { relativeBound, underflow } from './orientation.ts';
import type { Vec3 } from './vec3.ts';

/** Returns the exact sign of n·d, with n = (b − a) × (c − a): 1 if the direction d leaves the front of the triangle a, b, c. */
export function directionSide(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const value = (uy * vz - uz * vy) * d[0] + (uz * vx - ux * vz) * d[1] + (ux * vy - uy * vx) * d[2];
  const size =
    (Math.abs(uy * vz) + Math.abs(uz * vy)) * Math.abs(d[0]) +
    (Math.abs(uz * vx) + Math.abs(ux * vz)) * Math.abs(d[1]) +
    (Math.abs(ux * vy) + Math.abs(uy * vx)) * Math.abs(d[2]);
  const bound = size * relativeBound + underflow * (1 + Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]));
  // After an overflow neither holds.
  if (value > bound) return 1;
  if (value < -bound) return -1;
  const { integers } = scaledIntegers([...a, ...b, ...c]);
  const [p, q, r] = [0, 3, 6].map((at) => bigPoint(integers, at)) as [Big, Big, Big];
  const exact = bigDot(bigCross(bigMinus(q, p), bigMinus(r, p)), bigPoint(scaledIntegers(d).integers, 0));
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

type Big = ReturnType<typeof bigPoint>;
