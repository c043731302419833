/** The renderer's state as small immutable records; big arrays are held by reference and never copied. */
import type { IgnoredFinding } from '#core/ignored-finding';
import type { Vec3 } from '#core/math/vec3';
import type { Bounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { ImportOptions } from '#core/options/import-options';
import type { PairOptions } from '#core/options/pair-options';
import type { RayOptions } from '#core/options/ray-options';
import type { SpaceOptions } from '#core/options/space-options';
import type { SceneAnimation } from '#core/mesh/animation/scene-animation';
import type { SphereOptions } from '#core/options/sphere-options';
import type { RayResult } from '#core/query/ray/ray';
import type { Tree } from '#core/tree/layout';
import type { DocumentId, DocumentSummary, TreeSummary } from '#host-api';
import type { FindingName } from '../health/findings.ts';
import type { HeatMetric } from '../heat/heat-figures.ts';

/** A tree whose bytes have arrived. */
export interface LoadedTree {
  readonly summary: TreeSummary;
  readonly tree: Tree;
  /** (N) cost of each subtree as a share of the root's, 0..1; zeros where the root has no area. */
  readonly costShares: Float64Array;
  readonly transferMilliseconds: number;
}

/** A mesh whose bytes have arrived. */
export interface LoadedMesh {
  readonly mesh: TriangleMesh;
  /** Of the finite triangles; `null` when there is none. */
  readonly bounds: Bounds | null;
  readonly transferMilliseconds: number;
  /** What moves it, where something does. */
  readonly animation?: SceneAnimation | null;
}

/** A document as this tab knows it. */
export interface OpenDocument {
  readonly summary: DocumentSummary;
  readonly mesh: LoadedMesh | null;
  /** Milliseconds from handing the mesh to the GPU to its pixels being there; `null` until then. */
  readonly firstFrameMilliseconds: number | null;
}

export type Shading = 'shaded' | 'wire' | 'xray';
export type ToolName = 'select' | 'ray' | 'sphere' | 'movingMesh';

/** What is chosen; it is sky blue in every list and in the view. */
export type Selection =
  | { readonly kind: 'document'; readonly document: DocumentId }
  | { readonly kind: 'part'; readonly document: DocumentId; readonly part: number }
  | { readonly kind: 'node'; readonly document: DocumentId; readonly node: number }
  /** The leaf that holds it is `node`. */
  | { readonly kind: 'triangle'; readonly document: DocumentId; readonly triangle: number; readonly node: number | null }
  /** All of a finding, or one of its items: a hole, a triangle, a pair. */
  | { readonly kind: 'finding'; readonly document: DocumentId; readonly name: FindingName; readonly item: number | null }
  /** Index into the ray's hits. */
  | { readonly kind: 'hit'; readonly hit: number }
  /** A triangle that the sphere touches, in the sphere's document. */
  | { readonly kind: 'touch'; readonly triangle: number }
  /** The contact of a triangle of the fixed mesh, A, with one of the moving mesh, B. */
  | { readonly kind: 'contact'; readonly a: number; readonly b: number }
  /** The loop through the contact of these two triangles: of a listed loop, that of its first segment. */
  | { readonly kind: 'loop'; readonly a: number; readonly b: number };

/** What belongs to a query and not to a document by itself. */
export type QuerySelection = Extract<Selection, { kind: 'hit' | 'touch' | 'contact' | 'loop' }>;

export function isOfQuery(selection: Selection): selection is QuerySelection {
  return !('document' in selection);
}

/** What the pointer is over, in a list or in the view: previewed, never kept. */
export type Hover = Exclude<Selection, { kind: 'document' }>;

/** What the view can frame; `pair` is the moving mesh with its fixed mesh. */
export type FrameTarget = Hover | { readonly kind: 'document'; readonly document: DocumentId } | { readonly kind: 'pair' };

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
  /** About the fixed axes X, then Y, then Z, in degrees. */
  readonly rotateDegrees: Vec3;
  /** The same along all axes; a negative one mirrors. */
  readonly scale: number;
}

/** A second mesh that is moved against a fixed one. */
export interface MovingInput extends MovingPose {
  /** The mesh that is moved: B. */
  readonly document: DocumentId;
  /** The fixed mesh, A: the pose is in its space. */
  readonly fixed: DocumentId;
  readonly options: PairOptions;
}

/** What the handles about the moving mesh do, and along whose axes. */
export interface Gizmo {
  readonly mode: 'move' | 'rotate' | 'scale';
  readonly axes: 'fixed' | 'movingMesh';
}

export interface RayOutcome {
  readonly input: RayInput;
  readonly result: RayResult;
  readonly microseconds: number;
}

export interface Display {
  readonly shading: Shading;
  /** Level whose boxes are drawn; `null` draws none. */
  readonly boxLevel: number | null;
  /** Draw the boxes from the root to the selected node. */
  readonly path: boolean;
  /** Fill the boxes at low opacity. */
  readonly fill: boolean;
  /** Draw the tight boxes of the triangles of nodes next to their volumes. */
  readonly exact: boolean;
  /** With them: how many times the slack of 16-bit boxes is drawn. */
  readonly slack: number;
  /** Mark what the checks found. */
  readonly findings: boolean;
  /** Kinds of findings that are not marked. */
  readonly hiddenKinds: ReadonlySet<FindingName>;
  /** What the heat map over the view shows; `null` for none. */
  readonly heat: HeatMetric | null;
  /** The minimum that it shows. */
  readonly heatFrom: number;
}

/** The import options that undo restores. The scene of a file is not among them: it is another mesh. */
export type ReadingChoice = Pick<ImportOptions, 'triangulation' | 'colliders'>;

/** All that undo swaps. A change makes a new one; documents themselves belong to the host and are not in it. */
export interface Scene {
  readonly activeDocument: DocumentId | null;
  /** The tree in use for each document. */
  readonly trees: ReadonlyMap<DocumentId, LoadedTree>;
  /** Another tree of a document, drawn in a second view. */
  readonly second: { readonly document: DocumentId; readonly tree: LoadedTree } | null;
  readonly selection: Selection | null;
  /** Documents and parts that are not drawn, as `hiddenKey` names them. */
  readonly hidden: ReadonlySet<string>;
  readonly display: Display;
  /** What a person said that the numbers of a document mean; documents without an entry mean what their files say. */
  readonly meanings: ReadonlyMap<DocumentId, SpaceOptions>;
  /** How a person wants documents to be read; `followReading` has the host read them so. */
  readonly reading: ReadonlyMap<DocumentId, ReadingChoice>;
  /** The ignored findings of a document, with reasons. */
  readonly ignored: ReadonlyMap<DocumentId, readonly IgnoredFinding[]>;
  readonly tool: ToolName;
  readonly ray: RayInput | null;
  readonly sphere: SphereInput | null;
  readonly movingMesh: MovingInput | null;
  readonly gizmo: Gizmo;
}

export function hiddenKey(document: DocumentId, part: number | null = null): string {
  return part === null ? `${document}` : `${document}/${part}`;
}

export const emptyScene: Scene = {
  activeDocument: null,
  trees: new Map(),
  second: null,
  selection: null,
  hidden: new Set(),
  meanings: new Map(),
  reading: new Map(),
  ignored: new Map(),
  display: {
    shading: 'shaded',
    boxLevel: null,
    path: true,
    fill: false,
    exact: false,
    slack: 1,
    findings: true,
    hiddenKinds: new Set(),
    heat: null,
    heatFrom: 0,
  },
  tool: 'select',
  ray: null,
  sphere: null,
  movingMesh: null,
  gizmo: { mode: 'move', axes: 'fixed' },
};
