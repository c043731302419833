import { describe, expect, it, vi } from 'vitest';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import { checkMesh, exportMesh, meshReader, readMesh, type TriangleMesh } from '#core/index';

/** `count` triangles, of coordinates that f32 holds. */
function mesh(count: number): TriangleMesh {
  return {
    positions: Float64Array.from({ length: 9 * count }, (_, i) => ((i * 7919) % 1009) / 8),
    indices: Uint32Array.from({ length: 3 * count }, (_, i) => i),
    parts: [{ name: 'part', firstTriangle: 0, triangleCount: count, worldFromPart: null }],
  };
}

const quadrangle = new TextEncoder().encode('OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n');
const formats = ['stl', 'ply', 'obj', 'off', 'glb'] as const;
const file = (count: number, format: (typeof formats)[number]): Uint8Array => exportMesh(mesh(count), format).bytes;

describe('a reader of meshes', () => {
  it.each(formats)('reads %s as readMesh does, into memory that was used before', async (format) => {
    const { read } = meshReader();
    await read(file(900, 'stl'), 'large.stl');
    for (const count of [20, 900, 1, 1000]) {
      const name = `${count}.${format}`;
      expect(await read(file(count, format), name), name).toEqual(await readMesh(file(count, format), name));
    }
    for (const other of [quadrangle, new Uint8Array(84)]) expect(await read(other, 'a')).toEqual(await readMesh(other, 'a'));
  });

  it.each(['stl', 'ply'] as const)('writes to the same memory, in which arrays of the mesh before become empty: %s', async (format) => {
    const { read } = meshReader();
    const { mesh: large } = await read(file(900, format), 'large');
    const { byteLength } = large.positions.buffer;
    const { mesh: small } = await read(file(20, format), 'small');
    expect([large.positions.length, large.indices.length]).toEqual([0, 0]);
    expect(() => checkMesh(large)).toThrow(/memory of the mesh has been moved/);
    expect(small.positions.buffer).toBe(small.indices.buffer);
    expect(small.positions.buffer.byteLength).toBe(byteLength);
    const { mesh: larger } = await read(file(901, format), 'larger');
    expect(larger.positions.buffer.byteLength).toBeGreaterThan(byteLength);
    const { mesh: last } = await read(file(900, format), 'last');
    expect(last.positions.buffer.byteLength).toBe(9 * 8 + 3 * 4 + byteLength);
    // The memory of a mesh is not that of its message, which would be written before its coordinates.
    expect(writeMeshBytes(last, (length) => new ArrayBuffer(length))).not.toBe(last.positions.buffer);
  });

  it('reads on after a mesh was moved to another thread', async () => {
    const clone = structuredClone;
    // As browsers do.
    vi.stubGlobal('structuredClone', (buffer: ArrayBuffer, options: StructuredSerializeOptions) => {
      if (buffer.byteLength === 0) throw new DOMException('already detached', 'DataCloneError');
      return clone(buffer, options);
    });
    const { read } = meshReader();
    const { mesh: first } = await read(file(900, 'stl'), 'a.stl');
    clone(first.positions, { transfer: [first.positions.buffer] });
    for (const count of [900, 20]) expect((await read(file(count, 'stl'), 'b.stl')).mesh.indices).toHaveLength(3 * count);
    vi.unstubAllGlobals();
  });

  it('reads on after a file with an error, and after one that was cancelled', async () => {
    const { read } = meshReader();
    await read(file(900, 'stl'), 'a.stl');
    await expect(read(file(900, 'stl').subarray(0, 4000), 'a.stl')).rejects.toMatchObject({ code: 'truncated' });
    await expect(read('solid' as never, 'a.stl')).rejects.toThrow(/is text, not bytes/);
    const stop = (): never => {
      throw new Error('stopped');
    };
    await expect(read(file(1000, 'stl'), 'a.stl', { progress: stop })).rejects.toThrow('stopped');
    expect((await read(file(900, 'stl'), 'a.stl')).mesh).toEqual((await readMesh(file(900, 'stl'), 'a.stl')).mesh);
  });

  it('refuses a second read before the first is finished, which is not affected', async () => {
    const { read } = meshReader();
    const first = read(file(900, 'ply'), 'a.ply');
    await expect(read(file(9, 'ply'), 'b.ply')).rejects.toThrow(/not finished the mesh before/);
    expect((await first).mesh.indices).toHaveLength(2700);
    expect((await read(file(9, 'ply'), 'b.ply')).mesh.indices).toHaveLength(27);
  });
});
