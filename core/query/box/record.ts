import { bigCross } from '../../math/big-vec3.ts';
import { cross, minus, normalized, type Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { setupBox, type BoxSolid } from '../../shape/box-solid.ts';
import { bigBoxTriangle } from '../../shape/box-triangle-exact.ts';
import { shortestExit } from '../../shape/shortest-exit.ts';
import { featureOf, faceCode, type TriangleFeature } from '../../shape/triangle-feature.ts';

/** Contact of a box and a triangle. */
export interface BoxTouch extends TriangleFeature {
  /** Import index. */
  readonly triangle: number;
  /** Length of the shortest move after which the box only touches the triangle. */
  readonly depth: number;
  /** Unit vector of that move. */
  readonly direction: Vec3;
  /** Index of the part; `null` where no part has the triangle. */
  readonly part: number | null;
}

/**
 * Returns the contact of a box and a triangle that overlap. The feature is the one of the triangle that faces the shortest move out of it. It
 * is decided in exact arithmetic on the numbers of the box. Depth and direction are rounded.
 */
export function boxTouch(mesh: TriangleMesh, triangle: number, solid: BoxSolid): BoxTouch {
  const vertices = triangleVertices(mesh, triangle);
  const { corners, edges, triangle: others, exponent } = bigBoxTriangle(solid, vertices);
  const normals = [bigCross(edges[1]!, edges[2]!), bigCross(edges[2]!, edges[0]!), bigCross(edges[0]!, edges[1]!)];
  const exit = shortestExit({ corners, edges, normals }, others, exponent);
  const { code, length, direction } = exit ?? { code: faceCode, length: 0, direction: acrossLine(solid, vertices) };
  return { triangle, ...featureOf(code), depth: length, direction, part: partOfTriangle(mesh, triangle) };
}

/** Returns a unit vector across the line that a flat box and a triangle without area lie on. */
function acrossLine(solid: BoxSolid, [a, b, c]: readonly [Vec3, Vec3, Vec3]): Vec3 {
  const { halfEdges: e } = setupBox(solid);
  const along = [minus(b, a), minus(c, a), ...[0, 3, 6].map((at): Vec3 => [e[at]!, e[at + 1]!, e[at + 2]!])].find((v) =>
    v.some((x) => x !== 0),
  );
  if (along === undefined) return [0, 0, 1];
  return normalized(cross(along, [0, 0, 1])) ?? [1, 0, 0];
}
