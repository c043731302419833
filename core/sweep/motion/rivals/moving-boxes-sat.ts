import { transformPoint, transformVector, type Transform } from '../../../math/transform.ts';
import { cross, dot, minus, type Vec3 } from '../../../math/vec3.ts';
import { boundsCenter, type Bounds } from '../../../mesh/bounds.ts';

/**
 * Returns the times between which two moving boxes overlap, by the 15 separating axes with a velocity; `null` if they never do. The boxes
 * are those of A, and of B in its first pose. B moves by the translation between its poses, and its rotation is ignored: for comparison
 * with `meshMotion`, whose contact it misses where the rotation causes it.
 *
 * Source: N. Bobic, "Advanced Collision Detection Techniques", Game Developer, 2000.
 */
export function movingBoxesSat(a: Bounds, b: Bounds, from: Transform, to: Transform): readonly [enter: number, leave: number] | null {
  const start = transformPoint(from, boundsCenter(b));
  const velocity = minus(transformPoint(to, boundsCenter(b)), start);
  const offset = minus(start, boundsCenter(a));
  const halfA = halfEdges(a);
  const halfB = halfEdges(b).map((half) => transformVector(from, half));
  const axes = [...halfA, ...faceNormals(halfB), ...halfA.flatMap((u) => halfB.map((v) => cross(u, v)))];
  let [enter, leave] = [0, 1];
  for (const axis of axes) {
    const reach = [...halfA, ...halfB].reduce((sum, half) => sum + Math.abs(dot(half, axis)), 0);
    const distance = dot(offset, axis);
    const speed = dot(velocity, axis);
    if (speed === 0) {
      if (Math.abs(distance) > reach) return null;
      continue;
    }
    const times = [(-reach - distance) / speed, (reach - distance) / speed];
    enter = Math.max(enter, Math.min(...times));
    leave = Math.min(leave, Math.max(...times));
  }
  return enter <= leave ? [enter, leave] : null;
}

function halfEdges({ min, max }: Bounds): readonly Vec3[] {
  return [
    [(max[0] - min[0]) / 2, 0, 0],
    [0, (max[1] - min[1]) / 2, 0],
    [0, 0, (max[2] - min[2]) / 2],
  ];
}

function faceNormals(halves: readonly Vec3[]): readonly Vec3[] {
  return halves.map((_, i) => cross(halves[(i + 1) % 3]!, halves[(i + 2) % 3]!));
}
