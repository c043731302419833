import type { SceneAnimation } from './scene-animation.ts';

/**
 * An animation as bytes, for messages: u32 length of the JSON, four zero bytes, the JSON padded to eight bytes, then the arrays. In the
 * JSON an array is `{ "f64": [offset after the JSON, length] }`, or `u32`.
 */
export function writeAnimation(animation: SceneAnimation): Uint8Array<ArrayBuffer> {
  const arrays: (Float64Array | Uint32Array)[] = [];
  let length = 0;
  const text = JSON.stringify(animation, (_key, value: unknown) => {
    if (!(value instanceof Float64Array) && !(value instanceof Uint32Array)) return value;
    arrays.push(value);
    const at = length;
    length += padded(value.byteLength);
    return { [value instanceof Float64Array ? 'f64' : 'u32']: [at, value.length] };
  });
  const json = new TextEncoder().encode(text);
  const bytes = new Uint8Array(8 + padded(json.length) + length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 8);
  let at = 8 + padded(json.length);
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  return bytes;
}

/** Views bytes of `writeAnimation`, aligned to eight, without a copy of the arrays. The bytes are trusted and not checked. */
export function openAnimation(bytes: Uint8Array): SceneAnimation {
  const { buffer, byteOffset } = bytes;
  const length = new DataView(buffer, byteOffset).getUint32(0, true);
  const arraysAt = byteOffset + 8 + padded(length);
  // TextDecoder rejects shared memory.
  const text = new TextDecoder().decode(bytes.slice(8, 8 + length));
  return JSON.parse(text, (_key, value: { readonly f64?: [number, number]; readonly u32?: [number, number] } | null) => {
    if (value?.f64 !== undefined) return new Float64Array(buffer, arraysAt + value.f64[0], value.f64[1]);
    if (value?.u32 !== undefined) return new Uint32Array(buffer, arraysAt + value.u32[0], value.u32[1]);
    return value;
  }) as SceneAnimation;
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
