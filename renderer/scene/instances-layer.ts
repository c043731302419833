import { meshBounds, triangleCount } from '#core/mesh';
import { createDetailedInstances } from './detailed-instances.ts';
import type { InstancesInput, InstancesLayer } from './drawn-instances.ts';
import { instancedMesh, instancedObject, instancesMaterial, writeRows, writeTint } from './instanced-mesh.ts';
import { layerOf } from './layer.ts';
import { localSpaceOf } from './local-space.ts';

/** Returns the instances, not placed or painted yet. They own their geometry. */
export function createInstancesLayer(input: InstancesInput): InstancesLayer {
  const { meshes, meshOf, viewSpace, palette, budget } = input;
  const sizes = meshes.map(triangleCount);
  if (meshOf.reduce((sum, mesh) => sum + sizes[mesh]!, 0) > budget.triangles) return createDetailedInstances(input);
  const groups = meshes.flatMap((mesh, index) => {
    const members = Uint32Array.from(membersOf(meshOf, index));
    const bounds = meshBounds(mesh);
    return members.length === 0 || bounds === null ? [] : [{ members, drawn: instancedMesh(mesh, localSpaceOf(bounds), members.length) }];
  });
  const material = instancesMaterial(palette);
  const objects = groups.map(({ drawn: { geometry } }) => instancedObject(geometry, material));
  return {
    ...layerOf(objects, [material, ...groups.map(({ drawn }) => drawn.geometry)]),
    place(matrices) {
      for (const { members, drawn } of groups) {
        members.forEach((instance, at) => writeRows(drawn.rows.array, at, matrices, instance, drawn.space, viewSpace));
        drawn.rows.needsUpdate = true;
      }
    },
    paint(colourOf) {
      for (const { members, drawn } of groups) {
        members.forEach((instance, at) => writeTint(drawn.tint.array, at, colourOf(instance)));
        drawn.tint.needsUpdate = true;
      }
    },
    arrange: () => null,
  };
}

function* membersOf(meshOf: Uint32Array, mesh: number): Iterable<number> {
  for (let i = 0; i < meshOf.length; i++) if (meshOf[i] === mesh) yield i;
}
