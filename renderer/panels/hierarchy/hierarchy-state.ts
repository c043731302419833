import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Tree } from '#core/tree';
import type { Store } from '../../state/store/store.ts';
import { firstOpen, openRows, rowOfNode, withPathOpen, type OpenNodes, type OpenRows } from './open-rows.ts';

/** State of the hierarchy panel: the open nodes of each tree, so that undo restores them. */
export interface HierarchyState {
  readonly rows: ReadonlySignal<OpenRows>;
  readonly open: ReadonlySignal<OpenNodes>;
  /** Row to scroll to. The serial changes with each request. */
  readonly reveal: Signal<{ readonly index: number; readonly serial: number } | null>;
  setOpen(tree: Tree, open: OpenNodes): void;
  /** Opens the path to a node and scrolls to its row. */
  show(tree: Tree, node: number): void;
}

const noRows: OpenRows = { nodes: [], depths: [] };
const noNodes: OpenNodes = new Set();

export function createHierarchyState(store: Store): HierarchyState {
  const opened = new WeakMap<Tree, OpenNodes>();
  const version = signal(0);
  const reveal = signal<{ readonly index: number; readonly serial: number } | null>(null);

  const openOf = (tree: Tree): OpenNodes => {
    let open = opened.get(tree);
    if (open === undefined) opened.set(tree, (open = firstOpen(tree)));
    return open;
  };
  const open = computed(() => {
    const tree = store.activeTree.value?.tree;
    // Read so that a change of the map above is noticed.
    return version.value >= 0 && tree !== undefined ? openOf(tree) : noNodes;
  });
  const rows = computed(() => {
    const tree = store.activeTree.value?.tree;
    return tree === undefined ? noRows : openRows(tree, open.value);
  });

  const setOpen = (tree: Tree, next: OpenNodes): void => {
    opened.set(tree, next);
    version.value++;
  };
  return {
    rows,
    open,
    reveal,
    setOpen,
    show(tree, node) {
      const before = openOf(tree);
      const next = withPathOpen(tree, before, node);
      if (next !== before) setOpen(tree, next);
      const index = store.activeTree.peek()?.tree === tree ? rowOfNode(rows.peek(), node) : -1;
      if (index >= 0) reveal.value = { index, serial: (reveal.peek()?.serial ?? 0) + 1 };
    },
  };
}
