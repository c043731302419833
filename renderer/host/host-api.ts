/**
 * What the interface needs of its host, typed once: the same words go over Electron's IPC and over a WebSocket.
 *
 * Control travels as the small messages below. Data does not: meshes and trees are fetched as bytes from `bytesPath`
 * (`app://boxwood/…` in Electron, HTTP in the browser shell) and viewed in place by `openMeshBytes` and `openTree`.
 */
import type { BakeFormatName } from '#core/bake/bake-formats';
import type { BakeNote } from '#core/bake/bake-note';
import type { BakeSource } from '#core/bake/boxwood/contents';
import type { InspectorErrorData } from '#core/error';
import type { Finding } from '#core/finding';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { ApartCollider, SceneChoice } from '#core/import/importer';
import type { OpenedFormat } from '#core/job/job';
import type { SourceSpace } from '#core/mesh/source-space';
import type { BuildOptions } from '#core/options/build-options';
import type { ImportOptions } from '#core/options/import-options';
import type { SpaceOptions } from '#core/options/space-options';
import type { TreeStatistics } from '#core/tree/statistics';

export type DocumentId = number;
export type TreeId = number;
/** Stands for a file that a person chose. Made by the host; a page can never name a path. */
export type FileToken = string;

/** What happens to a document, in this order; a rebuild goes back to `building`. */
/** What of a document is to be stopped: its bake, or its import and builds. */
export type CancelTarget = 'bake' | 'trees';

export type Phase = 'reading' | 'parsing' | 'building' | 'ready' | 'failed' | 'cancelled';

/** A built tree of a document. Its bytes are at `treePath(document, tree.id)`. */
export interface TreeSummary {
  readonly id: TreeId;
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
  /** Of its build; `null` for a tree that came with a baked file. */
  readonly milliseconds: number | null;
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
  /** The document whose place this one takes when its mesh is there; that one is closed then. */
  readonly replaces: DocumentId | null;
  readonly files: FileState;
  /** Known from the end of `parsing` on. The bytes are at `meshPath(id)`. */
  readonly mesh: MeshSummary | null;
  /** Trees that the host still holds, oldest first. */
  readonly trees: readonly TreeSummary[];
  /** What of its findings a person lets be. The process keeps it, so that every window has it, and a bake takes it along. */
  readonly ignored: readonly IgnoredFinding[];
  /** The bake under way, one at a time; `null` at rest. */
  readonly bake: BakeProgress | null;
  /** Why it is `failed`. A failed rebuild leaves phase `ready` and the older trees, and is reported by the reply to `build`. */
  readonly error: InspectorErrorData | null;
}

/** State of the files that a document was read from. No page gets paths. */
export type FileState =
  /** The page gave the bytes: there is no file that could be read again. */
  | { readonly kind: 'posted' }
  | { readonly kind: 'asRead' }
  /** `file` is the name of the one that changed; `change` is higher for a later change. */
  | { readonly kind: 'changed'; readonly file: string; readonly change: number }
  /** One of them is not there any more. */
  | { readonly kind: 'missing'; readonly file: string };

export interface BakeProgress {
  readonly step: 'baking' | 'verifying';
  /** Finished fraction of the step, 0..1. */
  readonly fraction: number;
}

/** A bake that was read back with its real reader and compared with the mesh. */
export interface BakedFile {
  /** Where the bytes can be fetched, for a while, as a file to be saved. */
  readonly path: string;
  readonly name: string;
  readonly byteLength: number;
  /** What the format changed or could not keep. */
  readonly notes: readonly BakeNote[];
  /** Rays that were compared with testing every triangle. */
  readonly queries: number;
}

export interface MeshSummary {
  readonly format: OpenedFormat;
  readonly dialect: string;
  /** What was read: for a baked file, what that was made of. */
  readonly source: BakeSource;
  readonly units: string | null;
  readonly space: SourceSpace;
  /** `null` where the file has no scenes. */
  readonly scenes: SceneChoice | null;
  /** What of the file was read. */
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
  /** One of the generated meshes that come with the product. */
  openSample: { request: { readonly name: string }; reply: { readonly documents: readonly DocumentId[] } };
  samples: { request: Record<string, never>; reply: { readonly samples: readonly SampleSummary[] } };
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
  /** Bakes a mesh with these of its trees, the most wanted one first; formats without a tree take none. */
  bake: {
    request: {
      readonly document: DocumentId;
      readonly format: BakeFormatName;
      readonly trees: readonly TreeId[];
      /** What a person chose that the numbers mean. */
      readonly meaning: SpaceOptions;
    };
    reply: { readonly file: BakedFile };
  };
  /** Which findings are ignored from now on. */
  ignore: { request: { readonly document: DocumentId; readonly ignored: readonly IgnoredFinding[] }; reply: Record<string, never> };
  /** Stops what runs for the document: an import becomes `cancelled`, builds or the bake are refused with code `cancelled`. */
  cancel: { request: { readonly document: DocumentId; readonly what: CancelTarget }; reply: Record<string, never> };
  /** Forgets a document, also one that failed. */
  close: { request: { readonly document: DocumentId }; reply: Record<string, never> };
}

export interface SampleSummary {
  readonly name: string;
  readonly title: string;
  readonly triangles: number;
}

export type RequestName = keyof HostRequests;
export type RequestOf<Name extends RequestName> = HostRequests[Name]['request'];
export type ReplyOf<Name extends RequestName> = HostRequests[Name]['reply'];

/** What the host reports without a request, in the order in which it happened. */
export type HostEvent =
  | { readonly kind: 'documentChanged'; readonly document: DocumentSummary }
  /** Within a phase: nothing else of the document has changed. */
  | { readonly kind: 'documentProgress'; readonly document: DocumentId; readonly phase: Phase; readonly progress: number }
  | { readonly kind: 'documentClosed'; readonly document: DocumentId };

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

export function treePath(document: DocumentId, tree: TreeId): string {
  return `/documents/${document}/trees/${tree}`;
}

export function bakePath(token: string): string {
  return `/bakes/${token}`;
}

/** A file that a person dropped or chose. */
export interface OfferedFile {
  readonly file: File;
  /** Where it lies inside what was dropped, with forward slashes; its name alone where that was the file. */
  readonly path: string;
}

/**
 * Whether the host can be reached. `opening`: nothing is known yet. `lost`: it does not reply, and is tried again.
 * `restarted`: it replies, but is another process than the one whose key this page has.
 */
export type Connection = 'opening' | 'open' | 'lost' | 'restarted';

/** What the renderer's two hosts (`electron-host.ts`, `browser-host.ts`) both are. */
export interface Host {
  readonly shell: 'electron' | 'browser';
  /** @throws InspectorError as the host refuses, or `worker-lost` when the connection is gone. */
  request<Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>>;
  /** Listens to events; returns the function that stops listening. */
  onEvent(listener: (event: HostEvent) => void): () => void;
  /** Reports whether the host can be reached, at once and at each change. */
  onConnection(listener: (connection: Connection) => void): () => void;
  /** Bytes of `meshPath` or `treePath`, in shared memory where the page may have it. @throws InspectorError. */
  fetchBytes(path: string): Promise<ArrayBuffer | SharedArrayBuffer>;
  /** Saves the bytes of a path as a file, where the person or the browser's settings say. */
  saveFile(path: string, name: string): void;
  /** The notes that the page wrote before it was reloaded; documents outlive the page. `null` for none. */
  readNotes(): string | null;
  /** Writes that down, in the place of what was there, for as long as the tab or window lives. */
  writeNotes(text: string): void;
  /** Makes a token for each file that a person dropped or chose; posts the bytes where the host cannot see the disk. */
  offerFiles(files: readonly OfferedFile[], progress: (fraction: number) => void): Promise<readonly FileToken[]>;
}

/** What the preload script puts at `window.boxwood` in Electron. */
export interface ElectronBridge {
  request(message: RequestMessage): Promise<ServerMessage>;
  onEvent(listener: (event: HostEvent) => void): () => void;
  /** The only way from a dropped file to the disk: the path never reaches the page. */
  tokenForFile(file: unknown): Promise<FileToken>;
}
