import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meshOfReadShapes } from '../bodies/mesh-of-read-shapes.ts';
import { importBullet } from '../bullet/import-bullet.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { hasBulletShapes, readBulletShapes } from './read-bullet-shapes.ts';

/** Opens a `.bullet` file with shapes of any kind as a document, a part each. @throws InspectorError as `readBulletShapes`. */
export function importBulletShapes(bytes: Uint8Array): ImportedBake {
  return engineBake('bullet-shapes', 'Bullet 3 shapes', bulletShapesMesh(bytes));
}

/** Returns the triangles of all shapes; primitives are tessellated. @throws InspectorError as `readBulletShapes`. */
export function bulletShapesMesh(bytes: Uint8Array): TriangleMesh {
  return meshOfReadShapes(readBulletShapes(bytes));
}

/** Opens any `.bullet` file: one with nothing but triangle meshes keeps their trees. @throws InspectorError as the readers. */
export function importAnyBullet(bytes: Uint8Array): ImportedBake {
  return hasBulletShapes(bytes) ? importBulletShapes(bytes) : importBullet(bytes);
}
