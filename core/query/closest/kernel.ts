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

/** What `closestKernel` gives. */
export type KernelClosest = 'decided' | 'candidates' | 'left';

/**
 * `closestPointInto` by WebAssembly, which mostly has `decided` and filled in the answer, with the operations of `closestPointTriangle`. Where plain f64 does not
 * know, there are `candidates` in the workspace, to be settled as ever; points too far away for f32 are `left` to TypeScript, and nothing is done.
 * `bounds` are those of the tree. Hot: bench `closest`.
 */
export function closestKernel(
  workspace: ClosestWorkspace,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  point: Vec3,
  within: number,
  bounds: Float64Array,
): KernelClosest {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const count = loaded.kernel.findClosest(x, y, z, within, workspace.upper);
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
  for (let i = 0; i < count; i++) considerClosest(workspace, mesh, u32[hits + hitWords * i], x, y, z, reach, within);
  return 'candidates';
}

/** At least how far any vertex lies from p along any axis. */
export function reachOf(bounds: Float64Array, point: Vec3): number {
  let reach = 0;
  for (let k = 0; k < 3; k++) reach = Math.max(reach, Math.abs(bounds[k] - point[k]!), Math.abs(bounds[k + 3] - point[k]!));
  return reach;
}
