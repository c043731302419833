import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../../pair/placed-triangle.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { cornerCode, edgeCode } from '../../shape/feature-code.ts';
import { faceCode, featureOf } from '../../shape/triangle-feature.ts';
import { distanceWords, triangleDistanceSq } from '../../shape/triangle-triangle-distance.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { motionPose, type MotionPath } from './path.ts';
import type { MotionFeature, MotionWitness } from './result.ts';

/** Returns the nearest points of two triangles at a time, and their features. */
export function motionWitness(
  a: TreedMesh,
  b: TreedMesh,
  path: MotionPath,
  triangleA: number,
  triangleB: number,
  time: number,
): MotionWitness {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const found = new Float64Array(distanceWords);
  readCorners(a.mesh, triangleA, p);
  readPlacedCorners(b.mesh, triangleB, motionPose(path, time), q);
  const square = triangleDistanceSq(p, q, found, new Float64Array(4));
  const pointA: Vec3 = [found[0]!, found[1]!, found[2]!];
  const pointB: Vec3 = [found[0]! + found[3]!, found[1]! + found[4]!, found[2]! + found[5]!];
  return {
    a: featureAt(p, triangleA, pointA),
    b: featureAt(q, triangleB, pointB),
    distance: trianglesIntersect(p, q) ? 0 : Math.sqrt(square),
  };
}

/** Nearer to an edge or a vertex than this part of the triangle's height counts as on it. */
const featureTolerance = 1e-7;

function featureAt(corners: Float64Array, triangle: number, point: Vec3): MotionFeature {
  const at = (i: number): Vec3 => [corners[3 * i]! - point[0], corners[3 * i + 1]! - point[1], corners[3 * i + 2]! - point[2]];
  const area = (u: Vec3, v: Vec3): number => Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  const weights = [area(at(1), at(2)), area(at(2), at(0)), area(at(0), at(1))];
  const sum = weights[0]! + weights[1]! + weights[2]!;
  const used = [0, 1, 2].filter((i) => weights[i]! > featureTolerance * sum);
  const code =
    used.length === 1
      ? cornerCode(used[0]!)
      : used.length === 2
        ? edgeCode(...((used[1]! - used[0]! === 1 ? [used[0]!, used[1]!] : [2, 0]) as [number, number]))
        : faceCode;
  return { triangle, ...featureOf(code), point };
}
