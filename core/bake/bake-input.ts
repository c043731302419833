import type { Finding } from '../finding.ts';
import type { IgnoredFinding } from '../ignored-finding.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from '../tree/layout.ts';
import type { BakeNote } from './bake-note.ts';
import type { BakeSource } from './boxwood/contents.ts';

/** What can be baked: an open mesh with its trees, and what is known of its source. */
export interface BakeInput {
  readonly mesh: TriangleMesh;
  /** Sound trees of this mesh; formats without a tree pass over them. */
  readonly trees: readonly Tree[];
  readonly source: BakeSource | null;
  readonly space: SourceSpace;
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
}

export interface Baked {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notes: readonly BakeNote[];
}
