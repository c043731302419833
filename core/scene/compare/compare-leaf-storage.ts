import { median } from '../../math/median.ts';
import { surfacesIntersect } from '../../pair/pairs/pairs.ts';
import type { Transform } from '../../math/transform.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { pairPlacement } from '../narrow/relative-placement.ts';
import { comparedCounts } from './compare-broad-phases.ts';

/** The traversal of trees before and after leaf compression, for pairs of instances: the article's figure 3. */
export interface LeafRow {
  readonly instances: number;
  /** Pairs of boxes tested, at most `maxPairs`. */
  readonly pairs: number;
  /** Pairs of nodes tested, by trees with leaves and by leaf-free ones. */
  readonly nodesBefore: number;
  readonly nodesAfter: number;
  /** Medians of the rounds. */
  readonly millisecondsBefore: number;
  readonly millisecondsAfter: number;
  /** First and third quartile of the rounds. */
  readonly quartilesBefore: Quartiles;
  readonly quartilesAfter: Quartiles;
}

export type Quartiles = readonly [first: number, third: number];

/** Returns a time in milliseconds. */
export type Clock = () => number;

const maxPairs = 2000;
/** Rounds of each row, in turns, after one that is not measured. */
export const leafRounds = 9;

/** A mesh with both trees: one triangle in each leaf, and the same splits. */
export interface LeafTrees {
  readonly withLeaves: TreedMesh;
  readonly leafFree: TreedMesh;
}

/**
 * Tests the surfaces of pairs with both kinds of trees, in JavaScript, for several numbers of instances. Pairs that no test decides, since
 * their matrices differ too much in scale, are left out.
 * @param pairs (2·p) pairs of boxes, ascending
 */
export function compareLeafStorage(
  meshes: readonly LeafTrees[],
  meshOf: Uint32Array,
  matrices: Float64Array,
  pairs: Uint32Array,
  progress: Progress,
  clock: Clock = () => performance.now(),
): readonly LeafRow[] {
  const counts = comparedCounts(meshOf.length);
  return counts.map((instances, k) => {
    const chosen: { readonly i: number; readonly j: number; readonly placed: Transform }[] = [];
    for (let at = 0; at < pairs.length && chosen.length < maxPairs; at += 2) {
      const [i, j] = [pairs[at], pairs[at + 1]];
      const placed = j < instances ? pairPlacement(matrices, i, j) : null;
      if (placed !== null) chosen.push({ i, j, placed });
    }
    const run = (kind: keyof LeafTrees): { readonly nodes: number; readonly milliseconds: number } => {
      const start = clock();
      let nodes = 0;
      for (const { i, j, placed } of chosen)
        nodes += surfacesIntersect(meshes[meshOf[i]][kind], meshes[meshOf[j]][kind], placed, noProgress).stats.nodePairsTested;
      return { nodes, milliseconds: clock() - start };
    };
    const results = Array.from({ length: 1 + leafRounds }, (_, round) => {
      progress((k + round / (1 + leafRounds)) / counts.length);
      // The other one first in every second round, so that neither always finds the memory of the other.
      if (round % 2 === 0) return { before: run('withLeaves'), after: run('leafFree') };
      const after = run('leafFree');
      return { before: run('withLeaves'), after };
    });
    const timesOf = (kind: 'before' | 'after'): readonly number[] => results.slice(1).map((result) => result[kind].milliseconds);
    const [before, after] = [timesOf('before'), timesOf('after')];
    return {
      instances,
      pairs: chosen.length,
      nodesBefore: results[0].before.nodes,
      nodesAfter: results[0].after.nodes,
      millisecondsBefore: median(before),
      millisecondsAfter: median(after),
      quartilesBefore: quartilesOf(before),
      quartilesAfter: quartilesOf(after),
    };
  });
}

function quartilesOf(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[(sorted.length - 1) >> 2], sorted[(3 * (sorted.length - 1)) >> 2]];
}

/** Returns what the times of a row say in words. @param time formats milliseconds */
export function leafText(
  { pairs, millisecondsBefore, millisecondsAfter, quartilesBefore, quartilesAfter, nodesBefore, nodesAfter }: LeafRow,
  time: (milliseconds: number) => string,
): string {
  if (pairs === 0) return 'no pairs of boxes to test';
  const of = (middle: number, [first, third]: Quartiles): string => `${time(middle)} (${time(first)} to ${time(third)})`;
  const times = `with leaves ${of(millisecondsBefore, quartilesBefore)}, leaf-free ${of(millisecondsAfter, quartilesAfter)}`;
  const nodes = `tests ${nodesAfter < nodesBefore ? 'fewer' : nodesAfter > nodesBefore ? 'more' : 'as many'} nodes`;
  const [fast, slow] = millisecondsAfter < millisecondsBefore ? [quartilesAfter, quartilesBefore] : [quartilesBefore, quartilesAfter];
  if (fast[1] >= slow[0]) return `${times}: the leaf-free tree ${nodes}, and the difference in time is within the spread`;
  return `${times}: the leaf-free tree ${nodes}, and is ${fast === quartilesAfter ? 'faster' : 'slower'} by more than the spread`;
}
