import { computed, effect } from '@preact/signals';
import {
  createDockview,
  type DockviewApi,
  type DockviewGroupPanel,
  type IContentRenderer,
  type IHeaderActionsRenderer,
  type ITabRenderer,
} from 'dockview-core';
import { render, type JSX } from 'preact';
import 'virtual:dockview.css';
import '../../theme/dock.css';
import { isOfQuery, type QuerySelection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { bottomHeight, leftWidth, panelHeadHeight, plotsHeight, rightWidth } from '../../widgets/measures.ts';
import { BottomActions, DockTab, PanelActions } from './dock-parts.tsx';
import { keepSizes } from './keep-sizes.ts';
import { panelOf, type PanelContext, type PanelId } from './panel-list.tsx';
import { propertiesNeed } from '../../panels/properties/properties-need.ts';

export interface Dock {
  reset(): void;
  /** Brings a list at the bottom to the front, and opens the lists. */
  show(id: string): void;
  dispose(): void;
}

const bottomId = 'bottom';

/** The panels in their places: what exists on the left, the chosen thing on the right, lists at the bottom, the view between. */
export function createDock(element: HTMLElement, context: PanelContext): Dock {
  const api = createDockview(element, {
    theme: { name: 'boxwood', className: 'dockview-theme-boxwood', edgeGroupCollapsedSize: panelHeadHeight, tabGroupIndicator: 'none' },
    createComponent: ({ name }) => contentOf(name, context),
    createTabComponent: ({ id }) => tabOf(id, context),
    defaultTabComponent: 'tab',
    createRightHeaderActionComponent: (group) => actionsOf(group, context),
    // What the lists at the bottom take, the last panel of each column gives.
    proportionalLayout: false,
    disableFloatingGroups: true,
    disableTabsOverflowList: true,
    announcements: false,
    scrollbars: 'native',
  });
  arrange(api);
  element.addEventListener('click', (event) => keepOpen(event, context), { capture: true });
  const stopFolding = foldWhenEmpty(api, context);
  const stopShowing = showListOfSelection(api, context);
  const stopFindings = showFindings(api, context);
  const stopPlots = makeRoomForPlots(element, api, context);
  const sizes = keepSizes(
    element,
    api,
    computed(() => propertiesNeed(context.app.store)),
  );
  // The lists take their height from the columns, a frame after they fold or open.
  const fitted = api.getEdgeGroup('bottom')?.onDidCollapsedChange(() => requestAnimationFrame(() => sizes.fit()));
  return {
    reset() {
      api.clear();
      arrange(api);
      sizes.reset();
    },
    show(id) {
      api.getPanel(id)?.api.setActive();
      context.app.shell.bottomFolded.value = false;
    },
    dispose() {
      fitted?.dispose();
      sizes.dispose();
      stopPlots();
      stopFindings();
      stopShowing();
      stopFolding();
      api.dispose();
    },
  };
}

function arrange(api: DockviewApi): void {
  const add = (
    id: string,
    position?: Parameters<DockviewApi['addPanel']>[0]['position'],
    size: { width?: number; height?: number } = {},
  ): void => {
    const panel = api.addPanel({
      id,
      component: id,
      title: panelOf(id)?.title ?? id,
      // The view's canvas must stay in the page; hidden lists need not.
      renderer: id === 'view' ? 'always' : 'onlyWhenVisible',
      ...(position === undefined ? {} : { position }),
      ...(size.width === undefined ? {} : { initialWidth: size.width }),
      ...(size.height === undefined ? {} : { initialHeight: size.height }),
      minimumWidth: 160,
      minimumHeight: panelHeadHeight,
    });
    if (id === 'view') panel.group.header.hidden = true;
  };
  if (api.getEdgeGroup('bottom') === undefined) {
    const bottom = api.addEdgeGroup('bottom', {
      id: bottomId,
      initialSize: bottomHeight,
      minimumSize: 80,
      collapsedSize: panelHeadHeight,
      collapsed: true,
    });
    bottom.setHeaderPosition('top');
  }
  add('view');
  add('meshes', { referencePanel: 'view', direction: 'left' }, { width: leftWidth });
  add('hierarchy', { referencePanel: 'meshes', direction: 'below' });
  add('properties', { referencePanel: 'view', direction: 'right' }, { width: rightWidth });
  add('tree', { referencePanel: 'properties', direction: 'below' });
  add('statistics', { referencePanel: 'tree', direction: 'below' });
  add('checks', { referencePanel: 'tree', direction: 'within' });
  api.getPanel('tree')?.api.setActive();
  for (const id of ['hits', 'touches', 'contacts', 'loops', 'compare', 'deform', 'findings', 'history', 'log'])
    add(id, { referenceGroup: bottomId });
  api.getPanel('hits')?.api.setActive();
}

/** Lists that come to the front by themselves: when they have their first row, for as long as their query is there. */
const queryLists = [
  {
    id: 'hits',
    count: (store: Store) => store.ray.value?.answer.hits.length ?? 0,
    isGone: (store: Store) => store.scene.value.ray === null,
  },
  {
    id: 'touches',
    count: (store: Store) => store.sphere.value?.triangles.length ?? 0,
    isGone: (store: Store) => store.scene.value.sphere === null,
  },
  {
    id: 'contacts',
    count: (store: Store) => store.pair.value.outcome?.found?.pairCount ?? 0,
    isGone: (store: Store) => store.scene.value.movingMesh === null,
  },
] as const;

/** The lists at the bottom open by themselves when the first hits, touches or contacts come, and fold when the last query has gone. */
function foldWhenEmpty(api: DockviewApi, { app }: PanelContext): () => void {
  const bottom = api.getEdgeGroup('bottom');
  if (bottom === undefined) return () => {};
  const { bottomFolded } = app.shell;
  let openedForQuery = false;
  const stopLists = queryLists.map(({ id, count, isGone }) => {
    let shown = false;
    return effect(() => {
      if (count(app.store) > 0 && !shown) {
        shown = true;
        openedForQuery ||= bottomFolded.peek();
        api.getPanel(id)?.api.setActive();
        bottomFolded.value = false;
      } else if (isGone(app.store)) {
        shown = false;
        if (!openedForQuery || !queryLists.every((list) => list.isGone(app.store))) return;
        openedForQuery = false;
        bottomFolded.value = true;
      }
    });
  });
  const stopFolded = effect(() => (bottomFolded.value ? bottom.collapse() : bottom.expand()));
  const collapsed = bottom.onDidCollapsedChange(({ isCollapsed }) => (bottomFolded.value = isCollapsed));
  return () => {
    for (const stop of stopLists) stop();
    stopFolded();
    collapsed.dispose();
  };
}

/** The dock would fold the lists at a click on the tab in front: a second click is no wish to lose the list, and a button folds. */
function keepOpen(event: MouseEvent, { app }: PanelContext): void {
  const inFront = event.target instanceof Element && event.target.closest('.dv-active-tab') !== null;
  if (inFront && !app.shell.bottomFolded.peek()) event.preventDefault();
}

/** Where what was chosen is listed; the first is brought to the front unless another is there. */
const listsOf: Readonly<Record<QuerySelection['kind'], readonly PanelId[]>> = {
  hit: ['hits'],
  touch: ['touches'],
  contact: ['contacts', 'loops'],
  loop: ['loops', 'contacts'],
};

/** What a query found and a person chose in the view has its row in sight: its list comes to the front, if the lists are open. */
function showListOfSelection(api: DockviewApi, { app }: PanelContext): () => void {
  const chosen = computed(() => app.store.scene.value.selection);
  return effect(() => {
    const selection = chosen.value;
    if (selection === null || !isOfQuery(selection) || app.shell.bottomFolded.peek()) return;
    const lists = listsOf[selection.kind].map((id) => api.getPanel(id));
    if (!lists.some((panel) => panel?.api.isVisible === true)) lists[0]?.api.setActive();
  });
}

/** The list of findings comes to the front when a person has the active document checked, or chooses one of them. */
function showFindings(api: DockviewApi, { app: { store, shell } }: PanelContext): () => void {
  const isChecked = computed(() => {
    const { activeDocument } = store.scene.value;
    const status = activeDocument === null ? undefined : store.health.value.get(activeDocument)?.status.kind;
    return status === 'waiting' || status === 'running';
  });
  const chosen = computed(() => store.scene.value.selection?.kind === 'finding');
  return effect(() => {
    if (!isChecked.value && !(chosen.value && !shell.bottomFolded.peek())) return;
    shell.bottomFolded.value = false;
    api.getPanel('findings')?.api.setActive();
  });
}

/** Plots need more height than rows: the lists get it when the first run over a clip begins, and keep what a person gives them then. */
function makeRoomForPlots(element: HTMLElement, api: DockviewApi, { app: { store } }: PanelContext): () => void {
  const runs = computed(() => store.player.value?.run.kind === 'running');
  let isDone = false;
  return effect(() => {
    if (!runs.value || isDone) return;
    isDone = true;
    const bottom = api.getEdgeGroup('bottom');
    const height = Math.min(plotsHeight, Math.round(element.clientHeight * 0.48));
    if (bottom !== undefined && bottom.height < height) bottom.setSize({ height });
  });
}

/** A Preact tree with a lifetime of its own inside one of the dock's elements. */
function island(className: string, content: JSX.Element | null): { element: HTMLElement; dispose: () => void } {
  const element = document.createElement('div');
  element.className = className;
  render(content, element);
  return { element, dispose: () => render(null, element) };
}

function contentOf(name: string, context: PanelContext): IContentRenderer {
  const Content = panelOf(name)?.content;
  const made = island('dock-panel', Content === undefined ? null : <Content {...context} />);
  return { ...made, init: () => {} };
}

function tabOf(id: string, context: PanelContext): ITabRenderer {
  const made = island('dock-tab-holder', <DockTab id={id} context={context} />);
  return { ...made, init: () => {} };
}

function actionsOf(group: DockviewGroupPanel, context: PanelContext): IHeaderActionsRenderer {
  const made = island(
    'dock-actions',
    group.id === bottomId ? <BottomActions context={context} /> : <PanelActions group={group} context={context} />,
  );
  return { ...made, init: () => {} };
}
