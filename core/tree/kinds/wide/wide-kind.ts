import { viewTree } from '../../view-tree.ts';
import { blockBytes, entryWords, wideNodeBytes } from '../../../kernel/index.ts';
import { boxVolume } from '../aabb/box-volume.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import type { BuildCounts, KindSpec } from '../kind-spec.ts';
import { checkWideHeader } from './check-wide-header.ts';
import { wideFormat } from './wide-sections.ts';
import { wideTree } from './wide-tree.ts';

/** Nodes of up to eight boxes for SIMD, with copies of the triangles (T9). */
export const wideKind: KindSpec = {
  ...wideFormat,
  ...boxVolume,
  volumeName: { one: 'box', many: 'boxes' },
  // A wide node takes several divisions, so the builder of wide nodes counts levels itself.
  limitsDepth: true,
  build: (boxes, mesh, maxDepth, progress) => wideTree(viewTree(boxes, aabbFormat), mesh, maxDepth, progress),
  buildMemory: wideMemory,
  checkHeader: checkWideHeader,
};

/** For a binary node while it becomes wide: its padded box, and a record of the plan. */
const planMemory = 24 + 104;
/** Children that most stored nodes have. */
const usualChildren = 6;
const blockTriangles = 4;

function wideMemory({ triangles, leaves, nodes }: BuildCounts): number {
  const stored = Math.ceil(leaves / (usualChildren - 1));
  const blocks = leaves * Math.ceil(triangles / leaves / blockTriangles);
  return planMemory * nodes + wideNodeBytes * stored + blockBytes * blocks + 4 * entryWords * (leaves + stored) + 4 * triangles;
}
