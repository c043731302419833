import type { Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from '../tree/layout.ts';
import { raycast } from './ray/ray.ts';

/** Rays tried before giving up: the first all but always does. */
const attempts = 32;

/**
 * Whether a point lies inside a closed mesh, its surface not included: the winding number is not 0. So the overlap of
 * two solids is inside, a cavity turned inwards is not, and a mesh turned inside out has the same inside.
 * `null` where every ray tried ran through an edge. The mesh must be one that `isClosed` calls so.
 *
 * Counts crossings of an exact ray, fronts against backs. Rays that meet an edge or a vertex count a crossing more than
 * once, or none where they only graze it; they are given up for one in another direction. Rays in a triangle's plane
 * that cross it meet its edges, so they are given up with them.
 */
export function isInsideClosedMesh(tree: Tree, mesh: TriangleMesh, point: Vec3): boolean | null {
  if (!isInBounds(tree.bounds, point)) return false;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const ray = { origin: point, direction: insideRayDirection(attempt), far: Infinity };
    const { hits } = raycast(tree, mesh, ray, { mode: 'all', cull: false });
    if (hits.some(({ distance }) => distance === 0)) return false;
    if (hits.some(({ barycentric: [u, v, w] }) => u === 0 || v === 0 || w === 0)) continue;
    const fronts = raycast(tree, mesh, ray, { mode: 'all', cull: true }).hits.length;
    return 2 * fronts !== hits.length;
  }
  return null;
}

function isInBounds(bounds: Float64Array, [x, y, z]: Vec3): boolean {
  return x >= bounds[0] && y >= bounds[1] && z >= bounds[2] && x <= bounds[3] && y <= bounds[4] && z <= bounds[5];
}

/** The direction of each attempt: spread over the sphere by the golden angle, none along an axis or a diagonal. */
export function insideRayDirection(index: number): Vec3 {
  const z = 1 - (2 * index + 1.37) / attempts / 1.1;
  const turn = 2.399963229728653 * index + 0.7301;
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(turn), across * Math.sin(turn), z];
}
