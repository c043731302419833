import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DocumentId } from '#host-api';
import { childrenOf, isLeaf, nodeBox, nodeDepth, nodeRange, splitAxis } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { documentOf } from '../../commands/actions.ts';
import type { FetchedTree } from '../../state/store/records.ts';
import { depthColour } from '../../scene/depth-colour.ts';
import { costShareText } from '../../text/cost-share.ts';
import { formatCount, formatPercent } from '../../text/format-number.ts';
import { Facts, type Fact } from './facts.tsx';
import { partsOfRange } from './parts-of-range.ts';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { volumeFacts } from './volume-facts.ts';

interface NodePropertiesProps {
  readonly app: App;
  readonly tree: FetchedTree;
  readonly document: DocumentId;
  readonly node: number;
}

export function NodeProperties({ app, tree: loaded, document, node }: NodePropertiesProps): JSX.Element {
  const { tree, costShares } = loaded;
  const depth = nodeDepth(tree, node);
  const leaf = isLeaf(tree, node);
  const { min, max } = nodeBox(tree, node);
  const range = nodeRange(tree, node);
  const open = documentOf(app.store, document);
  const mesh = open?.mesh?.mesh;
  const lengths = lengthsOf(app.store, document);
  const { units } = lengths;
  const bounding = useMemo(
    () => (mesh === undefined ? [] : volumeFacts(tree, mesh, node, units)),
    [tree, mesh, node, units.shownMetres, units.ownMetres],
  );
  const facts: Fact[] = [
    [
      'Triangles',
      <>
        {formatCount(range.count)} <span class="quiet">{formatPercent(range.count / Math.max(1, tree.triangles))} %</span>
      </>,
    ],
    ['Share of cost', `${costShareText(costShares[node] ?? 0, tree.nodeCount)} %`],
  ];
  const measured = app.nodes.measured.value;
  // The numbers of the list of worst nodes, which say why a node is bad.
  if (measured.kind === 'done' && measured.tree === tree) {
    const { cost, waste, overlap, empty } = measured.measures;
    facts.push(
      ['Cost', `${costShareText(cost[node]!, tree.nodeCount)} %`],
      [
        'Waste',
        <>
          {costShareText(waste[node]!, tree.nodeCount)} % <span class="quiet">cost × empty</span>
        </>,
      ],
      ['Overlap', `${formatPercent(overlap[node]!)} %`],
      ['Empty', `${formatPercent(empty[node]!)} %`],
    );
  }
  facts.push(...bounding);
  if (!leaf) {
    const counts = childrenOf(tree, node).map((child) => formatCount(nodeRange(tree, child).count));
    const axis = splitAxis(tree, node);
    facts.push(['Split', `${axis === null ? '' : `axis ${'XYZ'[axis]}, `}${counts.join(' + ')}`]);
  }
  if (mesh !== undefined && mesh.parts.length > 1) {
    const { shares, complete } = partsOfRange(mesh, tree, range);
    const listed = shares.map(({ name, count }) => `${name} ${formatCount(count)}`).join(', ');
    facts.push(['Parts', complete ? listed : `${listed} …`]);
  }
  return (
    <>
      <div class="title">
        <span class="swatch" style={{ background: depthColour(depth, tree.depth) }} />
        <span class="name">Node {formatCount(node)}</span>
        <span class="kind">
          {leaf ? 'leaf' : 'inner'}, depth {depth}
        </span>
      </div>
      <OwnSpaceNote store={app.store} document={document} />
      <VectorRow label="Min" lengths={lengths} values={min} />
      <VectorRow label="Max" lengths={lengths} values={max} />
      <VectorRow label="Size" lengths={lengths} values={[max[0] - min[0], max[1] - min[1], max[2] - min[2]]} />
      <Facts facts={facts} />
    </>
  );
}
