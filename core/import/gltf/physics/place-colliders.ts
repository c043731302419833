import type { ColliderRole } from '../../../mesh/collider-role.ts';
import type { ApartCollider } from '../../importer.ts';
import type { PlacedMesh } from '../../scene/place-meshes.ts';
import type { ReadPrimitive } from '../read-mesh.ts';
import type { MeshInstance, SceneNode } from '../scene-instances.ts';
import { collidedNodes } from './collided-nodes.ts';
import type { GltfDocument } from '../document.ts';
import { materialName } from '../flatten-scene.ts';
import type { FoundCollider } from './find-colliders.ts';
import { tessellate } from '../../../mesh/tessellate-shape.ts';
import { roleByExtras } from './role-by-extras.ts';

/** Colliders of an extension, sorted by whether the scene already shows the same mesh at the same node. */
export interface SortedColliders {
  /** Roles of nodes whose own mesh is their collider. */
  readonly shown: ReadonlyMap<number, ColliderRole>;
  /** Colliders that only the extension refers to. */
  readonly apart: readonly PlacedCollider[];
  /** Nodes whose mesh a collider represents, whether or not the collider is part of the mesh. */
  readonly collided: ReadonlySet<number>;
}

/** A collider with the name of the rendered node that it represents; `null` if unknown. */
export interface PlacedCollider extends FoundCollider {
  readonly of: string | null;
}

/**
 * Sorts the colliders of a scene by whether it shows them already.
 * @param nodes of the scene, depth first.
 */
export function sortColliders(
  document: GltfDocument,
  nodes: readonly SceneNode[],
  instances: readonly MeshInstance[],
  colliders: readonly FoundCollider[],
): SortedColliders {
  const meshAt = new Map(instances.map((instance) => [instance.node, instance]));
  const shown = new Map<number, ColliderRole>();
  for (const { node } of instances) {
    const role = roleByExtras(document.nodes?.[node]?.extras);
    if (role !== null) shown.set(node, role);
  }
  const own = [...shown.keys()].map((node) => ({ node, isOwnMesh: true, shape: null }));
  // Triggers do not collide.
  const solid = colliders.filter(({ isTrigger }) => !isTrigger);
  const collided = collidedNodes(document, nodes, instances, [
    ...own,
    ...solid.map(({ node, geometry, worldFromShape }) => ({
      node,
      isOwnMesh: false,
      shape: 'mesh' in geometry ? { mesh: geometry.mesh, worldFromShape } : null,
    })),
  ]);
  own.forEach(({ node }, i) => shown.set(node, { ...shown.get(node)!, of: collided.names[i] ?? null }));
  const names = new Map(solid.map((collider, i) => [collider, collided.names[own.length + i] ?? null]));
  const apart: PlacedCollider[] = [];
  for (const found of colliders) {
    const collider: PlacedCollider = { ...found, of: names.get(found) ?? null };
    const instance = meshAt.get(collider.node);
    const isShown =
      instance !== undefined &&
      'mesh' in collider.geometry &&
      collider.geometry.mesh === instance.mesh &&
      collider.worldFromShape === instance.worldFromNode;
    if (isShown) shown.set(collider.node, { ...roleOf(collider), isRendered: true, of: null });
    else apart.push(collider);
  }
  return { shown, apart, collided: collided.nodes };
}

/** Returns meshes and tessellated shapes as parts of the scene, each named after its node. */
export function placeColliders(
  document: GltfDocument,
  colliders: readonly PlacedCollider[],
  meshes: ReadonlyMap<number, readonly (ReadPrimitive | null)[]>,
): readonly PlacedMesh[] {
  return colliders.flatMap((collider) => {
    const { name, worldFromShape: worldFromPart, geometry } = collider;
    const role = roleOf(collider);
    if ('exact' in geometry) return [{ name, ...tessellate(geometry.exact), worldFromPart, role }];
    const primitives = meshes.get(geometry.mesh) ?? [];
    return primitives.flatMap((primitive, i) =>
      primitive === null
        ? []
        : [
            {
              name: primitives.length > 1 ? `${name}/${i}` : name,
              ...primitive,
              worldFromPart,
              role,
              material: materialName(document, geometry.mesh, i),
            },
          ],
    );
  });
}

/**
 * Returns the records of colliders that are not part of the mesh. `trianglesOf` returns the triangle count of a mesh of
 * the document.
 */
export function apartColliders(colliders: readonly FoundCollider[], trianglesOf: (mesh: number) => number): readonly ApartCollider[] {
  return colliders.map(({ name, shape, isTrigger, physics, worldFromShape, geometry, pointer }) => {
    const [exact, triangles] = 'exact' in geometry ? [geometry.exact, 0] : [null, trianglesOf(geometry.mesh)];
    return { name, shape, isTrigger, exact, triangles, worldFromShape, pointer, ...(physics !== undefined && { physics }) };
  });
}

function roleOf({ shape, isTrigger, of, physics, geometry }: PlacedCollider): ColliderRole {
  return {
    shape,
    isRendered: false,
    isTrigger,
    of,
    from: 'extension',
    exact: 'exact' in geometry ? geometry.exact : null,
    ...(physics !== undefined && { physics }),
  };
}
