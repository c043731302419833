import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meshOfReadShapes, roleInFile } from '../bodies/mesh-of-read-shapes.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { convexVersion } from './layout.ts';
import { readPhysxConvex } from './read-physx-convex.ts';

/** Opens cooked convex meshes of PhysX as a document, a hull each. @throws InspectorError as `readPhysxConvex`. */
export function importPhysxConvex(bytes: Uint8Array): ImportedBake {
  return engineBake('physx-convex', `PhysX cooked convex meshes ${convexVersion}`, physxConvexMesh(bytes));
}

/** Returns the hulls as one mesh. @throws InspectorError as `readPhysxConvex`. */
export function physxConvexMesh(bytes: Uint8Array): TriangleMesh {
  const role = roleInFile('hull', null);
  return meshOfReadShapes(
    readPhysxConvex(bytes).hulls.map((surface, i) => ({
      name: `Hull ${i + 1}`,
      role,
      translation: [0, 0, 0],
      rotation: [0, 0, 0, 1],
      surface,
    })),
  );
}
