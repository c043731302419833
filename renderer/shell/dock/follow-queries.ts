import { computed, effect } from '@preact/signals';
import type { App } from '../../commands/app.ts';
import { isOfQuery, type QuerySelection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import type { DockState } from './dock-state.ts';
import type { PanelId } from './panel-list.tsx';

/** Brings lists to the front when they get rows. Returns a function that stops it. */
export function followQueries(app: App, dock: DockState): () => void {
  const stops = [
    ...foldWhenEmpty(app, dock),
    showListOfSelection(app, dock),
    showFindings(app, dock),
    showPlots(app, dock),
    showTool(app, dock),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Lists that come to the front with their first row, and are done when their query is removed. */
const queryLists = [
  {
    id: 'hits',
    count: (store: Store) => store.ray.value?.result.hits.length ?? 0,
    isGone: (store: Store) => store.scene.value.ray === null,
  },
  {
    id: 'touches',
    count: (store: Store) => store.sphere.value?.triangles.length ?? 0,
    isGone: (store: Store) => store.scene.value.sphere === null,
  },
  {
    id: 'probe',
    count: (store: Store) => (isProbeUnderPointer(store) ? 0 : (store.probe.value?.triangles.length ?? 0)),
    isGone: (store: Store) => store.scene.value.probe === null,
  },
  {
    id: 'contacts',
    count: (store: Store) => store.pair.value.outcome?.found?.pairCount ?? 0,
    isGone: (store: Store) => store.scene.value.movingMesh === null,
  },
  {
    id: 'motion',
    count: (store: Store) => (store.scene.value.motion === null ? 0 : 1),
    isGone: (store: Store) => store.scene.value.motion === null,
  },
  {
    id: 'scene',
    count: (store: Store) => (store.scene.value.instances === null ? 0 : 1),
    isGone: (store: Store) => store.scene.value.instances === null,
  },
] as const;

/** Returns whether a list of query results has no rows. Other lists have something to press. */
export function isEmptyList(store: Store, id: PanelId): boolean {
  const list = queryLists.find((one) => one.id === id);
  return list !== undefined && list.count(store) === 0;
}

/** Unfolds the bottom area for the first hits, touches or contacts; folds it again when the last query is removed. */
function foldWhenEmpty({ store }: App, dock: DockState): readonly (() => void)[] {
  const { folded, show, active } = dock;
  let openedForQuery = false;
  return queryLists.map(({ id, count, isGone }) => {
    let shown = false;
    let { restored } = dock;
    return effect(() => {
      const isRestored = restored !== dock.restored;
      ({ restored } = dock);
      // A query of a restored session: its list is as it was left.
      if (isRestored && !isGone(store)) {
        shown = true;
        openedForQuery ||= !folded.peek() && active.bottom.peek() === id;
      }
      if (count(store) > 0 && !shown) {
        shown = true;
        // Contacts come and go while the motion or the separation of the meshes is looked at.
        if (id === 'contacts' && pairPanels.includes(active.bottom.peek()) && !folded.peek()) return;
        openedForQuery ||= folded.peek();
        show(id);
      } else if (isGone(store)) {
        shown = false;
        if (!openedForQuery || !queryLists.every((list) => list.isGone(store))) return;
        openedForQuery = false;
        folded.value = true;
      }
    });
  });
}

/** Lists that hold a selection of each kind; the first comes to the front unless another of them is there. */
const listsOf: Readonly<Record<QuerySelection['kind'], readonly PanelId[]>> = {
  hit: ['hits'],
  touch: ['touches'],
  contact: ['contacts', 'loops'],
  loop: ['loops', 'contacts'],
};

/** Shows the list that holds the selected query result, if the bottom area is unfolded. */
function showListOfSelection({ store }: App, dock: DockState): () => void {
  const selected = computed(() => store.scene.value.selection);
  return effect(() => {
    const selection = selected.value;
    if (selection === null || !isOfQuery(selection) || dock.folded.peek()) return;
    const lists = listsOf[selection.kind];
    if (!lists.includes(dock.active.bottom.peek())) dock.show(lists[0]!);
  });
}

/** Shows the findings when the user checks the active document or selects a finding. */
function showFindings({ store }: App, dock: DockState): () => void {
  const isChecked = computed(() => {
    const { activeDocument } = store.scene.value;
    const status = activeDocument === null ? undefined : store.health.value.get(activeDocument)?.status.kind;
    return status === 'waiting' || status === 'running';
  });
  const selected = computed(() => store.scene.value.selection?.kind === 'finding');
  return effect(() => {
    if (isChecked.value || (selected.value && !dock.folded.peek())) dock.show('findings');
  });
}

/** Panels about two meshes that contacts do not replace. */
const pairPanels: readonly PanelId[] = ['motion', 'separation'];

/** Forms with figures next to them: in the height of rows their buttons would be out of sight. */
const highPanels: readonly PanelId[] = ['colliders', 'separation'];

/** Plots, the comparison, the scene and the query debugger need more height than other rows: their first run gives it to them. */
function showPlots({ store }: App, dock: DockState): () => void {
  const runs = computed(
    () =>
      store.scene.value.motion !== null ||
      store.scene.value.instances !== null ||
      store.player.value?.run.kind === 'running' ||
      store.comparison.value.kind === 'running' ||
      store.bsp.value.run.kind === 'running' ||
      store.trace.value.query !== null ||
      (!dock.folded.value && highPanels.includes(dock.active.bottom.value)),
  );
  return effect(() => {
    if (runs.value) dock.makeRoomForPlots();
  });
}

/** In a narrow window a tool brings its values in front of the meshes. */
function showTool({ store }: App, dock: DockState): () => void {
  const tool = computed(() => store.scene.value.tool);
  return effect(() => {
    if (!['select', 'boxSelect', 'lassoSelect'].includes(tool.value)) dock.side.value = 'right';
  });
}

function isProbeUnderPointer(store: Store): boolean {
  return store.probeHover.value !== null && store.scene.value.tool === 'probe';
}
