import { openSurface, packSurface } from '#core/patch/curved-surface';
import { allocateMeshArrays, openMeshBytes, openMeshSurface, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { bicubicBall, saddle } from '../../fixtures/patches.ts';
import { box, joined, named } from '../../fixtures/shapes.ts';

const plain = (size: number): ArrayBuffer => new ArrayBuffer(size);

describe('mesh bytes', () => {
  const mesh = joined([named('floor', box()), named('Стена "1"', box([2, 2, 2], [3, 3, 3]))]);

  it('give the mesh back, parts and names too', () => {
    expect(openMeshBytes(writeMeshBytes(mesh, plain))).toEqual(mesh);
  });

  it('hold a curved surface too', () => {
    const surface = { patches: [saddle, ...bicubicBall], segments: Array.from({ length: 18 }, (_, i) => i + 1), error: 0.25 };
    const bytes = writeMeshBytes(mesh, plain, null, packSurface(surface));
    expect(openMeshBytes(bytes)).toEqual(mesh);
    expect(openSurface(openMeshSurface(bytes))).toEqual(surface);
    expect(openMeshSurface(writeMeshBytes(mesh, plain))).toHaveLength(0);
    expect(() => openMeshSurface(bytes.slice(0, -8))).toThrow(expect.objectContaining({ code: 'invalid-bytes' }));
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

  describe('of a mesh that was read right into them', () => {
    const inPlace = (allocate: (size: number) => ArrayBuffer | SharedArrayBuffer): TriangleMesh => {
      const memory = allocateMeshArrays(mesh.positions.length / 3, mesh.indices.length / 3, allocate);
      memory.positions.set(mesh.positions);
      memory.indices.set(mesh.indices);
      return { ...memory, parts: mesh.parts };
    };

    it.each<(size: number) => ArrayBuffer | SharedArrayBuffer>([plain, (size) => new SharedArrayBuffer(size)])(
      'are its own memory (%s)',
      (allocate) => {
        const made = inPlace(allocate);
        const bytes = writeMeshBytes(made, allocate);
        expect(bytes).toBe(made.positions.buffer);
        expect(openMeshBytes(bytes)).toEqual(mesh);
      },
    );

    it('are a copy the next time, which leaves the first as it was', () => {
      const made = inPlace(plain);
      const first = writeMeshBytes(made, plain);
      for (const again of [{ ...made, parts: [{ ...made.parts[0]!, name: 'other' }] }, openMeshBytes(first)]) {
        const bytes = writeMeshBytes(again, plain);
        expect(bytes).not.toBe(first);
        expect(openMeshBytes(bytes)).toEqual({ ...mesh, parts: again.parts });
      }
      expect(openMeshBytes(first)).toEqual(mesh);
    });

    it.each<[string, (made: TriangleMesh) => TriangleMesh]>([
      [
        'very many parts',
        (made) => ({
          ...made,
          parts: Array.from({ length: 24 }, (_, i) => ({ ...mesh.parts[0]!, name: `${i}`.repeat(80), firstTriangle: i, triangleCount: 1 })),
        }),
      ],
      ['polygons', (made) => ({ ...made, polygons: Uint32Array.of(0, 2) })],
      ['fewer triangles', (made) => ({ ...made, indices: made.indices.subarray(0, 36), parts: mesh.parts.slice(0, 1) })],
      ['other vertices', (made) => ({ ...made, positions: made.positions.map((x) => x + 1) })],
    ])('are a copy where it got %s', (_, change) => {
      const made = change(inPlace(plain));
      const bytes = writeMeshBytes(made, plain);
      expect([made.positions.buffer, made.indices.buffer]).not.toContain(bytes);
      expect(openMeshBytes(bytes)).toEqual(made);
    });
  });

  it.each([
    ['no header', (bytes: ArrayBuffer) => bytes.slice(0, 63)],
    ['another magic number', (bytes: ArrayBuffer) => changed(bytes, 0)],
    ['another version', (bytes: ArrayBuffer) => changed(bytes, 4)],
    ['another vertex count', (bytes: ArrayBuffer) => changed(bytes, 8)],
    ['a byte missing', (bytes: ArrayBuffer) => bytes.slice(0, -1)],
  ])('are refused with %s', (_, damage) => {
    expect(() => openMeshBytes(damage(writeMeshBytes(mesh, plain)))).toThrow(expect.objectContaining({ code: 'invalid-bytes' }));
  });
});

function changed(bytes: ArrayBuffer, at: number): ArrayBuffer {
  new Uint8Array(bytes)[at]! ^= 1;
  return bytes;
}
