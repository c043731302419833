import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../../options/build-options.ts';
import type { Progress } from '../../progress.ts';
import { flattenMerges } from './flatten-merges.ts';
import { mergeAlongCurve } from '../splits/merge-along-curve.ts';
import { mergeNeighbours } from '../splits/merge-neighbours.ts';
import { reinsert } from '../splits/reinsert.ts';
import { sortAlongCurve } from '../splits/sort-along-curve.ts';
import { buildTopDown } from './top-down.ts';
import { createTreeWriter, finishTree } from './tree-writer.ts';
import { triangleBoxes } from '../splits/triangle-boxes.ts';

/** Fraction of the time at the end of each part of a bottom-up build; the rest is for writing nodes. */
const sorted = 0.3;
const merged = 0.5;
const reinserted = 0.8;

/**
 * Returns the bytes of a tree of kind `aabb`, whose division into nodes all other kinds use. `options` are checked.
 * @throws whatever `progress` throws.
 */
export function buildBoxTree(mesh: TriangleMesh, options: BuildOptions, progress: Progress): ArrayBuffer {
  const { split } = options;
  const work = triangleBoxes(mesh);
  const writer = createTreeWriter(work.order.length, work.bounds);
  switch (split) {
    case 'median':
    case 'seeds':
    case 'sah':
    case 'sweep':
      buildTopDown(work, split, options, writer, progress);
      break;
    case 'morton':
    case 'ploc': {
      const between =
        (from: number, to: number): Progress =>
        (fraction) =>
          progress(from + (to - from) * fraction);
      const curve = sortAlongCurve(work, between(0, sorted));
      const merges =
        split === 'morton' ? mergeAlongCurve(work, curve, between(sorted, merged)) : mergeNeighbours(work, between(sorted, merged));
      if (split === 'ploc') reinsert(work, merges, between(merged, reinserted));
      flattenMerges(work, merges, options, writer, between(reinserted, 1));
      break;
    }
  }
  return finishTree(writer, work.order, triangleCount(mesh), work.bounds, options);
}
