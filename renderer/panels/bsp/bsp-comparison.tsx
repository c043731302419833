import type { JSX } from 'preact';
import type { BspComparison, BspCost } from '#core/job';
import { formatCount, formatFixed, formatMany } from '../../text/format-number.ts';

const columns: readonly {
  readonly title: string;
  readonly meaning: string;
  readonly text: (cost: BspCost, splits: number | null) => string;
}[] = [
  {
    title: 'Build ms',
    meaning: 'Build time of the tree, without cells and portals',
    text: (cost) => formatFixed(cost.buildMilliseconds, 1),
  },
  { title: 'Nodes', meaning: 'Number of nodes', text: (cost) => formatCount(cost.nodes) },
  { title: 'Leaves', meaning: 'Number of leaves', text: (cost) => formatCount(cost.leaves) },
  { title: 'Depth', meaning: 'Number of levels', text: (cost) => formatCount(cost.depth) },
  {
    title: 'Splits',
    meaning: 'Polygons that a plane has split; boxes split none',
    text: (_, splits) => (splits === null ? 'none' : formatCount(splits)),
  },
  { title: 'Bytes', meaning: 'Size of the tree as flat arrays', text: (cost) => formatCount(cost.bytes) },
  { title: 'Ray nodes', meaning: 'Nodes that a ray visits to find its first hit', text: (cost) => formatFixed(cost.nodesPerRay, 1) },
  { title: 'Ray triangles', meaning: 'Triangles that a ray tests', text: (cost) => formatFixed(cost.trianglesPerRay, 1) },
  { title: 'Ray µs', meaning: 'Time per ray', text: (cost) => formatFixed(cost.microsecondsPerRay, 1) },
  {
    title: 'Point µs',
    meaning: 'Time to find whether a point is in the solid: by the BSP tree, or by ray parity with the AABB tree',
    text: (cost) => (cost.microsecondsPerPoint === null ? 'none' : formatFixed(cost.microsecondsPerPoint, 2)),
  },
];

/** The BSP tree next to the AABB tree, with the same rays and points. */
export function BspComparisonTable({ comparison, splits }: { comparison: BspComparison; splits: number }): JSX.Element {
  const { rays, points, differences } = comparison;
  return (
    <section class="bsp-compare" aria-label="BSP tree compared with an AABB tree">
      <table data-testid="bsp-compare">
        <thead>
          <tr>
            <th scope="col">Tree</th>
            {columns.map(({ title, meaning }) => (
              <th key={title} scope="col" title={meaning}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['bsp', 'aabb'] as const).map((kind) => (
            <tr key={kind} data-tree={kind}>
              <th scope="row">{kind === 'bsp' ? 'BSP' : 'AABB'}</th>
              {columns.map(({ title, text }) => (
                <td key={title}>{text(comparison[kind], kind === 'bsp' ? splits : null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet" data-testid="bsp-compare-foot">
        {formatMany(rays, 'ray')} and {formatMany(points, 'point')};{' '}
        {differences === 0 ? 'all results are the same' : <span class="warning-text">{formatMany(differences, 'result')} differ</span>}
      </p>
    </section>
  );
}
