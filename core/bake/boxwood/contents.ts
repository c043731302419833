import type { Finding } from '../../finding.ts';
import type { IgnoredFinding } from '../../ignored-finding.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** The file that a bake was made of. */
export interface BakeSource {
  /** Name without a folder. */
  readonly file: string;
  /** What the import called it: `binary STL`, `glTF 2.0, GLB`. */
  readonly dialect: string;
  /** Of the opened file alone, without side files. */
  readonly byteLength: number;
  /** SHA-256 of those bytes, 64 hexadecimal digits in lower case; `null` where the host had no hash. */
  readonly sha256: string | null;
}

/** What a `.boxwood` file holds. */
export interface BoxwoodContents {
  readonly mesh: TriangleMesh;
  /** Each the bytes of one tree as `core/tree/layout.ts` has them, its build options included. */
  readonly trees: readonly Uint8Array[];
  readonly source: BakeSource | null;
  /** What the coordinates mean, as the source or a person said. */
  readonly space: SourceSpace;
  /** What the import of the source found. */
  readonly findings: readonly Finding[];
  /** What a person lets be of those, and of what the checks find. */
  readonly ignored: readonly IgnoredFinding[];
}
