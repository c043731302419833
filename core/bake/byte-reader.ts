import type { InspectorError, InspectorErrorCode } from '../error.ts';

/** Makes the error of a damaged file: what is wrong, and at which byte. */
export type DamageAt = (what: string, byte: number, code?: InspectorErrorCode) => InspectorError;

/** Reads numbers one after the other, little-endian. Each method throws `truncated` by `damaged` if the file ends before. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #damaged: DamageAt;
  #at = 0;

  constructor(bytes: Uint8Array, damaged: DamageAt) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#damaged = damaged;
  }

  /** The next byte. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  u32(what: string): number {
    return this.#view.getUint32(this.#take(4, what), true);
  }

  f32(what: string): number {
    return this.#view.getFloat32(this.#take(4, what), true);
  }

  /** The next bytes, not copied. */
  bytes(count: number, what: string): Uint8Array {
    const from = this.#take(count, what);
    return this.#bytes.subarray(from, from + count);
  }

  /** The letters up to the next byte 0, each of one byte. */
  letters(what: string): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const found = this.bytes((end < 0 ? this.#bytes.length + 1 : end) - this.#at, what);
    this.#at++;
    let text = '';
    for (const byte of found) text += String.fromCharCode(byte);
    return text;
  }

  /** A copy of the next numbers. */
  f32s(count: number, what: string): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#copy(4 * count, what));
  }

  u32s(count: number, what: string): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#copy(4 * count, what));
  }

  /** Unsigned numbers of 1, 2 or 4 bytes. */
  unsigned(count: number, size: 1 | 2 | 4, what: string): Uint32Array<ArrayBuffer> {
    if (size === 4) return this.u32s(count, what);
    const from = this.#take(size * count, what);
    const numbers = new Uint32Array(count);
    if (size === 1) for (let i = 0; i < count; i++) numbers[i] = this.#view.getUint8(from + i);
    else for (let i = 0; i < count; i++) numbers[i] = this.#view.getUint16(from + 2 * i, true);
    return numbers;
  }

  #copy(count: number, what: string): ArrayBuffer {
    // Not `slice`, which shares the memory of a Buffer of Node.
    return new Uint8Array(this.bytes(count, what)).buffer;
  }

  #take(count: number, what: string): number {
    const from = this.#at;
    if (from + count > this.#bytes.length)
      throw this.#damaged(`it ends after ${this.#bytes.length} bytes, within ${what}`, this.#bytes.length, 'truncated');
    this.#at += count;
    return from;
  }
}
