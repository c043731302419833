import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { Icon } from '../../widgets/icon.tsx';
import { chosenNode } from './chosen-node.ts';
import type { HierarchyState } from './hierarchy-state.ts';
import { firstOpen } from './open-rows.ts';

/** Buttons in the head of the hierarchy. */
export function HierarchyActions({ app: { store }, state }: { app: App; state: HierarchyState }): JSX.Element {
  const tree = store.activeTree.value?.tree ?? null;
  const chosen = chosenNode(store.scene.value.selection);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        title="Reveal selected node"
        aria-label="Reveal selected node"
        disabled={tree === null || chosen === null}
        onClick={() => tree !== null && chosen !== null && state.show(tree, chosen)}
      >
        <Icon name="locate" small />
      </button>
      <button
        type="button"
        class="icon-button"
        title="Collapse all"
        aria-label="Collapse all"
        disabled={tree === null}
        onClick={() => tree !== null && state.setOpen(tree, firstOpen(tree))}
      >
        <Icon name="collapseAll" small />
      </button>
    </>
  );
}
