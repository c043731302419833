import type { BuildOptions, ImportOptions } from '#core/options';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { DocumentId, DocumentSummary, Phase } from '#host-api';
import type { DiskWatch } from './disk-watch.ts';
import type { FileSource } from './file-source.ts';
import type { OpenedSet } from './opened-set.ts';
import type { RepairedCopy } from './repaired-mesh.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The files of a document, how it is opened, and the functions that hear of its changes. */
export interface OpenDocumentOptions {
  readonly id: DocumentId;
  readonly source: FileSource;
  /** Name of the document; `null` for that of its file. A repaired copy in a project is stored as another format. */
  readonly name: string | null;
  /** Files that were opened together; side files are searched here first. */
  readonly set: OpenedSet;
  readonly options: ImportOptions;
  /** Options of the first tree. */
  readonly firstTree: BuildOptions;
  /** See `DocumentSummary.replaces`. */
  readonly replaces: DocumentId | null;
  /** A repaired mesh, which is not read from `source`; `null` for a file. */
  readonly copy: RepairedCopy | null;
  readonly pool: WorkerPool;
  readonly watch: DiskWatch;
  readonly maxBytes: number;
  /** Called with each new summary, until `dispose`. */
  readonly onChange: (summary: DocumentSummary) => void;
  /** Called with the progress of a phase, from 0 to 1. */
  readonly onProgress: (phase: Phase, progress: number) => void;
  /** The ignored findings of a project; a baked file with a list of its own has priority. */
  readonly ignored: readonly IgnoredFinding[];
  /** Called once the mesh is imported, with the files that were read, the mesh first. */
  readonly onImported: (origin: DocumentOrigin, files: readonly FileSource[]) => void;
  /** Called if the file is not a mesh but a side file of another document: it is not a document itself. */
  readonly onSideFile: () => void;
}

/** What opens the mesh of a document again. */
export interface DocumentOrigin {
  /** `copy`: a repaired mesh, which no file has. */
  readonly kind: 'disk' | 'posted' | 'copy';
  /** Hash of the mesh file; `null` if it is unknown. */
  readonly sha256: string | null;
  /** The files that were read, the mesh first: absolute paths, or those of the posted files. */
  readonly paths: readonly string[];
  readonly importing: ImportOptions;
}

/** The files and import options of a document. */
export type OpenedFiles = Pick<OpenDocumentOptions, 'source' | 'set' | 'options'>;
