import { surfacesIntersect } from '../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { relativePlacement } from '../narrow/relative-placement.ts';
import { comparedCounts } from './compare-broad-phases.ts';

/** The traversal of trees before and after leaf compression, for pairs of instances: the article's figure 3. */
export interface LeafRow {
  readonly instances: number;
  /** Pairs of boxes tested, at most `maxPairs`. */
  readonly pairs: number;
  /** Pairs of nodes tested, by trees with leaves and by leaf-free ones. */
  readonly nodesBefore: number;
  readonly nodesAfter: number;
  /** Fastest of three rounds. */
  readonly millisecondsBefore: number;
  readonly millisecondsAfter: number;
}

const maxPairs = 2000;
const rounds = 3;

/** A mesh with both trees: one triangle in each leaf, and the same splits. */
export interface LeafTrees {
  readonly withLeaves: TreedMesh;
  readonly leafFree: TreedMesh;
}

/**
 * Tests the surfaces of pairs with both kinds of trees, in JavaScript, for several numbers of instances.
 * @param pairs (2·p) pairs of boxes, ascending
 */
export function compareLeafStorage(
  meshes: readonly LeafTrees[],
  meshOf: Uint32Array,
  matrices: Float64Array,
  pairs: Uint32Array,
  progress: Progress,
): readonly LeafRow[] {
  const counts = comparedCounts(meshOf.length);
  return counts.map((instances, k) => {
    const chosen: (readonly [number, number])[] = [];
    for (let at = 0; at < pairs.length && chosen.length < maxPairs; at += 2)
      if (pairs[at + 1] < instances) chosen.push([pairs[at], pairs[at + 1]]);
    const run = (kind: keyof LeafTrees): { readonly nodes: number; readonly milliseconds: number } => {
      const start = performance.now();
      let nodes = 0;
      for (const [i, j] of chosen) {
        const placed = relativePlacement(matrices, i, j);
        nodes += surfacesIntersect(meshes[meshOf[i]][kind], meshes[meshOf[j]][kind], placed, noProgress).stats.nodePairsTested;
      }
      return { nodes, milliseconds: performance.now() - start };
    };
    const results = Array.from({ length: rounds }, (_, round) => {
      progress((k + round / rounds) / counts.length);
      return { before: run('withLeaves'), after: run('leafFree') };
    });
    const fastest = (kind: 'before' | 'after'): number => Math.min(...results.map((result) => result[kind].milliseconds));
    return {
      instances,
      pairs: chosen.length,
      nodesBefore: results[0].before.nodes,
      nodesAfter: results[0].after.nodes,
      millisecondsBefore: fastest('before'),
      millisecondsAfter: fastest('after'),
    };
  });
}
