import { boxesPerRun, type BoxHierarchy } from './box-hierarchy.ts';

/** A search for all pairs of overlapping boxes, in steps: see `nextOverlaps`. */
export interface OverlapSearch {
  readonly hierarchy: BoxHierarchy;
  /** Boxes within this distance on every axis count as overlapping. */
  readonly margin: number;
  /** Pending pairs of nodes, three words each: the nodes and their level. */
  readonly stack: Uint32Array;
  /** Number of pending pairs; 0 at the end. */
  top: number;
  /** Pairs of boxes compared so far. */
  tests: number;
}

const stackWords = 3;

/** Starts a search. */
export function startOverlapSearch(hierarchy: BoxHierarchy, margin = 0): OverlapSearch {
  const levels = Math.log2(hierarchy.runs) + 1;
  const stack = new Uint32Array(stackWords * (4 * levels + 4));
  stack.set([1, 1, 0]);
  return { hierarchy, margin, stack, top: hierarchy.order.length === 0 ? 0 : 1, tests: 0 };
}

/** Returns the finished fraction of a search, 0..1. */
export function overlapProgress({ stack, top }: OverlapSearch): number {
  let waiting = 0;
  for (let at = 0; at < stackWords * top; at += stackWords) if (stack[at] === stack[at + 1]) waiting += 2 ** -stack[at + 2];
  return 1 - waiting;
}

/** Max number of words for the pairs of two runs. */
const maxWordsAtOnce = 2 * boxesPerRun * boxesPerRun;
/** Max number of comparisons in a step, so that the caller can report progress and be cancelled. */
const testsOfStep = 1 << 20;

/**
 * Writes the next pairs to `out` (at least 32 words), as numbers of the boxes. Returns the number of words, which can be 0 before the end.
 * Each pair comes once, in a deterministic order. Boxes are closed, so contact counts. Hot: bench `self-intersections`.
 */
export function nextOverlaps(search: OverlapSearch, out: Uint32Array): number {
  const { stack, hierarchy, margin } = search;
  const { runs, nodes } = hierarchy;
  const maxTests = search.tests + testsOfStep;
  let words = 0;
  while (search.top > 0 && words + maxWordsAtOnce <= out.length && search.tests < maxTests) {
    const at = stackWords * --search.top;
    const a = stack[at];
    const b = stack[at + 1];
    const level = stack[at + 2] + 1;
    if (a >= runs) {
      words = a === b ? testRun(search, a, out, words) : testRuns(search, a, b, out, words);
    } else if (a === b) {
      search.tests++;
      push(search, 2 * a + 1, 2 * a + 1, level);
      push(search, 2 * a, 2 * a, level);
      if (doBoxesOverlap(nodes, 12 * a, 12 * a + 6, margin)) push(search, 2 * a, 2 * a + 1, level);
    } else {
      search.tests += 4;
      for (let i = 2 * a; i < 2 * a + 2; i++) {
        for (let j = 2 * b; j < 2 * b + 2; j++) if (doBoxesOverlap(nodes, 6 * i, 6 * j, margin)) push(search, i, j, level);
      }
    }
  }
  return words;
}

/** Hot. */
function push(search: OverlapSearch, a: number, b: number, level: number): void {
  const at = stackWords * search.top++;
  search.stack[at] = a;
  search.stack[at + 1] = b;
  search.stack[at + 2] = level;
}

/** Tests the boxes at two positions of an array. Hot. */
function doBoxesOverlap(boxes: Float64Array, p: number, q: number, margin: number): boolean {
  return (
    boxes[p] - boxes[q + 3] <= margin &&
    boxes[q] - boxes[p + 3] <= margin &&
    boxes[p + 1] - boxes[q + 4] <= margin &&
    boxes[q + 1] - boxes[p + 4] <= margin &&
    boxes[p + 2] - boxes[q + 5] <= margin &&
    boxes[q + 2] - boxes[p + 5] <= margin
  );
}

/** Writes the overlapping pairs within a run after `words`. Returns the end. Hot. */
function testRun(search: OverlapSearch, run: number, out: Uint32Array, words: number): number {
  const { margin } = search;
  const { order, boxes, runs } = search.hierarchy;
  const first = boxesPerRun * (run - runs);
  const end = Math.min(first + boxesPerRun, order.length);
  let to = words;
  for (let i = first; i < end; i++) {
    for (let j = i + 1; j < end; j++) {
      search.tests++;
      if (!doBoxesOverlap(boxes, 6 * i, 6 * j, margin)) continue;
      out[to++] = order[i];
      out[to++] = order[j];
    }
  }
  return to;
}

/** Writes the overlapping pairs between two runs. Hot. */
function testRuns(search: OverlapSearch, runA: number, runB: number, out: Uint32Array, words: number): number {
  const { margin } = search;
  const { order, boxes, nodes, runs } = search.hierarchy;
  const firstA = boxesPerRun * (runA - runs);
  const endA = Math.min(firstA + boxesPerRun, order.length);
  const firstB = boxesPerRun * (runB - runs);
  const endB = Math.min(firstB + boxesPerRun, order.length);
  const box = 6 * runB;
  const minX = nodes[box] - margin;
  const minY = nodes[box + 1] - margin;
  const minZ = nodes[box + 2] - margin;
  const maxX = nodes[box + 3] + margin;
  const maxY = nodes[box + 4] + margin;
  const maxZ = nodes[box + 5] + margin;
  let to = words;
  for (let i = firstA; i < endA; i++) {
    search.tests++;
    const at = 6 * i;
    // Most boxes of a run do not overlap the other run.
    if (
      boxes[at] > maxX ||
      boxes[at + 3] < minX ||
      boxes[at + 1] > maxY ||
      boxes[at + 4] < minY ||
      boxes[at + 2] > maxZ ||
      boxes[at + 5] < minZ
    )
      continue;
    for (let j = firstB; j < endB; j++) {
      search.tests++;
      if (!doBoxesOverlap(boxes, at, 6 * j, margin)) continue;
      out[to++] = order[i];
      out[to++] = order[j];
    }
  }
  return to;
}
