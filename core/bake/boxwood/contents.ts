import type { Finding } from '../../finding.ts';
import type { IgnoredFinding } from '../../ignored-finding.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** The file that a bake was made of. */
export interface BakeSource {
  /** Name without a folder. */
  readonly file: string;
  /** Name from the import: `binary STL`, `glTF 2.0, GLB`. */
  readonly dialect: string;
  /** Of the opened file alone, without side files. */
  readonly byteLength: number;
  /** SHA-256 of those bytes, 64 hexadecimal digits in lower case; `null` where the host had no hash. */
  readonly sha256: string | null;
}

/** The content of a `.boxwood` file. */
export interface BoxwoodContents {
  readonly mesh: TriangleMesh;
  /** The bytes of each tree in the layout of `core/tree`, with its build options. */
  readonly trees: readonly Uint8Array[];
  readonly source: BakeSource | null;
  /** Unit and axes, as declared by the source or the user. */
  readonly space: SourceSpace;
  /** The findings of the import. */
  readonly findings: readonly Finding[];
  /** The ignored findings of the import and of the health checks. */
  readonly ignored: readonly IgnoredFinding[];
}
