import type { BroadRow } from './compare-broad-phases.ts';
import type { SceneComparison } from './compare-scene.ts';

/** Returns both figures as comma-separated values, one row for each point of a curve. Low and high are quartiles. */
export function comparisonCsv({ broad, leaves }: SceneComparison): string {
  const head =
    'figure,instances,curve,first_milliseconds,later_milliseconds,first_swaps,later_swaps,tests,pairs,low_milliseconds,high_milliseconds';
  const rows = broad.map((row) =>
    [
      2,
      row.instances,
      curveName(row),
      row.firstMilliseconds,
      row.laterMilliseconds,
      row.firstSwaps,
      row.laterSwaps,
      row.tests,
      row.pairs,
      '',
      '',
    ].map((value) => value ?? ''),
  );
  const leafRows = leaves.flatMap((row) => [
    [3, row.instances, 'with leaves', row.millisecondsBefore, '', '', '', row.nodesBefore, row.pairs, ...row.quartilesBefore],
    [3, row.instances, 'leaf-free', row.millisecondsAfter, '', '', '', row.nodesAfter, row.pairs, ...row.quartilesAfter],
  ]);
  return `${[head, ...[...rows, ...leafRows].map((row) => row.join(','))].join('\n')}\n`;
}

/** Returns the name of a method with its sort: `sap, shell sort`. */
export function methodName({ method, sort }: Pick<BroadRow, 'method' | 'sort'>): string {
  return sort === null ? method : `${method}, ${sort} sort`;
}

/** Returns the name of a curve of figure 2: `sap shell sort with segments`. */
export function curveName(row: Pick<BroadRow, 'method' | 'sort' | 'segments'>): string {
  const { segments } = row;
  const cut = segments === null || segments === 1 ? '' : segments === 0 ? ' with segments' : ` with ${segments} segments`;
  return `${methodName(row).replace(',', '')}${cut}`;
}

/** Returns what the times of figure 2 are of, in words. */
export function comparedStepsText(steps: number): string {
  if (steps === 1) return '1 step: no later one is measured';
  return steps === 2 ? '2 steps; later: the second one' : `${steps} steps; later: median of the ${steps - 1} after the first`;
}
