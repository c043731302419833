import { computed, effect, signal, untracked } from '@preact/signals-core';
import { nodeAround, nodeRange, type Tree, trianglePath, trianglesOfRun } from '#core/tree';
import type { ViewCamera } from '../heat/heat-image.ts';
import type { Hover, Scene, Selection } from './records.ts';
import { keptSpaces } from '../section/section.ts';
import { type Store, writable } from './store.ts';

/**
 * Returns the store for a second view: the same values, with the second tree. A selected node of one tree is shown in the other as the
 * node with the same triangles; a selection in either view is a selection in both.
 */
export function createSecondStore(store: Store): { readonly store: Store; dispose(): void } {
  // Separate signals: the counterpart of a node is searched again only when one of the three changes.
  const second = computed(() => store.scene.value.second);
  const inUse = computed(() => (second.value === null ? null : (store.scene.value.trees.get(second.value.document)?.tree ?? null)));
  const chosen = computed(() => store.scene.value.selection);
  const selection = computed(() => counterpart(inUse.value, second.value, chosen.value));
  const scene = computed((): Scene => {
    const { trees } = store.scene.value;
    return {
      ...store.scene.value,
      selection: selection.value,
      trees: second.value === null ? trees : new Map(trees).set(second.value.document, second.value.tree),
    };
  });
  const hover = signal<Hover | null>(null);
  const shownHover = computed(() => counterpart(inUse.value, second.value, store.hover.value));
  const stops = [
    effect(() => {
      hover.value = shownHover.value;
    }),
    effect(() => {
      const over = hover.value;
      untracked(() => {
        // In this view the pointer is over a triangle or a query result, which is the same in both views.
        if (over !== shownHover.peek()) writable(store).hover.value = over;
      });
    }),
  ];
  const section = computed(() => store.scene.value.display.section);
  const kept = computed(() => keptSpaces(section.value, 'second'));
  const activeTree = computed(() => {
    const { activeDocument, trees } = scene.value;
    return activeDocument === null ? null : (trees.get(activeDocument) ?? null);
  });
  return {
    store: { ...store, scene, hover, activeTree, kept, viewCamera: signal<ViewCamera | null>(null), heat: store.heatSecond },
    dispose: () => stops.forEach((stop) => stop()),
  };
}

/** Returns the smallest node of the other tree that contains the triangles of a node; other things unchanged. */
function counterpart<Thing extends Selection | Hover>(inUse: Tree | null, second: Scene['second'], thing: Thing | null): Thing | null {
  if (second === null || thing === null || !('document' in thing) || thing.document !== second.document) return thing;
  const other = second.tree.tree;
  if (thing.kind === 'triangle') return { ...thing, node: trianglePath(other, thing.triangle)?.at(-1) ?? null };
  if (thing.kind !== 'node') return thing;
  const node = sameNode(inUse, other, thing.node);
  return node === null ? null : { ...thing, node };
}

function sameNode(tree: Tree | null, other: Tree, node: number): number | null {
  if (tree === null || node >= tree.nodeCount) return null;
  const { first, count } = nodeRange(tree, node);
  return nodeAround(other, trianglesOfRun(tree, first, count));
}
