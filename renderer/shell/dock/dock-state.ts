import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { PropertiesNeed } from '../../panels/properties/properties-need.ts';
import { bottomHeight, leftWidth, panelHeadHeight, plotsHeight, rightWidth } from '../../widgets/measures.ts';
import type { WorkspaceName } from '../../commands/app.ts';
import { fitSizes, type Area, type PanelSizes } from './fit-sizes.ts';
import type { PanelId } from './panel-list.tsx';
import { type TabGroup, tabGroups } from './tab-groups.ts';
import { firstMemory, type Workspace, type WorkspaceMemory, workspaces } from './workspaces.ts';

/** Sizes of the panels at first; the last panel of each column takes the rest. */
const firstSizes = { left: leftWidth, right: rightWidth, meshes: 190, properties: 282, bottom: bottomHeight } as const;
const propertiesHeights: Readonly<Record<PropertiesNeed, number>> = { thing: firstSizes.properties, tool: 372, 'tool-and-thing': 600 };
/** Height that stacked panels leave for properties, tabs or a form below them. */
const minForm = 160;
/** Sizes that a splitter stops at. */
const minSizes: PanelSizes = {
  left: 160,
  right: 160,
  meshes: panelHeadHeight,
  properties: panelHeadHeight,
  tree: panelHeadHeight,
  bottom: 80,
};

/** Active and collapsed panels, and the size of each panel. */
export interface DockState {
  readonly workspace: ReadonlySignal<WorkspaceName>;
  /** Shows another workspace as it was left, at first as its table says. */
  showWorkspace(name: WorkspaceName): void;
  readonly folded: Signal<boolean>;
  readonly active: Readonly<Record<TabGroup, Signal<PanelId>>>;
  /** Size of the element that holds the dock, CSS pixels; 0 before the first layout. */
  readonly area: Signal<Area>;
  /** Sizes on screen: those that the user set, squeezed where the window is too small. */
  readonly sizes: ReadonlySignal<PanelSizes>;
  /** Sets one size, as far as the others leave room for it. */
  resize(of: keyof PanelSizes, size: number): void;
  /** Returns to the first size of one panel. */
  resetSize(of: keyof PanelSizes): void;
  /** Brings a panel to the front of its tabs and unfolds the bottom area if the panel is there. */
  show(id: string): void;
  /** Makes the bottom area high enough for plots, unless the user has set its height. */
  makeRoomForPlots(): void;
  /** Returns to the first layout. */
  reset(): void;
}

/** @param need how much the properties have to show; they get that height until the user sets another. */
export function createDockState(folded: Signal<boolean>, need: ReadonlySignal<PropertiesNeed>): DockState {
  const area = signal<Area>({ width: 0, height: 0 });
  const workspace = signal<WorkspaceName>('inspect');
  const memories = new Map<WorkspaceName, WorkspaceMemory>();
  /** Sizes that the user set, for each workspace. */
  const draggedIn = signal<Readonly<Partial<Record<WorkspaceName, Partial<PanelSizes>>>>>({});
  const dragged = computed(() => draggedIn.value[workspace.value] ?? {});
  const setDragged = (own: Partial<PanelSizes>): void => {
    draggedIn.value = { ...draggedIn.peek(), [workspace.peek()]: own };
  };
  const plotsShown = signal(false);
  const active = { right: signal<PanelId>('tree'), bottom: signal<PanelId>('hits') };
  const bottom = computed(() =>
    plotsShown.value || workspaces[workspace.value].isHigh
      ? Math.max(bottomHeight, Math.min(plotsHeight, Math.round(area.value.height * 0.48)))
      : bottomHeight,
  );
  const fitted = (own: Partial<PanelSizes>): PanelSizes => {
    const shown = workspaces[workspace.value];
    const { right, propertiesHeight } = shown;
    const properties = propertiesHeight ?? propertiesHeights[need.value];
    const requested = { ...firstSizes, properties, tree: tabsHeightOf(shown, active.right.value), bottom: bottom.value, ...own };
    // The last panel takes the rest, and a panel that is not there takes nothing.
    const stacked = right.slice(0, -1);
    if (!stacked.includes('properties')) requested.properties = 0;
    if (!stacked.includes('tabs')) requested.tree = 0;
    return fitSizes(requested, area.value, folded.value, right.at(-1) === 'statistics' ? undefined : minForm);
  };
  const restore = ({ active: tabs, folded: isFolded }: WorkspaceMemory): void => {
    active.right.value = tabs.right;
    active.bottom.value = tabs.bottom;
    folded.value = isFolded;
  };
  return {
    workspace,
    showWorkspace(name) {
      if (name === workspace.peek()) return;
      memories.set(workspace.peek(), { active: { right: active.right.peek(), bottom: active.bottom.peek() }, folded: folded.peek() });
      batch(() => {
        workspace.value = name;
        restore(memories.get(name) ?? firstMemory(workspaces[name], active.bottom.peek()));
      });
    },
    folded,
    active,
    area,
    sizes: computed(() => fitted(dragged.value)),
    resize(of, size) {
      const own = { ...dragged.peek(), [of]: Math.max(minSizes[of], size) };
      setDragged({ ...own, [of]: fitted(own)[of] });
    },
    resetSize(of) {
      setDragged(Object.fromEntries(Object.entries(dragged.peek()).filter(([name]) => name !== of)));
    },
    show(id) {
      const group = groupOf(id);
      if (group === null) return;
      batch(() => {
        active[group].value = id as PanelId;
        if (group === 'bottom') folded.value = false;
      });
    },
    makeRoomForPlots: () => (plotsShown.value = true),
    reset() {
      batch(() => {
        draggedIn.value = {};
        plotsShown.value = false;
        memories.clear();
        restore({ ...firstMemory(workspaces[workspace.peek()], 'hits'), folded: folded.peek() });
      });
    },
  };
}

/** Height of the tabs, CSS pixels: the display has more to set than a tree. */
function tabsHeightOf({ tabsHeight }: Workspace, shown: PanelId): number {
  return shown === 'display' ? Math.max(tabsHeight, 330) : tabsHeight;
}

function groupOf(id: string): TabGroup | null {
  const groups = Object.keys(tabGroups) as TabGroup[];
  return groups.find((group) => (tabGroups[group] as readonly string[]).includes(id)) ?? null;
}
