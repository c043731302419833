import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Triangles that are tried for all parts together, and vertices that each is compared with. */
const triedTriangles = 4096;
const triedOfPart = 64;
const triedVertices = 256;
/** As a part of the longest edge, by which a vertex may lie beyond a triangle of a hull. */
const tolerance = 1e-6;

/**
 * Returns about how many parts, vertices and triangles the convex hulls of rendered colliders have, which a file stores next to their triangles.
 * The share of triangles that are on the hull comes from a sample.
 * @param writtenIn returns how many triangles of a range are written
 */
export function renderedHulls(
  mesh: TriangleMesh,
  writtenIn: (first: number, count: number) => number,
): { readonly parts: number; readonly vertices: number; readonly triangles: number } {
  const written = mesh.parts.filter((part) => writtenIn(part.firstTriangle, part.triangleCount) > 0);
  const hasColliders = written.some(({ role }) => role !== undefined);
  const hulls = written.filter(({ role }) => (role === undefined ? !hasColliders : role.isRendered && !role.isTrigger));
  const tried = Math.max(1, Math.min(triedOfPart, Math.floor(triedTriangles / Math.max(1, hulls.length))));
  const sizes = hulls.map((part) => writtenIn(part.firstTriangle, part.triangleCount) * shareOnHull(mesh, part, tried));
  return {
    parts: hulls.length,
    // A closed surface without holes has half as many vertices as triangles, and two.
    vertices: sizes.reduce((sum, triangles) => sum + triangles / 2 + 2, 0),
    triangles: sizes.reduce((sum, triangles) => sum + triangles, 0),
  };
}

/** Returns the share of tried triangles that have no vertex of their part on one of their sides. */
function shareOnHull({ positions: p, indices }: TriangleMesh, { firstTriangle, triangleCount }: MeshPart, tried: number): number {
  const [start, end] = [3 * firstTriangle, 3 * (firstTriangle + triangleCount)];
  const step = 3 * Math.max(1, Math.ceil(triangleCount / tried));
  const vertexStep = Math.max(1, Math.ceil((end - start) / triedVertices));
  let [count, onHull] = [0, 0];
  for (let i = start; i < end; i += step) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const limit = tolerance * Math.hypot(nx, ny, nz) * Math.max(Math.hypot(ux, uy, uz), Math.hypot(vx, vy, vz));
    let [min, max] = [0, 0];
    for (let k = start; k < end; k += vertexStep) {
      const v = 3 * indices[k];
      const height = nx * (p[v] - p[a]) + ny * (p[v + 1] - p[a + 1]) + nz * (p[v + 2] - p[a + 2]);
      [min, max] = [Math.min(min, height), Math.max(max, height)];
    }
    count++;
    if (Math.min(-min, max) <= limit) onHull++;
  }
  return count === 0 ? 0 : onHull / count;
}
