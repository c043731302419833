import { openMeshBytes, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { describe, expect, it } from 'vitest';
import { box, joined, named } from '../../fixtures/shapes.ts';

const plain = (size: number): ArrayBuffer => new ArrayBuffer(size);

describe('mesh bytes', () => {
  const mesh = joined([named('floor', box()), named('Стена "1"', box([2, 2, 2], [3, 3, 3]))]);

  it('give the mesh back, parts and names too', () => {
    expect(openMeshBytes(writeMeshBytes(mesh, plain))).toEqual(mesh);
  });

  it('can lie in shared memory', () => {
    const bytes = writeMeshBytes(mesh, (size) => new SharedArrayBuffer(size));
    expect(bytes).toBeInstanceOf(SharedArrayBuffer);
    expect(openMeshBytes(bytes)).toEqual(mesh);
  });

  it('are viewed, not copied', () => {
    const bytes = writeMeshBytes(mesh, plain);
    expect(openMeshBytes(bytes).positions.buffer).toBe(bytes);
  });

  it.each([
    ['no header', (bytes: ArrayBuffer) => bytes.slice(0, 63)],
    ['another magic number', (bytes: ArrayBuffer) => changed(bytes, 0)],
    ['another version', (bytes: ArrayBuffer) => changed(bytes, 4)],
    ['another vertex count', (bytes: ArrayBuffer) => changed(bytes, 8)],
    ['a byte missing', (bytes: ArrayBuffer) => bytes.slice(0, -1)],
  ])('are refused with %s', (_, damage) => {
    expect(() => openMeshBytes(damage(writeMeshBytes(mesh, plain)))).toThrow(
      expect.objectContaining({ code: 'invalid-bytes' }),
    );
  });
});

function changed(bytes: ArrayBuffer, at: number): ArrayBuffer {
  new Uint8Array(bytes)[at]! ^= 1;
  return bytes;
}
