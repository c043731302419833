import { batch, computed, signal, type ReadonlySignal, type Signal, untracked } from '@preact/signals';
import type { PropertiesNeed } from '../../panels/properties/properties-need.ts';
import { bottomHeight, leftWidth, panelHeadHeight, plotsHeight, rightWidth } from '../../widgets/measures.ts';
import type { WorkspaceName } from '../../commands/app.ts';
import { fitSizes, hasOneSide, isTight, leaving, type Area, type MinRest, type PanelSizes } from './fit-sizes.ts';
import type { PanelId } from './panel-list.tsx';
import { layoutsOf, memoryOf, type Panels, restoreLayouts, restoreMemory, type SavedLayouts } from './saved-layouts.ts';
import { type TabGroup, tabGroups } from './tab-groups.ts';
import { firstMemory, type Workspace, type WorkspaceMemory, workspaces } from './workspaces.ts';

/** Sizes of the panels at first; the last panel of each column takes the rest. */
const firstSizes = { left: leftWidth, right: rightWidth, meshes: 190, properties: 294, bottom: bottomHeight } as const;
/** The share of a high window that the meshes get. */
const meshesShare = 0.22;
const propertiesHeights: Readonly<Record<PropertiesNeed, number>> = { thing: firstSizes.properties, tool: 372, 'tool-and-thing': 600 };
/** Height that stacked panels leave for properties, tabs or a form below them. */
const minForm = 160;
/** The share of the column that the options of the checks get without a selected finding. */
const checksShare = 0.6;
/** The share of its column that the bake gets, up to the height that shows all formats. */
const bakeShare = 0.6;
const wholeBake = 520;
/** Columns that are too low for the values of a tool and another panel. */
const lowColumns = 480;
/** Sizes that a splitter stops at. */
const minSizes: PanelSizes = {
  left: 160,
  right: 160,
  meshes: panelHeadHeight,
  properties: panelHeadHeight,
  tree: panelHeadHeight,
  bottom: 80,
};

/** The side columns: meshes and hierarchy on the left, properties and tree on the right. */
export type Side = 'left' | 'right';

/** Active and collapsed panels, and the size of each panel. */
export interface DockState {
  readonly workspace: ReadonlySignal<WorkspaceName>;
  /** Shows another workspace as it was left, at first as its table says. */
  showWorkspace(name: WorkspaceName): void;
  readonly folded: Signal<boolean>;
  readonly active: Readonly<Record<TabGroup, Signal<PanelId>>>;
  /** Size of the element that holds the dock, CSS pixels; 0 before the first layout. */
  readonly area: Signal<Area>;
  /** Whether the window has room for one side column only. */
  readonly isNarrow: ReadonlySignal<boolean>;
  /** The side column that a narrow window shows. */
  readonly side: Signal<Side>;
  /** Sizes on screen: those that the user set, squeezed where the window is too small. */
  readonly sizes: ReadonlySignal<PanelSizes>;
  /** Whether the properties are only as high as their content, up to their size: until the user sets their height. */
  readonly fitsProperties: ReadonlySignal<boolean>;
  /** Sets one size, as far as the others leave room for it. */
  resize(of: keyof PanelSizes, size: number): void;
  /** Returns to the first size of one panel. */
  resetSize(of: keyof PanelSizes): void;
  /** Brings a panel to the front of its tabs and unfolds the bottom area if the panel is there. */
  show(id: string): void;
  /** Makes the bottom area of this workspace high enough for plots, unless the user has set its height. */
  makeRoomForPlots(): void;
  /** Returns to the first layout. */
  reset(): void;
  /** Returns the layouts of the workspaces that were shown; follows them. */
  layouts(): SavedLayouts;
  /** Takes the layouts of a session. */
  restoreLayouts(saved: SavedLayouts): void;
  /** How many sessions were restored with their layouts. */
  readonly restored: number;
}

/**
 * @param need how much the properties have to show; they get that height until the user sets another.
 * @param isEmpty whether a list has no rows; a workspace whose list is empty folds the lists at first.
 * @param hasTable whether the high table of a workspace has something to show.
 */
export function createDockState(
  folded: Signal<boolean>,
  need: ReadonlySignal<PropertiesNeed>,
  isEmpty: (list: PanelId) => boolean = () => false,
  hasTable: ReadonlySignal<boolean> = signal(true),
): DockState {
  const area = signal<Area>({ width: 0, height: 0 });
  const side = signal<Side>('left');
  const workspace = signal<WorkspaceName>('inspect');
  const memories = new Map<WorkspaceName, WorkspaceMemory>();
  /** Sizes that the user set, for each workspace. */
  const draggedIn = signal<Readonly<Partial<Record<WorkspaceName, Partial<PanelSizes>>>>>({});
  const dragged = computed(() => draggedIn.value[workspace.value] ?? {});
  const setDragged = (own: Partial<PanelSizes>): void => {
    draggedIn.value = { ...draggedIn.peek(), [workspace.peek()]: own };
  };
  const active = { right: signal<PanelId>('tree'), bottom: signal<PanelId>('hits') };
  const lists = createLists(workspace, area, hasTable);
  const fitted = (own: Partial<PanelSizes>): PanelSizes => {
    const shown = workspaces[workspace.value];
    const tree = tabsHeightOf(shown, active.right.value);
    return fittedSizes(shown, { need: need.value, tree, bottom: lists.height.value, folded: folded.value }, own, area.value);
  };
  const panels: Panels = { workspace, folded, active, draggedIn, memories };
  let restored = 0;
  return {
    workspace,
    showWorkspace(name) {
      if (name === workspace.peek()) return;
      const left = untracked(() => memoryOf(panels));
      memories.set(workspace.peek(), left);
      batch(() => {
        workspace.value = name;
        restoreMemory(panels, memories.get(name) ?? firstMemory(workspaces[name], active.bottom.peek(), isEmpty));
        if (name !== 'inspect') side.value = 'right';
      });
    },
    folded,
    active,
    area,
    isNarrow: computed(() => hasOneSide(area.value)),
    side,
    sizes: computed(() => fitted(dragged.value)),
    fitsProperties: computed(() => dragged.value.properties === undefined),
    resize(of, size) {
      const own = { ...dragged.peek(), [of]: Math.max(minSizes[of], size) };
      setDragged({ ...own, [of]: fitted(own)[of] });
    },
    resetSize(of) {
      setDragged(Object.fromEntries(Object.entries(dragged.peek()).filter(([name]) => name !== of)));
    },
    show(id) {
      batch(() => showPanel(panels, side, id));
    },
    makeRoomForPlots: lists.showPlots,
    reset() {
      batch(() => {
        draggedIn.value = {};
        lists.reset();
        memories.clear();
        restoreMemory(panels, { ...firstMemory(workspaces[workspace.peek()], 'hits', isEmpty), folded: folded.peek() });
      });
    },
    layouts: () => layoutsOf(panels),
    restoreLayouts(saved) {
      restoreLayouts(panels, saved);
      restored++;
    },
    get restored() {
      return restored;
    },
  };
}

/** The height of the lists at first: that of plots in workspaces that have shown some, or whose table is not empty. */
function createLists(workspace: ReadonlySignal<WorkspaceName>, area: ReadonlySignal<Area>, hasTable: ReadonlySignal<boolean>) {
  const plotsIn = signal<readonly WorkspaceName[]>([]);
  return {
    height: computed(() => {
      const { isHigh, listsHeight } = workspaces[workspace.value];
      const hasPlots = plotsIn.value.includes(workspace.value) || (isHigh && hasTable.value);
      return hasPlots ? highBottom(area.value.height) : listsHeight;
    }),
    showPlots(): void {
      const now = workspace.peek();
      if (!plotsIn.peek().includes(now)) plotsIn.value = [...plotsIn.peek(), now];
    },
    reset: () => (plotsIn.value = []),
  };
}

/** Heights that show all rows of the statistics, of a tree's options, and of most properties, CSS pixels. */
const wholeStatistics = 440;
const wholeTree = 330;
const wholeProperties = 480;

interface Shown {
  readonly need: PropertiesNeed;
  readonly tree: number;
  readonly bottom: number;
  readonly folded: boolean;
}

interface FirstSizesInput extends Shown {
  /** Of the dock. */
  readonly height: number;
}

/** Returns the sizes of a workspace: those that the user set and first sizes, squeezed into the area of the dock. */
function fittedSizes(shown: Workspace, input: Shown, own: Partial<PanelSizes>, area: Area): PanelSizes {
  const requested = { ...firstSizesOf(shown, { ...input, height: area.height }), ...own };
  // A layout of another version may have sizes of panels that take the rest here.
  const stacked = shown.right.slice(0, -1);
  if (!stacked.includes('tabs')) requested.tree = 0;
  if (!stacked.includes('properties')) requested.properties = 0;
  return fitSizes(requested, area, input.folded, minRestOf(shown, input.need));
}

/** Returns the sizes of a workspace that the user has not changed. The last panel takes the rest, and one that is not there takes nothing. */
function firstSizesOf({ right, propertiesHeight }: Workspace, { need, tree, bottom, folded, height }: FirstSizesInput): PanelSizes {
  const stacked = right.slice(0, -1);
  const sizes = {
    ...firstSizes,
    meshes: Math.max(firstSizes.meshes, Math.round(height * meshesShare)),
    properties: stacked.includes('properties') ? (propertiesHeight ?? propertiesHeights[need]) : 0,
    tree: stacked.includes('tabs') ? tree : 0,
    bottom,
  };
  return right.at(-1) === 'statistics' ? shareHeight(sizes, height - (folded ? panelHeadHeight : bottom)) : sizes;
}

/** Returns the height of lists with plots or a high table. */
function highBottom(area: number): number {
  return Math.max(bottomHeight, Math.min(plotsHeight, Math.round(area * 0.48)));
}

/** Returns what the stacked panels leave for the last one: below a tool or a finding only its head where the columns are low, for the bake more than half. */
function minRestOf({ right, propertiesHeight }: Workspace, need: PropertiesNeed): MinRest | undefined {
  switch (right.at(-1)) {
    case 'bake':
      return (columns) =>
        isTight(columns) ? columns - panelHeadHeight : Math.max(minForm, Math.round(Math.min(wholeBake, columns * bakeShare)));
    case 'tabs':
      // Without a finding, the checks have more to set.
      if (propertiesHeight === null && need === 'thing') return (columns) => Math.round(checksShare * columns);
      return (columns) => leaving(columns < lowColumns ? panelHeadHeight : minForm)(columns);
    case 'properties':
    case 'statistics':
    case undefined:
      return undefined;
  }
}

/** Returns the sizes with what a high window has to spare: first for the tree, then for the properties. */
function shareHeight(sizes: PanelSizes, columns: number): PanelSizes {
  const spare = Math.max(0, columns - sizes.properties - sizes.tree - wholeStatistics);
  const forTree = Math.min(spare, Math.max(0, wholeTree - sizes.tree));
  const forProperties = Math.min(spare - forTree, Math.max(0, wholeProperties - sizes.properties));
  return { ...sizes, tree: sizes.tree + forTree, properties: sizes.properties + forProperties };
}

/** Height of the tabs, CSS pixels: the display has more to set than a tree. */
function tabsHeightOf({ tabsHeight }: Workspace, shown: PanelId): number {
  return shown === 'display' ? Math.max(tabsHeight, 330) : tabsHeight;
}

function groupOf(id: string): TabGroup | null {
  const groups = Object.keys(tabGroups) as TabGroup[];
  return groups.find((group) => (tabGroups[group] as readonly string[]).includes(id)) ?? null;
}

/** Brings a panel to the front; in a narrow window its side too. */
function showPanel({ active, folded }: Panels, side: Signal<Side>, id: string): void {
  const group = groupOf(id);
  if (group !== null) active[group].value = id as PanelId;
  if (group === 'bottom') folded.value = false;
  else if (group !== null) side.value = 'right';
  else if (id === 'meshes' || id === 'hierarchy') side.value = 'left';
}
