/** The renderer's state as small immutable records. Large arrays are referenced and never copied. */
import type { CurvedSurface } from '#core/patch';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { Transform, Vec3 } from '#core/math';
import type { Bounds, FileRole, SceneAnimation, TriangleMesh } from '#core/mesh';
import type { ImportOptions, MotionOptions, PairOptions, RayOptions, SpaceOptions, SphereOptions } from '#core/options';
import type { RayResult } from '#core/query';
import type { Tree } from '#core/tree';
import type { DocumentId, DocumentSummary, TreeSummary } from '#host-api';
import type { FindingName } from '../health/findings.ts';
import type { ClearanceSide } from '../measure/measure-kinds.ts';
import type { MeasurePoint } from '../measure/measure.ts';
import type { HeatMetric } from '../heat/heat-figures.ts';
import type { IndexSet } from '../selection/index-set.ts';
import type { ColourBy } from '../colour/colour-by.ts';
import { noSection, type Section } from '../section/section.ts';
import type { PinnedProbe, ProbeInput } from '../probe/probe.ts';
import type { SceneInput } from '../instances/scene-input.ts';

/** A tree whose bytes have arrived. */
export interface FetchedTree {
  readonly summary: TreeSummary;
  readonly tree: Tree;
  /** (N) cost of each subtree as a share of the root's, 0..1; zeros if the root has no area. */
  readonly costShares: Float64Array;
  readonly transferMilliseconds: number;
}

/** A mesh whose bytes have arrived. */
export interface LoadedMesh {
  readonly mesh: TriangleMesh;
  /** Bounds of the finite triangles; `null` if there are none. */
  readonly bounds: Bounds | null;
  /** The bounds to frame first, without the few triangles that are far out; `bounds` by default. */
  readonly mainBounds?: Bounds | null;
  readonly transferMilliseconds: number;
  /** Its animation, if any. */
  readonly animation?: SceneAnimation | null;
  /** The Bézier patches of which its triangles were made, if any. */
  readonly surface?: CurvedSurface | null;
}

/** A document in this tab. */
export interface PageDocument {
  readonly summary: DocumentSummary;
  readonly mesh: LoadedMesh | null;
  /** Milliseconds from the upload of the mesh until its first frame is done; `null` until then. */
  readonly firstFrameMilliseconds: number | null;
}

export type Shading = 'shaded' | 'wire' | 'xray';
export type ToolName = 'select' | 'boxSelect' | 'lassoSelect' | 'ray' | 'sphere' | 'probe' | 'movingMesh' | 'measure';

/** The selection; every list and the view show it in the selection colour. */
export type Selection =
  | { readonly kind: 'document'; readonly document: DocumentId }
  | { readonly kind: 'part'; readonly document: DocumentId; readonly part: number }
  /** Two parts or more. */
  | { readonly kind: 'parts'; readonly document: DocumentId; readonly parts: IndexSet }
  | { readonly kind: 'node'; readonly document: DocumentId; readonly node: number }
  /** `node` is the leaf that contains it. */
  | { readonly kind: 'triangle'; readonly document: DocumentId; readonly triangle: number; readonly node: number | null }
  /** Two triangles or more. */
  | { readonly kind: 'triangles'; readonly document: DocumentId; readonly triangles: IndexSet }
  /** A whole finding, or one of its items: a hole, a triangle, a pair. */
  | { readonly kind: 'finding'; readonly document: DocumentId; readonly name: FindingName; readonly item: number | null }
  /** Index into the ray's hits. */
  | { readonly kind: 'hit'; readonly hit: number }
  /** A triangle that the sphere overlaps, in the sphere's document. */
  | { readonly kind: 'touch'; readonly triangle: number }
  /** The contact of a triangle of the fixed mesh, A, with one of the moving mesh, B. */
  | { readonly kind: 'contact'; readonly a: number; readonly b: number }
  /** The contact curve through the contact of these two triangles; a listed curve is named by its first segment. */
  | { readonly kind: 'loop'; readonly a: number; readonly b: number };

/** Selections of query results, which belong to no document. */
export type QuerySelection = Extract<Selection, { kind: 'hit' | 'touch' | 'contact' | 'loop' }>;

export function isOfQuery(selection: Selection): selection is QuerySelection {
  return !('document' in selection);
}

/** The object under the pointer, in a list or in the view; never an undo step. */
export type Hover = Exclude<Selection, { kind: 'document' }>;

/** Targets that the view can frame; `pair` is the moving mesh with its fixed mesh, `all` is everything that is visible. */
export type FrameTarget =
  | Hover
  | { readonly kind: 'document'; readonly document: DocumentId }
  | { readonly kind: 'pair' }
  | { readonly kind: 'all' }
  /** A box in world space, such as that of marks that are drawn as one. */
  | { readonly kind: 'bounds'; readonly bounds: Bounds };

export interface RayInput {
  readonly document: DocumentId;
  readonly origin: Vec3;
  /** As typed; normalised by the query. */
  readonly direction: Vec3;
  readonly far: number;
  readonly options: RayOptions;
}

/** A closed ball; source space of its document. */
export interface SphereInput {
  readonly document: DocumentId;
  readonly center: Vec3;
  readonly radius: number;
  readonly options: SphereOptions;
}

/** The pose of the moving mesh in the space of the fixed mesh: M = T·Rz·Ry·Rx·S, see `movingTransform`. */
export interface MovingPose {
  readonly translate: Vec3;
  /** Rotation about the fixed axes X, then Y, then Z, in degrees. */
  readonly rotateDegrees: Vec3;
  /** Uniform scale; a negative one mirrors. */
  readonly scale: number;
}

/** A second mesh that is moved against a fixed one. */
export interface MovingInput extends MovingPose {
  /** The mesh that is moved: B. */
  readonly document: DocumentId;
  /** The fixed mesh, A: the pose is in its space. */
  readonly fixed: DocumentId;
  readonly options: PairOptions;
  /** Where it is at the shown time of its motion, in place of its pose; never in an undo step. */
  readonly at?: Transform;
}

/** The rotation between two poses where the shortest is not meant: for 180° and more. */
export interface MotionTurn {
  /** In the space of the fixed mesh. */
  readonly axis: Vec3;
  readonly angleDegrees: number;
}

/** A motion of the moving mesh between two poses, in the space of the fixed mesh. */
export interface MotionInput {
  readonly start: MovingPose;
  /** Of the same scale. */
  readonly end: MovingPose;
  /** The pose that the fields and the handles of the moving mesh change. */
  readonly edited: MotionEnd;
  readonly options: MotionOptions;
  /** `null` for the shortest rotation. */
  readonly turn: MotionTurn | null;
}

export type MotionEnd = 'start' | 'end';

/** Mode and axes of the handles of the moving mesh. */
export interface Gizmo {
  readonly mode: 'move' | 'rotate' | 'scale';
  readonly axes: 'fixed' | 'movingMesh';
}

export interface RayOutcome {
  readonly input: RayInput;
  readonly result: RayResult;
  readonly microseconds: number;
}

/** Lines on curved surfaces: none, the borders of patches, or also the borders of their segments. */
export type PatchLines = 'none' | 'borders' | 'segments';

export interface Display {
  readonly shading: Shading;
  /** Leave out triangles that are seen from behind; not with x-ray. */
  readonly cullBackFaces: boolean;
  /** Tree level whose bounding volumes are drawn; `null` for none. */
  readonly boxLevel: number | null;
  /** Draw the bounding volumes from the root to the selected node. */
  readonly path: boolean;
  /** Fill the bounding volumes at low opacity. */
  readonly fill: boolean;
  /** Also draw the exact boxes of the triangles of nodes. */
  readonly exact: boolean;
  /** Factor by which the slack of 16-bit boxes is enlarged, if `exact` is set. */
  readonly slack: number;
  /** Draw the findings. */
  readonly findings: boolean;
  /** Kinds of findings that are not drawn. */
  readonly hiddenKinds: ReadonlySet<FindingName>;
  /** Kinds of findings that are drawn although there are many findings: see `isKindShown`. */
  readonly shownKinds: ReadonlySet<FindingName>;
  /** Metric of the heat map; `null` for none. */
  readonly heat: HeatMetric | null;
  /** Minimum of the heat map; pixels below it are not coloured. */
  readonly heatFrom: number;
  readonly section: Section;
  readonly colourBy: ColourBy;
  /** Steepest slope that counts as walkable where triangles are coloured by facing, degrees. */
  readonly walkableDegrees: number;
  /** Opacity of colliders that are drawn over rendered parts, 0..1. */
  readonly colliderOpacity: number;
  /** Draw everything but the selection faintly. */
  readonly ghost: boolean;
  /** Draw the control points of Bézier patches with the lines between them. */
  readonly patchCage: boolean;
  /** Draw the hull of the control points of each Bézier patch. */
  readonly patchHulls: boolean;
  readonly patchLines: PatchLines;
}

/** The import options that undo restores. The scene of a file is not among them: it is another mesh. */
export type ReadingChoice = Pick<ImportOptions, 'triangulation' | 'colliders' | 'curveError'>;

/** How the select tools pick in the view. */
export interface Picking {
  /** What a click or a region selects. */
  readonly what: 'triangles' | 'parts';
  /** Whether a region also selects what another surface hides. */
  readonly through: boolean;
}

/** What is hidden. */
export interface HiddenThings {
  /** Hidden documents and parts, by `hiddenKey`. */
  readonly hidden: ReadonlySet<string>;
  /** Hidden triangles of documents, in addition to those of hidden parts; only documents that have some. */
  readonly hiddenTriangles: ReadonlyMap<DocumentId, IndexSet>;
}

/** The state that undo restores, immutable. The documents belong to the host and are not part of it. */
export interface Scene extends HiddenThings {
  readonly activeDocument: DocumentId | null;
  /** The active tree of each document. */
  readonly trees: ReadonlyMap<DocumentId, FetchedTree>;
  /** Another tree of a document, drawn in a second view. */
  readonly second: { readonly document: DocumentId; readonly tree: FetchedTree } | null;
  readonly selection: Selection | null;
  /** What was hidden before the selection was isolated; `null` while nothing is isolated. */
  readonly isolated: HiddenThings | null;
  /** Which parts rays, spheres and the moving mesh see. Hidden documents are not affected. */
  readonly queried: 'all' | 'visible';
  readonly picking: Picking;
  readonly display: Display;
  /** The kind of the finding that was selected last: with many findings only it is marked. */
  readonly chosenKind: FindingName | null;
  /** The meaning of coordinates that the user has set; other documents use that of their files. */
  readonly meanings: ReadonlyMap<DocumentId, SpaceOptions>;
  /** What whole documents are for, as the user has set it; others have the roles of their parts and names, see `documentRole`. */
  readonly roles: ReadonlyMap<DocumentId, FileRole>;
  /** Import options that the user has set; `followReading` passes them to the host. */
  readonly reading: ReadonlyMap<DocumentId, ReadingChoice>;
  /** The ignored findings of a document, with reasons. */
  readonly ignored: ReadonlyMap<DocumentId, readonly IgnoredFinding[]>;
  /** The lists that were valid for other import options of the same files, by `importKey`; undo of the options restores them. */
  readonly shelved: ReadonlyMap<DocumentId, ReadonlyMap<string, readonly IgnoredFinding[]>>;
  readonly tool: ToolName;
  /** The measured points, in the order of the clicks. */
  readonly measure: readonly MeasurePoint[];
  /** The surfaces whose distance is measured: at most two. */
  readonly clearance: readonly ClearanceSide[];
  readonly ray: RayInput | null;
  readonly sphere: SphereInput | null;
  /** The shape of the probe tool. */
  readonly probe: ProbeInput | null;
  /** Kept probes, in the order in which they were pinned. */
  readonly pins: readonly PinnedProbe[];
  readonly movingMesh: MovingInput | null;
  /** The motion of the moving mesh; `null` for none. */
  readonly motion: MotionInput | null;
  readonly gizmo: Gizmo;
  /** The scene of many instances; `null` for none. */
  readonly instances: SceneInput | null;
}

/** Whether a tool selects in the view, so that the properties show the selection alone. */
export function isSelectTool(tool: ToolName): tool is 'select' | 'boxSelect' | 'lassoSelect' {
  return tool === 'select' || tool === 'boxSelect' || tool === 'lassoSelect';
}

export function hiddenKey(document: DocumentId, part: number | null = null): string {
  return part === null ? `${document}` : `${document}/${part}`;
}

export const emptyScene: Scene = {
  activeDocument: null,
  trees: new Map(),
  second: null,
  selection: null,
  chosenKind: null,
  hidden: new Set(),
  hiddenTriangles: new Map(),
  isolated: null,
  queried: 'all',
  picking: { what: 'triangles', through: false },
  meanings: new Map(),
  roles: new Map(),
  reading: new Map(),
  ignored: new Map(),
  shelved: new Map(),
  display: {
    shading: 'shaded',
    cullBackFaces: false,
    boxLevel: null,
    path: true,
    fill: false,
    exact: false,
    slack: 1,
    findings: true,
    hiddenKinds: new Set(),
    shownKinds: new Set(),
    heat: null,
    heatFrom: 0,
    section: noSection,
    colourBy: 'plain',
    walkableDegrees: 45,
    colliderOpacity: 0.45,
    ghost: false,
    patchCage: false,
    patchHulls: false,
    patchLines: 'none',
  },
  tool: 'select',
  measure: [],
  clearance: [],
  ray: null,
  sphere: null,
  probe: null,
  pins: [],
  movingMesh: null,
  motion: null,
  gizmo: { mode: 'move', axes: 'fixed' },
  instances: null,
};
