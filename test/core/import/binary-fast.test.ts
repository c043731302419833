import { describe, expect, it } from 'vitest';
import { seededRandom } from '#core/math/seeded-random';
import { importMesh } from '#core/import/import-mesh';
import { openMeshBytes, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { importBytes } from './import-bytes.ts';

/** Binary files whose common form is read by a shorter way: number for number as written, whatever the length and alignment. */
describe('a binary STL', () => {
  it.each([0, 1, 2, 3, 511, 512, 513, 1025])('of %i facets, at any alignment', async (count) => {
    const file = new Uint8Array(84 + 50 * count);
    const view = new DataView(file.buffer);
    view.setUint32(80, count, true);
    const random = seededRandom(count);
    const wanted: number[] = [];
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 12; k++) view.setFloat32(84 + 50 * i + 4 * k, random() - 0.5, true);
      for (let k = 3; k < 12; k++) wanted.push(view.getFloat32(84 + 50 * i + 4 * k, true));
    }
    for (const offset of [0, 1, 2, 3, 4]) {
      const bytes = new Uint8Array(file.length + 8).subarray(offset, offset + file.length);
      bytes.set(file);
      const { mesh, findings } = await importBytes(bytes, 'a.stl');
      expect([...mesh.positions]).toEqual(wanted);
      expect([...mesh.indices]).toEqual(Array.from({ length: 3 * count }, (_, i) => i));
      expect(findings.map(({ code }) => code)).toEqual(count === 0 ? ['no-triangles'] : []);
    }
  });

  it('reports a vertex that is not finite, in every position of a pair of facets', async () => {
    for (let k = 0; k < 18; k++) {
      const file = new Uint8Array(84 + 100);
      const view = new DataView(file.buffer);
      view.setUint32(80, 2, true);
      view.setFloat32(84 + 12 + 50 * Math.floor(k / 9) + 4 * (k % 9), k % 2 === 0 ? NaN : -Infinity, true);
      const { findings } = await importBytes(file, 'a.stl');
      expect(findings).toMatchObject([
        {
          code: 'non-finite-vertices',
          count: 1,
          locations: [{ index: Math.floor(k / 3), byte: 84 + 50 * Math.floor(k / 9) + 12 + 12 * Math.floor((k % 9) / 3) }],
        },
      ]);
    }
  });
});

describe('a file whose header has its size', () => {
  const triangles = 3;
  const stl = new Uint8Array(84 + 50 * triangles).map((_, i) => (i < 80 ? 0x61 : i === 80 ? triangles : i > 84 ? i % 7 : 0));
  const vertices = Array.from({ length: 9 }, (_, i) => `${i} ${i % 4} ${-i}`).join('\n');
  const ply = (faces: string): Uint8Array =>
    new TextEncoder().encode(
      `ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nproperty float y\nproperty float z\nelement face 3\nproperty list uchar int vertex_indices\nend_header\n${vertices}\n${faces}\n`,
    );

  it.each<[string, string, Uint8Array, boolean]>([
    ['STL', 'a.stl', stl, true],
    ['PLY', 'a.ply', ply('3 0 1 2\n3 3 4 5\n3 6 7 8'), true],
    ['PLY with a quadrangle', 'a.ply', ply('3 0 1 2\n3 3 4 5\n4 5 6 7 8'), false],
    ['PLY with a face that is none', 'a.ply', ply('3 0 1 2\n3 3 4 5\n3 6 7 9'), false],
  ])('is read into the memory that the host gives: %s', async (_, fileName, bytes, wantsInPlace) => {
    const given: (ArrayBuffer | SharedArrayBuffer)[] = [];
    const allocateMesh = (size: number): SharedArrayBuffer => {
      const memory = new SharedArrayBuffer(size);
      given.push(memory);
      return memory;
    };
    const { mesh, findings } = await importMesh(bytes, { fileName, progress: () => {}, readSideFile: async () => null, allocateMesh });
    const written = writeMeshBytes(mesh, allocateMesh);
    const without = await importBytes(bytes, fileName);
    expect([given.length, written === mesh.positions.buffer]).toEqual(wantsInPlace ? [1, true] : [2, false]);
    expect(openMeshBytes(written)).toEqual(without.mesh);
    expect(findings).toEqual(without.findings);
  });
});

describe('a binary PLY', () => {
  type Type = 'float' | 'double' | 'uchar' | 'int' | 'uint';
  const size = { float: 4, double: 8, uchar: 1, int: 4, uint: 4 } as const;
  const put = (view: DataView, at: number, type: Type, value: number, little: boolean): number => {
    if (type === 'float') view.setFloat32(at, value, little);
    else if (type === 'double') view.setFloat64(at, value, little);
    else if (type === 'uchar') view.setUint8(at, value);
    else view.setInt32(at, value, little);
    return at + size[type];
  };

  /** Vertices with x, y, z of a type behind a colour; faces with a flag before or behind the list. */
  const write = (
    type: 'float' | 'double',
    little: boolean,
    extra: 'before' | 'behind' | 'none',
    faces: readonly (readonly number[])[],
  ): Uint8Array => {
    const flag = 'property uchar flag\n';
    const head = `ply\nformat binary_${little ? 'little' : 'big'}_endian 1.0\nelement vertex 5\nproperty uchar red\nproperty ${type} z\nproperty ${type} x\nproperty ${type} y\nelement face ${faces.length}\n${extra === 'before' ? flag : ''}property list uchar int vertex_indices\n${extra === 'behind' ? flag : ''}end_header\n`;
    const bytes = new Uint8Array(head.length + 4000);
    new TextEncoder().encodeInto(head, bytes);
    const view = new DataView(bytes.buffer);
    let at = head.length;
    for (let i = 0; i < 5; i++) {
      at = put(view, at, 'uchar', 200, little);
      for (const value of [3 * i + 2, 3 * i, 3 * i + 1]) at = put(view, at, type, value / 4, little);
    }
    for (const face of faces) {
      if (extra === 'before') at = put(view, at, 'uchar', 3, little);
      at = put(view, at, 'uchar', face.length, little);
      for (const index of face) at = put(view, at, 'int', index, little);
      if (extra === 'behind') at = put(view, at, 'uchar', 3, little);
    }
    return bytes.slice(0, at);
  };

  it.each(
    [true, false].flatMap((little) =>
      (['float', 'double'] as const).flatMap((type) =>
        (['before', 'behind', 'none'] as const).map((extra) => [type, little, extra] as const),
      ),
    ),
  )('of %s, little-endian %s, a flag %s: triangles, polygons and bad faces in any order', async (type, little, extra) => {
    const faces = [
      [0, 1, 2],
      [1, 2, 3],
      [0, 1, 2, 3],
      [4, 3, 2],
      [0, 1],
      [2, 3, 9],
      [0, -1, 2],
      [3, 4, 0],
      [0, 1, 2, 3, 4],
      [1, 2, 4],
    ];
    const { mesh, findings } = await importBytes(write(type, little, extra, faces), 'a.ply');
    expect([...mesh.positions]).toEqual(Array.from({ length: 15 }, (_, i) => i / 4));
    expect([...mesh.indices]).toEqual([0, 1, 2, 1, 2, 3, 0, 1, 2, 0, 2, 3, 4, 3, 2, 3, 4, 0, 0, 1, 2, 0, 2, 3, 0, 3, 4, 1, 2, 4]);
    expect(findings).toMatchObject([{ code: 'unusable-faces', count: 3 }]);
    const cut = write(type, little, extra, [
      [0, 1, 2],
      [1, 2, 3],
    ]);
    await expect(importBytes(cut.subarray(0, cut.length - 1), 'a.ply')).rejects.toMatchObject({ code: 'truncated' });
    await expect(importBytes(cut.subarray(0, cut.length - 40), 'a.ply')).rejects.toMatchObject({
      code: expect.stringMatching(/truncated|count-exceeds-file/),
    });
  });
});
