import { expect, it } from 'vitest';
import { type SharedMemory, theSharedKernel } from '#core/kernel';
import { buildTree } from '#core/index';
import { serveBuild } from '#core/tree/kinds/wide/parallel/serve-build';
import { joinSharedTree, shareTree } from '#core/tree/kinds/wide/share-tree';
import { ball } from '../../fixtures/shapes.ts';

/** Collects by how many pages a memory is grown by name. Growth within WebAssembly is not seen. */
function growths(memory: SharedMemory): readonly number[] {
  const pages: number[] = [];
  Object.defineProperty(memory, 'grow', { value: (count: number) => pages.push(count) });
  return pages;
}

it('a thread of a build reads the size of the memory that it received: another one may have grown it meanwhile', () => {
  const memory = theSharedKernel?.createMemory();
  if (theSharedKernel === null || memory === null || memory === undefined) throw new Error('Node has shared memory');
  const pages = growths(memory);
  serveBuild(() => {})({ kind: 'begin', module: theSharedKernel.module, memory });
  expect(pages).toEqual([0]);
});

it('a thread of queries reads the size of the memory of its tree', () => {
  const mesh = ball(20, 10);
  const tree = buildTree(mesh);
  const shared = shareTree(tree, mesh);
  if (shared === null) throw new Error('Node has shared memory');
  const pages = growths(shared.memory);
  expect(joinSharedTree(tree, shared)).not.toBe(tree);
  expect(pages).toEqual([0]);
});
