import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { NodeMeasures } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { frame, select, setHover } from '../../commands/actions.ts';
import { groupText, type LeafGroup } from '../../state/nodes/leaf-group.ts';
import type { MeasuredTree } from '../../state/nodes/node-list.ts';
import { depthColour } from '../../scene/depth-colour.ts';
import { type FigureName, figures } from '../../text/figures.ts';
import { costShareText } from '../../text/cost-share.ts';
import { formatCount, formatMany, formatPercent } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { RecordList, type Column } from '../../widgets/record-list.tsx';
import { chosenNode } from './chosen-node.ts';

/** All nodes in one list with their measures, the worst first, or the leaves of one bar of a histogram. */
export function NodeRows({ app }: { app: App }): JSX.Element {
  const measured = app.nodes.measured.value;
  switch (measured.kind) {
    case 'none':
      return <p class="empty-note">No nodes.</p>;
    case 'measuring': {
      const percent = Math.floor(100 * measured.fraction);
      return (
        <div class="empty-note" role="status" data-testid="measuring-nodes">
          Measuring the nodes
          <progress class="progress-bar" max={100} value={percent} aria-label="Progress of measuring the nodes" />
          {percent} %
        </div>
      );
    }
    case 'done':
      return <MeasuredRows app={app} measured={measured} />;
  }
}

function MeasuredRows({ app, measured }: { app: App; measured: Extract<MeasuredTree, { kind: 'done' }> }): JSX.Element {
  const { store, nodes: list } = app;
  const { document, tree, measures, nodes } = measured;
  const columns = useMemo(() => columnsOf(measures, nodes, tree.depth), [measures, nodes]);
  const chosen = chosenNode(store.scene.value.selection);
  const row = useMemo(() => (chosen === null ? -1 : nodes.indexOf(chosen)), [nodes, chosen]);
  const hover = store.hover.value;
  const group = list.group.value;
  return (
    <>
      {group !== null && <GroupNote group={group} leaves={nodes.length} onClear={() => list.showLeaves(null)} />}
      <div class="hierarchy-rows" style={{ '--label-width': `${numberWidth(tree.nodeCount)}px` }}>
        <RecordList
          name="measured"
          label="Nodes with their measures"
          testId="worst-nodes"
          count={nodes.length}
          columns={columns}
          source={nodes}
          memory={list.memory}
          firstSorting={{ column: 1, descending: true }}
          rowAt={(index) => nodes[index]!}
          marks={(node) => ({ 'data-listed': node })}
          chosen={row < 0 ? null : row}
          isHovered={(node) => hover?.kind === 'node' && hover.document === document && hover.node === node}
          onChoose={(index) => select(store, { kind: 'node', document, node: nodes[index]! })}
          onFrame={(index) => frame(store, { kind: 'node', document, node: nodes[index]! })}
          onHover={(index) => setHover(store, index === null ? null : { kind: 'node', document, node: nodes[index]! })}
          empty="No leaves in this range."
        />
      </div>
    </>
  );
}

/** Width of the swatch and the largest number of a row, in pixels. */
function numberWidth(nodes: number): number {
  return Math.max(48, 16 + Math.ceil(6.7 * formatCount(nodes).length));
}

/** What the list is limited to, with a button that removes the limit. */
function GroupNote({ group, leaves, onClear }: { group: LeafGroup; leaves: number; onClear: () => void }): JSX.Element {
  return (
    <div class="group-note" data-testid="leaf-group">
      <span class="name">
        {formatMany(leaves, 'leaf', 'leaves')} {groupText(group)}
      </span>
      <button type="button" class="icon-button" title="List all nodes" aria-label="List all nodes" onClick={onClear}>
        <Icon name="close" small />
      </button>
    </div>
  );
}

type Measured = keyof NodeMeasures;

function columnsOf(measures: NodeMeasures, nodes: Uint32Array, deepest: number): readonly Column<number>[] {
  const share = (value: number): string => costShareText(value, measures.cost.length);
  const column = (title: FigureName, of: Measured, text: (value: number) => string): Column<number> => ({
    title,
    figure: of === 'depth' ? 'Node depth' : title,
    ...(isShare(of) ? { meaning: `In percent. ${figures[title].meaning}` } : {}),
    look: 'right',
    sortKey: (index) => measures[of][nodes[index]!]!,
    descendingFirst: true,
    cell: (node) => text(measures[of][node]!),
  });
  return [
    {
      title: 'Node',
      className: 'label',
      sortKey: (index) => nodes[index]!,
      cell: (node) => (
        <>
          <span class="swatch" style={{ background: depthColour(measures.depth[node]!, deepest) }} />
          {formatCount(node)}
        </>
      ),
    },
    column('Waste', 'waste', share),
    column('Cost', 'cost', share),
    column('Overlap', 'overlap', formatPercent),
    column('Empty', 'empty', formatPercent),
    column('Depth', 'depth', formatCount),
    column('Tris', 'triangles', formatCount),
  ];
}

function isShare(of: Measured): boolean {
  return of !== 'depth' && of !== 'triangles';
}
