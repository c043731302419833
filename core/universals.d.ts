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
