import { surfacesIntersect } from '../../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../../pair/treed-mesh.ts';
import { motionPose, type MotionPath } from '../path.ts';

/**
 * Returns the time of contact by bisection, for comparison with `meshMotion`; `null` if the end pose is free. If the surfaces intersect
 * there, the interval is halved: its first half if they intersect at the middle, else its second half. It misses what the mesh passes
 * through between two tested poses.
 *
 * Source: "Collision detection with a polygonal model", gamedev.ru, 2002.
 */
export function timeBisection(a: TreedMesh, b: TreedMesh, path: MotionPath, steps: number): number | null {
  const intersects = (t: number): boolean => surfacesIntersect(a, b, motionPose(path, t)).overlap;
  if (intersects(0)) return 0;
  if (!intersects(1)) return null;
  let free = 0;
  let contact = 1;
  for (let step = 0; step < steps; step++) {
    const middle = (free + contact) / 2;
    if (intersects(middle)) contact = middle;
    else free = middle;
  }
  return contact;
}
