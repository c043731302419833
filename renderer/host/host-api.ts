/**
 * What the interface needs of its host, typed once: the same words go over Electron's IPC and over a WebSocket. These are small messages.
 * Meshes and trees are fetched as bytes from `bytesPath` (`app://boxwood/…` in Electron, HTTP in the browser shell) and viewed in place.
 */
import type { BakeFormatName, BakeNote, BakeSource, TriangleRuns } from '#core/bake';
import type { ApartCollider, SceneChoice } from '#core/import';
import type { GivenRepairs, RepairName } from '#core/health';
import type { ColliderRegions, ColliderWork, CompareCollidersJobResult, MadeCollider, OpenedFormat, RepairReport } from '#core/job';
import type { SourceSpace } from '#core/mesh';
import type { BuildOptions, DecomposeOptions, ExportOptions, HealthOptions, ImportOptions, SpaceOptions } from '#core/options';
import type { TreeStatistics } from '#core/tree';
import type { InspectorErrorData } from '#core/error';
import type { Finding } from '#core/finding';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { OpenedScene } from './scene-api.ts';
import type { KeptSession, MissingMesh, ProjectFileToken, ProjectId, ReadProject, RecentFile, SavedProject } from './project-api.ts';

export { projectExtension } from './project-api.ts';
export { isScenePath, type OpenedScene, sceneArchiveExtension, sceneExtension } from './scene-api.ts';
export type { KeptSession, MissingMesh, ProjectFileToken, ProjectId, ReadProject, RecentFile, SavedProject };

export type DocumentId = number;
export type TreeId = number;
/** Token for a file that the user chose. The host creates it; a page never names a path. */
export type FileToken = string;

/** The job of a document to cancel: its bake, its repair, its collider, or its import and builds. */
export type CancelTarget = 'bake' | 'collider' | 'repair' | 'trees';

/** Phases of a document, in this order; a rebuild returns to `building`. */
export type Phase = 'reading' | 'parsing' | 'building' | 'ready' | 'failed' | 'cancelled';

/** A built tree of a document. Its bytes are at `treePath(document, tree.id)`. */
export interface TreeSummary {
  readonly id: TreeId;
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
  /** Of its build; `null` for a tree that came with a baked file. */
  readonly milliseconds: number | null;
  /** Whether that time may include the compilation of the builder: the first build of its sort in its thread. */
  readonly isFirstRun?: boolean;
}

/** One opened asset: a file with its side files. All its meshes are parts of one triangle mesh. */
export interface DocumentSummary {
  readonly id: DocumentId;
  /** File name without its folder. */
  readonly name: string;
  readonly byteLength: number;
  readonly phase: Phase;
  /** Finished fraction of the phase, 0..1. */
  readonly progress: number;
  /** The document that this one replaces once its mesh is loaded; the replaced one is then closed. */
  readonly replaces: DocumentId | null;
  readonly files: FileState;
  /** Known after `parsing`. The bytes are at `meshPath(id)`. */
  readonly mesh: MeshSummary | null;
  /** Trees that the host still holds, oldest first. */
  readonly trees: readonly TreeSummary[];
  /** The ignored findings. The process keeps them for all windows, and a bake includes them. */
  readonly ignored: readonly IgnoredFinding[];
  /** The running bake, one at a time; `null` for none. */
  readonly bake: BakeProgress | null;
  /** Finished fraction of the running repair, 0..1, one at a time; `null` for none. */
  readonly repair: number | null;
  /** The document of which this is a repaired copy; `null` for a file. It may be closed. */
  readonly repairOf: DocumentId | null;
  /** Finished fraction of the collider that is being made, or of their comparison, 0..1; `null` or left out for none. */
  readonly collider?: number | null;
  /** The document of which this is a collider; left out for a file. It may be closed. */
  readonly colliderOf?: DocumentId;
  /** The collider that was edited to make this one; left out for a document that no edit has made. It may be closed. */
  readonly editOf?: DocumentId;
  /** Why it is `failed`. A failed rebuild leaves phase `ready` and the older trees, and is reported by the reply to `build`. */
  readonly error: InspectorErrorData | null;
}

/** State of the files that a document was read from. No page gets paths. */
export type FileState =
  /** The page sent the bytes: there is no file to read again. */
  | { readonly kind: 'posted' }
  | { readonly kind: 'asRead' }
  /** `file` is the name of the changed file; `change` increases with each change. */
  | { readonly kind: 'changed'; readonly file: string; readonly change: number }
  /** One of the files is missing. */
  | { readonly kind: 'missing'; readonly file: string };

export interface BakeProgress {
  readonly step: 'converting' | 'building' | 'baking' | 'verifying';
  /** Finished fraction of the step, 0..1. */
  readonly fraction: number;
}

/** What an export changes. */
export interface ExportChoice {
  /** Name of the file; the extension of the format is added where it is missing. */
  readonly name: string;
  /** With the values of the preset; see `withPreset`. */
  readonly options: ExportOptions;
  /** The triangles to write; `null` for all. */
  readonly runs: TriangleRuns | null;
}

/** A bake that was read back with its real reader and compared with the mesh. */
export interface BakedFile {
  /** Temporary path of the bytes, to save as a file. */
  readonly path: string;
  readonly name: string;
  readonly byteLength: number;
  /** Data that the format changed or could not store. */
  readonly notes: readonly BakeNote[];
  /** Number of rays that were compared with brute force. */
  readonly queries: number;
}

export interface MeshSummary {
  readonly format: OpenedFormat;
  readonly dialect: string;
  /** The source: for a baked file the source of the bake. */
  readonly source: BakeSource;
  /** Hash of the side files that were read, as buffers of glTF; `null` without side files, or if it is unknown. */
  readonly sideSha256: string | null;
  readonly units: string | null;
  readonly space: SourceSpace;
  /** `null` where the file has no scenes. */
  readonly scenes: SceneChoice | null;
  /** The imported part of the file. */
  readonly importing: ImportOptions;
  /** Colliders that the file names and that are not part of the mesh. */
  readonly colliders: readonly ApartCollider[];
  readonly triangles: number;
  readonly vertices: number;
  readonly byteLength: number;
  readonly findings: readonly Finding[];
  readonly readMilliseconds: number;
  readonly parseMilliseconds: number;
}

/** Requests by name, with their parameters and replies. A refused request returns `InspectorErrorData`. */
export interface HostRequests {
  /** The documents that are open now; events report later changes. */
  list: { request: Record<string, never>; reply: { readonly documents: readonly DocumentSummary[] } };
  /**
   * Opens files. Those of a set that are not a mesh by their extension (`.bin`, `.mtl`, pictures) serve as side files of the others.
   * Of a folder only those with the extension of a readable format are opened. Replies as soon as the documents exist;
   * events report their progress.
   */
  open: {
    request: { readonly files: readonly FileToken[]; readonly fromFolder?: boolean };
    reply: { readonly documents: readonly DocumentId[] };
  };
  /** Opens a sample. One that is a scene opens its meshes, which are not listed in `documents`. */
  openSample: {
    request: { readonly name: string };
    reply: { readonly documents: readonly DocumentId[]; readonly scene: OpenedScene | null };
  };
  samples: { request: Record<string, never>; reply: { readonly samples: readonly SampleSummary[] } };
  about: { request: Record<string, never>; reply: AboutHost };
  /**
   * Reads the files of a document again, with the same scene, and builds a tree with these options. The new document takes the
   * place of the old one, which is closed as soon as the other has its mesh; the reply comes then. Where the reading
   * fails or is cancelled the request is refused, the new document is closed, and the old one stays.
   */
  reload: { request: { readonly document: DocumentId; readonly options: BuildOptions }; reply: { readonly document: DocumentId } };
  /** As `reload`, with another of the file's scenes. */
  chooseScene: {
    request: { readonly document: DocumentId; readonly scene: number; readonly options: BuildOptions };
    reply: { readonly document: DocumentId };
  };
  /** As `reload`, with other choices of what is read. */
  importAgain: {
    request: { readonly document: DocumentId; readonly importing: ImportOptions; readonly options: BuildOptions };
    reply: { readonly document: DocumentId };
  };
  /** Builds a tree, or returns one at once that the host still holds for the same options. */
  build: {
    request: { readonly document: DocumentId; readonly options: BuildOptions };
    reply: { readonly tree: TreeSummary };
  };
  /** Bakes a mesh with these of its trees, the preferred one first. Formats without trees ignore them. */
  bake: {
    request: {
      readonly document: DocumentId;
      readonly format: BakeFormatName;
      readonly trees: readonly TreeId[];
      /** The meaning of coordinates that the user has set. */
      readonly meaning: SpaceOptions;
      /** Left out for the mesh as it is. */
      readonly exporting?: ExportChoice;
    };
    reply: { readonly file: BakedFile };
  };
  /**
   * Repairs the mesh of a document, with checks before and after. With `keep` the repaired mesh becomes a document of its own, which is
   * open when the reply comes. A repair with the same options as the last one does not run again.
   */
  repair: {
    request: { readonly document: DocumentId; readonly options: GivenRepairs; readonly health: HealthOptions; readonly keep: boolean };
    reply: { readonly report: RepairReport; readonly document: DocumentId | null };
  };
  /**
   * Makes a collider of a mesh, or edits one (`collider`), and compares it with the mesh. A running one is cancelled. With `keep` the result
   * becomes a document of its own, which is open when the reply comes. The same work as the last one does not run again.
   */
  makeCollider: {
    request: { readonly document: DocumentId; readonly collider: DocumentId | null; readonly work: ColliderWork; readonly keep: boolean };
    reply: { readonly made: MadeCollider; readonly document: DocumentId | null };
  };
  /** Finds where a collider is far from a mesh. A running job about colliders of the mesh is cancelled. */
  colliderRegions: { request: { readonly document: DocumentId; readonly collider: DocumentId }; reply: ColliderRegions };
  /** Makes colliders by every method, and compares them. The host keeps their meshes until the next comparison of this document. */
  compareColliders: { request: { readonly document: DocumentId; readonly options: DecomposeOptions }; reply: ColliderComparison };
  /** Opens a collider of the last comparison as a document. */
  keepCollider: { request: { readonly document: DocumentId; readonly row: string }; reply: { readonly document: DocumentId } };
  /** Which findings are ignored from now on. */
  ignore: { request: { readonly document: DocumentId; readonly ignored: readonly IgnoredFinding[] }; reply: Record<string, never> };
  /** Stops what runs for the document: an import becomes `cancelled`, builds or the bake are refused with code `cancelled`. */
  cancel: { request: { readonly document: DocumentId; readonly what: CancelTarget }; reply: Record<string, never> };
  /** Offers a text of the page as a file; see `Host.offerText`. */
  offerText: { request: { readonly name: string; readonly text: string }; reply: { readonly token: FileToken } };
  /**
   * Saves the session of the page, a JSON text with its `documents`, as a project. Without a file the host lets the user choose one, or
   * returns a temporary path of the bytes. `saved` is `null` if the user cancels.
   */
  saveProject: {
    request: { readonly session: FileToken; readonly name: string; readonly fileToken: ProjectFileToken | null; readonly embed: boolean };
    reply: { readonly saved: SavedProject | null };
  };
  /** Cancels a running `saveProject` or `readProject` by its session, or by the first of its files: it is refused with code `cancelled`. */
  cancelProject: { request: { readonly task: FileToken }; reply: Record<string, never> };
  /** Reads the project among the files; the others may be its meshes. */
  readProject: { request: { readonly files: readonly FileToken[] }; reply: { readonly project: ReadProject } };
  /** Reads the project that the command line or the system named, once; `null` for none. */
  readWaitingProject: { request: Record<string, never>; reply: { readonly project: ReadProject | null } };
  /** Reads the scene of many instances among the files, and opens its meshes; the other files may be these. */
  readScene: { request: { readonly files: readonly FileToken[] }; reply: { readonly scene: OpenedScene } };
  /** Reads the scene that the command line or the system named, once; `null` for none. */
  readWaitingScene: { request: Record<string, never>; reply: { readonly scene: OpenedScene | null } };
  /** Opens the files of a document once more, as a further document. */
  openCopy: { request: { readonly document: DocumentId }; reply: { readonly document: DocumentId } };
  /** Opens the meshes of a project, as far as they are found. */
  openMeshes: { request: { readonly project: ProjectId }; reply: OpenedMeshes };
  /** Opens chosen files as a mesh of a project that was missing. */
  supplyMesh: {
    request: { readonly project: ProjectId; readonly mesh: number; readonly files: readonly FileToken[] };
    reply: { readonly document: DocumentId };
  };
  /** Keeps the session of the page for the next start, with what it `holds`. A session without documents removes the kept one. */
  keepSession: { request: { readonly session: FileToken; readonly holds: readonly string[] }; reply: Record<string, never> };
  /** The sessions that no open page and no other running process keeps, newest first. A reloaded page shows the one of this process. */
  keptSessions: { request: { readonly isReloaded: boolean }; reply: { readonly sessions: readonly KeptSession[] } };
  readSession: { request: { readonly id: string }; reply: { readonly project: ReadProject } };
  forgetSession: { request: { readonly id: string }; reply: Record<string, never> };
  recent: { request: Record<string, never>; reply: { readonly recent: readonly RecentFile[] } };
  openRecent: {
    request: { readonly id: string };
    /** With `scene` only for a scene file. */
    reply: { readonly documents: readonly DocumentId[]; readonly project: ReadProject | null; readonly scene?: OpenedScene };
  };
  /** Removes an entry of the list of recent files, or all for `null`. */
  forgetRecent: { request: { readonly id: string | null }; reply: Record<string, never> };
  /** Forgets a document, also one that failed. */
  close: { request: { readonly document: DocumentId }; reply: Record<string, never> };
}

/** The colliders of every method, without their meshes. */
export type ColliderComparison = Pick<CompareCollidersJobResult, 'colliders' | 'skipped' | 'openEdges' | 'volume' | 'milliseconds'>;
/** The running program. */
export interface AboutHost {
  /** Of Boxwood. */
  readonly version: string;
  /** Version of Electron; `null` in the browser shell. */
  readonly electron: string | null;
  readonly node: string;
}

export interface OpenedMeshes {
  /** For each document of the session the open one; `null` if it is missing. */
  readonly documents: readonly (DocumentId | null)[];
  readonly missing: readonly MissingMesh[];
}

export interface SampleSummary {
  readonly name: string;
  readonly title: string;
  /** The heading under which it is listed. */
  readonly group: string;
  /** Of a scene those of all instances. */
  readonly triangles: number;
  /** Only of a scene. */
  readonly instances?: number;
  /** For a mesh with one defect. */
  readonly lesson?: SampleLesson;
}

/** What a sample with a defect teaches. */
export interface SampleLesson {
  /** Code of the finding to show. */
  readonly finding: string;
  /** What there is to see, and what to do. */
  readonly text: string;
  /** The repairs that clear the finding; `null` if the mesh has to be edited elsewhere. */
  readonly repairs: readonly RepairName[] | null;
  /** Values other than those that the form of repairs begins with. */
  readonly values?: GivenRepairs;
}

export type RequestName = keyof HostRequests;
export type RequestOf<Name extends RequestName> = HostRequests[Name]['request'];
export type ReplyOf<Name extends RequestName> = HostRequests[Name]['reply'];

/** Events of the host, in order. */
export type HostEvent =
  | { readonly kind: 'documentChanged'; readonly document: DocumentSummary }
  /** Progress within a phase; nothing else has changed. */
  | { readonly kind: 'documentProgress'; readonly document: DocumentId; readonly phase: Phase; readonly progress: number }
  | { readonly kind: 'documentClosed'; readonly document: DocumentId }
  | { readonly kind: 'recentChanged'; readonly recent: readonly RecentFile[] }
  /** Finished fraction of a running `saveProject` or `readProject`; `task` as in `cancelProject`. */
  | { readonly kind: 'projectProgress'; readonly task: FileToken; readonly fraction: number }
  /** A project waits for `readWaitingProject`. */
  | { readonly kind: 'projectWaits' }
  /** A scene waits for `readWaitingScene`. */
  | { readonly kind: 'sceneWaits' };

/** A request on the wire; `id` pairs it with its reply. */
export type RequestMessage = {
  [Name in RequestName]: { readonly id: number; readonly name: Name; readonly request: RequestOf<Name> };
}[RequestName];

export type ServerMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: InspectorErrorData }
  | { readonly kind: 'event'; readonly event: HostEvent };

/** Path of a document's mesh bytes, the same in both shells. */
export function meshPath(document: DocumentId): string {
  return `/documents/${document}/mesh`;
}

/** Path of the mesh of the last preview of a repair, while the host keeps it. */
export function repairedPath(document: DocumentId): string {
  return `/documents/${document}/repaired`;
}

export function treePath(document: DocumentId, tree: TreeId): string {
  return `/documents/${document}/trees/${tree}`;
}

export function bakePath(token: string): string {
  return `/bakes/${token}`;
}

/** A file that the user dropped or chose. */
export interface OfferedFile {
  readonly file: File;
  /** Path relative to the dropped folder, with forward slashes; only the name for a single file. */
  readonly path: string;
}

/**
 * Whether the host can be reached. `opening`: not known yet. `lost`: it does not reply; the page retries.
 * `restarted`: it replies, but its process is not the one that issued the key of this page.
 */
export type Connection = 'opening' | 'open' | 'lost' | 'restarted';

/** The common interface of `electron-host.ts` and `browser-host.ts`. */
export interface Host {
  readonly shell: 'electron' | 'browser';
  /** @throws InspectorError as the host refuses, or `worker-lost` when the connection is gone. */
  request<Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>>;
  /** Listens to events; returns the function that stops listening. */
  onEvent(listener: (event: HostEvent) => void): () => void;
  /** Reports whether the host can be reached, immediately and at each change. */
  onConnection(listener: (connection: Connection) => void): () => void;
  /** Bytes of `meshPath`, `treePath` or `repairedPath`, in shared memory if the page may use it. @throws InspectorError. */
  fetchBytes(path: string): Promise<ArrayBuffer | SharedArrayBuffer>;
  /** Saves the bytes of a path as a file, at a location that the user or the browser settings choose. */
  saveFile(path: string, name: string): void;
  /** Returns the notes that the page wrote before a reload; `null` for none. */
  readNotes(): string | null;
  /** Replaces the notes; they are kept until the tab or window closes. */
  writeNotes(text: string): void;
  /** Creates a token for a text of any length that the page made. */
  offerText(name: string, text: string): Promise<FileToken>;
  /**
   * Creates a token for each dropped or chosen file. Uploads the bytes if the host cannot read the disk; `signal` stops that.
   * @throws InspectorError `cancelled`; what the host refuses.
   */
  offerFiles(files: readonly OfferedFile[], progress: (fraction: number) => void, signal: AbortSignal): Promise<readonly FileToken[]>;
}

/** The object that the preload script sets as `window.boxwood` in Electron. */
export interface ElectronBridge {
  request(message: RequestMessage): Promise<ServerMessage>;
  onEvent(listener: (event: HostEvent) => void): () => void;
  /** The only way from a dropped file to the disk: the path never reaches the page. */
  tokenForFile(file: unknown): Promise<FileToken>;
}
