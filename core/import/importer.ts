import type { Finding } from '../finding.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';

/** What an importer needs of its host. */
export interface ImportContext {
  /** Name of the file, without a folder: for messages, and for the extension where the bytes do not tell the format. */
  readonly fileName: string;
  readonly progress: Progress;
  /**
   * Bytes of a side file by its URI relative to the opened file, decoded (no percent signs).
   * `null` when it was not supplied. The host keeps it inside the opened folder or the dropped set.
   * @throws InspectorError `unsafe-path`, `unreadable`.
   */
  readonly readSideFile: (relativePath: string) => Promise<Uint8Array | null>;
}

export interface ImportedMesh {
  readonly format: FormatName;
  /** The dialect in words a person would use: `binary STL`, `PLY, binary big-endian`, `glTF 2.0, GLB`. */
  readonly dialect: string;
  readonly mesh: TriangleMesh;
  readonly findings: readonly Finding[];
  /** Name of the length unit where the format fixes one (`metre` for glTF), else `null`. */
  readonly units: string | null;
}

export const formatNames = ['obj', 'stl', 'ply', 'off', 'gltf'] as const;
export type FormatName = (typeof formatNames)[number];

/** One format: how it is recognised and how it is read. */
export interface Importer {
  readonly format: FormatName;
  readonly title: string;
  /** Lower case, without a dot. */
  readonly extensions: readonly string[];
  readonly read: (bytes: Uint8Array, context: ImportContext) => Promise<ImportedMesh>;
}
