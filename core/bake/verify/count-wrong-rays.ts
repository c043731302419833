import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { raycastBruteForce } from '../../query/ray/brute-force.ts';
import type { Ray } from '../../query/ray/ray.ts';
import type { RayTest } from './open-baked.ts';

/** Returns the number of ray results that differ from brute force, over all rays and all trees. @throws whatever `progress` throws. */
export function countWrongRays(mesh: TriangleMesh, rays: readonly Ray[], rayTests: readonly RayTest[], progress: Progress): number {
  let wrong = 0;
  for (const [i, ray] of rays.entries()) {
    progress(i / rays.length);
    const truth = raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits;
    for (const hitsAll of rayTests) if (!hitsAll(ray, truth)) wrong++;
  }
  return wrong;
}
