import { describe, expect, it } from 'vitest';
import { codesOf, findingOf, importText, refusalOf, trianglesOf } from './import-bytes.ts';

const off = (text: string) => importText(text, 'mesh.off');
const square = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';

describe('OFF', () => {
  it('reads vertices and polygons, with comments anywhere and colours behind', async () => {
    const read = await off(`# made by hand\nOFF # shape\n\n4 2 0\n${square}# faces\n4 0 1 2 3 255 0 0\n3 0 2 3 # last\n`);
    expect([...read.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 2, 3],
    ]);
    expect(read.findings).toEqual([]);
  });

  it.each([
    ['COFF', '0 0 0 1 0 0 1'],
    ['NOFF', '0 0 0 0 0 1'],
    ['CNOFF', '0 0 0 0 0 1 1 0 0 1'],
    ['STOFF', '0 0 0 0.5 0.5'],
  ])('%s has its positions in front', async (keyword, vertex) => {
    const read = await off(`${keyword}\n3 1 0\n${`${vertex}\n`.repeat(3)}3 0 1 2\n`);
    expect(read.dialect).toBe(keyword);
    expect([...read.mesh.positions]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
  });

  it('takes counts on the line of the keyword, glued to it, or without a keyword or a number of edges', async () => {
    for (const head of ['OFF 4 1 0', 'OFF4 1 0', '4 1 0', 'OFF\n4 1']) {
      expect(trianglesOf(await off(`${head}\n${square}4 0 1 2 3\n`))).toHaveLength(2);
    }
  });

  it('lets the corners of a face run over lines', async () => {
    expect(trianglesOf(await off(`OFF\n4 1 0\n${square}4 0 1\n2 3\n`))).toHaveLength(2);
  });

  it.each([
    ['several on a line', '0 0 0 1 0 0\n1 1 0 0 1 0\n'],
    ['all on one line', '0 0 0 1 0 0 1 1 0 0 1 0\n'],
    ['one number on a line', '0\n0\n0 # a corner\n1\n\n0\n0\n1\n1\n0\n0\n1\n0\n'],
    ['broken anywhere', '0 0\n0 1\n0 0\n1 1\n0 0\n1 0\n'],
    ['one of them over three lines', '0 0 0\n1\n0\n0\n1 1 0\n0 1 0\n'],
    ['the last in front of the faces', '0 0 0\n1 0 0\n1 1 0\n0 1 0 '],
    ['with more numbers behind than the keyword says', '0 0 0 9 9 9\n1 0 0 9 9 9\n1 1 0 9 9 9\n0 1 0 9 9 9\n'],
    ['and some with more numbers behind', '0 0 0\n1 0 0 9 9 9 9\n1 1 0\n0 1 0 9\n'],
  ])('takes vertices as the numbers come, however they lie on the lines: %s', async (_, vertices) => {
    const read = await off(`OFF\n4 2 0\n${vertices}3 0 1 2\n3 0 2 3 255 0 0\n`);
    expect([...read.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    expect(read.findings).toEqual([]);
  });

  it.each([
    ['colours of four numbers, two vertices a line', 'COFF', '0 0 0 1 0 0 1 1 0 0 1 0 0 1\n0 1 0 1 0 0 1\n'],
    ['colours on lines of their own', 'COFF', '0 0 0\n1 0 0 1\n1 0 0\n1 0 0 1\n0 1 0\n1 0 0 1\n'],
    ['colours of three numbers', 'COFF', '0 0 0 9 9 9\n1 0 0 9 9 9\n0 1 0 9 9 9\n'],
    ['colours that are missing', 'COFF', '0 0 0\n1 0 0\n0 1 0\n'],
    [
      'normals, colours and texture coordinates, all on one line',
      'STCNOFF',
      `${['0 0 0', '1 0 0', '0 1 0'].map((v) => `${v} 0 0 1 9 9 9 9 .5 .5`).join(' ')}\n`,
    ],
  ])('passes over what the keyword says lies behind a vertex: %s', async (_, keyword, vertices) => {
    const read = await off(`${keyword}\n3 1 0\n${vertices}3 0 1 2\n`);
    expect([...read.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
  });

  it('finds a number missing where every other line holds a vertex or a face', async () => {
    const read = await off('OFF\n4 1 0\n0 0 0\n1 0\n1 1 0\n0 1 0\n3 0 2 3\n');
    expect([...read.mesh.positions]).toEqual([0, 0, 0, 1, 0, NaN, 1, 1, 0, 0, 1, 0]);
    expect(codesOf(read)).toEqual(['non-finite-vertices']);
  });

  it('takes counts on lines of their own', async () => {
    expect(trianglesOf(await off(`OFF\n4 # vertices\n1\n0\n${square}4 0 1 2 3\n`))).toHaveLength(2);
  });

  it('counts lines over vertices that are broken', async () => {
    const read = await off('OFF\n4 2 0\n0 0\n0 1\n0 0\n1 1\n0 0\n1 0\n3 0 1 2\n2 0 1\n');
    expect(findingOf(read, 'unusable-faces')?.locations.map(({ line }) => line)).toEqual([10]);
  });

  it('drops faces that are short or name no vertex', async () => {
    const read = await off(`OFF\n4 4 0\n${square}2 0 1\n3 0 1 4\n3 0 1 -1\n3 0 1 2\n`);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
    expect(findingOf(read, 'unusable-faces')?.locations.map(({ line }) => line)).toEqual([7, 8, 9]);
  });

  it('reports content after the last face, and is valid without any', async () => {
    expect(codesOf(await off(`OFF\n4 0 0\n${square}`))).toEqual(['no-triangles']);
    expect(codesOf(await off(`OFF\n4 0 0\n${square}\n3 0 1 2\n`))).toEqual(['ignored-content', 'no-triangles']);
  });

  it.each([
    ['four dimensions', '4OFF\n1 0 0\n0 0 0 1\n', 'unsupported-dialect', 1],
    ['any number of dimensions', 'nOFF\n2\n1 0 0\n0 0\n', 'unsupported-dialect', 1],
    ['binary data', 'OFF BINARY\n', 'unsupported-dialect', 1],
    ['vertices that run into the end', 'OFF\n4 1 0\n0.25 0.25 0 1 0 0\n1.25 1.25 0 0\n', 'truncated', 5],
    ['no counts', 'OFF\nabc\n', 'malformed', 2],
    ['more vertices than bytes', `OFF\n99999999999 1 0\n${square}`, 'count-exceeds-file', 2],
    ['more faces than bytes', `OFF\n4 99999999999 0\n${square}`, 'count-exceeds-file', 2],
    ['fewer faces than declared', `OFF\n4 2 0\n${square}3 0 1 2\n`, 'truncated', 8],
    ['a face that needs more corners than there are', `OFF\n4 1 0\n${square}999999999 0 1 2\n`, 'truncated', 8],
  ])('is refused with %s', async (_, text, code, line) => {
    expect(await refusalOf(off(text))).toMatchObject({ code, location: { file: 'mesh.off', line } });
  });
});
