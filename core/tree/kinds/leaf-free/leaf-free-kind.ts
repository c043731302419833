import { viewTree } from '../../view-tree.ts';
import { boxVolume } from '../aabb/box-volume.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { reformattedMemory } from '../build-memory.ts';
import type { KindSpec } from '../kind-spec.ts';
import { leafFreeFormat } from './leaf-free-formats.ts';
import { leafFreeTree } from './leaf-free-tree.ts';

/** Boxes in f32, inner nodes only (T5). */
export const leafFreeKind: KindSpec = {
  ...leafFreeFormat,
  ...boxVolume,
  volumeName: { one: 'box', many: 'boxes' },
  limitsDepth: false,
  build: (boxes) => leafFreeTree(viewTree(boxes, aabbFormat), leafFreeFormat),
  buildMemory: (counts) => reformattedMemory(leafFreeFormat, counts),
  checkHeader: () => {},
};
