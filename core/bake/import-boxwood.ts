import type { IgnoredFinding } from '../ignored-finding.ts';
import { unitName } from '../mesh/source-space.ts';
import type { ImportedMesh } from '../import/importer.ts';
import type { Progress } from '../progress.ts';
import type { BakedFormatName } from './baked-format.ts';
import type { BakeSource } from './boxwood/contents.ts';
import { boxwoodVersion } from './boxwood/layout.ts';
import { readBoxwoodFile } from './boxwood/read-boxwood.ts';

/** An opened baked file: the result of an import, with the trees of the file that need no build. */
export interface ImportedBake extends Omit<ImportedMesh, 'format'> {
  readonly format: BakedFormatName;
  /** Checked against the mesh, each in its own buffer; see `openTree`. */
  readonly trees: readonly ArrayBuffer[];
  readonly source: BakeSource | null;
  /** The findings that were ignored when the file was baked. */
  readonly ignored: readonly IgnoredFinding[];
}

/** Opens a baked file as a document. Its findings are those of the source at the time of the bake. @throws as `readBoxwoodFile`. */
export function importBoxwood(bytes: Uint8Array, progress: Progress): ImportedBake {
  const { mesh, trees, source, space, findings, ignored } = readBoxwoodFile(bytes, progress);
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
