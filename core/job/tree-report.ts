import type { BuildOptions } from '../options/build-options.ts';
import type { TreeStatistics } from '../tree/statistics.ts';
import type { KindRecord } from './compare-kinds.ts';

/** A tree as `resources/schemas/tree.schema.json` has it; `file` as the person gave it, the time `null` for a tree that was not built. */
export function treeReport(file: string, options: BuildOptions, statistics: TreeStatistics, buildMilliseconds: number | null) {
  const { kind, split, engine, triangles, nodes, leaves, depth, bytes, bytesPerTriangle, sahCost, leafDepths, leafSizes } = statistics;
  return {
    file, kind, split, engine, options, triangles, nodes, leaves, depth, bytes, bytesPerTriangle, sahCost, buildMilliseconds,
    histograms: { leafDepths, leafSizes },
  };
}

/** One entry of a comparison: what is told of any tree, and what the queries cost on it. */
export function compareReport(file: string, { options, statistics, buildMilliseconds, tightness, rays, spheres, motions, answers }: KindRecord) {
  return { ...treeReport(file, options, statistics, buildMilliseconds), tightness, rays, spheres, motions, answers };
}
