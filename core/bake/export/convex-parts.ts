import { convexHull } from '../../convex/hull/convex-hull.ts';
import { hullMeasures } from '../../convex/hull/hull-measures.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HullChoice } from '../../options/export-options.ts';
import type { Progress } from '../../progress.ts';
import type { BakeNote } from '../bake-note.ts';
import type { PartSurface } from '../bodies/physics-shape.ts';
import { surfacesOf } from '../bodies/shapes-of-mesh.ts';
import { listedParts } from './listed-parts.ts';

/** By how much a convex part may have less volume than its hull: text files round coordinates. */
const volumeTolerance = 1e-4;
/** As a part of the size, by which a vertex of a convex part may lie beyond one of its triangles. */
const depthTolerance = 1e-3;
/** Triangles that are tried before a hull is made: nearly all concave parts have a vertex beyond one of them. */
const triedTriangles = 64;
/** A note does not examine larger parts: their hulls take seconds, and engines reduce hulls of more than some hundred vertices. */
const maxNotedTriangles = 4096;

/**
 * Returns a mesh whose closed convex parts are hulls. If only declared hulls are chosen, it returns the mesh as it is, and a note of the colliders of up to
 * 4,096 triangles that could be hulls. Engines hold triangle meshes as surfaces without an inside, and many do not move them. In a mesh without a
 * collider every part is one.
 * @throws whatever `progress` throws.
 */
export function withConvexHulls(
  mesh: TriangleMesh,
  choice: HullChoice,
  progress: Progress,
): { readonly mesh: TriangleMesh; readonly notes: readonly BakeNote[] } {
  const hasColliders = mesh.parts.some(({ role }) => role !== undefined);
  const mayBeHull = ({ role }: MeshPart): boolean =>
    role === undefined ? !hasColliders : role.shape === 'triangles' && role.exact === null;
  if (!mesh.parts.some(mayBeHull)) return { mesh, notes: [] };
  const surfaces = surfacesOf(mesh);
  const convex = new Set<number>();
  mesh.parts.forEach((part, i) => {
    progress(i / mesh.parts.length);
    const isExamined = choice === 'convex' || part.triangleCount <= maxNotedTriangles;
    if (isExamined && mayBeHull(part) && isConvex(surfaces[i]!)) convex.add(i);
  });
  if (convex.size === 0) return { mesh, notes: [] };
  if (choice === 'declared') return { mesh, notes: [convexNote(mesh, [...convex])] };
  const parts = mesh.parts.map((part, i): MeshPart => {
    if (convex.has(i)) return { ...part, role: { ...(part.role ?? rendered), shape: 'hull' } };
    // Without a role, a part next to the hulls would no longer collide.
    return hasColliders ? part : { ...part, role: rendered };
  });
  return { mesh: { ...mesh, parts }, notes: [] };
}

const rendered: ColliderRole = { shape: 'triangles', isRendered: true, isTrigger: false, of: null, from: 'format', exact: null };

/** Whether triangles are closed and, within a small tolerance, convex. */
export function isConvex({ positions, triangles }: PartSurface): boolean {
  if (triangles.length < 12 || !positions.every(Number.isFinite)) return false;
  const origin = positions.slice(0, 3);
  const local = positions.map((value, i) => value - origin[i % 3]!);
  if (isDented(local, triangles) || !isClosed({ positions: local, indices: triangles, parts: [] })) return false;
  const hull = convexHull(local);
  const { volume } = hullMeasures(hull);
  return hull.dimension === 3 && Math.abs(Math.abs(signedVolume(local, triangles)) - volume) <= volumeTolerance * volume;
}

/** Whether vertices lie on both sides of one of some triangles. */
function isDented(p: Float64Array, triangles: Uint32Array): boolean {
  const size = p.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = 3 * Math.max(1, Math.floor(triangles.length / 3 / triedTriangles));
  for (let at = 0; at < triangles.length; at += step) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    const [nx, ny, nz] = areaVector(p, a, b, c);
    const length = Math.hypot(nx, ny, nz);
    let [min, max] = [0, 0];
    for (let v = 0; v < p.length; v += 3) {
      const height = nx * (p[v] - p[a]) + ny * (p[v + 1] - p[a + 1]) + nz * (p[v + 2] - p[a + 2]);
      [min, max] = [Math.min(min, height), Math.max(max, height)];
    }
    if (Math.min(-min, max) > depthTolerance * size * length) return true;
  }
  return false;
}

function signedVolume(p: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    const [nx, ny, nz] = areaVector(p, a, b, c);
    sum += nx * p[a] + ny * p[a + 1] + nz * p[a + 2];
  }
  return sum / 6;
}

function areaVector(p: Float64Array, a: number, b: number, c: number): readonly [number, number, number] {
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function convexNote({ parts }: TriangleMesh, convex: readonly number[]): BakeNote {
  const message = `Closed convex colliders are triangle meshes in the file (--hulls convex makes them hulls): ${listedParts(parts, convex)}`;
  return { code: 'convex-triangles', message, count: convex.length };
}
