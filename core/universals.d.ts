/**
 * The only globals outside ECMAScript that `core` assumes. Node, browsers, workers and Electron all have them.
 * Nothing else of DOM or Node is visible to the compiler here.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}
declare const performance: { now(): number };
declare function structuredClone<T>(value: T, options?: { readonly transfer?: readonly ArrayBuffer[] }): T;
declare namespace WebAssembly {
  type Module = object;
  type Memory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number };
  const Memory: new (limits: { readonly initial: number; readonly maximum: number; readonly shared: true }) => Memory;
  type Global = { value: number };
  const Global: new (type: { readonly value: 'i32' }) => Global;
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Record<string, unknown> };
}
