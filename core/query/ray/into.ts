import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { rayBoxEntry } from '../../shape/ray-box.ts';
import { setupRay } from '../../shape/ray-setup.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import { countWord, linkWord, nodeWords } from '../../tree/kinds/aabb/node-aabb.ts';
import { leafFlag, type Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { checkRay } from './check.ts';
import { noTriangle } from '../closest/workspace.ts';
import { descendAny } from './descend.ts';
import { testRun } from './leaf.ts';
import { setupRayVolumes } from './volume.ts';
import { raycastKernel } from './kernel.ts';
import type { RayWorkspace } from './workspace.ts';
import type { Ray } from './ray.ts';

/**
 * Q1 without allocation: leaves its answer in the workspace and gives the number of hits. Which triangles are met, and
 * which of them is first, is exact; the distances are plain f64. `all` finds the hits in no particular order.
 *
 * `startAt` is any triangle, for instance the last hit (T16, the hit cache of GD-AABB): what lies beyond where the ray meets it is skipped
 * from the first box on, and with `any` it may be the answer. It changes which hits there are for no mode, and nothing for `all`.
 *
 * The nearer child is descended first, and what lies beyond the best hit is skipped. Hot: bench `rays-random`.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, origin, or a far end below 0 or NaN;
 * for a tree of another mesh, and a workspace made for a tree less deep.
 */
export function raycastInto(
  workspace: RayWorkspace,
  tree: Tree,
  mesh: TriangleMesh,
  ray: Ray,
  options: RayOptions,
  startAt: number = noTriangle,
): number {
  workspace.hitCount = 0;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  workspace.lastExact = null;
  workspace.asked = null;
  checkRay(ray);
  checkTreeFits(tree, mesh);
  if (tree.nodeCount === 0) return 0;
  if (tree.loaded !== null) {
    const count = raycastKernel(workspace, tree.loaded, mesh, ray, options, startAt);
    if (count >= 0) return count;
  }
  checkStackFits(tree, workspace.stackNodes);
  const { box } = workspace.volumes;
  readNodeBox(tree, 0, box);
  setupRay(workspace.ray, ray.origin, ray.direction, ray.far, tree.origin, box);
  const limit = options.mode === 'all' ? ray.far : limitAt(workspace, mesh, startAt, options);
  if (tree.isReadInPlace) return descendBoxes(workspace, tree, mesh, options, limit);
  setupRayVolumes(workspace.volumes, tree);
  return descendAny(workspace, tree, mesh, options, limit);
}

/** Tests one triangle before any other; the limit on what is wanted after it. */
function limitAt(workspace: RayWorkspace, mesh: TriangleMesh, triangle: number, options: RayOptions): number {
  if (!(triangle >= 0 && triangle < triangleCount(mesh)) || !isFiniteTriangle(mesh, triangle)) return workspace.ray.far;
  workspace.run[0] = triangle;
  return testRun(workspace, mesh, workspace.run, 0, 1, options, workspace.ray.far);
}

/**
 * `descendAny` written out for kind `aabb`. The fields of the ray's setup are taken into locals, two letters and an axis,
 * so that they stay in registers. Hot.
 */
function descendBoxes(workspace: RayWorkspace, tree: Tree, mesh: TriangleMesh, options: RayOptions, firstLimit: number): number {
  const { nodesF32, nodesU32, leafOrder } = tree;
  const { stackNodes, stackEntries, ray } = workspace;
  const { nearWord, farWord, nearOrigin, farOrigin, nearInverse, farInverse } = ray;
  const nwX = nearWord[0];
  const nwY = nearWord[1];
  const nwZ = nearWord[2];
  const fwX = farWord[0];
  const fwY = farWord[1];
  const fwZ = farWord[2];
  const noX = nearOrigin[0];
  const noY = nearOrigin[1];
  const noZ = nearOrigin[2];
  const foX = farOrigin[0];
  const foY = farOrigin[1];
  const foZ = farOrigin[2];
  const niX = nearInverse[0];
  const niY = nearInverse[1];
  const niZ = nearInverse[2];
  const fiX = farInverse[0];
  const fiY = farInverse[1];
  const fiZ = farInverse[2];
  /** No hit beyond it is wanted. */
  let limit = firstLimit;
  let boxesTested = 1;
  let top = 0;
  let node = 0;
  let entry = rayBoxEntry(nodesF32, 0, nwX, nwY, nwZ, fwX, fwY, fwZ, noX, noY, noZ, foX, foY, foZ, niX, niY, niZ, fiX, fiY, fiZ, limit);
  if (entry === Infinity) {
    workspace.nodesVisited = boxesTested;
    return workspace.hitCount;
  }
  for (;;) {
    const at = node * nodeWords;
    const count = nodesU32[at + countWord];
    if (count < leafFlag) {
      const right = nodesU32[at + linkWord];
      const leftEntry = rayBoxEntry(
        nodesF32,
        at + nodeWords,
        nwX,
        nwY,
        nwZ,
        fwX,
        fwY,
        fwZ,
        noX,
        noY,
        noZ,
        foX,
        foY,
        foZ,
        niX,
        niY,
        niZ,
        fiX,
        fiY,
        fiZ,
        limit,
      );
      const rightEntry = rayBoxEntry(
        nodesF32,
        right * nodeWords,
        nwX,
        nwY,
        nwZ,
        fwX,
        fwY,
        fwZ,
        noX,
        noY,
        noZ,
        foX,
        foY,
        foZ,
        niX,
        niY,
        niZ,
        fiX,
        fiY,
        fiZ,
        limit,
      );
      boxesTested += 2;
      const isLeftFirst = leftEntry <= rightEntry;
      entry = isLeftFirst ? leftEntry : rightEntry;
      if (entry < Infinity) {
        const later = isLeftFirst ? rightEntry : leftEntry;
        if (later < Infinity) {
          stackNodes[top] = isLeftFirst ? right : node + 1;
          stackEntries[top++] = later;
        }
        node = isLeftFirst ? node + 1 : right;
        continue;
      }
    } else {
      const first = nodesU32[at + linkWord];
      limit = testRun(workspace, mesh, leafOrder, first, first + (count - leafFlag), options, limit);
    }
    do {
      if (top === 0) {
        workspace.nodesVisited = boxesTested;
        return workspace.hitCount;
      }
      entry = stackEntries[--top];
    } while (!(entry <= limit));
    node = stackNodes[top];
  }
}
