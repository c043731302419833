import { type Kernel, theKernel } from '../kernel/index.ts';

/** WebAssembly with SIMD serves the wide kind; what it may not or cannot do, TypeScript does with the same answers. */
export type Engine = 'webassembly' | 'typescript';

/** In words. */
export const engineTitles = { webassembly: 'WebAssembly', typescript: 'TypeScript' } as const satisfies Readonly<Record<Engine, string>>;

/** The kernel for what takes one: `null`, for TypeScript, also where there is none. */
export function kernelOf(engine: Engine): Kernel | null {
  return engine === 'webassembly' ? theKernel : null;
}
