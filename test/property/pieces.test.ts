import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { inPieces } from '../fixtures/in-pieces.ts';
import { fortieth } from '../fixtures/scale.ts';

/** Pieces of text in which a border could be seen: line ends of every kind, joints, comments, words, numbers and what is none. */
const words = [
  '\n',
  '\r',
  '\r\n',
  '\\\n',
  '\\\r\n',
  '\\\r',
  '\\',
  ' ',
  '\t',
  '#',
  '# x',
  '0',
  '1',
  '2',
  '3',
  '-1',
  '1.5e1',
  'nan',
  '\0',
  'é',
  '𝄞',
];
const beginnings = {
  'a.obj': ['', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n'],
  'a.off': ['OFF\n3 1 0\n', 'OFF 3 2\n', 'COFF\n3 1 0\n', '3 1\n', '\ufeffOFF\n2 1 0\n'],
  'a.stl': ['solid\n', 'solid a\nfacet normal 0 0 1 outer loop vertex 0 0 0\n'],
  'a.ply': [
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n',
  ],
} as const;
const ofFormat = {
  'a.obj': ['v ', 'f ', 'f 1 2 3', 'o n', 'g ', 'usemtl m', '1/2/3', '/'],
  'a.off': ['0 0 0\n', '3 0 1 2\n', '0 0 0 9\n'],
  'a.stl': ['facet normal', 'endfacet', 'solid ', 'endsolid', 'vertex 0 1 2', 'endloop', 'outer loop'],
  'a.ply': ['0 0 0\n', '3 0 1 2\n'],
} as const;

async function outcomeOf(bytes: Uint8Array, fileName: string, windowBytes: number | null): Promise<unknown> {
  try {
    return await importMesh(windowBytes === null ? bytes : inPieces(bytes, windowBytes), {
      fileName,
      progress: () => {},
      readSideFile: async () => null,
    });
  } catch (thrown) {
    if (thrown instanceof InspectorError) return thrown.toJSON();
    throw thrown;
  }
}

test.each(Object.keys(beginnings) as (keyof typeof beginnings)[])(
  'borders of pieces are not seen in what comes of %s',
  async (fileName) => {
    const text = fc.tuple(
      fc.constantFrom(...beginnings[fileName]),
      fc.array(fc.constantFrom(...words, ...ofFormat[fileName]), { maxLength: 40 }),
    );
    const property = fc.asyncProperty(
      text,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async ([beginning, rest], windowBytes, inUtf16) => {
        const all = `${beginning}${rest.join('')}`;
        const bytes = inUtf16 ? Uint8Array.from(Buffer.from(`\ufeff${all}`, 'utf16le')) : new TextEncoder().encode(all);
        expect(await outcomeOf(bytes, fileName, windowBytes)).toEqual(await outcomeOf(bytes, fileName, null));
      },
    );
    await fc.assert(property, { numRuns: fortieth(20_000) });
  },
);
