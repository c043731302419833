import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { TriangleMesh } from '#core/mesh';
import { measureNodesInSteps, type NodeMeasures, type Tree } from '#core/tree';
import type { DocumentId } from '#host-api';
import { type Store, writable } from '../store/store.ts';
import { createListMemory, type ListMemory } from './list-memory.ts';
import { leavesOf, type LeafGroup } from './leaf-group.ts';

/** What the hierarchy panel shows: the hierarchy, or a flat list of all nodes with their measures. */
export type NodeListMode = 'tree' | 'list';

/** The measures of the nodes of the active tree. */
export type MeasuredTree =
  | { readonly kind: 'none' }
  | { readonly kind: 'measuring'; readonly fraction: number }
  | {
      readonly kind: 'done';
      readonly document: DocumentId;
      readonly tree: Tree;
      readonly measures: NodeMeasures;
      /** The listed nodes: all, or those of `group`. */
      readonly nodes: Uint32Array;
    };

/** State of the list of nodes. */
export interface NodeList {
  readonly mode: ReadonlySignal<NodeListMode>;
  /** The leaves that the list is limited to; `null` for all nodes. */
  readonly group: ReadonlySignal<LeafGroup | null>;
  /** Computed while the list is shown or a node is selected, in steps between which the page stays responsive. */
  readonly measured: ReadonlySignal<MeasuredTree>;
  /** How the list is sorted and where it is scrolled to. */
  readonly memory: ListMemory;
  show(mode: NodeListMode): void;
  /** Limits the list to a group of leaves and shows it; `null` lists all nodes again. */
  showLeaves(group: LeafGroup | null): void;
  dispose(): void;
}

/** Milliseconds of work between two turns. */
const turnMilliseconds = 12;

/** Creates the list of nodes of the active tree as built, also while an animation plays. `turn` waits until queued events are handled. */
export function createNodeList(store: Store, turn: () => Promise<void>, now: () => number): NodeList {
  const mode = writable(store).nodeMode;
  const group = signal<LeafGroup | null>(null);
  const progress = signal(0);
  const known = signal<ReadonlyMap<Tree, NodeMeasures>>(new Map());
  const active = activeTreeSignal(store);
  const tree = computed(() => active.value?.tree ?? null);
  const memory = createListMemory();
  // The properties of a selected node have its measures too.
  const isWanted = computed(() => mode.value === 'list' || store.scene.value.selection?.kind === 'node');
  let serial = 0;

  async function measure(of: Tree, mesh: TriangleMesh): Promise<void> {
    const mine = ++serial;
    const steps = measureNodesInSteps(of, mesh);
    let until = now() + turnMilliseconds;
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) {
        // One tree is remembered: measures take as much memory as the tree.
        known.value = new Map([[of, value]]);
        return;
      }
      if (now() < until) continue;
      progress.value = value;
      await turn();
      if (mine !== serial) return;
      until = now() + turnMilliseconds;
    }
  }

  const stops = [
    effect(() => {
      const of = isWanted.value ? tree.value : null;
      untracked(() => {
        serial++;
        const mesh = active.peek()?.mesh;
        if (of === null || mesh === undefined || known.peek().has(of)) return;
        progress.value = 0;
        void measure(of, mesh);
      });
    }),
    // A group belongs to one tree, and so does the place in the list.
    effect(() => {
      const of = tree.value;
      untracked(() => {
        group.value = null;
        // A closed mesh leaves no measures.
        if (of === null) known.value = new Map();
      });
      memory.offset = 0;
    }),
  ];
  return {
    mode,
    group,
    memory,
    measured: computed((): MeasuredTree => {
      const of = active.value;
      if (of === null) return { kind: 'none' };
      const measures = known.value.get(of.tree);
      if (measures === undefined) return isWanted.value ? { kind: 'measuring', fraction: progress.value } : { kind: 'none' };
      return { kind: 'done', document: of.document, tree: of.tree, measures, nodes: nodesOf(of.tree, group.value) };
    }),
    show: (next) => (mode.value = next),
    showLeaves(next) {
      group.value = next;
      memory.offset = 0;
      if (next !== null) mode.value = 'list';
    },
    dispose() {
      serial++;
      stops.forEach((stop) => stop());
    },
  };
}

interface ActiveTree {
  readonly document: DocumentId;
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
}

/** Returns the active tree as built; the same object until another document, tree or mesh is active. */
function activeTreeSignal(store: Store): ReadonlySignal<ActiveTree | null> {
  let last: ActiveTree | null = null;
  return computed(() => {
    const next = activeTreeAsBuilt(store);
    const isSame = next?.document === last?.document && next?.tree === last?.tree && next?.mesh === last?.mesh;
    if (!isSame) last = next;
    return last;
  });
}

/** Returns the tree of the active document with the mesh that it was built for, not those of a pose; `null` without a tree or without nodes. */
function activeTreeAsBuilt({ history, documents }: Store): ActiveTree | null {
  const { activeDocument, trees } = history.current.value;
  if (activeDocument === null) return null;
  const tree = trees.get(activeDocument)?.tree;
  const mesh = documents.value.find(({ summary }) => summary.id === activeDocument)?.mesh?.mesh;
  return tree === undefined || mesh === undefined || tree.nodeCount === 0 ? null : { document: activeDocument, tree, mesh };
}

function nodesOf(tree: Tree, group: LeafGroup | null): Uint32Array {
  return group === null ? Uint32Array.from({ length: tree.nodeCount }, (_, node) => node) : leavesOf(tree, group);
}
