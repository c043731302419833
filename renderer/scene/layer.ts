import { Group, type Object3D } from 'three';
import type { ClusterSource } from './finding-clusters.ts';
import type { LabelSpec } from './labels.ts';

/** A drawn layer, which owns and disposes its geometries and materials. */
export interface Layer {
  readonly object: Object3D;
  /** Labels at points of the layer's space. */
  readonly labels?: readonly LabelSpec[];
  /** Marks that are drawn as clusters from far away. */
  readonly clusters?: readonly ClusterSource[];
  dispose(): void;
}

/** Returns objects as one layer that owns these geometries and materials. */
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
  const joined = layerOf(
    layers.map((layer) => layer.object),
    layers,
    layers.flatMap((layer) => layer.labels ?? []),
  );
  return { ...joined, clusters: layers.flatMap((layer) => layer.clusters ?? []) };
}
