import type { BuildOptions } from '../options/build-options.ts';
import type { TreeStatistics } from '../tree/statistics.ts';
import type { MeasuredNode } from '../tree/worst-nodes.ts';
import type { RefitRunOptions } from '../options/refit-run-options.ts';
import type { KindRecord } from './compare-kinds.ts';
import type { RefitJobResult } from './refit-job.ts';
import { refitWays } from './refit-run.ts';

/** Returns a tree as `resources/schemas/tree.schema.json` describes it. `file` as given by the user; the time is `null` for a tree that was not built. */
export function treeReport(file: string, options: BuildOptions, statistics: TreeStatistics, buildMilliseconds: number | null) {
  const { kind, split, engine, queryEngine, triangles, nodes, leaves, depth, bytes, bytesPerTriangle, sahCost, leafDepths, leafSizes } =
    statistics;
  return {
    file,
    kind,
    split,
    engine,
    queryEngine,
    options,
    triangles,
    nodes,
    leaves,
    depth,
    bytes,
    bytesPerTriangle,
    sahCost,
    buildMilliseconds,
    histograms: { leafDepths, leafSizes },
  };
}

/** Returns a tree with its worst nodes, as `treeReport`. */
export function worstReport(report: ReturnType<typeof treeReport>, worstNodes: readonly MeasuredNode[]) {
  return { ...report, worstNodes };
}

/** Returns one entry of a comparison: the tree report, and the cost of the queries. */
export function compareReport(
  file: string,
  {
    options,
    statistics,
    buildMilliseconds,
    medianBuildMilliseconds,
    copyMilliseconds,
    pairCopyMilliseconds,
    tightness,
    rays,
    sweep,
    cachedSweep,
    spheres,
    motions,
    resultHash,
  }: KindRecord,
) {
  return {
    ...treeReport(file, options, statistics, buildMilliseconds),
    medianBuildMilliseconds,
    copyMilliseconds,
    pairCopyMilliseconds,
    tightness,
    rays,
    sweep,
    cachedSweep,
    spheres,
    motions,
    resultHash,
  };
}

/** Returns the comparison of refit and rebuild over an animation. */
export function refitReport(file: string, options: BuildOptions, { rebuildPercent }: RefitRunOptions, { clip, frames }: RefitJobResult) {
  return {
    file,
    clip,
    options,
    rebuildPercent,
    frames,
    ways: refitWays(frames),
    firstAdvised: frames.find(({ shouldRebuild }) => shouldRebuild)?.seconds ?? null,
  };
}
