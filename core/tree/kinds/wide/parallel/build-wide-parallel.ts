import { InspectorError } from '../../../../error.ts';
import {
  type SharedExports,
  type SharedKernel,
  clusterPhase,
  finishPhase,
  instantiateShared,
  isTooLarge,
  partsPhase,
  placingPhase,
  primitivesPhase,
  reserved,
  runBytes,
  runCountByte,
  scatterPhase,
  stateOf,
  unsigned,
  viewF64,
  viewU32,
} from '../../../../kernel/index.ts';
import { triangleCount, type TriangleMesh } from '../../../../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../../../../options/build-options.ts';
import type { Progress } from '../../../../progress.ts';
import {
  beginBuild,
  beginOutput,
  checkWideBuildFits,
  copyComplete,
  endOutput,
  isSameFrame,
  nothingComplete,
  phases,
  step,
  stepped,
  takeAim,
  writePrimitives,
  type Aim,
  type Measured,
  type Output,
} from '../build-wide.ts';
import { chooseFrame, isSoundFrame } from '../frame.ts';
import type { BuildPool, PooledBuild } from './build-pool.ts';

/** With fewer triangles one thread is as fast. */
const minTriangles = 1 << 15;
/** Fractions of the time when the keys have been scattered, when the primitives are in order, and at the start of the last phase. */
const scatteredAt = 0.14;
const placedAt = 0.2;
const finishFrom = 0.85;

/**
 * Returns the same bytes as `buildWide`, built by this thread and a pool in shared memory. Each phase consists of tasks, and the
 * result does not depend on which thread does which. Returns `null` for small meshes, without shared memory and after the loss of
 * a thread: then one thread must build the tree.
 * @throws whatever `progress` throws.
 */
export async function buildWideParallel(
  from: SharedKernel,
  pool: BuildPool,
  mesh: TriangleMesh,
  options: BuildOptions,
  progress: Progress,
): Promise<ArrayBuffer | null> {
  if (triangleCount(mesh) < minTriangles) return null;
  let started: PooledBuild | null = null;
  try {
    checkWideBuildFits(mesh);
    const memory = from.createMemory();
    started = memory === null ? null : pool.startBuild(from, memory);
    if (memory === null || started === null) return null;
    return await runBuild({ kernel: instantiateShared(from.module, memory), pool: started }, mesh, options, progress);
  } catch (error) {
    // One thread needs less memory.
    if (isTooLarge(error) || (error instanceof InspectorError && error.code === 'worker-lost')) return null;
    throw error;
  } finally {
    started?.end();
  }
}

interface ParallelBuild {
  readonly kernel: SharedExports;
  readonly pool: PooledBuild;
}

async function runBuild(build: ParallelBuild, mesh: TriangleMesh, options: BuildOptions, progress: Progress): Promise<ArrayBuffer | null> {
  const { kernel } = build;
  const triangles = triangleCount(mesh);
  reserved(kernel.reserveTasks(triangles));
  const aim = takeAim(kernel, mesh, progress);
  const measured = aim === null ? null : await measure(build, aim, triangles, progress);
  if (measured === null || measured.triangles < minTriangles) return null;
  kernel.beginScatter();
  await runPhase(build, scatterPhase, phases.primitives, scatteredAt, progress);
  await runPhase(build, placingPhase, scatteredAt, placedAt, progress);
  await runPhase(build, clusterPhase, placedAt, phases.placed, progress);
  beginBuild(kernel, measured, kernel.joinClusters(), options);
  while (stepped(kernel.stepTop(step)) === 0) progress(phases.placed);
  await runPhase(build, partsPhase, phases.placed, finishFrom, progress);
  reserved(kernel.joinItems());
  const bytes = await finish(build, beginOutput(kernel, measured, triangles, options), progress);
  progress(1);
  return bytes;
}

/** Completes nodes and blocks. This thread copies out complete parts between its tasks, which is faster than one copy at the end. */
async function finish(build: ParallelBuild, output: Output, progress: Progress): Promise<ArrayBuffer> {
  const { kernel } = build;
  let copied = nothingComplete;
  const copy = (): void => {
    kernel.settleItems();
    const now = {
      nodes: unsigned(kernel.settledNodes),
      blocks: unsigned(kernel.settledBlocks),
      entries: unsigned(kernel.settledEntries),
    };
    copyComplete(kernel, output, copied, now);
    copied = now;
  };
  const isExact = await runPhase(build, finishPhase, finishFrom, 1, (fraction) => {
    copy();
    progress(fraction);
  });
  copy();
  return endOutput(output, isExact);
}

/** Writes the primitives in parallel ranges. Falls back to one range where triangles are not finite or vertices are unused. */
async function measure(build: ParallelBuild, aim: Aim, triangles: number, progress: Progress): Promise<Measured | null> {
  const { kernel } = build;
  await runPhase(build, primitivesPhase, phases.bounds, phases.primitives, progress);
  const { bounds, count } = readRuns(kernel);
  const right = chooseFrame(bounds, kernel.isF32.value === 1);
  if (count < triangles || !isSoundFrame(right, bounds) || !isSameFrame(right, aim.frame)) {
    const measured = writePrimitives(kernel, aim, triangles, progress);
    kernel.tallyRuns();
    return measured;
  }
  kernel.setWritten(triangles);
  return { frame: aim.frame, bounds, triangles };
}

/** Joins the boxes of the ranges, in order, so that of zeros of both signs the first one stays. */
function readRuns(kernel: SharedExports): { readonly bounds: Float64Array; readonly count: number } {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  let count = 0;
  for (let run = 0; run < kernel.runCount.value; run++) {
    const at = unsigned(kernel.runs) + runBytes * run;
    const box = viewF64(kernel, at, 6);
    for (let k = 0; k < 3; k++) {
      if (box[k] < bounds[k]) bounds[k] = box[k];
      if (box[k + 3] > bounds[k + 3]) bounds[k + 3] = box[k + 3];
    }
    count += viewU32(kernel, at + runCountByte, 1)[0];
  }
  return { bounds, count };
}

/** Runs a phase on all threads. Resolves to whether all results are exact. @throws InspectorError `worker-lost`; `too-large`; whatever `progress` throws. */
async function runPhase({ kernel, pool }: ParallelBuild, phase: number, from: number, to: number, progress: Progress): Promise<boolean> {
  const tasks = kernel.tasksOf(phase);
  pool.begin(phase, stateOf(kernel));
  try {
    let own = 0;
    for (; stepped(kernel.takeTask(phase)) > 0; own++) progress(from + (to - from) * Math.min(1, kernel.claimed(phase) / tasks));
    const isExact = await pool.finished(tasks - own);
    return isExact && kernel.isExact.value === 1;
  } finally {
    // After an error the other threads must stop this phase.
    kernel.endPhase(phase);
  }
}
