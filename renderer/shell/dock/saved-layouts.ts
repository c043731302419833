import { batch, type ReadonlySignal, type Signal } from '@preact/signals';
import type { WorkspaceName } from '../../commands/app.ts';
import type { WorkspaceLayout } from '../../state/snapshot/snapshot.ts';
import type { PanelSizes } from './fit-sizes.ts';
import type { PanelId } from './panel-list.tsx';
import { type TabGroup, tabGroups } from './tab-groups.ts';
import { workspaceNames, type WorkspaceMemory } from './workspaces.ts';

/** Layouts of a session, by the name of their workspace. */
export type SavedLayouts = Readonly<Record<string, WorkspaceLayout>>;

/** The panels of the dock, and those of the workspaces that are not shown. */
export interface Panels {
  readonly workspace: ReadonlySignal<WorkspaceName>;
  readonly folded: Signal<boolean>;
  readonly active: Readonly<Record<TabGroup, Signal<PanelId>>>;
  /** Sizes that the user set, for each workspace. */
  readonly draggedIn: Signal<Readonly<Partial<Record<WorkspaceName, Partial<PanelSizes>>>>>;
  readonly memories: Map<WorkspaceName, WorkspaceMemory>;
}

/** Returns the tabs in front, and whether the lists are folded; follows them. */
export function memoryOf({ active, folded }: Panels): WorkspaceMemory {
  return { active: { right: active.right.value, bottom: active.bottom.value }, folded: folded.value };
}

/** Brings the tabs of a workspace to the front. */
export function restoreMemory(panels: Panels, { active, folded }: WorkspaceMemory): void {
  panels.active.right.value = active.right;
  panels.active.bottom.value = active.bottom;
  panels.folded.value = folded;
}

/** Returns the layouts of the workspaces that were shown, as a session keeps them; follows them. */
export function layoutsOf(panels: Panels): SavedLayouts {
  const all = new Map(panels.memories).set(panels.workspace.value, memoryOf(panels));
  const saved = [...all].map(([name, { active, folded }]) => {
    return [name, { ...active, folded, sizes: panels.draggedIn.value[name] ?? {} }] as const;
  });
  return Object.fromEntries(saved);
}

/** Takes the layouts of a session for the workspaces that this version knows. Unknown tabs and sizes are left out. */
export function restoreLayouts(panels: Panels, saved: SavedLayouts): void {
  const known = workspaceNames.filter((name) => Object.hasOwn(saved, name));
  batch(() => {
    panels.draggedIn.value = Object.fromEntries(known.map((name) => [name, readSizes(saved[name]!)]));
    for (const name of known) {
      panels.memories.set(name, readMemory(saved[name]!));
      if (name === panels.workspace.peek()) restoreMemory(panels, readMemory(saved[name]!));
    }
  });
}

function readMemory({ right, bottom, folded }: WorkspaceLayout): WorkspaceMemory {
  return { active: { right: tabOf('right', right), bottom: tabOf('bottom', bottom) }, folded };
}

function tabOf(group: TabGroup, id: string): PanelId {
  const tabs: readonly PanelId[] = tabGroups[group];
  return tabs.find((tab) => tab === id) ?? tabGroups[group][0];
}

const sizeNames = ['left', 'right', 'meshes', 'properties', 'tree', 'bottom'] as const satisfies readonly (keyof PanelSizes)[];

function readSizes({ sizes }: WorkspaceLayout): Partial<PanelSizes> {
  return Object.fromEntries(sizeNames.filter((name) => sizes[name] !== undefined).map((name) => [name, sizes[name]]));
}
