import { createHash } from 'node:crypto';

/** Returns 16 hexadecimal digits: the hash of the bytes of the arrays, in this order. */
export function resultHash(...arrays: readonly ArrayBufferView[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of arrays) hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex').slice(0, 16);
}
