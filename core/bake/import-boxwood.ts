import type { IgnoredFinding } from '../ignored-finding.ts';
import { unitName } from '../mesh/source-space.ts';
import type { ImportedMesh } from '../import/importer.ts';
import type { Progress } from '../progress.ts';
import type { BakeSource } from './boxwood/contents.ts';
import { boxwoodVersion } from './boxwood/layout.ts';
import { readBoxwood } from './boxwood/read-boxwood.ts';

/** What opening a baked file gives: all that an import gives, and the trees that need not be built again. */
export interface ImportedBake extends Omit<ImportedMesh, 'format'> {
  readonly format: 'boxwood' | 'three-mesh-bvh';
  /** Proven against the mesh, each in a buffer of its own; `openTree` reads it. */
  readonly trees: readonly ArrayBuffer[];
  readonly source: BakeSource | null;
  /** What a person had let be when it was baked. */
  readonly ignored: readonly IgnoredFinding[];
}

/** Opens a baked file as a document. The findings are those of the source, as they were when it was baked. @throws as `readBoxwood`. */
export function importBoxwood(bytes: Uint8Array, progress: Progress): ImportedBake {
  const { mesh, trees, source, space, findings, ignored } = readBoxwood(bytes, progress);
  const from = source === null ? '' : `, from ${source.dialect}`;
  return {
    format: 'boxwood',
    dialect: `Boxwood ${boxwoodVersion}${from}`,
    mesh,
    trees: trees.map((tree) => tree.buffer),
    source,
    units: unitName(space.metresPerUnit),
    space,
    findings,
    ignored,
  };
}
