/** WebAssembly with SIMD serves the wide kind; what it may not or cannot do, TypeScript does with the same answers. */
export type Engine = 'webassembly' | 'typescript';

/** In words. */
export const engineTitles = { webassembly: 'WebAssembly', typescript: 'TypeScript' } as const satisfies Readonly<Record<Engine, string>>;
