import type { TriangleMesh } from '#core/mesh';
import type { DrawnInstances } from '../state/camera/frame-info.ts';
import type { DetailBudget, DetailCamera } from './instance-detail.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { LocalSpace } from './local-space.ts';
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
