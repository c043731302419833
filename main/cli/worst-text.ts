import { worstOptions, type WorstOptions } from '#core/options';
import type { MeasuredNode } from '#core/tree';
import { columns, counted, many, moreRows, maxRowsShown, vector } from '../terminal/columns.ts';

/** Returns the table of the worst nodes, one row each. */
export function worstText(nodes: readonly MeasuredNode[], { worstBy }: WorstOptions): string {
  const head = ['node', '', 'waste %', 'cost %', 'overlap %', 'empty %', 'depth', 'triangles', 'min', 'max'];
  const rows = nodes
    .slice(0, maxRowsShown)
    .map(({ node, isLeaf, waste, cost, overlap, empty, depth, triangles, bounds }) => [
      counted(node),
      isLeaf ? 'leaf' : 'inner',
      ...[waste, cost, overlap, empty].map(percent),
      counted(depth),
      counted(triangles),
      vector(bounds.min),
      vector(bounds.max),
    ]);
  const title = worstOptions.worstBy.choices[worstBy].title.toLowerCase();
  const table = columns([head, ...rows], [0, 2, 3, 4, 5, 6, 7], '    ');
  return `  ${many(nodes.length, 'worst node')} by ${title}\n${table}${moreRows(nodes.length, '    ')}`;
}

/** Two decimals, so that the points of a column are aligned. */
function percent(share: number): string {
  return (100 * share).toFixed(2);
}
