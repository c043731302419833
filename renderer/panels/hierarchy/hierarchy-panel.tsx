import type { CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { useComputed, useSignalEffect } from '@preact/signals';
import { nodeRange, type Tree } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { frame, select, setHover } from '../../commands/actions.ts';
import type { FetchedTree } from '../../state/store/records.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit } from '../../text/shown-unit.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { VirtualRows } from '../../widgets/virtual-rows.tsx';
import { boxSizeText } from './box-size.ts';
import { chosenNode } from './chosen-node.ts';
import { HierarchyBar } from './hierarchy-bar.tsx';
import { HierarchyRow, indentOf } from './hierarchy-row.tsx';
import type { HierarchyState } from './hierarchy-state.ts';
import { keyTarget } from './key-target.ts';
import { NodeRows } from './node-rows.tsx';
import { withAllOpenBelow, withOpen } from './open-rows.ts';
import { PathBar } from './path-bar.tsx';
import { shownSides } from './volume-sides.ts';

/** The tree's open nodes with their bounds, triangles and share of cost, or all nodes in one list. The selected node is the same here and in the view. */
export function HierarchyPanel({ app, state }: { app: App; state: HierarchyState }): JSX.Element {
  const { store } = app;
  const tree = store.activeTree.value;
  const document = store.scene.value.activeDocument;

  // Scrolls to a node that is selected elsewhere, and opens the path to it.
  // Through a computed, so that other changes of the scene do not scroll.
  const chosen = useComputed(() => chosenNode(store.scene.value.selection));
  useSignalEffect(() => {
    const active = store.activeTree.value;
    const node = chosen.value;
    if (active !== null && node !== null) state.show(active.tree, node);
  });

  if (tree === null || document === null || tree.tree.nodeCount === 0) {
    return (
      <div class="list-panel">
        <p class="empty-note">{emptyNote(app)}</p>
      </div>
    );
  }
  const choose = (node: number): void => select(store, { kind: 'node', document, node });
  const isList = app.nodes.mode.value === 'list';
  return (
    <div class="list-panel">
      <HierarchyBar
        app={app}
        tree={tree.tree}
        onGo={(node) => {
          choose(node);
          frame(store, { kind: 'node', document, node });
        }}
      />
      {isList ? <NodeRows app={app} /> : <TreeRows app={app} state={state} tree={tree} document={document} />}
      <PathBar
        tree={tree.tree}
        node={chosen.value}
        hint={isList ? 'Shares in %. Waste is cost × empty space' : 'Click selects a node, double-click frames it'}
        onChoose={choose}
        onHover={(node) => setHover(store, node === null ? null : { kind: 'node', document, node })}
      />
    </div>
  );
}

interface RowsProps {
  readonly app: App;
  readonly state: HierarchyState;
  readonly tree: FetchedTree;
  readonly document: number;
}

/** The hierarchy under its column heads. Both are as wide as the deepest open row needs, and scroll sideways in a narrow panel. */
function TreeRows(props: RowsProps): JSX.Element {
  const { store } = props.app;
  const { tree } = props.tree;
  const rows = props.state.rows.value;
  const label = useMemo(() => labelWidth(tree.nodeCount) + indentOf(rows.depths.reduce((max, depth) => Math.max(max, depth), 0)), [rows]);
  const units = unitsOf(store, store.activeDocument.value);
  const box = useMemo(() => boxWidth(tree, rows.nodes, units), [rows, units.ownMetres, units.shownMetres]);
  const count = countWidth(nodeRange(tree, 0).count);
  const head = (
    <div class="row node head" aria-hidden="true">
      <FigureTitle label="Node" />
      <span class="right">
        <FigureTitle label={lengthLabel('Box', units)} />
      </span>
      <span class="right">
        <FigureTitle label="Tris" />
      </span>
      <span class="right">
        <FigureTitle label="Cost %" />
      </span>
    </div>
  );
  return (
    <div class="hierarchy-rows" style={{ '--label-width': `${label}px`, '--box-width': `${box}px`, '--count-width': `${count}px` }}>
      <Rows {...props} head={head} />
    </div>
  );
}

/** Width of the arrow, the swatch and the largest number of a row, without indent, in pixels. */
function labelWidth(nodes: number): number {
  return 34 + 7 * formatCount(Math.max(0, nodes - 1)).length;
}

/** Width of the largest number of triangles, in pixels: a number never covers the bar next to it. */
function countWidth(triangles: number): number {
  return Math.max(40, Math.ceil(6.7 * formatCount(triangles).length));
}

/** Rows whose sizes are measured for the width of their column: more are never on a screen. */
const maxMeasured = 500;

/** Letters of a size that are always in sight: three lengths of three digits. The tooltip of a longer one has all of them. */
const maxBoxLetters = 17;

/** Width of the longest size of the first open rows, in pixels, at most what leaves the share of the cost in sight. */
function boxWidth(tree: Tree, nodes: readonly number[], units: ShownUnit): number {
  const lengths = nodes.slice(0, maxMeasured).map((node) => boxSizeText(shownSides(tree, node, units)).length);
  return Math.ceil(6.1 * Math.min(maxBoxLetters, Math.max(14, ...lengths)));
}

function Rows({ app: { store }, state, tree: loaded, document, head }: RowsProps & { readonly head: VNode }): JSX.Element {
  const { tree } = loaded;
  const rows = state.rows.value;
  const units = unitsOf(store, store.activeDocument.value);
  const open = state.open.value;
  const chosen = chosenNode(store.scene.value.selection);
  const hover = store.hover.value;

  const choose = (node: number): void => select(store, { kind: 'node', document, node });
  const setOpen = (node: number, isOpen: boolean): void => state.setOpen(tree, withOpen(tree, open, node, isOpen));
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = keyTarget(event.key, tree, rows, open, chosen);
    // A leaf has nothing to open: the list must not scroll sideways instead.
    if (target !== null || event.key === 'ArrowRight') event.preventDefault();
    if (target === null) return;
    switch (target.kind) {
      case 'choose':
        return choose(target.node);
      case 'open':
        return setOpen(target.node, true);
      case 'close':
        return setOpen(target.node, false);
      case 'openBelow':
        return state.setOpen(tree, withAllOpenBelow(tree, open, target.node));
      case 'frame':
        return frame(store, { kind: 'node', document, node: target.node });
    }
  };
  const row = (index: number, style: CSSProperties): VNode => {
    const node = rows.nodes[index]!;
    return (
      <HierarchyRow
        key={node}
        tree={loaded}
        units={units}
        node={node}
        depth={rows.depths[index]!}
        open={open.has(node)}
        chosen={node === chosen}
        hovered={hover?.kind === 'node' && hover.node === node}
        style={style}
        onChoose={() => choose(node)}
        onFrame={() => frame(store, { kind: 'node', document, node })}
        onHover={() => setHover(store, { kind: 'node', document, node })}
        onToggle={(below) => {
          if (below && !open.has(node)) state.setOpen(tree, withAllOpenBelow(tree, open, node));
          else setOpen(node, !open.has(node));
        }}
      />
    );
  };
  return (
    <VirtualRows
      role="tree"
      label="Tree nodes"
      testId="hierarchy"
      head={head}
      count={rows.nodes.length}
      row={row}
      reveal={state.reveal.value}
      active={chosen === null ? null : { index: rows.nodes.indexOf(chosen), id: `node-${chosen}` }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => setHover(store, null)}
    />
  );
}

function emptyNote({ store }: App): string {
  const active = store.activeDocument.value;
  if (store.activeTree.value !== null) return 'The mesh has no usable triangle, so its tree is empty.';
  if (active === null) return 'Open a mesh to see its tree.';
  return active.summary.phase === 'building' ? 'Building the tree…' : 'No tree. Build one in the Tree panel.';
}
