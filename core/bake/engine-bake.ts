import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { unknownSpace } from '../mesh/source-space.ts';
import type { ImportedBake } from './import-boxwood.ts';

/** Returns the opened file of an engine: its mesh, and nothing that such formats do not keep. @param trees those that the document takes over. */
export function engineBake(
  format: ImportedBake['format'],
  dialect: string,
  mesh: TriangleMesh,
  trees: readonly ArrayBuffer[] = [],
): ImportedBake {
  return { format, dialect, mesh, trees, source: null, units: null, space: unknownSpace, findings: [], ignored: [] };
}
