import { type Kernel, type KernelExports, noHost, reserved, unsigned, viewF64, viewU32, viewU8 } from '../../../kernel/index.ts';
import { addBoxPair, appendBoxPairs, type BoxPairs, createBoxPairs } from '../box-pairs.ts';
import type { BroadPhase } from '../broad-phase.ts';
import { mayPair, type PairFilter } from '../pair-filter.ts';
import { chooseLevels, createGridLevels, type GridLevels } from './grid-levels.ts';

/** Boxes between two calls of `progress`. */
const reportStep = 1 << 14;

/**
 * Returns the broad phase of uniform grids in WebAssembly: four boxes are compared at a time. The pairs and tests are those of the TypeScript.
 * @throws InspectorError `too-large` where WebAssembly has no memory for that number of boxes.
 */
export function createKernelGrid(kernel: Kernel, count: number, filter: PairFilter | null): BroadPhase {
  const instance = kernel.instantiate(noHost);
  reserved(instance.reserveGrid(count));
  const found = createBoxPairs();
  const levels = createGridLevels();
  const levelOf = new Uint8Array(count);
  return {
    update: (boxes, progress) => {
      found.words = 0;
      progress(0);
      chooseLevels(levels, boxes, levelOf);
      viewF64(instance, unsigned(instance.boxes), boxes.length).set(boxes);
      viewU8(instance, unsigned(instance.levelOf), count).set(levelOf);
      const cells = levels.firstCells[levels.count];
      reserved(instance.reserveCells(cells));
      writeLevels(instance, levels);
      const [x, y, z] = levels.origin;
      instance.sortByCell(cells, x, y, z);
      let tests = 0;
      for (let from = 0; from < count; ) {
        progress(0.2 + (0.8 * from) / count);
        from = instance.findGridPairs(from, Math.min(count, from + reportStep), levels.count, x, y, z) >>> 0;
        tests += instance.gridTests.value;
        takePairs(instance, filter, found);
      }
      return { found, tests, swaps: null, sweep: null, tree: null };
    },
  };
}

function writeLevels(instance: KernelExports, { count, perLength, counts, firstCells }: GridLevels): void {
  const numbers = viewF64(instance, unsigned(instance.gridLevels), 4 * count);
  for (let level = 0; level < count; level++) {
    numbers[4 * level] = perLength[level];
    numbers[4 * level + 1] = counts[3 * level];
    numbers[4 * level + 2] = counts[3 * level + 1];
    numbers[4 * level + 3] = firstCells[level];
  }
}

/** Adds the pairs of the last call that pass the filter. */
function takePairs(instance: KernelExports, filter: PairFilter | null, found: BoxPairs): void {
  const words = 2 * unsigned(instance.gridPairCount);
  const pairs = viewU32(instance, unsigned(instance.pairs), words);
  if (filter === null) return appendBoxPairs(found, pairs);
  for (let at = 0; at < words; at += 2) if (mayPair(filter, pairs[at], pairs[at + 1])) addBoxPair(found, pairs[at], pairs[at + 1]);
}
