import { clusterPhase, finishPhase, partsPhase, placingPhase, primitivesPhase, runBytes, runCountByte, scatterPhase } from '../../layouts/builder';
import { allocate } from '../arena';
import { clusterAt, clusterPrimitives, keys, lists, placePrimitives, spareKeys, written } from './builder';
import { buildItem, finishItem, itemCount, reserveItems } from './parts';
import { primitiveBytes, writePrimitives } from './primitives';
import { firstStartFrom, highTableBytes, placeRuns, scatterHigh, sortKeys, sortTableBytes, tallyHigh } from '../sort-keys';

/** Number of phases of a build by several threads. A phase is a number of tasks; each task goes to the thread that claims it first. */
const phaseCount: usize = finishPhase + 1;

/** A task of the phases before parts has about 2 to this power triangles. */
const runBits: u32 = 14;

/** Numbers of claimed tasks of each phase, a cache line each. */
export let claims: usize = 0;
const claimBytes: usize = 128;
export let runs: usize = 0;
export let runCount: u32 = 0;
export let triangles: u32 = 0;
/** For each run the counts of a sort, and the first places of the digits of all. */
export let tables: usize = 0;
export let starts: usize = 0;

/** Reserves what the threads share, before the primitives; false without memory. */
export function reserveTasks(triangleCount: u32): bool {
  triangles = triangleCount;
  runCount = (triangleCount + (1 << runBits) - 1) >> runBits;
  claims = allocate(claimBytes * phaseCount);
  runs = allocate(runBytes * <usize>runCount);
  tables = allocate(sortTableBytes * <usize>runCount);
  starts = allocate(highTableBytes + 4);
  return claims != 0 && runs != 0 && tables != 0 && starts != 0 && reserveItems();
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
  else if (phase == scatterPhase) scatterHigh(keys + 8 * <usize>first, keys + 8 * <usize>min(end, written), spareKeys, tables + sortTableBytes * <usize>task);
  else if (phase == placingPhase) placeRange(task);
  else if (phase == clusterPhase) store<u32>(tables + sortTableBytes * <usize>task, clusterPrimitives(rangeStart(task), rangeStart(task + 1)));
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

/** Counts the keys [first, end) of a run by their highest digits. */
function tallyRun(run: u32, first: u32, end: u32): void {
  tallyHigh(keys + 8 * <usize>first, keys + 8 * <usize>end, tables + sortTableBytes * <usize>run);
}

/** Counts the keys of all runs again, where one thread has written them. */
export function tallyRuns(): void {
  for (let run: u32 = 0; run < runCount; run++) tallyRun(run, min(written, run << runBits), min(written, (run + 1) << runBits));
}

/** Begins the phase that scatters the keys by their highest digits. */
export function beginScatter(): void {
  placeRuns(tables, sortTableBytes, runCount, starts);
}

/** Sorts the scattered keys of whole digits, about as many as a run has, and writes their primitives in this order. */
function placeRange(task: u32): void {
  const first = rangeStart(task), end = rangeStart(task + 1);
  const from = spareKeys + 8 * <usize>first, bytes = 8 * <usize>(end - first);
  const sorted = keys + 8 * <usize>first;
  sortKeys(from, sorted, end - first, tables + sortTableBytes * <usize>task);
  memory.copy(from, sorted, bytes);
  placePrimitives(first, end);
}

/** Returns where the keys of a task start among the scattered ones: at the first key of a digit. */
function rangeStart(task: u32): u32 {
  return task == runCount ? written : firstStartFrom(starts, task << runBits);
}

/** Joins the clusters of all tasks, which are in the order of the curve, and returns their number. */
export function joinClusters(): u32 {
  let clusters: u32 = 0;
  for (let task: u32 = 0; task < runCount; task++) {
    const own = load<u32>(tables + sortTableBytes * <usize>task);
    memory.copy(clusterAt(clusters), clusterAt(rangeStart(task)), primitiveBytes * <usize>own);
    clusters += own;
  }
  return clusters;
}

/** Writes a run as if all triangles before it were finite; its count shows whether all of its own are. */
function writeRun(task: u32, first: u32, end: u32): void {
  const run = runs + runBytes * <usize>task;
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(run + k, f64.POSITIVE_INFINITY);
    store<f64>(run + k, f64.NEGATIVE_INFINITY, 24);
  }
  const last = writePrimitives(first, end, lists, keys, first, run);
  tallyRun(task, first, last);
  store<u32>(run, last - first, runCountByte);
}
