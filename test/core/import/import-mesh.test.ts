import { describe, expect, it } from 'vitest';
import { formatLocation, InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { bytesOf, f32, importBytes, importText, u32 } from './import-bytes.ts';

const rows = 200_000;
const files: readonly (readonly [string, Uint8Array])[] = [
  ['mesh.obj', bytesOf('v 0 0 0\n'.repeat(rows), 'f 1 2 3\n')],
  ['mesh.off', bytesOf(`OFF\n${rows} 1 0\n`, '0 0 0\n'.repeat(rows), '3 0 1 2\n')],
  ['broken.off', bytesOf(`OFF\n${rows} 1 0\n`, '0 0 0\n'.repeat(rows - 1), '0\n0 0\n', '3 0 1 2\n')],
  [
    'mesh.ply',
    bytesOf(
      `ply\nformat ascii 1.0\nelement vertex ${rows}\nproperty float x\nproperty float y\nproperty float z\nend_header\n`,
      '0 0 0\n'.repeat(rows),
    ),
  ],
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
      if (++calls === 2) throw new InspectorError({ code: 'cancelled', message: 'enough', fix: 'none', location: {} });
    };
    const reading = importMesh(bytes, { fileName, progress, readSideFile: async () => null });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(calls).toBe(2);
  });
});

const plyHead = 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n';

describe('a vertex that is not finite', () => {
  it.each([
    [
      'nan.obj',
      'v 0 0 0\nv 1 nan \\\n0\n# v\nv 0 1 inf\n',
      [
        [2, 1],
        [5, 2],
      ],
    ],
    [
      'nan.off',
      'OFF\n3 0 0\n0 0 0\n\n1 0\nnan\n0 1 1e999\n',
      [
        [5, 1],
        [7, 2],
      ],
    ],
    [
      'nan.ply',
      `${plyHead}0 0 0\n\n1 0\n0 nan 0\n`,
      [
        [10, 1],
        [11, 2],
      ],
    ],
    [
      'nan.stl',
      'solid a\nfacet\nouter loop\nvertex 0 0 0\nvertex nan 0 0\nvertex 0 1 1e999\nendloop\nendfacet\nendsolid\n',
      [
        [5, 1],
        [6, 2],
      ],
    ],
  ] as const)('is reported with its line and its number: %s', async (fileName, text, wanted) => {
    const { findings } = await importText(text, fileName);
    const locations = findings.find(({ code }) => code === 'non-finite-vertices')?.locations ?? [];
    expect(locations).toEqual(wanted.map(([line, index]) => ({ file: fileName, line, index, element: 'vertex' })));
    expect(locations.map(formatLocation)).toEqual(wanted.map(([line, index]) => `${fileName}:${line} vertex ${index}`));
  });

  it('has its line among the first that are listed, and the rest are counted', async () => {
    const { findings } = await importText(`${'v 0 0 0\nv 0 0 nan\n'.repeat(2100)}f 1 3 5\n`, 'nan.obj');
    expect(findings).toMatchObject([{ code: 'non-finite-vertices', count: 2100 }]);
    expect(findings[0]!.locations.map(({ line }) => line)).toEqual(Array.from({ length: 2048 }, (_, i) => 2 * i + 2));
  });

  it('is reported with its byte if the format is binary', async () => {
    const header = `ply\nformat binary_little_endian 1.0\nelement patch 1\nproperty list uchar uchar a\nelement vertex 2\nproperty uchar tag\nproperty float x\nproperty float y\nproperty float z\nend_header\n`;
    const sound = Uint8Array.of(9, ...f32([0, 1, 0]));
    const broken = Uint8Array.of(9, ...f32([0, NaN, 0]));
    const { findings } = await importBytes(bytesOf(header, Uint8Array.of(2, 0, 0), sound, broken), 'nan.ply');
    const byte = header.length + 3 + 13;
    const locations = findings.find(({ code }) => code === 'non-finite-vertices')?.locations ?? [];
    expect(locations).toEqual([{ file: 'nan.ply', byte, index: 1, element: 'vertex' }]);
    expect(locations.map(formatLocation)).toEqual([`nan.ply byte ${byte} vertex 1`]);
  });

  it('is reported by its number alone if vertices have lists', async () => {
    const header = `ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty list uchar uchar a\nproperty float x\nproperty float y\nproperty float z\nend_header\n`;
    const { findings } = await importBytes(bytesOf(header, Uint8Array.of(1, 5), f32([0, NaN, 0])), 'nan.ply');
    expect(findings[0]?.locations).toEqual([{ file: 'nan.ply', index: 0, element: 'vertex' }]);
  });
});
