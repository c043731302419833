import { type Kernel, theKernel } from '../kernel/index.ts';

/** WebAssembly with SIMD handles kind `wide`. TypeScript handles everything else, with the same results. */
export type Engine = 'webassembly' | 'typescript';

/** Names of the engines for text. */
export const engineTitles = { webassembly: 'WASM SIMD', typescript: 'JavaScript' } as const satisfies Readonly<Record<Engine, string>>;

/** Returns the kernel of an engine; `null` for TypeScript, and where WebAssembly is not available. */
export function kernelOf(engine: Engine): Kernel | null {
  return engine === 'webassembly' ? theKernel : null;
}
