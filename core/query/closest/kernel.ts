import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import {
  hitWords,
  isDecided,
  renewViews,
  resultBoxesWord,
  resultHitsWord,
  resultPositionNumber,
  resultTriangleWord,
  resultTrianglesWord,
} from '../../kernel/index.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import type { ClosestWorkspace } from './workspace.ts';
import { considerClosest } from './consider.ts';

/** Outcome of `closestKernel`: result written, candidates left to compare, or query left to JavaScript. */
export type KernelClosest = 'decided' | 'candidates' | 'left';

/**
 * Runs `closestPointInto` in WebAssembly, with the operations of `closestPointTriangle`. Returns `decided` in most cases: the
 * result is in the workspace. Returns `candidates` where plain f64 does not decide: the candidates are in the workspace. Returns
 * `left` for points too far away for f32, and where too many triangles are about as close by f32. `bounds` are those of the tree. Hot: bench `closest`.
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
  if (count < 0 && count !== isDecided) return 'left';
  renewViews(loaded);
  const { f64, u32, resultF64, resultU32 } = loaded;
  workspace.nodesVisited = u32[resultU32 + resultBoxesWord];
  workspace.trianglesTested += u32[resultU32 + resultTrianglesWord];
  if (count === isDecided) {
    const { position } = workspace;
    workspace.triangle = u32[resultU32 + resultTriangleWord];
    workspace.distance = f64[resultF64];
    position[0] = f64[resultF64 + resultPositionNumber];
    position[1] = f64[resultF64 + resultPositionNumber + 1];
    position[2] = f64[resultF64 + resultPositionNumber + 2];
    return 'decided';
  }
  const reach = reachOf(bounds, point);
  const hits = u32[resultU32 + resultHitsWord] / 4;
  for (let i = 0; i < count; i++) considerClosest(workspace, mesh, u32[hits + hitWords * i], x, y, z, reach, maxDistance);
  return 'candidates';
}

/** Returns an upper bound of the distance of any vertex from p along any axis. */
export function reachOf(bounds: Float64Array, point: Vec3): number {
  let reach = 0;
  for (let k = 0; k < 3; k++) reach = Math.max(reach, Math.abs(bounds[k] - point[k]!), Math.abs(bounds[k + 3] - point[k]!));
  return reach;
}
