import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meshOfShapesByMatrix } from '../bodies/mesh-of-read-shapes.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { importJolt } from '../jolt/import-jolt.ts';
import { meshShapeType } from '../jolt/layout.ts';
import { readJoltState } from './read-jolt-state.ts';

/** Opens shapes of Jolt in binary form as a document, a part each. @throws InspectorError as `readJoltState`. */
export function importJoltState(bytes: Uint8Array): ImportedBake {
  return engineBake('jolt-state', 'Jolt 5.5 shapes, binary', joltStateMesh(bytes));
}

/** Returns the triangles of all shapes; primitives are tessellated. @throws InspectorError as `readJoltState`. */
export function joltStateMesh(bytes: Uint8Array): TriangleMesh {
  return meshOfShapesByMatrix(readJoltState(bytes));
}

/** Whether a binary file of Jolt has shapes with children: a mesh shape alone starts with its type. */
export function hasJoltState(bytes: Uint8Array): boolean {
  return bytes[0] !== meshShapeType && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0;
}

/** Opens any binary state of Jolt. @throws InspectorError as the readers. */
export function importAnyJoltState(bytes: Uint8Array): ImportedBake {
  return hasJoltState(bytes) ? importJoltState(bytes) : importJolt(bytes);
}
