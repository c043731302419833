import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import { importText, trianglesOf } from '../core/import/import-bytes.ts';
import { inPieces } from '../fixtures/in-pieces.ts';
import { fortieth } from '../fixtures/scale.ts';

/** Whether numbers behind the coordinates belong to a keyword, and how many there are. */
const keywords = [
  ['OFF', 0],
  ['NOFF', 3],
  ['COFF', 4],
  ['CNOFF', 7],
  ['STOFF', 2],
  ['STCNOFF', 9],
] as const;
const coordinate = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ noNaN: true, noDefaultInfinity: true, min: -10, max: 10 }));
const separator = fc.constantFrom(' ', '\t ', '\n', '\r\n', ' # 3 0 1 2\n', '\n\n');

/** Vertices, faces (distinct corners), and what stands between the numbers of the vertices. */
const file = fc.integer({ min: 3, max: 12 }).chain((vertices) => {
  const face = fc.uniqueArray(fc.nat(vertices - 1), { minLength: 3, maxLength: 5 });
  const keyword = fc.constantFrom(...keywords);
  return fc.record({
    keyword,
    faces: fc.array(face, { minLength: 1, maxLength: 12 }),
    points: fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: vertices, maxLength: vertices }),
    separators: fc.array(separator, { minLength: 1, maxLength: 40 }),
    windowBytes: fc.integer({ min: 1, max: 64 }),
  });
});

/** In pieces, where looking ahead must leave the reader where it is, comes what comes at once. */
async function readBothWays(text: string, windowBytes: number): Promise<ImportedMesh> {
  const read = await importText(text, 'mesh.off');
  const source = inPieces(new TextEncoder().encode(text), windowBytes);
  expect(await importMesh(source, { fileName: 'mesh.off', progress: () => {}, readSideFile: async () => null })).toEqual(read);
  return read;
}

it('line breaks between the numbers of vertices mean nothing, and those of faces end them', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ keyword: [keyword, behind], faces, points, separators, windowBytes }) => {
      const numbers = points.flatMap((point) => [...point, ...new Array<number>(behind).fill(0.5)]);
      const body = numbers.map((number, i) => `${number}${separators[i % separators.length]}`).join('');
      const text = `${keyword}\n${points.length} ${faces.length} 0\n${body}\n${faces.map((face) => `${face.length} ${face.join(' ')} 255 0 0\n`).join('')}`;
      const read = await readBothWays(text, windowBytes);
      expect([...read.mesh.positions]).toEqual(points.flat().map((value) => (value === 0 ? 0 : value)));
      expect(trianglesOf(read)).toEqual(faces.flatMap((face) => face.slice(2).map((_, i) => [face[0], face[i + 1], face[i + 2]])));
    }),
    { numRuns: fortieth(3000) },
  );
});

it('a vertex a line is read whatever the keyword says, with any numbers behind', async () => {
  const colour = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(file, colour, async ({ keyword: [keyword], faces, points, windowBytes }, behind) => {
      const body = points.map((point) => `${[...point, ...behind].join(' ')}\n`).join('');
      const text = `${keyword}\n${points.length} ${faces.length} 0\n${body}${faces.map((face) => `${face.length} ${face.join(' ')}\n`).join('')}`;
      const read = await readBothWays(text, windowBytes);
      expect([...read.mesh.positions]).toEqual(points.flat().map((value) => (value === 0 ? 0 : value)));
      expect(trianglesOf(read)).toHaveLength(faces.reduce((sum, face) => sum + face.length - 2, 0));
    }),
    { numRuns: fortieth(3000) },
  );
});
