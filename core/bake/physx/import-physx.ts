import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { inSourceOrder, sourceRanks } from '../source-order.ts';
import { physxVersion } from './layout.ts';
import { readPhysx } from './read-physx.ts';

/**
 * Opens a cooked PhysX mesh as a document, with its triangles in source order if the file names it. Triangles that the cooking left out are
 * missing, so later ones have smaller numbers. Its tree stays with PhysX: the document gets one of its own.
 * @throws InspectorError as `readPhysx`.
 */
export function importPhysx(bytes: Uint8Array): ImportedBake {
  const { positions, index, sourceTriangles } = readPhysx(bytes);
  const indices = sourceTriangles === null ? index : inSourceOrder(index, sourceRanks(sourceTriangles));
  const parts = [{ name: 'PhysX mesh', firstTriangle: 0, triangleCount: index.length / 3, worldFromPart: null }];
  const mesh: TriangleMesh = { positions: Float64Array.from(positions), indices, parts };
  return engineBake('physx', `PhysX cooked mesh ${physxVersion}`, mesh);
}
