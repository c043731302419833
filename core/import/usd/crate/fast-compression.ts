import { allocate } from '../../growable.ts';
import { exportAgain, refuse } from '../../refuse.ts';

/** Maximum bytes that LZ4 can produce from one byte. */
const maxExpansion = 255;

/**
 * Decompresses data of USD's `TfFastCompression`: one LZ4 block, or several of 64 KiB to 2 GB each. `byte` is its
 * position in the file. Source: OpenUSD 26.05, `pxr/base/tf/fastCompression.cpp`; LZ4 block format.
 * @throws InspectorError `malformed`; `count-exceeds-file` if the size exceeds what the bytes can produce.
 */
export function unpack(packed: Uint8Array, size: number, byte: number, isExact = true): Uint8Array {
  if (!(size <= maxExpansion * packed.length + 64)) {
    throw refuse('count-exceeds-file', `A section declares ${size} bytes, which ${packed.length} packed ones cannot hold`, exportAgain, {
      byte,
    });
  }
  const out = allocate(() => new Uint8Array(size));
  const blocks = packed[0] ?? 0;
  let written = 0;
  if (blocks === 0) written = unpackBlock(packed, 1, packed.length, out, 0, byte);
  else {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    let at = 1;
    for (let i = 0; i < blocks; i++) {
      if (at + 4 > packed.length) throw damaged(byte + at);
      const length = view.getInt32(at, true);
      at += 4;
      if (length < 0 || at + length > packed.length) throw damaged(byte + at);
      written = unpackBlock(packed, at, at + length, out, written, byte);
      at += length;
    }
  }
  if (isExact ? written !== size : written > size) throw damaged(byte);
  return out.subarray(0, written);
}

/** Decompresses a block and returns the end of the output. Hot. */
function unpackBlock(input: Uint8Array, from: number, end: number, out: Uint8Array, to: number, byte: number): number {
  let at = from;
  let o = to;
  while (at < end) {
    const token = input[at++];
    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (at >= end) throw damaged(byte + at);
        more = input[at++];
        literals += more;
      }
    }
    if (at + literals > end || o + literals > out.length) throw damaged(byte + at);
    out.set(input.subarray(at, at + literals), o);
    at += literals;
    o += literals;
    // The last sequence has only literals.
    if (at === end) break;
    if (at + 2 > end) throw damaged(byte + at);
    const distance = input[at] | (input[at + 1] << 8);
    at += 2;
    let length = (token & 15) + 4;
    if (length === 19) {
      let more = 255;
      while (more === 255) {
        if (at >= end) throw damaged(byte + at);
        more = input[at++];
        length += more;
      }
    }
    if (distance === 0 || distance > o - to || o + length > out.length) throw damaged(byte + at);
    // The copied bytes can overlap the bytes being written.
    for (const stop = o + length; o < stop; o++) out[o] = out[o - distance];
  }
  return o;
}

/** Whole numbers of a list: 32 bits, or 64 bits as doubles. */
export type Integers = Int32Array | Float64Array;

/**
 * Returns `count` whole numbers of 32 bits, or of 64 bits as doubles, from compressed bytes. Each number is stored as
 * the difference to the previous one. Two bits select the most common difference or one of three lengths. Source:
 * OpenUSD 26.05, `pxr/usd/sdf/integerCoding.cpp`.
 */
export function unpackIntegers(packed: Uint8Array, count: number, byte: number, wide: boolean): Integers {
  const width = wide ? 8 : 4;
  const codeBytes = Math.floor((2 * count + 7) / 8);
  // A number takes at least two bits.
  if (!(width + codeBytes <= maxExpansion * packed.length + 64)) {
    throw refuse('count-exceeds-file', `A list declares ${count} numbers, which ${packed.length} packed bytes cannot hold`, exportAgain, {
      byte,
    });
  }
  const min = width + codeBytes;
  const bytes = unpack(packed, Math.min(min + width * count, maxExpansion * packed.length + 64), byte, false);
  if (bytes.length < min) throw damaged(byte);
  return wide ? decodeWide(bytes, count, codeBytes, byte) : decode(bytes, count, codeBytes, byte);
}

/** Hot. */
function decode(bytes: Uint8Array, count: number, codeBytes: number, byte: number): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = allocate(() => new Int32Array(count));
  const common = view.getInt32(0, true);
  let at = 4 + codeBytes;
  let value = 0;
  for (let i = 0; i < count; i++) {
    const code = (bytes[4 + (i >> 2)] >> (2 * (i & 3))) & 3;
    const next = code === 0 ? at : at + (1 << (code - 1));
    if (next > bytes.length) throw damaged(byte);
    const difference = code === 0 ? common : code === 1 ? view.getInt8(at) : code === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
    at = next;
    value = (value + difference) | 0;
    out[i] = value;
  }
  return out;
}

function decodeWide(bytes: Uint8Array, count: number, codeBytes: number, byte: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = allocate(() => new Float64Array(count));
  const common = view.getBigInt64(0, true);
  let at = 8 + codeBytes;
  let value = 0n;
  for (let i = 0; i < count; i++) {
    const code = (bytes[8 + (i >> 2)] >> (2 * (i & 3))) & 3;
    const next = code === 0 ? at : at + (1 << code);
    if (next > bytes.length) throw damaged(byte);
    value = BigInt.asIntN(
      64,
      value +
        (code === 0
          ? common
          : code === 1
            ? BigInt(view.getInt16(at, true))
            : code === 2
              ? BigInt(view.getInt32(at, true))
              : view.getBigInt64(at, true)),
    );
    at = next;
    out[i] = Number(value);
  }
  return out;
}

function damaged(byte: number): Error {
  return refuse('malformed', 'A packed section cannot be unpacked', exportAgain, { byte });
}
