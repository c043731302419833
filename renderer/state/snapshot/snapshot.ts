/** What a person has set up in the window, as plain data: the one form of project files, autosave, reload and links. */
import type { FileRole } from '#core/mesh';
import type { BuildOptions, EngineChoice, HealthOptions, SpaceOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { CameraLens } from '../camera/camera-lens.ts';
import type { CameraBookmark, CameraPose } from '../camera/camera-pose.ts';
import type { MeasureKind } from '../measure/measure-kinds.ts';
import type { IndexSet } from '../selection/index-set.ts';
import type { Scene } from '../store/records.ts';

/** Version of the form. A later version of Boxwood increases it when an older one could not restore what it writes. */
export const snapshotVersion = 1;

/** Records of the scene as they are; only that each `document` is an index into the documents of the snapshot. */
export type SnapshotScene = Pick<
  Scene,
  | 'tool'
  | 'gizmo'
  | 'picking'
  | 'queried'
  | 'display'
  | 'chosenKind'
  | 'selection'
  | 'measure'
  | 'clearance'
  | 'ray'
  | 'sphere'
  | 'probe'
  | 'pins'
  | 'movingMesh'
  | 'motion'
  | 'instances'
>;

export interface Snapshot {
  readonly version: typeof snapshotVersion;
  readonly documents: readonly SnapshotDocument[];
  /** Index of the active document; `null` for none. */
  readonly active: number | null;
  readonly scene: SnapshotScene;
  /** The tree of the second view; `null` for none. */
  readonly second: { readonly document: number; readonly options: BuildOptions } | null;
  /** World space; `null` before the first mesh is framed. */
  readonly camera: CameraPose | null;
  /** The lens of that camera; `null` for the one that framing gives. */
  readonly lens: CameraLens | null;
  readonly bookmarks: readonly CameraBookmark[];
  /** World units per second; `null` for the default of the scene. */
  readonly flySpeed: number | null;
  readonly health: HealthOptions;
  readonly measuring: MeasureKind;
  /** Whether the hierarchy panel shows the tree or the list of worst nodes. */
  readonly nodeMode: 'tree' | 'list';
  /** Name of the workspace; an unknown name changes nothing. */
  readonly workspace: string | null;
  /** Layouts of the workspaces by name; `null` for those at first. */
  readonly layouts: Readonly<Record<string, WorkspaceLayout>> | null;
}

/** How a workspace was left. Unknown tabs and sizes change nothing. */
export interface WorkspaceLayout {
  /** The tabs in front. */
  readonly right: string;
  readonly bottom: string;
  /** Whether the lists at the bottom are folded. */
  readonly folded: boolean;
  /** The sizes that the user set, by panel, CSS pixels. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** A document, with all that identifies its mesh and belongs to it alone. */
export interface SnapshotDocument {
  /** Its number in the process that wrote the snapshot: only a reloaded page uses it. */
  readonly id: DocumentId;
  readonly name: string;
  readonly byteLength: number;
  /** Hash of the source file; `null` if it is unknown. */
  readonly sha256: string | null;
  /** Hash of its side files, as buffers of glTF; `null` if there are none, or if it is unknown. */
  readonly sideSha256: string | null;
  /** Number of triangles; `null` before the mesh was read. Numbers of triangles are valid only in a mesh with as many. */
  readonly triangles: number | null;
  /** Options of the tree; `null` before there was one. */
  readonly tree: BuildOptions | null;
  readonly hidden: HiddenRecord;
  /** What was hidden before the selection was isolated; `null` while nothing is isolated. */
  readonly hiddenBefore: HiddenRecord | null;
  /** The space options that the user has chosen; `null` for none. */
  readonly meaning: SpaceOptions | null;
  /** What the user has set it to be; `null` for nothing. */
  readonly role: FileRole | null;
  /** The engine whose shape it is compared with, as the user has set it; `null` for that of its file, or of all meshes. */
  readonly heldBy: EngineChoice | null;
  /** Whether its checks have run, or wait to run. */
  readonly isChecked: boolean;
}

/** What is hidden of a document. */
export interface HiddenRecord {
  /** Whether the whole document is hidden. */
  readonly all: boolean;
  /** Parts by index and name: in a changed file the name finds them. */
  readonly parts: readonly (readonly [part: number, name: string])[];
  /** Triangles in addition to those of hidden parts; `null` for none. */
  readonly triangles: IndexSet | null;
}
