import { cleanName } from '../text/clean-name.ts';
import type { PlacedMesh } from '../scene/place-meshes.ts';
import type { GltfDocument } from './document.ts';
import type { ReadPrimitive } from './read-mesh.ts';
import type { SortedColliders } from './physics/place-colliders.ts';
import type { MeshInstance } from './scene-instances.ts';

/**
 * Returns the parts of a scene: one per node and primitive, in the order of the instances. Primitives of one node with
 * the same positions share the array. Colliders are given by node. `checkSize` has limited the total.
 */
export function flattenScene(
  document: GltfDocument,
  instances: readonly MeshInstance[],
  meshes: ReadonlyMap<number, readonly (ReadPrimitive | null)[]>,
  colliders: Pick<SortedColliders, 'shown' | 'collided'>,
): readonly PlacedMesh[] {
  const placed: PlacedMesh[] = [];
  for (const instance of instances) {
    const primitives = meshes.get(instance.mesh) ?? [];
    for (const [i, primitive] of primitives.entries()) {
      if (primitive === null) continue;
      const name = partName(document, instance, primitives.length > 1 ? i : null);
      placed.push({
        name,
        ...primitive,
        worldFromPart: instance.worldFromNode,
        role: colliders.shown.get(instance.node),
        hasCollider: colliders.collided.has(instance.node),
        material: materialName(document, instance.mesh, i),
      });
    }
  }
  return placed;
}

/** Returns the name of a material, or its number in the file. */
export function materialName(document: GltfDocument, mesh: number, primitive: number): string | undefined {
  const material = document.meshes?.[mesh]?.primitives[primitive]?.material;
  return material === undefined ? undefined : cleanName(document.materials?.[material]?.name ?? `material ${material}`);
}

/** Returns the name of a part: `fence`, `fence[3]` for a copy, `fence/1` for the second primitive. */
function partName(document: GltfDocument, { node, mesh, copy }: MeshInstance, primitive: number | null): string {
  const name = cleanName(document.nodes?.[node]?.name ?? document.meshes?.[mesh]?.name ?? `node ${node}`);
  return `${name}${copy === undefined ? '' : `[${copy}]`}${primitive === null ? '' : `/${primitive}`}`;
}
