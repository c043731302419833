import type { Finding } from '../finding.ts';
import type { IgnoredFinding } from '../ignored-finding.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from '../tree/layout.ts';
import type { BakeNote } from './bake-note.ts';
import type { BakeSource } from './boxwood/contents.ts';

/** The input of a bake: a mesh with its trees and facts about its source. */
export interface BakeInput {
  readonly mesh: TriangleMesh;
  /** Valid trees of this mesh; formats without trees ignore them. */
  readonly trees: readonly Tree[];
  readonly source: BakeSource | null;
  readonly space: SourceSpace;
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  /** Name of the file without folder and extension, for formats with side files. */
  readonly stem?: string | undefined;
}

export interface Baked {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notes: readonly BakeNote[];
  /** Files that the format needs next to its own; left out without any. */
  readonly files?: readonly BakeSideFile[];
}

/** A side file of a bake. */
export interface BakeSideFile {
  /** Relative to the folder of the main file, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
