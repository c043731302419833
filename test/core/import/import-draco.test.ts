import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DecodeDraco } from '#core/import/importer';
import { importMesh } from '#core/import/import-mesh';
import { createDracoDecoder } from '../../../main/worker/draco-decoder.ts';
import { encodeDraco } from '../../fixtures/draco.ts';
import { bytesOf, codesOf, findingOf, importBytes, refusalOf, trianglesOf } from './import-bytes.ts';

const square = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2, 0, 2, 3) };
const read = (bytes: Uint8Array, decodeDraco: DecodeDraco = createDracoDecoder()) =>
  importMesh(bytes, { fileName: 'a.drc', progress: () => {}, readSideFile: async () => null, decodeDraco });

describe('a Draco stream', () => {
  it.each(['sequential', 'edgebreaker'] as const)('of the method %s gives its triangles and positions', async (method) => {
    const imported = await read(await encodeDraco({ ...square, method, metadata: true }));
    const { positions, indices } = imported.mesh;
    const corners = [...indices].map((i) => [...positions.subarray(3 * i, 3 * i + 3)].map((x) => Math.round(x) + 0).join());
    // The encoder is free to change the order of the triangles and of their corners.
    const triangles = [corners.slice(0, 3), corners.slice(3)].map((triangle) => triangle.toSorted().join(' ')).toSorted();
    expect(triangles).toEqual(['0,0,0 0,1,0 1,1,0', '0,0,0 1,0,0 1,1,0']);
    expect(imported).toMatchObject({ format: 'draco', dialect: 'Draco 2.2', findings: [] });
  });

  it('keeps integers as they are', async () => {
    const imported = await read(
      await encodeDraco({ positions: Int16Array.of(0, 0, 0, 300, 0, 0, 0, -7, 0), indices: Uint32Array.of(0, 1, 2), method: 'sequential' }),
    );
    expect([...imported.mesh.positions]).toEqual([0, 0, 0, 300, 0, 0, 0, -7, 0]);
  });

  it('of points is a file without triangles', async () => {
    const imported = await read(bytesOf('DRACO', 2, 2, 0, 0, 0, 0, 5, 0, 0, 0));
    expect(codesOf(imported)).toEqual(['ignored-elements', 'no-triangles']);
  });

  it('whose triangles name points that it does not have loses those', async () => {
    const bytes = await encodeDraco({ ...square, method: 'sequential' });
    const wrong: DecodeDraco = async () => ({
      points: 3,
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
      attributes: [{ components: 3, values: square.positions.subarray(0, 9) }],
    });
    const imported = await read(bytes, wrong);
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(findingOf(imported, 'unusable-faces')).toMatchObject({ count: 1, locations: [{ index: 1 }] });
  });

  it('is refused with the reason', async () => {
    const bytes = await encodeDraco({ ...square, method: 'sequential' });
    expect(await refusalOf(importBytes(bytes, 'a.drc'))).toMatchObject({ code: 'unsupported-feature' });
    expect(await refusalOf(read(bytes.with(6, 1)))).toMatchObject({ code: 'unsupported-dialect', location: { file: 'a.drc' } });
    expect(await refusalOf(read(bytes.subarray(0, 40)))).toMatchObject({ code: 'malformed' });
    expect(await refusalOf(read(bytesOf('DRACO', 2, 2, 1, 0, 0, 0, 255, 255, 255, 255, 15, 0)))).toMatchObject({
      code: 'count-exceeds-file',
    });
    expect(await refusalOf(read(bytesOf('PLAIN'), createDracoDecoder()))).toMatchObject({ code: 'malformed' });
  });

  it('that would keep the decoder busy for seconds is ended, on any machine after the same number of steps', async () => {
    // A fuzz found it: 287 bytes that take 1.5 thousand million steps.
    const bytes = new Uint8Array(readFileSync('test/repro/import/decoder-busy-for-seconds.drc'));
    const decode = createDracoDecoder();
    const message = 'The Draco data are damaged: decoding them takes more than 5,373,952 steps, the limit for 287 bytes';
    expect(await refusalOf(read(bytes, decode))).toMatchObject({ code: 'malformed', message, location: { file: 'a.drc' } });
    // The decoder starts again with a whole stream.
    expect(trianglesOf(await read(await encodeDraco({ ...square, method: 'edgebreaker' }), decode))).toHaveLength(2);
  });

  it('may take more steps for more bytes and for more faces', async () => {
    const limits: number[] = [];
    const bytes = await encodeDraco({ ...square, method: 'sequential' });
    const watch: DecodeDraco = async (_, __, maxSteps) => {
      limits.push(maxSteps);
      throw new Error('not decoded');
    };
    for (const more of [0, 1000])
      await refusalOf(
        read(
          Uint8Array.from({ length: bytes.length + more }, (_, i) => bytes[i] ?? 0),
          watch,
        ),
      );
    expect(limits[1]! - limits[0]!).toBe(1000 * 2 ** 12);
    expect(limits[0]).toBe(2 ** 22 + 2 ** 12 * bytes.length + 2 ** 9 * 2);
  });
});
