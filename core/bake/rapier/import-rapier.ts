import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meshOfReadShapes } from '../bodies/mesh-of-read-shapes.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import type { RapierCollider, RapierShape } from './layout.ts';
import { readRapier } from './read-rapier.ts';

/** Opens colliders for Rapier as a document: a part each, with its exact shape. @throws InspectorError as `readRapier`. */
export function importRapier(bytes: Uint8Array): ImportedBake {
  return engineBake('rapier', 'Rapier colliders 1', rapierMesh(bytes));
}

/**
 * Returns the triangles of all colliders; primitives are tessellated.
 * @throws InspectorError as `readRapier`; `too-large` for more primitives than memory holds as triangles.
 */
export function rapierMesh(bytes: Uint8Array): TriangleMesh {
  return meshOfReadShapes(
    readRapier(bytes).map(({ collider, surface }) => {
      const { name, translation, rotation } = collider;
      return { name, role: roleOf(collider), translation, rotation, surface };
    }),
  );
}

function roleOf({ shape, isSensor, friction, restitution }: RapierCollider): ColliderRole {
  const exact = exactOf(shape);
  const material =
    friction === undefined
      ? {}
      : {
          physics: {
            material: {
              staticFriction: friction,
              dynamicFriction: friction,
              restitution: restitution ?? 0,
              frictionCombine: 'average',
              restitutionCombine: 'average',
            },
            filter: null,
          } as const,
        };
  const kind = exact?.kind ?? (shape.kind === 'convexHull' ? 'hull' : 'triangles');
  return { shape: kind, isRendered: false, isTrigger: isSensor, of: null, from: 'extension', exact, ...material };
}

/** Returns the primitive of a collider; `null` for a mesh. */
function exactOf(shape: RapierShape): ExactShape | null {
  switch (shape.kind) {
    case 'cuboid':
      return { kind: 'box', size: [2 * shape.halfExtents[0], 2 * shape.halfExtents[1], 2 * shape.halfExtents[2]] };
    case 'ball':
      return { kind: 'sphere', radius: shape.radius };
    case 'capsule':
    case 'cylinder':
      return { kind: shape.kind, height: 2 * shape.halfHeight, radiusTop: shape.radius, radiusBottom: shape.radius };
    case 'trimesh':
    case 'convexHull':
      return null;
  }
}
