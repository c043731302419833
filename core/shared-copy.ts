import { countSharedMemory } from './memory-counter.ts';

/** Returns new shared memory, which is counted: see `countSharedMemory`. */
export function allocateShared(byteLength: number): SharedArrayBuffer {
  countSharedMemory(byteLength);
  return new SharedArrayBuffer(byteLength);
}

/** Returns bytes in shared memory: themselves if they are there, else a copy. */
export function sharedCopy(bytes: ArrayBuffer | SharedArrayBuffer): SharedArrayBuffer {
  if (!(bytes instanceof ArrayBuffer)) return bytes;
  const copy = allocateShared(bytes.byteLength);
  new Uint8Array(copy).set(new Uint8Array(bytes));
  return copy;
}
