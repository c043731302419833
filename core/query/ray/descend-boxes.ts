import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { rayBoxEntry } from '../../shape/ray-box.ts';
import { countWord, linkWord, aabbWords } from '../../tree/kinds/aabb/node-aabb.ts';
import { leafFlag, type Tree } from '../../tree/layout.ts';
import { testRun } from './leaf.ts';
import type { RayWorkspace } from './workspace.ts';

/**
 * `descendAny` specialised for kind `aabb`. The fields of the ray's setup are copied to locals, so that they stay in registers. Word w,
 * origin o and inverse i are of the near planes, word v, origin p and inverse j of the far planes. Hot.
 */
export function descendBoxes(workspace: RayWorkspace, tree: Tree, mesh: TriangleMesh, options: RayOptions, firstLimit: number): number {
  const { nodesF32: nodes, nodesU32, leafOrder } = tree;
  const { stackNodes, stackEntries, ray } = workspace;
  const { nearWord, farWord, nearOrigin, farOrigin, nearInverse, farInverse } = ray;
  const wx = nearWord[0];
  const wy = nearWord[1];
  const wz = nearWord[2];
  const vx = farWord[0];
  const vy = farWord[1];
  const vz = farWord[2];
  const ox = nearOrigin[0];
  const oy = nearOrigin[1];
  const oz = nearOrigin[2];
  const px = farOrigin[0];
  const py = farOrigin[1];
  const pz = farOrigin[2];
  const ix = nearInverse[0];
  const iy = nearInverse[1];
  const iz = nearInverse[2];
  const jx = farInverse[0];
  const jy = farInverse[1];
  const jz = farInverse[2];
  /** Hits beyond it are not wanted. */
  let limit = firstLimit;
  let nodesVisited = 1;
  let top = 0;
  let node = 0;
  let entry = rayBoxEntry(nodes, 0, wx, wy, wz, vx, vy, vz, ox, oy, oz, px, py, pz, ix, iy, iz, jx, jy, jz, limit);
  if (entry === Infinity) {
    workspace.nodesVisited = nodesVisited;
    return workspace.hitCount;
  }
  for (;;) {
    const at = node * aabbWords;
    const count = nodesU32[at + countWord];
    const link = nodesU32[at + linkWord];
    if (count < leafFlag) {
      const leftAt = at + aabbWords;
      const rightAt = link * aabbWords;
      const left = rayBoxEntry(nodes, leftAt, wx, wy, wz, vx, vy, vz, ox, oy, oz, px, py, pz, ix, iy, iz, jx, jy, jz, limit);
      const right = rayBoxEntry(nodes, rightAt, wx, wy, wz, vx, vy, vz, ox, oy, oz, px, py, pz, ix, iy, iz, jx, jy, jz, limit);
      nodesVisited += 2;
      const isLeftFirst = left <= right;
      entry = isLeftFirst ? left : right;
      if (entry < Infinity) {
        const later = isLeftFirst ? right : left;
        if (later < Infinity) {
          stackNodes[top] = isLeftFirst ? link : node + 1;
          stackEntries[top++] = later;
        }
        node = isLeftFirst ? node + 1 : link;
        continue;
      }
    } else {
      limit = testRun(workspace, mesh, leafOrder, link, link + (count - leafFlag), options, limit);
    }
    do {
      if (top === 0) {
        workspace.nodesVisited = nodesVisited;
        return workspace.hitCount;
      }
      entry = stackEntries[--top];
    } while (!(entry <= limit));
    node = stackNodes[top];
  }
}
