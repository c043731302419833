import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { BakeFormatName } from '#core/bake';
import type { InspectorErrorData } from '#core/error';
import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { type BuildOptions, defaultValues, type EngineChoice, healthOptions, type HealthOptions } from '#core/options';
import type { BakedFile, Connection, DocumentId, KeptSession, RecentFile, SampleLesson, SampleSummary } from '#host-api';
import type { MissingMeshes, OpenProject, ProjectJob, OtherMeshesChoice } from '../project/project-state.ts';
import { documentsWithRoles } from '../documents/document-role.ts';
import type { LogEntry } from './write-log.ts';
import { type ColliderState, firstColliders } from '../convex/collider-state.ts';
import { noSeparation, type SeparationState } from '../convex/separation.ts';
import type { Copying } from './copying.ts';
import type { CompareState } from '../compare/compare-state.ts';
import type { CameraLens } from '../camera/camera-lens.ts';
import type { CameraBookmark, SharedCamera } from '../camera/camera-pose.ts';
import type { FrameInfo } from '../camera/frame-info.ts';
import { type PictureOptions, type PictureRequest, plainPicture } from '../camera/picture.ts';
import { turnSignals, type TurnValues } from '../camera/turntable.ts';
import type { ViewCamera, HeatImage } from '../heat/heat-image.ts';
import type { PlayerState } from '../playback/player-state.ts';
import { findingsSignal, type DocumentFindings, type HealthStates } from '../health/health-query.ts';
import type { MeshChanges, VersionView } from '../changes/mesh-changes.ts';
import type { RepairOutcome } from '../repair/repair-outcome.ts';
import { raySignals, type RaySignals } from '../ray/ray-signals.ts';
import { History, type HistoryView } from './history.ts';
import type { BoundsState, ClearanceState, MeasureKind, MeasureRefusal } from '../measure/measure-kinds.ts';
import type { MeasurePoint } from '../measure/measure.ts';
import type { MeshComponents } from '../colour/component-messages.ts';
import { differsOnlyInSelection, shownSecond } from './scene-edits.ts';
import { poseOf, posedDocuments, posedScene, type Pose } from '../playback/pose.ts';
import type { PairState } from '../pair/pair-query.ts';
import type { ProbeInput } from '../probe/probe.ts';
import type { MotionSearch } from '../motion/motion-search.ts';
import { shownMovingMesh } from '../motion/shown-moving.ts';
import type { WalkSession } from '../walk/walk-session.ts';
import type { ProbeKind } from '../probe/probe-shapes.ts';
import type { SceneComparisonState } from '../instances/scene-comparison.ts';
import { type BspState, firstBsp } from '../bsp/bsp-state.ts';
import { type SceneRunState, startedRun } from '../instances/scene-run-state.ts';
import { probeSignals, type ProbeSignals } from '../probe/probe-query.ts';
import type { ProbeHullState } from '../probe/probe-hull-state.ts';
import type { SliceState } from '../probe/slice-state.ts';
import type { WindingState } from '../probe/winding-state.ts';
import type { ReadonlySignals, WritableSignals } from './signals-of.ts';
import { sphereSignals, type SphereSignals } from '../sphere/sphere-query.ts';
import type { IndexSet } from '../selection/index-set.ts';
import { hiddenTrianglesSignal } from '../visibility/hidden-triangles.ts';
import { queriedSignals, type QueriedSignals, type VisibleTrees } from '../visibility/queried.ts';
import { preferenceOptions, type Preferences } from '../preferences/preferences.ts';
import { sectionsSignal, type DocumentSections } from '../section/document-sections.ts';
import { keptSpaces, type HalfSpace } from '../section/section.ts';
import { coloursSignal, type DocumentColours } from '../colour/document-colours.ts';
import { tracedSignal, type Traced } from '../trace/traced.ts';
import { noTrace, type TraceState } from '../trace/trace-state.ts';
import { emptyScene, type FrameTarget, type Hover, type FetchedTree, type PageDocument, type Scene } from './records.ts';

/** A message to the user: errors and warnings stay until they are dismissed, others disappear by themselves. */
export type Notice = NoticeKind & {
  readonly serial: number;
  /** The document that the message is about: when it is closed, the message goes away. `null` for others. */
  readonly document: DocumentId | null;
};

type NoticeKind =
  | { readonly kind: 'error'; readonly error: InspectorErrorData }
  | { readonly kind: 'warning' | 'info'; readonly text: string };

/** Files on their way to the host. */
export interface Upload {
  readonly files: number;
  readonly fraction: number;
  cancel(): void;
}

/** A sample with a defect, and the document that shows it. */
export interface Lesson {
  readonly document: DocumentId;
  readonly sample: SampleSummary & { readonly lesson: SampleLesson };
}

/** The outcome of the last bake of this tab. */
export type BakeOutcome =
  | { readonly document: DocumentId; readonly format: BakeFormatName; readonly file: BakedFile }
  | { readonly document: DocumentId; readonly format: BakeFormatName; readonly problem: InspectorErrorData };

/** The values that are written from outside the store, by name; each is one signal. */
export interface StoreValues extends TurnValues {
  /** Whether the documents of the host are listed, since the start of the page. */
  isListed: boolean;
  /** In the order in which they were opened. */
  documents: readonly PageDocument[];
  /** The pose of an animation, shown instead of the mesh as read; written by `createPlayer`. */
  pose: Pose | null;
  /** The animation of the active document; written by `createPlayer`. */
  player: PlayerState | null;
  hover: Hover | null;
  /** The surface point under the pointer, in source space. */
  pointer: Vec3 | null;
  /** The document under the pointer that cannot be picked because it has no tree. */
  unpickable: DocumentId | null;
  frame: FrameInfo | null;
  log: readonly LogEntry[];
  notices: readonly Notice[];
  /** Documents whose files changed on disk since that offer was last dismissed. */
  reloadOffers: ReadonlySet<DocumentId>;
  samples: readonly SampleSummary[];
  /** The open sample that teaches a finding; `null` without one, or once it is dismissed. */
  lesson: Lesson | null;
  /** The files that were opened lately, newest first. */
  recent: readonly RecentFile[];
  /** The sessions of earlier starts that can be restored, newest first. */
  keptSessions: readonly KeptSession[];
  /** Whether the view offers the last one of them. */
  isSessionOffered: boolean;
  /** The project that is open; `null` for none. */
  project: OpenProject | null;
  /** The meshes of a project that were not found, while the user chooses; `null` for none. */
  missingMeshes: MissingMeshes | null;
  /** What happens to other meshes when a project opens; `null` while nothing is to be chosen. */
  otherMeshes: OtherMeshesChoice | null;
  /** Projects that are being read, opened or saved, in the order in which that began. */
  projectJobs: readonly ProjectJob[];
  upload: Upload | null;
  copying: Copying | null;
  baked: BakeOutcome | null;
  repaired: RepairOutcome | null;
  /** The colliders that this tab makes. */
  colliders: ColliderState;
  /** The BSP tree of a mesh; its run is written by `createBspRunner`. */
  bsp: BspState;
  /** The tests of two convex hulls, and the push-out; written by `createSeparationRunner` and the commands. */
  separation: SeparationState;
  /** Pairs of versions of meshes with what differs, at most one for each document; compared by `followChanges`. */
  changes: readonly MeshChanges[];
  /** Which versions the view shows where there are two. */
  versionView: VersionView;
  /** Rebuilds that this tab requested and waits for, with their options. */
  rebuilds: ReadonlyMap<DocumentId, BuildOptions>;
  connection: Connection;
  /** Trees of the visible parts of documents; written by `followVisibleTrees`. */
  visibleTrees: VisibleTrees;
  /** Whether a mesh is closed, for the meshes where that was computed: see `followClosedMeshes`. */
  closedMeshes: ReadonlyMap<TriangleMesh, boolean>;
  /** Overlap and contacts of the moving mesh and the fixed mesh; written by `followPairs`. */
  pair: PairState;
  /** The search for the first contact of the motion; written by `createMotionRunner`. */
  motion: MotionSearch;
  /** The shown time of the motion, 0 to 1; `null` while the moving mesh is in the pose that is edited. */
  motionTime: number | null;
  /** Which swept volumes of the motion are drawn. */
  motionVolumes: { readonly box: boolean; readonly hull: boolean };
  /** Whether the motion is played. */
  motionPlays: boolean;
  /** Where the linked views look from; `null` until the first mesh is framed. */
  camera: SharedCamera | null;
  /** The lens that the linked views share; `null` until a view has drawn. */
  lens: CameraLens | null;
  /** Stored cameras, in the order in which they were stored. */
  bookmarks: readonly CameraBookmark[];
  /** Whether keys move the camera without a button. */
  flies: boolean;
  /** The walk through a mesh in the view; `null` for none. */
  walk: WalkSession | null;
  /** The run of the scene of many instances, and the comparison of methods on it; written by `followScenes` and the commands. */
  sceneRun: SceneRunState;
  sceneComparison: SceneComparisonState;
  /** Whether the right button is held, so that keys move the camera. */
  isLooking: boolean;
  /** Whether the wheel stopped, because the view would have become empty. */
  isAtEnd: boolean;
  /** How the next picture of the view is saved. */
  pictureOptions: PictureOptions;
  /** Requests that the view is saved as a picture. */
  pictureRequest: PictureRequest;
  /** What the hierarchy panel shows: the tree, or a flat list of all nodes. */
  nodeMode: 'tree' | 'list';
  /** What the measure tool measures. */
  measuring: MeasureKind;
  /** The distance of two chosen surfaces; written by `followClearance`. */
  clearance: ClearanceState;
  /** The measures of the selection; written by `followBounds`. */
  selectionBounds: BoundsState;
  /** The point that a click of the measure tool would take, and why its last click took nothing. */
  measureHover: MeasurePoint | null;
  measureRefusal: MeasureRefusal | null;
  /** The probe that a click of the probe tool would place; `null` where it does not follow the pointer. */
  probeHover: ProbeInput | null;
  /** Whether the probe follows the pointer; a click places it and ends that. */
  probeFollows: boolean;
  /** The shape that the probe tool places while there is no probe. */
  probeKind: ProbeKind;
  /** The hull of a mesh that is to become the probe, written by `followProbeHull`. */
  probeHull: ProbeHullState;
  /** The signed distances of the slice, written by `followSlice`, and the one under the pointer; `null` where there is none. */
  slice: SliceState;
  sliceValue: number | null;
  /** The winding tree of a large mesh; written by `followWinding`. */
  winding: WindingState | null;
  /** World units per second; `null` for the default of the scene. */
  flySpeed: number | null;
  /** The component of each triangle, for the meshes where that was computed, and why that failed for others: see `followComponents`. */
  components: ReadonlyMap<TriangleMesh, MeshComponents>;
  componentFailures: ReadonlyMap<TriangleMesh, string>;
  /** The camera of the view; written by the view when it draws. */
  viewCamera: ViewCamera | null;
  /** Cost of the rays of the view, while the heat map is on and once it is measured; written by `followHeat`. */
  heat: HeatImage | null;
  /** The same for the tree in the second view, with the camera of that view. */
  heatSecond: HeatImage | null;
  /** The comparison of all tree kinds on one mesh; written by `startComparer`. */
  comparison: CompareState;
  /** Results of the health checks; written by `createHealthChecker`. */
  health: HealthStates;
  /** The replay of the query debugger. */
  trace: TraceState;
  /** The options of the next health check. */
  healthOptions: HealthOptions;
  /** Engines that the user chose for single files, each in place of the engine that reads the file. */
  heldBy: ReadonlyMap<DocumentId, EngineChoice>;
  /** The preferences of the user; written by `followPreferences` and the commands. */
  preferences: Preferences;
  /** Requests that the view frames a target; the serial increases with each request. */
  frameRequest: FrameRequest;
}

export interface FrameRequest {
  readonly serial: number;
  readonly target: FrameTarget | null;
}

/** What the store computes from its values. */
interface Computed extends RaySignals, SphereSignals, ProbeSignals, QueriedSignals {
  /** The documents as they are shown: a document whose animation plays has its posed mesh. */
  readonly shown: ReadonlySignal<readonly PageDocument[]>;
  /** `history.current`; a document whose animation plays has the refitted tree of its pose. */
  readonly scene: ReadonlySignal<Scene>;
  /** Whether `connection` is open. */
  readonly connected: ReadonlySignal<boolean>;
  /** The hidden triangles of each document that has some, those of hidden parts included. */
  readonly hiddenTriangles: ReadonlySignal<ReadonlyMap<DocumentId, IndexSet>>;
  /** Findings of the import and of the checks, per document, with what is ignored. */
  readonly findings: ReadonlySignal<ReadonlyMap<DocumentId, DocumentFindings>>;
  readonly activeDocument: ReadonlySignal<PageDocument | null>;
  /** What the view keeps of the meshes, world space; empty if nothing is cut. */
  readonly kept: ReadonlySignal<readonly HalfSpace[]>;
  /** The outlines of the cut. */
  readonly sections: ReadonlySignal<DocumentSections>;
  /** The colours of triangles by document; empty for plain meshes. */
  readonly colours: ReadonlySignal<ReadonlyMap<DocumentId, DocumentColours>>;
  readonly activeTree: ReadonlySignal<FetchedTree | null>;
  /** The recorded query; `null` while the query debugger is off. */
  readonly traced: ReadonlySignal<Traced | null>;
}

/** Everything that the interface shows, for reading: view, widgets, panels and shell get this type. */
export interface Store extends Computed, ReadonlySignals<StoreValues> {
  readonly history: HistoryView<Scene>;
}

/** The same object for writing. Only the state's own followers, the commands and the tools use this type. */
export interface WritableStore extends Computed, WritableSignals<StoreValues> {
  readonly history: History<Scene>;
}

/** Returns a store for writing. Lint forbids its use above `tools`: view, panels and shell call commands instead. */
export function writable(store: Store): WritableStore {
  // Each store is made by `createStore`, or by `createSecondStore` from one that was.
  return store as WritableStore;
}

export function createStore(): WritableStore {
  const values = initialValues();
  const history = new History<Scene>({ title: 'Start', state: emptyScene }, differsOnlyInSelection);
  const posed = computed(() => poseOf(history.current.value, values.pose.value));
  const roles = computed(() => history.current.value.roles);
  const shown = documentsWithRoles(
    computed(() => posedDocuments(values.documents.value, posed.value)),
    roles,
  );
  const atRest = computed(() => posedScene(history.current.value, posed.value));
  const moving = shownMovingMesh({ scene: atRest, documents: shown, time: values.motionTime });
  const scene = computed(() => (moving.value === atRest.value.movingMesh ? atRest.value : { ...atRest.value, movingMesh: moving.value }));
  const hiddenTriangles = hiddenTrianglesSignal({ scene, documents: shown });
  const queried = queriedSignals({ scene, documents: shown, hiddenTriangles, visibleTrees: values.visibleTrees });
  const { queriedScene, queriedDocuments } = queried;
  const sources = { scene: queriedScene, documents: queriedDocuments, closedMeshes: values.closedMeshes, previewing: history.previewing };
  const section = computed(() => scene.value.display.section);
  const isSplit = computed(() => shownSecond(scene.value) !== null);
  return {
    ...values,
    ...queried,
    ...raySignals(sources),
    ...sphereSignals(sources),
    ...probeSignals({ ...sources, hover: values.probeHover, windingState: values.winding }),
    traced: tracedSignal({ ...sources, state: values.trace }),
    history,
    shown,
    scene,
    connected: computed(() => values.connection.value === 'open'),
    hiddenTriangles,
    kept: computed(() => keptSpaces(section.value, isSplit.value ? 'first' : null)),
    sections: sectionsSignal(scene, shown, hiddenTriangles),
    colours: coloursSignal({ scene, shown, documents: values.documents, components: values.components }),
    findings: findingsSignal({ documents: values.documents, health: values.health, scene }),
    activeDocument: computed(() => {
      const id = scene.value.activeDocument;
      return shown.value.find((document) => document.summary.id === id) ?? null;
    }),
    activeTree: computed(() => {
      const id = scene.value.activeDocument;
      return id === null ? null : (scene.value.trees.get(id) ?? null);
    }),
  };
}

function initialValues(): WritableSignals<StoreValues> {
  return {
    isListed: signal(false),
    documents: signal<readonly PageDocument[]>([]),
    pose: signal<Pose | null>(null),
    player: signal<PlayerState | null>(null),
    hover: signal<Hover | null>(null),
    pointer: signal<Vec3 | null>(null),
    unpickable: signal<DocumentId | null>(null),
    frame: signal<FrameInfo | null>(null),
    log: signal<readonly LogEntry[]>([]),
    notices: signal<readonly Notice[]>([]),
    reloadOffers: signal<ReadonlySet<DocumentId>>(new Set()),
    samples: signal<readonly SampleSummary[]>([]),
    lesson: signal<Lesson | null>(null),
    recent: signal<readonly RecentFile[]>([]),
    keptSessions: signal<readonly KeptSession[]>([]),
    isSessionOffered: signal(false),
    project: signal<OpenProject | null>(null),
    missingMeshes: signal<MissingMeshes | null>(null),
    otherMeshes: signal<OtherMeshesChoice | null>(null),
    projectJobs: signal<readonly ProjectJob[]>([]),
    upload: signal<Upload | null>(null),
    copying: signal<Copying | null>(null),
    baked: signal<BakeOutcome | null>(null),
    repaired: signal<RepairOutcome | null>(null),
    colliders: signal<ColliderState>(firstColliders),
    bsp: signal<BspState>(firstBsp),
    separation: signal<SeparationState>(noSeparation),
    changes: signal<readonly MeshChanges[]>([]),
    versionView: signal<VersionView>('off'),
    rebuilds: signal<ReadonlyMap<DocumentId, BuildOptions>>(new Map()),
    connection: signal<Connection>('open'),
    visibleTrees: signal<VisibleTrees>(new Map()),
    closedMeshes: signal<ReadonlyMap<TriangleMesh, boolean>>(new Map()),
    pair: signal<PairState>({ status: { kind: 'none' }, outcome: null }),
    motion: signal<MotionSearch>({ kind: 'none' }),
    motionTime: signal<number | null>(null),
    motionVolumes: signal({ box: false, hull: false }),
    motionPlays: signal(false),
    camera: signal<SharedCamera | null>(null),
    lens: signal<CameraLens | null>(null),
    bookmarks: signal<readonly CameraBookmark[]>([]),
    flies: signal(false),
    walk: signal<WalkSession | null>(null),
    sceneRun: signal<SceneRunState>(startedRun(0)),
    sceneComparison: signal<SceneComparisonState>({ kind: 'none' }),
    isLooking: signal(false),
    isAtEnd: signal(false),
    pictureOptions: signal<PictureOptions>(plainPicture),
    pictureRequest: signal<PictureRequest>({ serial: 0, options: plainPicture }),
    ...turnSignals(),
    nodeMode: signal<'tree' | 'list'>('tree'),
    measuring: signal<MeasureKind>('points'),
    clearance: signal<ClearanceState>({ kind: 'none' }),
    selectionBounds: signal<BoundsState>({ kind: 'none' }),
    measureHover: signal<MeasurePoint | null>(null),
    measureRefusal: signal<MeasureRefusal | null>(null),
    probeHover: signal<ProbeInput | null>(null),
    probeFollows: signal(true),
    probeKind: signal<ProbeKind>('box'),
    probeHull: signal<ProbeHullState>({ kind: 'none' }),
    slice: signal<SliceState>({ kind: 'none' }),
    sliceValue: signal<number | null>(null),
    winding: signal<WindingState | null>(null),
    flySpeed: signal<number | null>(null),
    components: signal<ReadonlyMap<TriangleMesh, MeshComponents>>(new Map()),
    componentFailures: signal<ReadonlyMap<TriangleMesh, string>>(new Map()),
    viewCamera: signal<ViewCamera | null>(null),
    heat: signal<HeatImage | null>(null),
    heatSecond: signal<HeatImage | null>(null),
    comparison: signal<CompareState>({ kind: 'none' }),
    trace: signal<TraceState>(noTrace),
    health: signal<HealthStates>(new Map()),
    healthOptions: signal<HealthOptions>(defaultValues(healthOptions)),
    heldBy: signal<ReadonlyMap<DocumentId, EngineChoice>>(new Map()),
    preferences: signal<Preferences>(defaultValues(preferenceOptions)),
    frameRequest: signal<FrameRequest>({ serial: 0, target: null }),
  };
}
