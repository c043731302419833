import { dot, length, minus, type Vec3 } from '../../math/vec3.ts';

/** The article takes a sum of at least this part of a full turn for one. */
const matchFactor = 0.99;

/**
 * Whether a point is in a polygon by the test of the camera article, for comparison. It adds up the
 * angles under which the edges are seen, and wants nearly a full turn. It is wrong for points close outside an edge, and for polygons that are not convex.
 *
 * Source: "Checking camera collisions with a polygon", gamedev.ru, 2003.
 */
export function isInsideByAngles(points: readonly Vec3[], point: Vec3): boolean {
  let sum = 0;
  for (let i = 0; i < points.length; i++) {
    const a = minus(points[i]!, point);
    const b = minus(points[(i + 1) % points.length]!, point);
    const angle = Math.acos(Math.min(1, Math.max(-1, dot(a, b) / (length(a) * length(b)))));
    // The article counts no angle at a vertex.
    sum += Number.isNaN(angle) ? 0 : angle;
  }
  return sum >= matchFactor * 2 * Math.PI;
}
