import type { NarrowBatch } from './narrow-messages.ts';

/** Batches for each thread: later ones balance what the prediction missed. */
const batchesOfThread = 16;

/** Pairs in the order in which threads take them. */
export interface NarrowPlan {
  /** (p) */
  readonly order: Uint32Array;
  /** The most expensive first. */
  readonly batches: readonly NarrowBatch[];
}

/**
 * Returns the pairs in batches of nearly equal predicted cost, expensive pairs first.
 * @param costs (p) more than 0
 */
export function narrowPlan(costs: Float64Array, threads: number): NarrowPlan {
  const order = Uint32Array.from(costs, (_, pair) => pair).sort((a, b) => costs[b] - costs[a] || a - b);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const share = total / (batchesOfThread * threads);
  const batches: NarrowBatch[] = [];
  let from = 0;
  let cost = 0;
  for (let at = 0; at < order.length; at++) {
    cost += costs[order[at]];
    if (cost < share && at + 1 < order.length) continue;
    batches.push({ from, to: at + 1 });
    from = at + 1;
    cost = 0;
  }
  return { order, batches };
}

/**
 * Returns the predicted cost of a pair. It grows with the depth of both trees. It grows too with the part of the smaller box that lies in
 * the other one, since the search goes on where boxes overlap.
 */
export function predictedCost(boxes: Float64Array, i: number, j: number, trianglesOfI: number, trianglesOfJ: number): number {
  let shared = 1;
  for (let axis = 0; axis < 3; axis++) {
    const overlap = Math.min(boxes[6 * i + 3 + axis], boxes[6 * j + 3 + axis]) - Math.max(boxes[6 * i + axis], boxes[6 * j + axis]);
    const extent = Math.min(boxes[6 * i + 3 + axis] - boxes[6 * i + axis], boxes[6 * j + 3 + axis] - boxes[6 * j + axis]);
    // A flat box shares its extent.
    shared *= extent > 0 && overlap < extent ? overlap / extent : 1;
  }
  return (1 + Math.log2(1 + trianglesOfI) + Math.log2(1 + trianglesOfJ)) * (1 + 8 * shared);
}
