/** Returns bytes in shared memory: themselves if they are there, else a copy. */
export function sharedCopy(bytes: ArrayBuffer | SharedArrayBuffer): SharedArrayBuffer {
  if (!(bytes instanceof ArrayBuffer)) return bytes;
  const copy = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(new Uint8Array(bytes));
  return copy;
}
