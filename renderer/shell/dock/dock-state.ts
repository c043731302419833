import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { PropertiesNeed } from '../../panels/properties/properties-need.ts';
import { bottomHeight, leftWidth, panelHeadHeight, plotsHeight, rightWidth } from '../../widgets/measures.ts';
import { fitSizes, type Area, type PanelSizes } from './fit-sizes.ts';
import type { PanelId } from './panel-list.tsx';

/** Panels that share one area, as tabs. */
export const tabGroups = {
  right: ['tree', 'display', 'checks'],
  bottom: ['hits', 'touches', 'contacts', 'loops', 'compare', 'deform', 'findings', 'history', 'log'],
} as const satisfies Record<string, readonly PanelId[]>;

export type TabGroup = keyof typeof tabGroups;

/** Sizes of the panels at first; the last panel of each column takes the rest. */
const firstSizes: PanelSizes = { left: leftWidth, right: rightWidth, meshes: 190, properties: 282, tree: 158, bottom: bottomHeight };
const propertiesHeights: Readonly<Record<PropertiesNeed, number>> = { thing: firstSizes.properties, tool: 330, 'tool-and-thing': 600 };
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
  const dragged = signal<Partial<PanelSizes>>({});
  const plotsShown = signal(false);
  const active = { right: signal<PanelId>('tree'), bottom: signal<PanelId>('hits') };
  const bottom = computed(() =>
    plotsShown.value ? Math.max(bottomHeight, Math.min(plotsHeight, Math.round(area.value.height * 0.48))) : bottomHeight,
  );
  const fitted = (own: Partial<PanelSizes>): PanelSizes =>
    fitSizes(
      { ...firstSizes, tree: treeHeight(active.right.value), properties: propertiesHeights[need.value], bottom: bottom.value, ...own },
      area.value,
      folded.value,
    );
  return {
    folded,
    active,
    area,
    sizes: computed(() => fitted(dragged.value)),
    resize(of, size) {
      const own = { ...dragged.peek(), [of]: Math.max(minSizes[of], size) };
      dragged.value = { ...own, [of]: fitted(own)[of] };
    },
    resetSize(of) {
      dragged.value = Object.fromEntries(Object.entries(dragged.peek()).filter(([name]) => name !== of));
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
        dragged.value = {};
        plotsShown.value = false;
        active.right.value = 'tree';
        active.bottom.value = 'hits';
      });
    },
  };
}

/** The section has more to set than a tree. */
function treeHeight(shown: PanelId): number {
  return shown === 'display' ? 330 : firstSizes.tree;
}

function groupOf(id: string): TabGroup | null {
  const groups = Object.keys(tabGroups) as TabGroup[];
  return groups.find((group) => (tabGroups[group] as readonly string[]).includes(id)) ?? null;
}
