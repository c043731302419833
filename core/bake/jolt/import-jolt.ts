import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { inSourceOrder, sourceRanks } from '../source-order.ts';
import { readJolt } from './read-jolt.ts';

/**
 * Opens the binary state of a Jolt mesh shape as a document. Vertices are as Jolt decodes them, one for each grid point in use. Triangles are in
 * source order if the file is one of ours. Its tree stays with Jolt: the document gets one of its own.
 * @throws InspectorError as `readJolt`.
 */
export function importJolt(bytes: Uint8Array): ImportedBake {
  const { positions, index, sourceTriangles } = readJolt(bytes);
  const indices = sourceTriangles === null ? index : inSourceOrder(index, sourceRanks(sourceTriangles));
  const parts = [{ name: 'Jolt mesh shape', firstTriangle: 0, triangleCount: index.length / 3, worldFromPart: null }];
  const mesh: TriangleMesh = { positions: Float64Array.from(positions), indices, parts };
  return engineBake('jolt', 'Jolt 5.5 mesh shape', mesh);
}
