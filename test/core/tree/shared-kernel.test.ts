import { expect, it } from 'vitest';
import {
  compileSharedQueries,
  instantiateShared,
  instantiateSharedQueries,
  instantiateSharedStudy,
  noHost,
  type SharedKernel,
  theSharedKernel,
  theSharedStudy,
} from '#core/kernel';

it.each<[string, SharedKernel | null, (module: WebAssembly.Module, memory: WebAssembly.Memory) => unknown]>([
  ['builder', theSharedKernel, instantiateShared],
  ['queries', compileSharedQueries(), (module, memory) => instantiateSharedQueries(module, memory, noHost)],
  ['study', theSharedStudy(), instantiateSharedStudy],
])('an instance of the %s reads the size of memory that another thread may have grown meanwhile', (_, shared, instantiate) => {
  const memory = shared?.createMemory();
  if (shared === null || memory === null || memory === undefined) throw new Error('Node has shared memory');
  const calls: number[] = [];
  Object.defineProperty(memory, 'grow', { value: (pages: number) => calls.push(pages) });
  expect(instantiate(shared.module, memory)).not.toBeNull();
  expect(calls).toEqual([0]);
});
