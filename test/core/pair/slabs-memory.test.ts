import { loadPair } from '#core/pair/loaded/load-pair';
import { wideNodeBytes } from '#core/kernel/layouts/wide-tree';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { expect, it } from 'vitest';
import { ball, knot } from '../../fixtures/shapes.ts';

const slabBytes = 160;
const aligned = (bytes: number): number => 128 * Math.ceil(bytes / 128);

it('slabs reserve no more than themselves, and nothing when there is no memory for those of B', () => {
  const [a, b] = [ball(24, 12), knot(2, 3, 64, 8)].map((mesh) => ({ mesh, tree: openTree(buildTree(mesh, {})) }));
  const { kernel, treeA, treeB } = loadPair(a!, b!, { buildsWide: true })!;
  const [countA, countB] = [treeA, treeB].map(({ nodesU32 }) => (4 * nodesU32.length) / wideNodeBytes);
  const before = kernel.allocate(0);
  // Their bytes nearly are all addresses.
  expect(kernel.makeSlabs(countA!, Math.floor(2 ** 32 / slabBytes) - 1)).toBe(0);
  expect(kernel.allocate(0)).toBe(before);
  expect(kernel.makeSlabs(countA!, countB!)).toBe(1);
  expect(kernel.allocate(0) - before).toBe(aligned(slabBytes * (countA! + 1)) + aligned(slabBytes * (countB! + 1)));
});
