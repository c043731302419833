/** Writes numbers one after the other, little-endian, into bytes of a size that is known before. */
export class ByteWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Bytes written so far. */
  get at(): number {
    return this.#at;
  }

  u8(...values: readonly number[]): this {
    for (const value of values) this.#view.setUint8(this.#at++, value);
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.#view.setUint32((this.#at += 4) - 4, value, true);
    return this;
  }

  f32(...values: readonly number[]): this {
    for (const value of values) this.#view.setFloat32((this.#at += 4) - 4, value, true);
    return this;
  }

  /** The bytes of an array as they are in memory. */
  array({ buffer, byteOffset, byteLength }: ArrayBufferView): this {
    this.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), this.#at);
    this.#at += byteLength;
    return this;
  }
}
