import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { raycastBruteForce } from '../../query/ray/brute-force.ts';
import type { Ray } from '../../query/ray/ray.ts';
import type { Answerer } from './open-baked.ts';

/** How many answers differ from testing every triangle: each ray is asked of each tree. @throws whatever `progress` throws. */
export function wrongAnswers(mesh: TriangleMesh, rays: readonly Ray[], answerers: readonly Answerer[], progress: Progress): number {
  let wrong = 0;
  for (const [i, ray] of rays.entries()) {
    progress(i / rays.length);
    const truth = raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits;
    for (const isAnswered of answerers) if (!isAnswered(ray, truth)) wrong++;
  }
  return wrong;
}
