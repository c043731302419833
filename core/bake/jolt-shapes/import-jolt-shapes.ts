import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meshOfReadShapes } from '../bodies/mesh-of-read-shapes.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { importJoltSettings } from '../jolt-settings/import-jolt-settings.ts';
import { hasJoltShapes, readJoltShapes } from './read-jolt-shapes.ts';

/** Opens an object stream of Jolt with shapes of any kind as a document, a part each. @throws InspectorError as `readJoltShapes`. */
export function importJoltShapes(bytes: Uint8Array): ImportedBake {
  return engineBake('jolt-shapes', 'Jolt shapes, text 1.00', joltShapesMesh(bytes));
}

/** Returns the triangles of all shapes; primitives are tessellated. @throws InspectorError as `readJoltShapes`. */
export function joltShapesMesh(bytes: Uint8Array): TriangleMesh {
  return meshOfReadShapes(readJoltShapes(bytes));
}

/** Opens any object stream of Jolt. @throws InspectorError as the readers. */
export function importAnyJoltStream(bytes: Uint8Array): ImportedBake {
  return hasJoltShapes(bytes) ? importJoltShapes(bytes) : importJoltSettings(bytes);
}
