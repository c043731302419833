import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import {
  answerBoxesWord,
  answerHitsWord,
  answerPositionNumber,
  answerTrianglesWord,
  answerTriangleWord,
  hitWords,
  kernelDecided,
  renewViews,
  type LoadedTree,
} from '../../tree/kinds/wide/loaded-tree.ts';
import type { ClosestWorkspace } from './workspace.ts';
import { considerClosest } from './consider.ts';

/** Outcome of `closestKernel`: result written, candidates left to compare, or query left to JavaScript. */
export type KernelClosest = 'decided' | 'candidates' | 'left';

/**
 * Runs `closestPointInto` in WebAssembly, with the operations of `closestPointTriangle`. Returns `decided` in most cases: the
 * result is in the workspace. Returns `candidates` where plain f64 does not decide: the candidates are in the workspace. Returns
 * `left` and does nothing for points too far away for f32. `bounds` are those of the tree. Hot: bench `closest`.
 */
export function closestKernel(
  workspace: ClosestWorkspace,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  point: Vec3,
  maxDistance: number,
  bounds: Float64Array,
): KernelClosest {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const count = loaded.kernel.findClosest(x, y, z, maxDistance, workspace.upper);
  if (count < 0 && count !== kernelDecided) return 'left';
  renewViews(loaded);
  const { f64, u32, answerF64, answerU32 } = loaded;
  workspace.nodesVisited = u32[answerU32 + answerBoxesWord];
  workspace.trianglesTested += u32[answerU32 + answerTrianglesWord];
  if (count === kernelDecided) {
    const { position } = workspace;
    workspace.triangle = u32[answerU32 + answerTriangleWord];
    workspace.distance = f64[answerF64];
    position[0] = f64[answerF64 + answerPositionNumber];
    position[1] = f64[answerF64 + answerPositionNumber + 1];
    position[2] = f64[answerF64 + answerPositionNumber + 2];
    return 'decided';
  }
  const reach = reachOf(bounds, point);
  const hits = u32[answerU32 + answerHitsWord] / 4;
  for (let i = 0; i < count; i++) considerClosest(workspace, mesh, u32[hits + hitWords * i], x, y, z, reach, maxDistance);
  return 'candidates';
}

/** Returns an upper bound of the distance of any vertex from p along any axis. */
export function reachOf(bounds: Float64Array, point: Vec3): number {
  let reach = 0;
  for (let k = 0; k < 3; k++) reach = Math.max(reach, Math.abs(bounds[k] - point[k]!), Math.abs(bounds[k + 3] - point[k]!));
  return reach;
}
