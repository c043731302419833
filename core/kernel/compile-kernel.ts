import { decodeBase64 } from '../base64.ts';
import type { KernelExports } from './kernel-exports.ts';
import { kernelBase64 } from './kernel.generated.ts';

/** What an instance asks of its host, where f64 cannot decide. Triangles above 2³¹ would come as negative numbers; there is no room for so many. */
export interface KernelHost {
  /** The exact distance of a triangle; below 0 where the ray misses it. */
  readonly exactDistance: (triangle: number) => number;
  /** Leaves the less of two hits in the kernel's answer. An error of 0 marks a distance that is the f64 nearest to the true one. */
  readonly settle: (triangle: number, distance: number, error: number, best: number, bestDistance: number, bestError: number) => void;
  /** Whether the sphere that is asked about touches a triangle: 1, or 0. */
  readonly touches: (triangle: number) => number;
  /** Whether a triangle of A and one of B, placed, meet: 1, or 0. */
  readonly meets: (a: number, b: number) => number;
}

/** The compiled code. Each use of it makes an instance with a memory of its own, which goes when nobody refers to it any more. */
export interface Kernel {
  readonly instantiate: (host: KernelHost) => KernelExports;
}

/** For instances that ask nothing back. */
export const noHost: KernelHost = { exactDistance: () => -1, settle: () => {}, touches: () => 0, meets: () => 0 };

/**
 * Compiles the kernel, synchronously: it is small. `null` where WebAssembly is missing or forbidden (a content security policy
 * without `wasm-unsafe-eval`) and where it has no SIMD; then everything runs in TypeScript.
 */
export function compileKernel(): Kernel | null {
  const bytes = decodeBase64(kernelBase64);
  if (bytes === null || typeof WebAssembly === 'undefined') return null;
  try {
    const module = new WebAssembly.Module(bytes);
    const instantiate = (host: KernelHost): KernelExports => {
      // Whether `KernelExports` tells the truth is for the tests of each function.
      return new WebAssembly.Instance(module, { host: { ...host } }).exports as unknown as KernelExports;
    };
    // A policy may also forbid this step alone.
    instantiate(noHost);
    return { instantiate };
  } catch {
    // Each engine has another error for each of these reasons, and none of them matters to the caller.
    return null;
  }
}

/** The kernel of this thread, chosen once, when the thread starts. */
export const theKernel: Kernel | null = compileKernel();
