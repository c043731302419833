import { InspectorError } from '../../error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { hitWords, outOfMemory, renewViews, resultBoxesWord, resultHitsWord, resultTrianglesWord } from '../../kernel/index.ts';
import type { LoadedTree, TouchJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import { touchesTriangle } from './exact.ts';
import type { Sphere } from './query.ts';
import type { SphereWorkspace } from './workspace.ts';

/**
 * Runs `sphereOverlapInto` in WebAssembly and returns the number of triangles. The kernel accepts and rejects triangles in f32
 * with bounds on every rounding, and calls back for the rest. Returns -1 and does nothing for a sphere that is too large or too
 * far away for f32. Hot: bench `sphere`.
 * @throws InspectorError `too-large` if the triangles do not fit into memory.
 */
export function sphereOverlapKernel(
  workspace: SphereWorkspace,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  sphere: Sphere,
  mode: 'any' | 'all',
): number {
  const { center, radius } = sphere;
  const { triangles } = workspace;
  workspace.query = sphere;
  workspace.mesh = mesh;
  loaded.touchJudge = workspace.judge ??= createJudge(workspace);
  const count = loaded.kernel.touchSphere(center[0], center[1], center[2], radius, mode === 'any' ? 1 : 0);
  if (count < 0) return count === outOfMemory ? tooManyTouches() : count;
  renewViews(loaded);
  const { u32, resultU32 } = loaded;
  workspace.nodesVisited = u32[resultU32 + resultBoxesWord];
  workspace.trianglesTested = u32[resultU32 + resultTrianglesWord];
  workspace.count = count;
  const hits = u32[resultU32 + resultHitsWord] / 4;
  for (let i = 0; i < count; i++) triangles[i] = u32[hits + hitWords * i];
  return count;
}

function createJudge(workspace: SphereWorkspace): TouchJudge {
  return (triangle) => touchesTriangle(workspace.mesh!, triangle, workspace.query!, workspace.closest);
}

function tooManyTouches(): never {
  throw new InspectorError({
    code: 'too-large',
    message: 'The triangles that this sphere touches do not fit into memory',
    fix: 'Make the sphere smaller',
    location: {},
  });
}
