import { finishPhase, partsPhase, placingPhase, primitivesPhase, runBytes, runCountByte } from '../../layouts/builder';
import { allocate } from '../arena';
import { keys, lists, placePrimitives } from './builder';
import { buildItem, finishItem, itemCount, reserveItems } from './parts';
import { writePrimitives } from './primitives';

/** Number of phases of a build by several threads. A phase is a number of tasks; each task goes to the thread that claims it first. */
const phaseCount: usize = finishPhase + 1;

/** A task of the first two phases has 2 to this power triangles. */
const runBits: u32 = 14;

/** Numbers of claimed tasks of each phase, a cache line each. */
export let claims: usize = 0;
const claimBytes: usize = 128;
export let runs: usize = 0;
export let runCount: u32 = 0;
export let triangles: u32 = 0;

/** Reserves what the threads share, before the primitives; false without memory. */
export function reserveTasks(triangleCount: u32): bool {
  triangles = triangleCount;
  runCount = (triangleCount + (1 << runBits) - 1) >> runBits;
  claims = allocate(claimBytes * phaseCount);
  runs = allocate(runBytes * <usize>runCount);
  return claims != 0 && runs != 0 && reserveItems();
}

export function tasksOf(phase: u32): u32 {
  return phase < <u32>partsPhase ? runCount : itemCount;
}

/** Claims a task of a phase and does it. Returns 1, or 0 where none is left; −1 without memory. */
export function takeTask(phase: u32): i32 {
  const task = atomic.add<u32>(claims + claimBytes * <usize>phase, 1);
  if (task >= tasksOf(phase)) return 0;
  const first = task << runBits, end = min<u32>(triangles, (task + 1) << runBits);
  if (phase == primitivesPhase) writeRun(task, first, end);
  else if (phase == placingPhase) placePrimitives(first, end);
  else if (phase == partsPhase) return buildItem(task) ? 1 : -1;
  else if (phase == finishPhase) finishItem(task);
  return 1;
}

/** Returns the number of claimed tasks of a phase, plus 1 for each thread that found none left. */
export function claimed(phase: u32): u32 {
  return atomic.load<u32>(claims + claimBytes * <usize>phase);
}

/** Ends a phase: no further task can be claimed. */
export function endPhase(phase: u32): void {
  atomic.store<u32>(claims + claimBytes * <usize>phase, 0x4000_0000);
}

/** Writes a run as if all triangles before it were finite; its count shows whether all of its own are. */
function writeRun(task: u32, first: u32, end: u32): void {
  const run = runs + runBytes * <usize>task;
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(run + k, f64.POSITIVE_INFINITY);
    store<f64>(run + k, f64.NEGATIVE_INFINITY, 24);
  }
  store<u32>(run, writePrimitives(first, end, lists, keys, first, run) - first, runCountByte);
}
