import { type TriangleMesh, meshBounds, triangleCount } from '#core/mesh';
import type { DrawnInstances } from '../state/camera/frame-info.ts';
import { createDetailedInstances } from './detailed-instances.ts';
import type { DetailBudget, DetailCamera } from './instance-detail.ts';
import { instancedMesh, instancedObject, instancesMaterial, writeRows, writeTint } from './instanced-mesh.ts';
import { layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { type LocalSpace, localSpaceOf } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';

/** The instances of a scene, drawn by instancing. */
export interface InstancesLayer extends Layer {
  /** Places the instances. @param matrices (16·n) scene from mesh */
  place(matrices: Float64Array): void;
  /** Paints the instances. @param colourOf the colour of an instance */
  paint(colourOf: (instance: number) => Rgb): void;
  /** Chooses what a camera sees in detail, before a frame. @returns `null` where all instances are drawn as meshes */
  arrange(camera: DetailCamera): DrawnInstances | null;
}

export interface InstancesInput {
  /** The mesh of each index of `meshOf`. */
  readonly meshes: readonly TriangleMesh[];
  /** (n) */
  readonly meshOf: Uint32Array;
  readonly viewSpace: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly budget: DetailBudget;
}

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
