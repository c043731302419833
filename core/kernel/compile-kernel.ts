import { decodeBase64 } from '../base64.ts';
import type { KernelExports, KernelHost } from './kernel-exports.ts';
import { kernelBase64 } from './kernel.generated.ts';

/** The compiled kernel. Each instance has a memory of its own, which is freed when nobody refers to the instance any more. */
export interface Kernel {
  readonly instantiate: (host: KernelHost) => KernelExports;
}

/** The host of instances that never call back. */
export const noHost: KernelHost = { exactDistance: () => -1, settle: () => {}, touches: () => 0, intersects: () => 0 };

/**
 * Compiles the kernel, synchronously: it is small. Returns `null` where WebAssembly is missing or forbidden (a content security policy
 * without `wasm-unsafe-eval`) and where it has no SIMD; then everything runs in JavaScript.
 */
export function compileKernel(): Kernel | null {
  const bytes = decodeBase64(kernelBase64);
  if (bytes === null || typeof WebAssembly === 'undefined') return null;
  try {
    const module = new WebAssembly.Module(bytes);
    const instantiate = (host: KernelHost): KernelExports => {
      // The build checks the generated typings against the names in the module.
      return new WebAssembly.Instance(module, { host: { ...host } }).exports as unknown as KernelExports;
    };
    // A policy may also forbid this step alone.
    instantiate(noHost);
    return { instantiate };
  } catch {
    // Each engine throws another error for each of these reasons, and callers treat all alike.
    return null;
  }
}

/** The kernel of this thread, compiled once, when the thread starts. */
export const theKernel: Kernel | null = compileKernel();
