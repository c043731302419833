import { InspectorError } from '../../error.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import {
  answerBoxesWord,
  answerHitsWord,
  answerTrianglesWord,
  answerTriangleWord,
  hitNumbers,
  hitWords,
  kernelOutOfMemory,
  renewViews,
  startCornersNumber,
  type LoadedTree,
  type RayJudge,
} from '../../tree/kinds/wide/loaded-tree.ts';
import { noTriangle } from '../closest/workspace.ts';
import { exactHit, keepNearer } from './leaf.ts';
import type { RayWorkspace } from './workspace.ts';
import type { Ray } from './ray.ts';

const modes = { first: 0, any: 1, all: 2 } as const;

/**
 * `raycastInto` by WebAssembly: it culls in f32, decides in f64 with the operations and bounds of `rayTriangle`, and asks back where they leave a
 * question. `startAt` as there. -1, and nothing done, for a ray that starts too far away for f32. Hot: bench `rays-random`.
 * @throws InspectorError `too-large` for more hits than memory.
 */
export function raycastKernel(
  workspace: RayWorkspace,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  ray: Ray,
  { mode, cull }: RayOptions,
  startAt: number,
): number {
  const { origin, direction, far } = ray;
  workspace.asked = ray;
  workspace.cull = cull;
  // What stays the same is not written again: the garbage collector has to hear of every write of a record.
  if (workspace.mesh !== mesh) workspace.mesh = mesh;
  const judge = (workspace.judge ??= createRayJudge(workspace));
  if (loaded.judge !== judge) loaded.judge = judge;
  const start = startAt === noTriangle || mode === 'all' ? noTriangle : leaveStart(loaded, mesh, startAt);
  const count = loaded.kernel.castRay(
    origin[0],
    origin[1],
    origin[2],
    direction[0],
    direction[1],
    direction[2],
    far,
    modes[mode],
    cull ? 1 : 0,
    start,
  );
  if (count < 0) return count === kernelOutOfMemory ? tooManyHits() : count;
  renewViews(loaded);
  const { f64, u32, answerF64, answerU32 } = loaded;
  workspace.nodesVisited = u32[answerU32 + answerBoxesWord];
  workspace.trianglesTested = u32[answerU32 + answerTrianglesWord];
  if (count === 0) return 0;
  workspace.hitCount = count;
  if (mode !== 'first') return readHits(workspace, loaded, count);
  workspace.hitTriangles[0] = u32[answerU32 + answerTriangleWord];
  workspace.hitDistances[0] = f64[answerF64];
  workspace.hitError = f64[answerF64 + 1];
  return count;
}

/** Leaves the corners of a triangle where the kernel finds them; `noTriangle` for one that is in no tree. */
function leaveStart(loaded: LoadedTree, mesh: TriangleMesh, triangle: number): number {
  if (!(triangle >= 0 && triangle < triangleCount(mesh)) || !isFiniteTriangle(mesh, triangle)) return noTriangle;
  const { positions, indices } = mesh;
  renewViews(loaded);
  const { f64, answerF64 } = loaded;
  let to = answerF64 + startCornersNumber;
  for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
    const from = 3 * indices[corner];
    f64[to++] = positions[from];
    f64[to++] = positions[from + 1];
    f64[to++] = positions[from + 2];
  }
  return triangle;
}

function readHits({ hitTriangles, hitDistances }: RayWorkspace, { f64, u32, answerU32 }: LoadedTree, count: number): number {
  const hits = u32[answerU32 + answerHitsWord];
  for (let i = 0; i < count; i++) {
    hitTriangles[i] = u32[hits / 4 + hitWords * i];
    hitDistances[i] = f64[hits / 8 + hitNumbers * i + 1];
  }
  return count;
}

function tooManyHits(): never {
  throw new InspectorError({
    code: 'too-large',
    message: 'There is not enough memory for all the hits of this ray',
    fix: 'Ask for the first hit',
    location: {},
  });
}

/** What the kernel asks back while a ray of this workspace runs. */
function createRayJudge(workspace: RayWorkspace): RayJudge {
  return {
    exactDistance: (triangle) => exactHit(workspace, workspace.mesh!, triangle, workspace.cull)?.distance ?? -1,
    settle: ({ f64, u32, answerF64, answerU32 }, triangle, distance, error, best, bestDistance, bestError) => {
      workspace.hitCount = 1;
      workspace.hitTriangles[0] = best;
      workspace.hitDistances[0] = bestDistance;
      workspace.hitError = bestError;
      keepNearer(workspace, workspace.mesh!, triangle, distance, error, workspace.cull);
      f64[answerF64] = workspace.hitDistances[0];
      f64[answerF64 + 1] = workspace.hitError;
      u32[answerU32 + answerTriangleWord] = workspace.hitTriangles[0];
    },
  };
}
