import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { bytesOf, u32 } from './import-bytes.ts';

const rows = 200_000;
const files: readonly (readonly [string, Uint8Array])[] = [
  ['mesh.obj', bytesOf('v 0 0 0\n'.repeat(rows), 'f 1 2 3\n')],
  ['mesh.off', bytesOf(`OFF\n${rows} 1 0\n`, '0 0 0\n'.repeat(rows), '3 0 1 2\n')],
  ['mesh.ply', bytesOf(`ply\nformat ascii 1.0\nelement vertex ${rows}\nproperty float x\nproperty float y\nproperty float z\nend_header\n`, '0 0 0\n'.repeat(rows))],
  ['ascii.stl', bytesOf('solid\n', 'facet\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nendfacet\n'.repeat(rows / 10), 'endsolid\n')],
  ['binary.stl', bytesOf(' '.repeat(80), u32([rows / 10]), new Uint8Array(5 * rows))],
];

describe.each(files)('importing %s', (fileName, bytes) => {
  it('reports rising fractions, the last of them 1', async () => {
    const seen: number[] = [];
    await importMesh(bytes, { fileName, progress: (fraction) => seen.push(fraction), readSideFile: async () => null });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it('stops with the error that the progress throws', async () => {
    let calls = 0;
    const progress = (): void => {
      if (++calls === 2) throw new InspectorError({ code: 'cancelled', message: 'enough', cure: 'none', place: {} });
    };
    const reading = importMesh(bytes, { fileName, progress, readSideFile: async () => null });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(calls).toBe(2);
  });
});
