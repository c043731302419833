import { decodeBase64 } from '../base64.ts';
import type { KernelExports } from './kernel-exports.ts';
import { kernelBase64 } from './kernel.generated.ts';

/** The compiled code. Each use of it makes an instance with a memory of its own, which goes when nobody refers to it any more. */
export interface Kernel {
  readonly instantiate: () => KernelExports;
}

/**
 * Compiles the kernel, synchronously: it is small. `null` where WebAssembly is missing or forbidden (a content security policy
 * without `wasm-unsafe-eval`) and where it has no SIMD; then everything runs in TypeScript.
 */
export function compileKernel(): Kernel | null {
  const bytes = decodeBase64(kernelBase64);
  if (bytes === null || typeof WebAssembly === 'undefined') return null;
  try {
    const module = new WebAssembly.Module(bytes);
    // Whether `KernelExports` tells the truth is for the tests of each function.
    const instantiate = (): KernelExports => new WebAssembly.Instance(module, {}).exports as unknown as KernelExports;
    // A policy may also forbid this step alone.
    instantiate();
    return { instantiate };
  } catch {
    // Each engine has another error for each of these reasons, and none of them matters to the caller.
    return null;
  }
}

/** The kernel of this thread, chosen once, when the thread starts. */
export const theKernel: Kernel | null = compileKernel();
