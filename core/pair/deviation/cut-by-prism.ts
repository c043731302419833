import { cross, fastLength, minus, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';

/** Parts nearer to a wall than this part of the triangle's size count as on it. */
const thin = 1e-14;

/**
 * Returns a triangle (9) cut by the three walls over the sides of a mesh triangle, perpendicular to its plane. For points of the triangles
 * inside the walls, the face of the mesh triangle is closest. The others are outside. Returns `null` if no wall divides it.
 */
export function cutByPrism(piece: readonly number[], mesh: TriangleMesh, triangle: number): readonly (readonly number[])[] | null {
  const corners = triangleVertices(mesh, triangle);
  const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  let inside: readonly Vec3[] = [0, 3, 6].map((k): Vec3 => [piece[k]!, piece[k + 1]!, piece[k + 2]!]);
  const parts: (readonly number[])[] = [];
  let isCut = false;
  for (let side = 0; side < 3; side++) {
    const from = corners[side]!;
    const wall = cross(normal, minus(corners[(side + 1) % 3]!, from));
    const size = fastLength(...wall);
    // A triangle without area has no walls.
    if (!(size > 0)) return null;
    const [kept, cut] = cutByWall(inside, from, [wall[0] / size, wall[1] / size, wall[2] / size]);
    if (cut.length < 3) continue;
    // Nothing of the piece is over the triangle.
    if (kept.length < 3) return null;
    isCut = true;
    parts.push(...fan(cut));
    inside = kept;
  }
  return isCut ? [...fan(inside), ...parts] : null;
}

/** Returns the parts of a convex polygon on the side that the normal of a wall points to, and on the other side. */
function cutByWall(polygon: readonly Vec3[], from: Vec3, normal: Vec3): readonly [readonly Vec3[], readonly Vec3[]] {
  const heights = polygon.map((p) => {
    const [x, y, z] = minus(p, from);
    const height = x * normal[0] + y * normal[1] + z * normal[2];
    return Math.abs(height) <= thin * (Math.abs(x) + Math.abs(y) + Math.abs(z)) ? 0 : height;
  });
  const inside: Vec3[] = [];
  const outside: Vec3[] = [];
  polygon.forEach((p, i) => {
    const next = (i + 1) % polygon.length;
    const [a, b] = [heights[i]!, heights[next]!];
    if (a >= 0) inside.push(p);
    if (a <= 0) outside.push(p);
    if (a * b >= 0) return;
    const share = a / (a - b);
    const q = polygon[next]!;
    const between: Vec3 = [p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), p[2] + share * (q[2] - p[2])];
    inside.push(between);
    outside.push(between);
  });
  const isBehind = heights.every((height) => height >= 0);
  const isBefore = heights.every((height) => height <= 0);
  return [isBefore && !isBehind ? [] : inside, isBehind ? [] : outside];
}

function fan(polygon: readonly Vec3[]): readonly (readonly number[])[] {
  return Array.from({ length: polygon.length - 2 }, (_, i) => [...polygon[0]!, ...polygon[i + 1]!, ...polygon[i + 2]!]);
}
