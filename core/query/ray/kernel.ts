import { InspectorError } from '../../error.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import {
  allHitsMode,
  anyHitMode,
  firstHitMode,
  hitNumbers,
  hitWords,
  noStartTriangle,
  outOfMemory,
  renewViews,
  resultBoxesWord,
  resultHitsWord,
  resultTriangleWord,
  resultTrianglesWord,
  startCornersNumber,
} from '../../kernel/index.ts';
import type { LoadedTree, RayJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { exactHit, keepNearer } from './leaf.ts';
import type { RayWorkspace } from './workspace.ts';
import type { Ray } from './query.ts';

const modes = { first: firstHitMode, any: anyHitMode, all: allHitsMode } as const;

/**
 * Runs `raycastInto` in WebAssembly and returns the number of hits. The kernel culls in f32 and decides in f64 with the operations
 * and bounds of `rayTriangle`. Where these do not decide, it calls back for exact arithmetic. Returns -1 and does nothing for a
 * ray that starts too far away for f32. `startAt` as in `raycastInto`. Hot: bench `rays-random`.
 * @throws InspectorError `too-large` if the hits do not fit into memory.
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
  workspace.query = ray;
  workspace.cull = cull;
  // Writing an unchanged reference would still cost a write barrier of the garbage collector.
  if (workspace.mesh !== mesh) workspace.mesh = mesh;
  const judge = (workspace.judge ??= createRayJudge(workspace));
  if (loaded.judge !== judge) loaded.judge = judge;
  const start = startAt === noTriangleIndex || mode === 'all' ? noStartTriangle : writeStart(loaded, mesh, startAt);
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
  if (count < 0) return count === outOfMemory ? tooManyHits() : count;
  renewViews(loaded);
  const { f64, u32, resultF64, resultU32 } = loaded;
  workspace.nodesVisited = u32[resultU32 + resultBoxesWord];
  workspace.trianglesTested = u32[resultU32 + resultTrianglesWord];
  if (count === 0) return 0;
  workspace.hitCount = count;
  if (mode !== 'first') return readHits(workspace, loaded, count);
  workspace.hitTriangles[0] = u32[resultU32 + resultTriangleWord];
  workspace.hitDistances[0] = f64[resultF64];
  workspace.hitError = f64[resultF64 + 1];
  return count;
}

/** Writes the corners of the start triangle for the kernel; returns `noStartTriangle` for a triangle that is in no tree. */
function writeStart(loaded: LoadedTree, mesh: TriangleMesh, triangle: number): number {
  if (!(triangle >= 0 && triangle < triangleCount(mesh)) || !isFiniteTriangle(mesh, triangle)) return noStartTriangle;
  const { positions, indices } = mesh;
  renewViews(loaded);
  const { f64, resultF64 } = loaded;
  let to = resultF64 + startCornersNumber;
  for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
    const from = 3 * indices[corner];
    f64[to++] = positions[from];
    f64[to++] = positions[from + 1];
    f64[to++] = positions[from + 2];
  }
  return triangle;
}

function readHits({ hitTriangles, hitDistances }: RayWorkspace, { f64, u32, resultU32 }: LoadedTree, count: number): number {
  const hits = u32[resultU32 + resultHitsWord];
  for (let i = 0; i < count; i++) {
    hitTriangles[i] = u32[hits / 4 + hitWords * i];
    hitDistances[i] = f64[hits / 8 + hitNumbers * i + 1];
  }
  return count;
}

function tooManyHits(): never {
  throw new InspectorError({
    code: 'too-large',
    message: 'The hits of this ray do not fit into memory',
    fix: 'Use the mode "first"',
    location: {},
  });
}

/** Returns the callbacks of the kernel during a batch of rays: `numberOf` returns the number of the ray that runs, `rayAt` the ray. */
export function createBatchJudge(
  workspace: RayWorkspace,
  mesh: TriangleMesh,
  cull: boolean,
  numberOf: () => number,
  rayAt: (number: number) => Ray,
): RayJudge {
  const judge = createRayJudge(workspace);
  let last = -1;
  workspace.mesh = mesh;
  workspace.cull = cull;
  const takeRay = (): void => {
    const number = numberOf();
    if (number === last) return;
    last = number;
    workspace.query = rayAt(number);
    workspace.lastExact = null;
  };
  return {
    exactDistance: (triangle) => {
      takeRay();
      return judge.exactDistance(triangle);
    },
    settle: (...hits) => {
      takeRay();
      judge.settle(...hits);
    },
  };
}

/** Returns the callbacks of the kernel while a ray of this workspace runs. */
function createRayJudge(workspace: RayWorkspace): RayJudge {
  return {
    exactDistance: (triangle) => exactHit(workspace, workspace.mesh!, triangle, workspace.cull)?.distance ?? -1,
    settle: ({ f64, u32, resultF64, resultU32 }, triangle, distance, error, best, bestDistance, bestError) => {
      workspace.hitCount = 1;
      workspace.hitTriangles[0] = best;
      workspace.hitDistances[0] = bestDistance;
      workspace.hitError = bestError;
      keepNearer(workspace, workspace.mesh!, triangle, distance, error, workspace.cull);
      f64[resultF64] = workspace.hitDistances[0];
      f64[resultF64 + 1] = workspace.hitError;
      u32[resultU32 + resultTriangleWord] = workspace.hitTriangles[0];
    },
  };
}
