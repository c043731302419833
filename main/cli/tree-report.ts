import type { ReadyTree } from './mesh-work.ts';

/** What `tree --json` prints. */
export function treeReport(file: string, { options, statistics, milliseconds: buildMilliseconds }: Omit<ReadyTree, 'tree'>) {
  const { kind, split, engine, triangles, nodes, leaves, depth, bytes, bytesPerTriangle, sahCost } = statistics;
  const { leafDepths, leafSizes } = statistics;
  return {
    file,
    kind,
    split,
    engine,
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
