import { everyLayer, type SceneInstance } from '../document/scene-document.ts';

/** Which boxes may be a pair. */
export interface PairFilter {
  /** (n) 1 for moving. */
  readonly moving: Uint8Array;
  /** (n) bits. */
  readonly layers: Uint32Array;
  /** (n) bits. */
  readonly masks: Uint32Array;
}

/** Returns the filter of instances; `null` if every two of them may be a pair. */
export function pairFilter(instances: readonly SceneInstance[]): PairFilter | null {
  const isFree = ({ set, layer, mask }: SceneInstance): boolean => set === 'moving' && layer !== 0 && mask === everyLayer;
  if (instances.every(isFree)) return null;
  return {
    moving: Uint8Array.from(instances, ({ set }) => (set === 'moving' ? 1 : 0)),
    layers: Uint32Array.from(instances, ({ layer }) => layer),
    masks: Uint32Array.from(instances, ({ mask }) => mask),
  };
}

/** Returns the filter of a scene in columns; `null` if every two instances may be a pair. */
export function columnsFilter({ moving, layers, masks }: PairFilter): PairFilter | null {
  const isFree = moving.every((bit) => bit === 1) && !layers.includes(0) && masks.every((mask) => mask === everyLayer);
  return isFree ? null : { moving, layers, masks };
}

/** Whether two boxes may be a pair: at least one moves, and the mask of each shares a bit with the layer of the other. Hot. */
export function mayPair(filter: PairFilter | null, i: number, j: number): boolean {
  if (filter === null) return true;
  const { moving, layers, masks } = filter;
  return (moving[i] | moving[j]) !== 0 && (layers[i] & masks[j]) !== 0 && (layers[j] & masks[i]) !== 0;
}
