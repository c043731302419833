import { createHash } from 'node:crypto';

/** 16 hexadecimal digits that stand for the bytes of these arrays, in this order. */
export function answerHash(...arrays: readonly ArrayBufferView[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of arrays) hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex').slice(0, 16);
}
