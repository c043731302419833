import { viewTree } from '../../view-tree.ts';
import { boxVolume } from '../aabb/box-volume.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { reformattedMemory } from '../build-memory.ts';
import type { KindSpec } from '../kind-spec.ts';
import { checkGrid } from './check-grid.ts';
import { quantisedFormat } from './quantised-box.ts';
import { quantisedTree } from './quantised-tree.ts';

/** Axis-aligned boxes on a 16-bit grid over the root (T4). */
export const quantisedKind: KindSpec = {
  ...quantisedFormat,
  ...boxVolume,
  volumeName: { one: '16-bit box', many: '16-bit boxes' },
  limitsDepth: false,
  build: (boxes) => quantisedTree(viewTree(boxes, aabbFormat)),
  buildMemory: (counts) => reformattedMemory(quantisedFormat, counts),
  checkHeader: checkGrid,
};
