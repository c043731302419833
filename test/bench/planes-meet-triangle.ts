import type { Plane, Triangle, Vector3 } from 'three';

/** Corners of a polygon, and of the one that is cut from it. */
const scratch = [new Float64Array(3 * 64), new Float64Array(3 * 64)] as const;

/**
 * Returns whether a triangle meets the convex set on the front side of up to 60 planes, in plain numbers: three has no such test. A corner
 * inside or three corners behind one plane decide most triangles; of the others the rest is cut plane by plane (Sutherland and Hodgman).
 */
export function planesMeetTriangle(planes: readonly Plane[], { a, b, c }: Triangle): boolean {
  if (isInside(planes, a) || isInside(planes, b) || isInside(planes, c)) return true;
  if (planes.some((plane) => plane.distanceToPoint(a) < 0 && plane.distanceToPoint(b) < 0 && plane.distanceToPoint(c) < 0)) return false;
  let [polygon, rest] = [...scratch];
  a.toArray(polygon, 0);
  b.toArray(polygon, 3);
  c.toArray(polygon, 6);
  let length = 9;
  for (const plane of planes) {
    length = cut(plane, polygon, length, rest);
    if (length === 0) return false;
    [polygon, rest] = [rest, polygon];
  }
  return true;
}

function isInside(planes: readonly Plane[], point: Vector3): boolean {
  return planes.every((plane) => plane.distanceToPoint(point) >= 0);
}

/** Writes the part in front of a plane, and returns how many numbers it has. */
function cut({ normal, constant }: Plane, polygon: Float64Array, length: number, rest: Float64Array): number {
  const height = (at: number): number => normal.x * polygon[at]! + normal.y * polygon[at + 1]! + normal.z * polygon[at + 2]! + constant;
  let kept = 0;
  let before = length - 3;
  let heightBefore = height(before);
  for (let at = 0; at < length; at += 3) {
    const heightHere = height(at);
    if (heightBefore >= 0 !== heightHere >= 0) {
      const part = heightBefore / (heightBefore - heightHere);
      for (let k = 0; k < 3; k++) rest[kept++] = polygon[before + k]! + part * (polygon[at + k]! - polygon[before + k]!);
    }
    if (heightHere >= 0) for (let k = 0; k < 3; k++) rest[kept++] = polygon[at + k]!;
    before = at;
    heightBefore = heightHere;
  }
  return kept;
}
