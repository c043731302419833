import { decodeBase64 } from '../base64.ts';
import type { SharedExports } from './kernel-exports.ts';
import { sharedKernelBase64 } from './kernel.generated.ts';

/** The builder's code for instances on several threads that share one memory. Code and memory can be sent to other threads. */
export interface SharedKernel {
  readonly module: WebAssembly.Module;
  readonly createMemory: () => WebAssembly.Memory;
}

/** By its numbers an instance finds its way in the memory; another that adopts them knows what it knows. */
export type KernelState = Readonly<Record<string, number>>;

/** Of 64 KiB. The most is what WebAssembly can address: shared memory has to have a limit, and takes no more than it grows to. */
const pages = { initial: 1, maximum: 65536, shared: true } as const;

/** `null` where there is no WebAssembly with SIMD and threads, or no memory to share: a page that is not isolated from other origins. */
export function compileSharedKernel(): SharedKernel | null {
  const bytes = decodeBase64(sharedKernelBase64);
  if (bytes === null || typeof WebAssembly === 'undefined' || typeof SharedArrayBuffer === 'undefined') return null;
  try {
    return { module: new WebAssembly.Module(bytes), createMemory: () => new WebAssembly.Memory(pages) };
  } catch {
    // As in `compile-kernel.ts`.
    return null;
  }
}

export function instantiateShared(module: WebAssembly.Module, memory: WebAssembly.Memory): SharedExports {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // Whether `SharedExports` tells the truth is for the tests of each function.
  return { ...exports, memory } as unknown as SharedExports;
}

/** All that an instance has to tell. */
export function stateOf(kernel: SharedExports): KernelState {
  return Object.fromEntries(globalsOf(kernel).map(([name, { value }]) => [name, value]));
}

export function adoptState(kernel: SharedExports, state: KernelState): void {
  for (const [name, global] of globalsOf(kernel)) global.value = state[name] ?? global.value;
}

function globalsOf(kernel: SharedExports): readonly (readonly [name: string, global: WebAssembly.Global])[] {
  return Object.entries(kernel).flatMap(([name, value]: [string, unknown]) =>
    value instanceof WebAssembly.Global ? [[name, value] as const] : [],
  );
}

/** The code of this thread, compiled once, when the thread starts. */
export const theSharedKernel: SharedKernel | null = compileSharedKernel();
