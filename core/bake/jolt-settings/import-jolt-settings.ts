import { unknownSpace } from '../../mesh/source-space.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { readJoltSettings } from './read-jolt-settings.ts';

/** Opens the `MeshShapeSettings` of an object stream as a document. @throws InspectorError as `readJoltSettings`. */
export function importJoltSettings(bytes: Uint8Array): ImportedBake {
  const { positions, index } = readJoltSettings(bytes);
  const parts = [{ name: 'Jolt mesh settings', firstTriangle: 0, triangleCount: index.length / 3, worldFromPart: null }];
  return {
    format: 'jolt-settings',
    dialect: 'Jolt object stream 1.00',
    mesh: { positions: Float64Array.from(positions), indices: index, parts },
    trees: [],
    source: null,
    units: null,
    space: unknownSpace,
    findings: [],
    ignored: [],
  };
}
