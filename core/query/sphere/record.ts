import { normalized, type Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import { closestOfTriangle } from '../closest/record.ts';
import type { Sphere, SphereTouch } from './query.ts';

/**
 * Returns the contact with a triangle that is known to touch. The feature is that of exact arithmetic. The numbers are accurate
 * to 1e-12 of the distance from the centre to the triangle's farthest vertex, the direction to 1e-11; mostly far better.
 * `scratch` has 4 numbers.
 */
export function sphereTouch(
  mesh: TriangleMesh,
  triangle: number,
  { center, radius }: Sphere,
  isCenterInside: boolean,
  scratch: Float64Array,
): SphereTouch {
  const closest = closestOfTriangle(mesh, triangle, center, scratch);
  const { code, point, distance } = closest;
  return {
    triangle,
    ...featureOf(code),
    point,
    distance,
    depth: Math.max(0, radius - distance),
    direction:
      closest.direction === null ? fallbackNormal(mesh, triangle) : isCenterInside ? reversed(closest.direction) : closest.direction,
    part: partOfTriangle(mesh, triangle),
  };
}

function reversed(v: Vec3): Vec3 {
  return [0 - v[0], 0 - v[1], 0 - v[2]];
}

/** Returns the face normal; for a triangle without area a direction perpendicular to it, for a point +z. */
function fallbackNormal(mesh: TriangleMesh, triangle: number): Vec3 {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const normal = triangleNormal(a, b, c);
  if (normal !== null) return normal;
  const along = normalized([b[0] - a[0], b[1] - a[1], b[2] - a[2]]) ?? normalized([c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
  if (along === null) return [0, 0, 1];
  const [x, y, z] = along;
  // Rotated by 90 degrees in the plane of its two larger components, so that no digits are lost.
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) return normalized([0, 0 - z, y])!;
  return Math.abs(y) <= Math.abs(z) ? normalized([z, 0, 0 - x])! : normalized([0 - y, x, 0])!;
}
