import type { KindSpec } from '../kind-spec.ts';
import { boxVolume } from './box-volume.ts';
import { aabbFormat } from './node-aabb.ts';

/** Axis-aligned boxes in f32. The builders write this kind; all other kinds are made from it. */
export const aabbKind: KindSpec = {
  ...aabbFormat,
  ...boxVolume,
  volumeName: { one: 'box', many: 'boxes' },
  limitsDepth: false,
  build: (boxes) => boxes,
  buildMemory: () => 0,
  checkHeader: () => {},
};
