import type { ToolName } from '../../state/store/records.ts';
import type { WorkspaceName } from '../../commands/app.ts';
import { bottomHeight } from '../../widgets/measures.ts';
import type { PanelId } from './panel-list.tsx';
import type { TabGroup } from './tab-groups.ts';

/** Panels of the right column; `tabs` are the tree and the checks. */
export type RightPanel = 'bake' | 'properties' | 'statistics' | 'tabs';

/** An arrangement of panels for one kind of work. */
export interface Workspace {
  readonly title: string;
  /** One sentence for tooltips. */
  readonly meaning: string;
  /** The right column, from the top; the last panel takes the rest of the height. */
  readonly right: readonly RightPanel[];
  /** Height of the tabs where they are not the last panel, CSS pixels. */
  readonly tabsHeight: number;
  /** Height of the properties where they are not the last panel; `null` for what their content needs. */
  readonly propertiesHeight: number | null;
  /** The tabs in front; `bottom` is `null` while the lists are folded. */
  readonly front: { readonly right: PanelId; readonly bottom: PanelId | null };
  /** Height of the lists, CSS pixels. */
  readonly listsHeight: number;
  /** Whether the lists get the height of plots once they have a table. */
  readonly isHigh: boolean;
  /** Tools that this work uses, the first one if none of them is active. */
  readonly tools: readonly ToolName[];
}

const plain = { tabsHeight: 158, propertiesHeight: null, listsHeight: bottomHeight, isHigh: false } as const;
const selecting = ['select', 'boxSelect', 'lassoSelect'] as const;

export const workspaces: Readonly<Record<WorkspaceName, Workspace>> = {
  inspect: {
    ...plain,
    title: 'Inspect',
    meaning: 'Mesh, tree and statistics. The lists are folded.',
    right: ['properties', 'tabs', 'statistics'],
    front: { right: 'tree', bottom: null },
    tools: selecting,
  },
  query: {
    ...plain,
    title: 'Query',
    meaning: 'Rays, spheres and probes, with room for their values and their hits.',
    right: ['properties', 'tabs'],
    propertiesHeight: 560,
    front: { right: 'tree', bottom: 'hits' },
    tools: ['ray', 'sphere', 'probe'],
  },
  motion: {
    ...plain,
    title: 'Motion',
    meaning: 'A mesh that moves against another, with room for its poses, its first contact and the clearance over time.',
    right: ['properties', 'tabs'],
    propertiesHeight: 560,
    front: { right: 'tree', bottom: 'motion' },
    tools: ['movingMesh'],
  },
  health: {
    ...plain,
    title: 'Health',
    meaning: 'Checks and findings, with room for what a finding means and how to fix it.',
    right: ['properties', 'tabs'],
    // The kinds of findings, below what starts the checks.
    listsHeight: 270,
    front: { right: 'checks', bottom: 'findings' },
    tools: selecting,
  },
  compare: {
    ...plain,
    title: 'Compare',
    meaning: 'All kinds of tree for the active mesh, in a high table.',
    right: ['properties', 'tabs', 'statistics'],
    front: { right: 'tree', bottom: 'compare' },
    isHigh: true,
    tools: selecting,
  },
  bake: {
    ...plain,
    title: 'Bake',
    meaning: 'Bake settings, with the units and axes of the document.',
    right: ['properties', 'bake'],
    front: { right: 'tree', bottom: null },
    tools: selecting,
  },
};

export const workspaceNames = Object.keys(workspaces) as WorkspaceName[];

/** What a workspace remembers while another one is shown. */
export interface WorkspaceMemory {
  readonly active: Readonly<Record<TabGroup, PanelId>>;
  readonly folded: boolean;
}

/**
 * Returns what a workspace shows at first. The lists keep the tab in front if the workspace folds them. A list without rows is folded: the
 * view gets its room until there is something to list.
 */
export function firstMemory({ front }: Workspace, bottomNow: PanelId, isEmpty: (list: PanelId) => boolean): WorkspaceMemory {
  return {
    active: { right: front.right, bottom: front.bottom ?? bottomNow },
    folded: front.bottom === null || isEmpty(front.bottom),
  };
}
