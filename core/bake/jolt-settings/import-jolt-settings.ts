import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { readJoltSettings } from './read-jolt-settings.ts';

/** Opens the `MeshShapeSettings` of an object stream as a document. @throws InspectorError as `readJoltSettings`. */
export function importJoltSettings(bytes: Uint8Array): ImportedBake {
  const { positions, index } = readJoltSettings(bytes);
  const parts = [{ name: 'Jolt mesh settings', firstTriangle: 0, triangleCount: index.length / 3, worldFromPart: null }];
  return engineBake('jolt-settings', 'Jolt object stream 1.00', { positions: Float64Array.from(positions), indices: index, parts });
}
