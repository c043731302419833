import { medianMicroseconds } from '../median-microseconds.ts';
import { isClosed } from '../mesh/is-closed.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { FilterOptions } from '../options/filter-options.ts';
import type { SphereOptions } from '../options/sphere-options.ts';
import type { Progress } from '../progress.ts';
import { noTriangleIndex } from '../query/no-triangle.ts';
import { pushOut, type PushOutResult } from '../query/sphere/push-out.ts';
import { sphereOverlap, type Sphere, type SphereResult } from '../query/sphere/sphere.ts';
import { sphereOverlapInto } from '../query/sphere/into.ts';
import { createSphereWorkspace } from '../query/sphere/workspace.ts';
import { triangleFilter } from '../query/triangle-filter.ts';
import { openTree } from '../tree/open-tree.ts';
import { loadTree } from '../tree/kinds/wide/load-tree.ts';

export interface SphereJobRequest {
  readonly kind: 'sphere';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly tree: ArrayBuffer | SharedArrayBuffer;
  readonly sphere: Sphere;
  readonly options: SphereOptions;
  readonly filter: FilterOptions;
}

export interface SphereJobResult {
  readonly kind: 'sphere';
  readonly isClosed: boolean;
  readonly result: SphereResult;
  readonly pushOut: PushOutResult;
  /** Time to find the triangles, median of warm calls, without the records of the result. */
  readonly microseconds: number;
}

/** Runs the sphere query and the push-out. @throws InspectorError as `pushOut`, and `invalid-bytes`; whatever `progress` throws. */
export function runSphere(request: SphereJobRequest, progress: Progress): SphereJobResult {
  const { sphere, options, filter } = request;
  const mesh = openMeshBytes(request.mesh);
  const tree = loadTree(openTree(request.tree), mesh);
  const surface = { isClosed: isClosed(mesh) };
  const accepts = triangleFilter(mesh, filter, { point: sphere.center });
  progress(0);
  const workspace = createSphereWorkspace(tree);
  const microseconds = medianMicroseconds(() => sphereOverlapInto(tree, mesh, sphere, 'all', workspace, noTriangleIndex, accepts));
  const result = sphereOverlap(tree, mesh, sphere, surface, workspace, accepts);
  return {
    kind: 'sphere',
    ...surface,
    result,
    pushOut: pushOut(tree, mesh, sphere, { ...surface, ...options, accepts, progress }),
    microseconds,
  };
}
