import { Group, type Object3D } from 'three';
import type { LabelSpec } from './labels.ts';

/** Something drawn: it makes its own geometries and materials, and gives all of them back. */
export interface Layer {
  readonly object: Object3D;
  /** Words at points of the layer's space. */
  readonly labels?: readonly LabelSpec[];
  dispose(): void;
}

/** Objects as one layer that owns these geometries and materials. */
export function layerOf(objects: readonly Object3D[], owned: Iterable<{ dispose(): void }>, labels: readonly LabelSpec[] = []): Layer {
  const group = new Group();
  for (const one of objects) group.add(one);
  return {
    object: group,
    labels,
    dispose() {
      for (const one of owned) one.dispose();
    },
  };
}

/** Several layers as one. */
export function joinLayers(layers: readonly Layer[]): Layer {
  return layerOf(
    layers.map((layer) => layer.object),
    layers,
    layers.flatMap((layer) => layer.labels ?? []),
  );
}
