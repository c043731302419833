import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { BakePanel } from '../bake-panel.tsx';
import { BspPanel } from '../../panels/bsp/bsp-panel.tsx';
import { ChecksPanel } from '../../panels/health/checks-panel.tsx';
import { CollidersPanel } from '../../panels/colliders/colliders-panel.tsx';
import { SeparationPanel } from '../../panels/separation/separation-panel.tsx';
import { ChangesPanel } from '../../panels/changes/changes-panel.tsx';
import { DisplayPanel } from '../../panels/display/display-panel.tsx';
import { DeformPanel } from '../../panels/deform/deform-panel.tsx';
import { FindingsPanel } from '../../panels/health/findings-panel.tsx';
import { HierarchyPanel } from '../../panels/hierarchy/hierarchy-panel.tsx';
import type { HierarchyState } from '../../panels/hierarchy/hierarchy-state.ts';
import { HistoryPanel } from '../../panels/history-panel.tsx';
import { HitsPanel } from '../../panels/hits-panel.tsx';
import { LogPanel } from '../../panels/log-panel.tsx';
import { ContactsPanel } from '../../panels/pair/contacts-panel.tsx';
import { LoopsPanel } from '../../panels/pair/loops-panel.tsx';
import { MotionPanel } from '../../panels/motion/motion-panel.tsx';
import { OutlinerPanel } from '../../panels/outliner/outliner-panel.tsx';
import { ComparePanel, compareRows } from '../../panels/compare/compare-panel.tsx';
import { PropertiesPanel } from '../../panels/properties/properties-panel.tsx';
import { StatisticsPanel } from '../../panels/statistics/statistics-panel.tsx';
import { ScenePanel } from '../../panels/scene/scene-panel.tsx';
import { ProbePanel } from '../../panels/probe-panel.tsx';
import { TracePanel } from '../../panels/trace/trace-panel.tsx';
import { TouchesPanel } from '../../panels/touches-panel.tsx';
import { TreePanel, treeNote } from '../../panels/tree-panel.tsx';
import { ViewPanel } from '../../panels/view/view-panel.tsx';
import { selectionLabel } from '../../panels/selection-label.ts';
import type { ManualPlace } from '../../state/manual/manual.ts';
import { bspOf } from '../../state/bsp/bsp-state.ts';
import { differenceCount } from '../../state/changes/mesh-changes.ts';
import { activeChanges } from '../../state/changes/shown-changes.ts';
import { findingCount } from '../../state/health/health-query.ts';
import { shownOutcome, type PairOutcome } from '../../state/pair/pair-query.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { listedDocuments } from '../../state/convex/undone-edits.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { HierarchyActions } from '../../panels/hierarchy/hierarchy-actions.tsx';
import { TreeActions } from '../../panels/tree-actions.tsx';

/** Properties of every panel. */
export interface PanelContext {
  readonly app: App;
  readonly hierarchy: HierarchyState;
}

export interface ContentContext extends PanelContext {
  /** Whether the panel is in sight: the others of its group are hidden, not removed. */
  readonly isShown: boolean;
}

export interface PanelSpec {
  readonly title: string;
  /** Its page of the manual. */
  readonly manual: ManualPlace;
  readonly content: (context: ContentContext) => JSX.Element;
  /** A short quiet note after the title: `1`, `11,929 nodes`. */
  readonly note?: (context: PanelContext) => string;
  /** A number in a badge after the title, for the lists at the bottom; `null` without a query. */
  readonly count?: (context: PanelContext) => number | null;
  /** Buttons at the right end of the head. */
  readonly actions?: (context: PanelContext) => JSX.Element;
}

/** Every panel, once. */
export const panels = {
  meshes: {
    title: 'Meshes',
    manual: 'window.md#meshes',
    content: ({ app }) => <OutlinerPanel app={app} />,
    note: ({ app }) => meshesText(app.store),
  },
  hierarchy: {
    title: 'Hierarchy',
    manual: 'trees.md#find-the-worst-nodes',
    content: ({ app, hierarchy }) => <HierarchyPanel app={app} state={hierarchy} />,
    note: ({ app }) => nodesOf(app.store.activeTree.value?.tree.nodeCount),
    actions: ({ app, hierarchy }) => <HierarchyActions app={app} state={hierarchy} />,
  },
  view: {
    title: 'View',
    manual: 'camera.md',
    content: ({ app }) => <ViewPanel app={app} />,
  },
  properties: {
    title: 'Properties',
    manual: 'glossary.md',
    content: ({ app }) => <PropertiesPanel app={app} />,
    note: ({ app: { store } }) => propertiesNote(store),
  },
  tree: {
    title: 'Tree',
    manual: 'trees.md#build-options',
    content: ({ app }) => <TreePanel app={app} />,
    note: ({ app }) => treeNote(app),
    actions: ({ app }) => <TreeActions app={app} />,
  },
  display: {
    title: 'Display',
    manual: 'display.md',
    content: ({ app }) => <DisplayPanel app={app} />,
  },
  bake: {
    title: 'Bake',
    manual: 'bakes.md',
    content: ({ app }) => <BakePanel app={app} />,
  },
  checks: {
    title: 'Checks',
    manual: 'checks.md#options',
    content: ({ app }) => <ChecksPanel app={app} />,
  },
  statistics: {
    title: 'Statistics',
    manual: 'trees.md',
    content: ({ app }) => <StatisticsPanel app={app} />,
  },
  hits: {
    title: 'Hits',
    manual: 'rays.md',
    content: ({ app }) => <HitsPanel app={app} />,
    count: ({ app }) => app.store.ray.value?.result.hits.length ?? null,
  },
  touches: {
    title: 'Overlaps',
    manual: 'spheres.md',
    content: ({ app }) => <TouchesPanel app={app} />,
    count: ({ app }) => app.store.sphere.value?.triangles.length ?? null,
  },
  probe: {
    title: 'Probe',
    manual: 'probe.md',
    content: ({ app }) => <ProbePanel app={app} />,
    count: ({ app }) => app.store.probe.value?.triangles.length ?? null,
  },
  contacts: {
    title: 'Contacts',
    manual: 'two-meshes.md',
    content: ({ app }) => <ContactsPanel app={app} />,
    count: ({ app }) => contactsOf(app.store)?.found?.pairCount ?? null,
  },
  loops: {
    title: 'Curves',
    manual: 'two-meshes.md',
    content: ({ app }) => <LoopsPanel app={app} />,
    count: ({ app }) => contactsOf(app.store)?.pairContacts?.loops.closed.length ?? null,
  },
  motion: {
    title: 'Motion',
    manual: 'motion.md#moving-meshes',
    content: ({ app }) => <MotionPanel app={app} />,
  },
  trace: {
    title: 'Debugger',
    manual: 'query-debugger.md',
    content: ({ app }) => <TracePanel app={app} />,
    count: ({ app: { store } }) => {
      const traced = store.traced.value;
      return traced === null || traced.kind === 'none' ? null : traced.trace.count;
    },
  },
  scene: {
    title: 'Scene',
    manual: 'scenes.md#in-the-app',
    content: ({ app }) => <ScenePanel app={app} />,
    count: ({ app: { store } }) => (store.scene.value.instances === null ? null : (store.sceneRun.value.frame?.facts.pairs ?? null)),
  },
  compare: {
    title: 'Compare',
    manual: 'trees.md#compare',
    content: ({ app }) => <ComparePanel app={app} />,
    count: ({ app }) => compareRows(app) || null,
  },
  colliders: {
    title: 'Colliders',
    manual: 'convex.md#colliders-in-the-app',
    content: ({ app }) => <CollidersPanel app={app} />,
    count: ({ app: { store } }) => comparedCount(store),
  },
  bsp: {
    title: 'BSP',
    manual: 'bsp.md#in-the-app',
    content: ({ app }) => <BspPanel app={app} />,
    count: ({ app: { store } }) => bspOf(store.bsp.value, store.scene.value.activeDocument)?.report.nodes ?? null,
  },
  separation: {
    title: 'Separation',
    manual: 'convex.md#separation-in-the-app',
    content: ({ app, isShown }) => <SeparationPanel app={app} isShown={isShown} />,
  },
  deform: {
    title: 'Deform',
    manual: 'animation.md',
    content: ({ app }) => <DeformPanel app={app} />,
    count: ({ app }) => app.store.player.value?.clips.length ?? 0,
  },
  findings: {
    title: 'Findings',
    manual: 'checks.md',
    content: ({ app }) => <FindingsPanel app={app} />,
    count: ({ app: { store } }) => findingCount(store, store.scene.value.activeDocument),
  },
  changes: {
    title: 'Changes',
    manual: 'open.md#changes',
    content: ({ app }) => <ChangesPanel app={app} />,
    count: ({ app: { store } }) => {
      const geometry = activeChanges(store)?.geometry ?? null;
      return geometry === null ? null : differenceCount(geometry);
    },
  },
  history: {
    title: 'History',
    manual: 'window.md#history',
    content: ({ app }) => <HistoryPanel app={app} />,
    count: ({ app }) => app.store.history.marks.value.length - 1,
  },
  log: {
    title: 'Log',
    manual: 'window.md#log',
    content: ({ app }) => <LogPanel app={app} />,
  },
} as const satisfies Record<string, PanelSpec>;

export type PanelId = keyof typeof panels;

/** The panel as its general type. */
export function panelOf(id: PanelId): PanelSpec {
  return panels[id];
}

function contactsOf(store: Store): PairOutcome | null {
  return shownOutcome(store.pair.value, store.scene.value.movingMesh);
}

/** The current tool, where its values come first. */
function propertiesNote(store: Store): string {
  if (store.walk.value !== null) return 'walk';
  const { tool, selection } = store.scene.value;
  if (tool === 'ray' && selection?.kind !== 'hit') return 'ray';
  if (tool === 'sphere' && selection?.kind !== 'touch') return 'sphere';
  if (tool === 'probe' && selection?.kind !== 'triangle') return 'probe';
  if (tool === 'movingMesh' && selection?.kind !== 'contact' && selection?.kind !== 'loop') return 'moving mesh';
  return selectionLabel(store) ?? '';
}

/** `3, 1 failed`: files that failed are no meshes. */
function meshesText(store: Store): string {
  const documents = listedDocuments(store);
  const failed = documents.filter(isFailed).length;
  const count = formatCount(documents.length - failed);
  return failed === 0 ? count : `${count}, ${formatCount(failed)} failed`;
}

/** The number of compared colliders of the active mesh. */
function comparedCount({ colliders, scene }: Store): number | null {
  const { comparison } = colliders.value;
  const isOfActive = comparison?.document === scene.value.activeDocument;
  return comparison !== null && isOfActive && 'compared' in comparison ? comparison.compared.colliders.length : null;
}

function isFailed({ summary: { phase }, mesh }: PageDocument): boolean {
  return mesh === null && (phase === 'failed' || phase === 'cancelled');
}

function nodesOf(count: number | undefined): string {
  return count === undefined ? '' : formatMany(count, 'node');
}
