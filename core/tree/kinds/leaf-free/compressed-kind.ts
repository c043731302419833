import { viewTree } from '../../view-tree.ts';
import { boxVolume } from '../aabb/box-volume.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { reformattedMemory } from '../build-memory.ts';
import type { KindSpec } from '../kind-spec.ts';
import { checkGrid } from '../quantised/check-grid.ts';
import { compressedFormat } from './leaf-free-formats.ts';
import { leafFreeTree } from './leaf-free-tree.ts';

/** Boxes on a 16-bit grid, inner nodes only, with a packed leaf order (T5). */
export const compressedKind: KindSpec = {
  ...compressedFormat,
  ...boxVolume,
  volumeName: { one: '16-bit box', many: '16-bit boxes' },
  limitsDepth: false,
  build: (boxes) => leafFreeTree(viewTree(boxes, aabbFormat), compressedFormat),
  buildMemory: (counts) => reformattedMemory(compressedFormat, counts),
  checkHeader: checkGrid,
};
