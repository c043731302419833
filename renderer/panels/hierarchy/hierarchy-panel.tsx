import type { CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import { useComputed, useSignalEffect } from '@preact/signals';
import type { App } from '../../commands/app.ts';
import { frame, select, setHover } from '../../commands/actions.ts';
import type { FetchedTree, Selection } from '../../state/store/records.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { Icon } from '../../widgets/icon.tsx';
import { lengthSign } from '../../text/length-label.ts';
import { VirtualRows } from '../../widgets/virtual-rows.tsx';
import { boxExponent, exponentText } from './box-size.ts';
import { HierarchyRow } from './hierarchy-row.tsx';
import type { HierarchyState } from './hierarchy-state.ts';
import { keyTarget } from './key-target.ts';
import { withAllOpenBelow, withOpen } from './open-rows.ts';
import { volumeSides } from './volume-sides.ts';

/** The tree's open nodes with their bounds, triangles and share of cost. The selected node is the same here and in the view. */
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
  const exponent = boxExponent(volumeSides(tree.tree, 0));
  const units = unitsOf(store, store.activeDocument.value);
  return (
    <div class="list-panel">
      <div class="row node head" aria-hidden="true">
        <span>Node</span>
        <span class="right">
          {['Box', [exponentText(exponent), units === null ? '' : lengthSign(units)].filter((text) => text !== '').join(' ')]
            .filter((text) => text !== '')
            .join(', ')}
        </span>
        <span class="right">Tris</span>
        <span class="right">Cost %</span>
      </div>
      <Rows app={app} state={state} tree={tree} document={document} exponent={exponent} />
      <div class="panel-foot">
        <Icon name="info" small />
        Click selects a node, double-click frames it
      </div>
    </div>
  );
}

interface RowsProps {
  readonly app: App;
  readonly state: HierarchyState;
  readonly tree: FetchedTree;
  readonly document: number;
  /** Unit and power of ten of the size column. */
  readonly exponent: number;
}

function Rows({ app: { store }, state, tree: loaded, document, exponent }: RowsProps): JSX.Element {
  const { tree } = loaded;
  const rows = state.rows.value;
  const open = state.open.value;
  const chosen = chosenNode(store.scene.value.selection);
  const hover = store.hover.value;

  const choose = (node: number): void => select(store, { kind: 'node', document, node });
  const setOpen = (node: number, isOpen: boolean): void => state.setOpen(tree, withOpen(tree, open, node, isOpen));
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = keyTarget(event.key, tree, rows, open, chosen);
    if (target === null) return;
    event.preventDefault();
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
        exponent={exponent}
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
      count={rows.nodes.length}
      row={row}
      reveal={state.reveal.value}
      active={chosen === null ? null : { index: rows.nodes.indexOf(chosen), id: `node-${chosen}` }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => setHover(store, null)}
    />
  );
}

/** Returns the node that a selection stands for: itself, or the leaf of a triangle. */
export function chosenNode(selection: Selection | null): number | null {
  if (selection?.kind === 'node' || selection?.kind === 'triangle') return selection.node;
  return null;
}

function emptyNote({ store }: App): string {
  const active = store.activeDocument.value;
  if (store.activeTree.value !== null) return 'The mesh has no usable triangle, so its tree is empty.';
  if (active === null) return 'Open a mesh to see its tree.';
  return active.summary.phase === 'building' ? 'Building the tree…' : 'No tree. Build one in the Tree panel.';
}
