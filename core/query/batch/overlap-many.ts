import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../../tree/layout.ts';
import { checkSphereQuery } from '../sphere/check.ts';
import { sphereOverlapInto } from '../sphere/into.ts';
import { createSphereWorkspace } from '../sphere/workspace.ts';
import { atQuery, checkLength, pointCount, type Numbers } from './check.ts';
import { pointAt } from './closest-point-many.ts';
import type { OverlapsResult } from './result.ts';

/** Spheres of a batch. */
export interface Spheres {
  /** (3·N) */
  readonly centers: Numbers;
  /** (N) 0 or more. */
  readonly radii: Numbers;
}

/**
 * Returns the triangles that many spheres overlap: for each sphere those of `sphereOverlap`, ascending.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`, with the number of the sphere, and for arrays of other lengths.
 */
export function overlapMany(tree: Tree, mesh: TriangleMesh, { centers, radii }: Spheres): OverlapsResult {
  const count = checkSpheres({ centers, radii });
  const workspace = createSphereWorkspace(tree);
  const offsets = new Uint32Array(count + 1);
  let triangles = new Uint32Array(Math.max(64, 2 * count));
  let total = 0;
  for (let i = 0; i < count; i++) {
    const sphere = { center: pointAt(centers, i), radius: radii[i]! };
    const found = sphereOverlapInto(tree, mesh, sphere, 'all', workspace);
    if (total + found > triangles.length) triangles = grown(triangles, total + found);
    for (let at = 0; at < found; at++) triangles[total + at] = workspace.triangles[at]!;
    triangles.subarray(total, total + found).sort();
    total += found;
    offsets[i + 1] = total;
  }
  return { offsets, triangles: triangles.slice(0, total) };
}

/** Returns the number of spheres. @throws InspectorError as `overlapMany`. */
export function checkSpheres({ centers, radii }: Spheres): number {
  const count = pointCount('centers', centers);
  checkLength('radii', radii, count);
  for (let i = 0; i < count; i++) {
    try {
      checkSphereQuery({ center: pointAt(centers, i), radius: radii[i]! });
    } catch (error) {
      atQuery('Sphere', i, error);
    }
  }
  return count;
}

function grown(triangles: Uint32Array<ArrayBuffer>, wanted: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(wanted, 2 * triangles.length));
  larger.set(triangles);
  return larger;
}
