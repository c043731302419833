import { createHash } from 'node:crypto';
import type { TriangleMesh } from '#core/mesh';

/** Returns the SHA-256 of the positions (f64) and the indices (u32) of a mesh, little-endian, in hexadecimal digits. */
export function geometryHash({ positions, indices }: TriangleMesh): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of [positions, indices]) hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}
