import type { BufferAttribute, InterleavedBuffer } from 'three';

/** Uploads the first values of a buffer with the next frame. None for no values: to WebGL a length of 0 means all that follow. */
export function uploadFirst(
  buffer: Pick<BufferAttribute | InterleavedBuffer, 'clearUpdateRanges' | 'addUpdateRange' | 'needsUpdate'>,
  values: number,
): void {
  if (values === 0) return;
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, values);
  buffer.needsUpdate = true;
}
