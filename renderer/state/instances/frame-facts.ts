import type { Bounds } from '#core/mesh';
import type { PackedScene } from '#core/scene';
import { boundsToWorld } from '../pair/placement.ts';
import { type SceneFrame, pairStages } from './scene-messages.ts';
import type { InstancePair } from './scene-run-state.ts';

/** Returns the bounds of all boxes of a step; `null` without boxes. */
export function frameBounds({ boxes }: Pick<SceneFrame, 'boxes'>): Bounds | null {
  if (boxes.length === 0) return null;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < boxes.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis]!, boxes[at + axis]!);
      max[axis] = Math.max(max[axis]!, boxes[at + 3 + axis]!);
    }
  }
  return { min, max };
}

/** Returns the bounds of all instances as the scene places them; `null` for none. @param boundsOf the bounds of a mesh, its own space */
export function placedBounds({ meshOf, matrices }: PackedScene, boundsOf: (mesh: number) => Bounds | null): Bounds | null {
  const boxes: number[] = [];
  for (let i = 0; i < meshOf.length; i++) {
    const own = boundsOf(meshOf[i]!);
    if (own === null) continue;
    const { min, max } = boundsToWorld([...matrices.subarray(16 * i, 16 * i + 16)], own);
    boxes.push(...min, ...max);
  }
  return frameBounds({ boxes: Float64Array.from(boxes) });
}

/** Returns the box of an instance. */
export function instanceBounds({ boxes }: Pick<SceneFrame, 'boxes'>, i: number): Bounds {
  const at = 6 * i;
  return { min: [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!], max: [boxes[at + 3]!, boxes[at + 4]!, boxes[at + 5]!] };
}

/** Returns the row of a pair in the list of a step, by binary search; `null` if it is no pair at that step. */
export function scenePairRow({ pairs }: Pick<SceneFrame, 'pairs'>, pair: InstancePair | null): number | null {
  if (pair === null) return null;
  let low = 0;
  let high = pairs.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = pairs[2 * middle]! - pair.i || pairs[2 * middle + 1]! - pair.j;
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

/** Returns the pair of a row. */
export function pairAt({ pairs }: Pick<SceneFrame, 'pairs'>, row: number): InstancePair {
  return { i: pairs[2 * row]!, j: pairs[2 * row + 1]! };
}

/** Returns the pair of two instances, or of a single one the first pair that came farthest; `null` for none. */
export function pairOf({ pairs, stages }: Pick<SceneFrame, 'pairs' | 'stages'>, instances: readonly number[]): InstancePair | null {
  const [a, b] = instances;
  if (a === undefined || instances.length > 2) return null;
  let best: number | null = null;
  for (let row = 0; row < stages.length; row++) {
    const [i, j] = [pairs[2 * row]!, pairs[2 * row + 1]!];
    const isOfBoth = b === undefined ? i === a || j === a : (i === a && j === b) || (i === b && j === a);
    if (isOfBoth && (best === null || stages[row]! > stages[best]!)) best = row;
  }
  return best === null ? null : pairAt({ pairs }, best);
}

/** Returns (n) 0 for instances without a pair, else 1 + the farthest stage of their pairs. */
export function instanceStages({ pairs, stages, boxes }: SceneFrame): Uint8Array {
  const farthest = new Uint8Array(boxes.length / 6);
  for (let row = 0; row < stages.length; row++) {
    const stage = 1 + stages[row]!;
    for (const instance of [pairs[2 * row]!, pairs[2 * row + 1]!]) if (farthest[instance]! < stage) farthest[instance] = stage;
  }
  return farthest;
}

/** Returns (p) the stage of each pair of boxes. @param near, overlaps (2·n) parts of the pairs in the same order; `null` for none */
export function stagesOf(pairs: Uint32Array, near: Uint32Array | null, overlaps: Uint32Array | null): Uint8Array {
  const stages = new Uint8Array(pairs.length / 2);
  mark(stages, pairs, near, pairStages.sphere);
  mark(stages, pairs, overlaps, pairStages.surface);
  return stages;
}

function mark(stages: Uint8Array, pairs: Uint32Array, some: Uint32Array | null, stage: number): void {
  if (some === null) return;
  let row = 0;
  for (let at = 0; at < some.length; at += 2) {
    while (pairs[2 * row] !== some[at] || pairs[2 * row + 1] !== some[at + 1]) row++;
    stages[row] = stage;
  }
}
