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
  const Memory: new (limits: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }) => {
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  };
  type Global = { value: number };
  const Global: new (type: { readonly value: 'i32' }) => Global;
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  const Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Record<string, unknown> };
}
