import { effect, signal, untracked } from '@preact/signals-core';
import { formatError } from '#core/error';
import { meshBounds, triangleCount, type TriangleMesh } from '#core/mesh';
import { openTree, treeOptions } from '#core/tree';
import type { DocumentId } from '#host-api';
import { formatMany, formatMilliseconds } from '../../text/format-number.ts';
import type { IndexSet } from '../selection/index-set.ts';
import type { FetchedTree } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { isVisibleTreeOf, type VisibleTree, type VisibleTrees } from './queried.ts';
import { visibleMesh } from './visible-mesh.ts';
import type { SpawnVisible } from './visible-messages.ts';

interface VisibleParts {
  readonly spawn: SpawnVisible;
  /** Runs a function after this many milliseconds; returns the function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** Eyes that are toggled within this time cause one build, ms. */
export const settleTime = 60;

/** A tree that queries need. */
interface Wanted {
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  readonly tree: FetchedTree;
  readonly hidden: IndexSet;
}

/**
 * Builds the trees of the visible triangles, with the options of the whole trees, in another thread, while queries see only visible parts.
 * The newest hidden parts count: a build that is no longer needed ends. Returns the function that stops.
 */
export function followVisibleTrees(store: WritableStore, { spawn, after }: VisibleParts): () => void {
  let running: Build | null = null;
  /** The last tree that failed with hidden triangles: another tree is tried again. */
  const failed = new WeakMap<IndexSet, FetchedTree>();
  /** Counts failures, so that the next document follows a failed one. */
  const failures = signal(0);

  const endBuild = (): void => {
    running?.stopClock();
    running?.endThread();
    running = null;
  };
  const start = (wanted: Wanted): void => {
    const { document, mesh, tree, hidden } = wanted;
    const build: Build = { wanted, stopClock: doNothing, endThread: doNothing };
    running = build;
    build.stopClock = after(settleTime, () => {
      const request = { positions: mesh.positions, indices: mesh.indices, hidden, options: treeOptions(tree.tree) };
      build.endThread = spawn(
        request,
        (message) => {
          endBuild();
          if (message.kind === 'failed') return fail(wanted, formatError(message.problem));
          keep(store, document, visibleTreeOf(wanted, message.tree, message.milliseconds));
        },
        (reason) => {
          endBuild();
          fail(wanted, `The thread that builds the tree of the visible parts has ended. ${reason}`.trim());
        },
      );
    });
  };
  const fail = ({ hidden, tree }: Wanted, text: string): void => {
    failed.set(hidden, tree);
    writeLog(store, 'error', text);
    failures.value++;
  };

  const stop = effect(() => {
    void failures.value;
    const known = store.visibleTrees.value;
    const all = wantedTrees(store);
    untracked(() => {
      const valid = new Map([...known].filter(([id, tree]) => all.some((wanted) => wanted.document === id && isMade(tree, wanted))));
      if (valid.size !== known.size) store.visibleTrees.value = valid;
      const next = all.find((wanted) => !valid.has(wanted.document) && failed.get(wanted.hidden) !== wanted.tree) ?? null;
      if (running !== null && next !== null && isSameTree(running.wanted, next)) return;
      endBuild();
      if (next !== null) start(next);
    });
  });
  return () => {
    stop();
    endBuild();
  };
}

/** A build under way: at first its clock runs, then its thread. */
interface Build {
  readonly wanted: Wanted;
  stopClock: () => void;
  endThread: () => void;
}

function doNothing(): void {}

/** Returns the trees that queries need now. Subscribes to what they depend on. */
function wantedTrees({ scene, shown, hiddenTriangles }: WritableStore): readonly Wanted[] {
  if (scene.value.queried === 'all') return [];
  return [...hiddenTriangles.value].flatMap(([document, hidden]) => {
    const mesh = shown.value.find(({ summary }) => summary.id === document)?.mesh?.mesh;
    const tree = scene.value.trees.get(document);
    return mesh === undefined || tree === undefined ? [] : [{ document, mesh, tree, hidden }];
  });
}

function isMade(known: VisibleTree, { mesh, tree, hidden }: Wanted): boolean {
  return isVisibleTreeOf(known, mesh, tree, hidden);
}

function isSameTree(a: Wanted, b: Wanted): boolean {
  return a.document === b.document && a.mesh === b.mesh && a.tree === b.tree && a.hidden === b.hidden;
}

function visibleTreeOf({ mesh, tree, hidden }: Wanted, bytes: ArrayBuffer, milliseconds: number): VisibleTree {
  const visible = visibleMesh(mesh, hidden);
  return {
    source: { mesh, tree, hidden },
    loaded: { mesh: visible, bounds: meshBounds(visible), transferMilliseconds: milliseconds },
    tree: { ...tree, tree: openTree(bytes) },
  };
}

function keep(store: WritableStore, document: DocumentId, built: VisibleTree): void {
  const { mesh, hidden } = built.source;
  const trees: VisibleTrees = new Map(store.visibleTrees.peek()).set(document, built);
  store.visibleTrees.value = trees;
  const seen = triangleCount(mesh) - hidden.count;
  writeLog(
    store,
    'info',
    `Tree of ${formatMany(seen, 'visible triangle')} built in ${formatMilliseconds(built.loaded.transferMilliseconds)}.`,
  );
}
