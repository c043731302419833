import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { toErrorData, type InspectorErrorData } from '#core/error';
import { medianMicroseconds } from '#core/median-microseconds';
import { raycast } from '#core/query/ray/ray';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { BuildOptions } from '#core/options/build-options';
import type { BakedFile, Connection, DocumentId, SampleSummary } from '#host-api';
import type { Vec3 } from '#core/math/vec3';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { findingsSignal, type DocumentFindings, type HealthStates } from '../health/health-query.ts';
import { History } from './history.ts';
import { noTree } from './no-tree.ts';
import { differsOnlyInSelection } from './scene-edits.ts';
import type { PlayerState } from '../playback/player.ts';
import { poseOf, posedDocuments, posedScene, type Pose } from '../playback/pose.ts';
import type { PairState } from '../pair/pair-query.ts';
import type { HeatImage, ViewCamera } from '../heat/heat.ts';
import type { CompareState } from '../compare/compare.ts';
import { sphereSignals, type SphereSignals } from '../sphere/sphere-query.ts';
import { timingBudget } from './timing-budget.ts';
import { emptyScene, type FrameTarget, type Hover, type LoadedTree, type OpenDocument, type RayOutcome, type Scene } from './records.ts';

/** One line of the log; errors keep their details for copying. */
export interface LogEntry {
  readonly time: number;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details: string | null;
}

/** Something that a person should know of now: an error or a warning stays until it is dismissed, other news goes by itself. */
export type Notice = NoticeKind & {
  readonly serial: number;
  /** The document that failed, so that dismissing one dismisses the other. */
  readonly document: DocumentId | null;
};

type NoticeKind =
  | { readonly kind: 'error'; readonly error: InspectorErrorData }
  | { readonly kind: 'warning' | 'info'; readonly text: string };

/** Files on their way to the host. */
export interface Upload {
  readonly files: number;
  readonly fraction: number;
}

/** Rows on their way to the clipboard. */
export interface Copying {
  readonly rows: number;
  readonly fraction: number;
  readonly cancel: () => void;
}

/** What became of the last bake of this tab. */
export type BakeOutcome =
  | { readonly document: DocumentId; readonly file: BakedFile }
  | { readonly document: DocumentId; readonly problem: InspectorErrorData };

/** What a person is told of a connection that is not there. */
export const connectionText: Readonly<Record<Exclude<Connection, 'open' | 'opening'>, string>> = {
  lost: 'The connection to Boxwood is gone; what is loaded can still be looked at. Trying again.',
  restarted: 'Boxwood was restarted: open the address that it printed. What is loaded can still be looked at.',
};

/** What the view measured, for the status bar. */
export interface FrameInfo {
  readonly milliseconds: number;
  readonly renderer: string;
}

/**
 * Everything the interface shows. Scene layers and panels read it and never call each other; only `commands/` and
 * `tools/` change it.
 */
export interface Store extends SphereSignals {
  /** In the order in which they were opened. */
  readonly documents: Signal<readonly OpenDocument[]>;
  readonly history: History<Scene>;
  /** What an animation shows in the place of what was read; `createPlayer` writes it, and where it stands. */
  readonly pose: Signal<Pose | null>;
  readonly player: Signal<PlayerState | null>;
  /** The documents as they are shown: one that is played, as it is posed. */
  readonly shown: ReadonlySignal<readonly OpenDocument[]>;
  /** `history.current`; of a document that is played with the tree of its pose. */
  readonly scene: ReadonlySignal<Scene>;
  readonly hover: Signal<Hover | null>;
  /** Point of the surface under the pointer, source space. */
  readonly pointer: Signal<Vec3 | null>;
  /** A document under the pointer that cannot be picked, because it has no tree. */
  readonly unpickable: Signal<DocumentId | null>;
  readonly frame: Signal<FrameInfo | null>;
  readonly log: Signal<readonly LogEntry[]>;
  readonly notices: Signal<readonly Notice[]>;
  /** Documents whose files changed on the disk, for which that was not dismissed. */
  readonly reloadOffers: Signal<ReadonlySet<DocumentId>>;
  readonly samples: Signal<readonly SampleSummary[]>;
  readonly upload: Signal<Upload | null>;
  readonly copying: Signal<Copying | null>;
  readonly baked: Signal<BakeOutcome | null>;
  /** Rebuilds that this tab asked for and waits for, with the options that they are for. */
  readonly rebuilds: Signal<ReadonlyMap<DocumentId, BuildOptions>>;
  readonly connection: Signal<Connection>;
  /** Whether `connection` is open. */
  readonly connected: ReadonlySignal<boolean>;
  /** Whether a mesh bounds a volume, for those of which it was asked: see `followClosedMeshes`. */
  readonly closedMeshes: Signal<ReadonlyMap<TriangleMesh, boolean>>;
  /** How the moving mesh and the still mesh meet; `followPairs` writes it. */
  readonly pair: Signal<PairState>;
  /** Where the view's camera stands; the view writes it when it draws. */
  readonly viewCamera: Signal<ViewCamera | null>;
  /** What the view's rays cost, while the heat map is on and has been measured; `followHeat` writes it. */
  readonly heat: Signal<HeatImage | null>;
  /** The same of the tree in the second view, by its own camera. */
  readonly heatBeside: Signal<HeatImage | null>;
  /** All kinds of trees on one mesh; `startComparer` writes it. */
  readonly comparison: Signal<CompareState>;
  /** What the checks of documents have found; a `HealthChecker` writes it, and the options that the next check goes by. */
  readonly health: Signal<HealthStates>;
  readonly healthOptions: Signal<HealthOptions>;
  /** Of every document: of the import and of the checks, with what is ignored. */
  readonly findings: ReadonlySignal<ReadonlyMap<DocumentId, DocumentFindings>>;
  /** Asks the view to frame something; the number changes with each request. */
  readonly frameRequest: Signal<{ readonly serial: number; readonly target: FrameTarget | null }>;

  readonly activeDocument: ReadonlySignal<OpenDocument | null>;
  readonly activeTree: ReadonlySignal<LoadedTree | null>;
  /** The answer for the scene's ray; `null` without a ray or a tree, and for a ray that cannot be asked. */
  readonly ray: ReadonlySignal<RayOutcome | null>;
  /** Why the scene's ray cannot be asked: it has no direction, say. */
  readonly rayProblem: ReadonlySignal<InspectorErrorData | null>;
}

export function createStore(): Store {
  const documents = signal<readonly OpenDocument[]>([]);
  const history = new History<Scene>({ title: 'Start', state: emptyScene }, differsOnlyInSelection);
  const pose = signal<Pose | null>(null);
  const posed = computed(() => poseOf(history.current.value, pose.value));
  const shown = computed(() => posedDocuments(documents.value, posed.value));
  const scene = computed(() => posedScene(history.current.value, posed.value));
  const activeDocument = computed(() => {
    const id = scene.value.activeDocument;
    return shown.value.find((document) => document.summary.id === id) ?? null;
  });
  const activeTree = computed(() => {
    const id = scene.value.activeDocument;
    return id === null ? null : (scene.value.trees.get(id) ?? null);
  });
  const rayInput = computed(() => scene.value.ray);
  const rayTree = computed(() => (rayInput.value === null ? null : (scene.value.trees.get(rayInput.value.document) ?? null)));
  const rayDocument = computed(() => {
    const id = rayInput.value?.document;
    return shown.value.find((document) => document.summary.id === id) ?? null;
  });
  const rayMesh = computed(() => rayDocument.value?.mesh ?? null);
  const rayName = computed(() => rayDocument.value?.summary.name ?? '');
  /** Stays as long as its tree and mesh: a wide one is copied into WebAssembly once. */
  const askedTree = computed(() => {
    const [tree, mesh] = [rayTree.value, rayMesh.value];
    return tree === null || mesh === null ? null : loadTree(tree.tree, mesh.mesh);
  });
  const asked = computed<{ outcome: RayOutcome } | { problem: InspectorErrorData } | null>(() => {
    const input = rayInput.value;
    const mesh = rayMesh.value;
    if (input === null || mesh === null) return null;
    try {
      const tree = askedTree.value;
      if (tree === null) return { problem: noTree(rayName.value) };
      const answer = raycast(tree, mesh.mesh, input, input.options);
      const workspace = createRayWorkspace(tree);
      const ask = (): number => raycastInto(workspace, tree, mesh.mesh, input, input.options);
      return { outcome: { input, answer, microseconds: medianMicroseconds(ask, timingBudget) } };
    } catch (thrown) {
      return { problem: toErrorData(thrown) };
    }
  });
  const ray = computed(() => (asked.value !== null && 'outcome' in asked.value ? asked.value.outcome : null));
  const rayProblem = computed(() => (asked.value !== null && 'problem' in asked.value ? asked.value.problem : null));
  const connection = signal<Connection>('open');
  const health = signal<HealthStates>(new Map());
  const closedMeshes = signal<ReadonlyMap<TriangleMesh, boolean>>(new Map());
  return {
    ...sphereSignals({ scene, documents: shown, closedMeshes, previewing: history.previewing }),
    documents,
    shown,
    pose,
    player: signal<PlayerState | null>(null),
    history,
    scene,
    hover: signal<Hover | null>(null),
    pointer: signal<Vec3 | null>(null),
    unpickable: signal<DocumentId | null>(null),
    frame: signal(null),
    log: signal<readonly LogEntry[]>([]),
    notices: signal<readonly Notice[]>([]),
    reloadOffers: signal<ReadonlySet<DocumentId>>(new Set()),
    samples: signal<readonly SampleSummary[]>([]),
    upload: signal<Upload | null>(null),
    copying: signal<Copying | null>(null),
    baked: signal<BakeOutcome | null>(null),
    rebuilds: signal<ReadonlyMap<DocumentId, BuildOptions>>(new Map()),
    connection,
    connected: computed(() => connection.value === 'open'),
    closedMeshes,
    health,
    healthOptions: signal<HealthOptions>(defaultValues(healthOptions)),
    findings: findingsSignal({ documents, health, scene }),
    pair: signal<PairState>({ status: { kind: 'none' }, outcome: null }),
    viewCamera: signal<ViewCamera | null>(null),
    heat: signal<HeatImage | null>(null),
    heatBeside: signal<HeatImage | null>(null),
    comparison: signal<CompareState>({ kind: 'none' }),
    frameRequest: signal({ serial: 0, target: null }),
    activeDocument,
    activeTree,
    ray,
    rayProblem,
  };
}
