import { bigMinus, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { hullsAreWithin } from '../../shape/hull-distance-exact.ts';
import type { SweepSetup } from './setup.ts';

/**
 * Whether the shape touches a triangle at some time from `start` to `end`, in exact arithmetic: the swept core is the hull of its points
 * at both times.
 */
export function touchesExactly(
  { sweep, points, radius }: SweepSetup,
  mesh: TriangleMesh,
  triangle: number,
  start: number,
  end: number,
): boolean {
  const times = scaledIntegers([start, end]);
  // Times of at most 1 have a power of two as denominator, by which all lengths are multiplied.
  const timeShift = BigInt(-Math.min(0, times.exponent));
  const { integers } = scaledIntegers([radius, ...sweep.from, ...sweep.to, ...triangleVertices(mesh, triangle).flat(), ...points]);
  const from = bigPoint(integers, 1);
  const motion = bigMinus(bigPoint(integers, 4), from);
  const scaled = (point: BigVec3): BigVec3 => [point[0] << timeShift, point[1] << timeShift, point[2] << timeShift];
  const startTime = times.integers[0]!;
  const endTime = times.integers[1]!;
  const core: BigVec3[] = [];
  for (let at = 16; at < integers.length; at += 3) {
    const point = scaled(bigPoint(integers, at));
    core.push(bigPlus(point, bigTimes(motion, startTime)));
    if (startTime !== endTime) core.push(bigPlus(point, bigTimes(motion, endTime)));
  }
  const corners = [7, 10, 13].map((at) => scaled(bigMinus(bigPoint(integers, at), from)));
  return hullsAreWithin(core, corners, integers[0]! << timeShift);
}
