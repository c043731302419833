import { describe, expect, it } from 'vitest';
import { bytesOf, codesOf, f32, findingOf, importBytes, importText, partsOf, refusalOf, trianglesOf, u32 } from './import-bytes.ts';

const facet = (z: number): string =>
  `facet normal 0 0 1\nouter loop\nvertex 0 0 ${z}\nvertex 1 0 ${z}\nvertex 0 1 ${z}\nendloop\nendfacet\n`;
const stl = (text: string) => importText(text, 'mesh.stl');

const binaryFacet = bytesOf(f32([0, 0, 1, 0, 0, 0.1, 1, 0, 0, 0, 1, 0]), 0, 0);
const binary = (header: string, count: number, ...facets: readonly Uint8Array[]): Uint8Array =>
  bytesOf(header.padEnd(80, '\0'), u32([count]), ...facets);

describe('ASCII STL', () => {
  it('keeps three vertices a facet and makes a part of each solid', async () => {
    const read = await stl(`solid one\n${facet(0)}${facet(0)}endsolid one\nsolid two words\n${facet(7)}endsolid\n`);
    expect(read.dialect).toBe('ASCII STL');
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
    expect([...read.mesh.positions.subarray(18)]).toEqual([0, 0, 7, 1, 0, 7, 0, 1, 7]);
    expect(partsOf(read)).toEqual([
      ['one', 0, 2],
      ['two words', 2, 1],
    ]);
    expect(read.findings).toEqual([]);
  });

  it('keeps two solids of one name apart, and drops an empty one', async () => {
    const read = await stl(`solid a\nendsolid\nsolid a\n${facet(0)}endsolid\nsolid a\n${facet(0)}endsolid\n`);
    expect(partsOf(read)).toEqual([
      ['a', 0, 1],
      ['a', 1, 1],
    ]);
  });

  it('reads keywords in any case and with any line breaks', async () => {
    const read = await stl(`SOLID x\r\n${facet(0).toUpperCase().replaceAll('\n', ' ')}\rEndSolid x`);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
    expect(read.findings).toEqual([]);
  });

  it('reads a file of one line, where the name of a solid ends at its first facet', async () => {
    const line = (text: string): string => text.replaceAll('\n', ' ');
    const read = await stl(
      line(`solid my facet thing\n${facet(0)}${facet(1)}endsolid my facet thing\nsolid two\n${facet(7)}endsolid two\n`),
    );
    expect(partsOf(read)).toEqual([
      ['my facet thing', 0, 2],
      ['two', 2, 1],
    ]);
    expect(read.findings).toEqual([]);
    expect(partsOf(await stl(line(`solid\n${facet(0)}endsolid\n${facet(1)}`)))).toEqual([['', 0, 2]]);
  });

  it('has names without control characters, which a terminal would obey', async () => {
    expect(partsOf(await stl(`solid a\x1b[31m\x07\u009bb\n${facet(0)}endsolid\n`))).toEqual([['a[31mb', 0, 1]]);
  });

  it('drops facets without three vertices and reports a missing end', async () => {
    const read = await stl('solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nfacet\nvertex 1 1');
    expect(codesOf(read)).toEqual(['unusable-faces', 'format-violation', 'non-finite-vertices', 'no-triangles']);
    expect(findingOf(read, 'unusable-faces')?.locations.map(({ line }) => line)).toEqual([2, 8]);
  });

  it('is valid without facets', async () => {
    expect(codesOf(await stl('solid empty\nendsolid empty\n'))).toEqual(['no-triangles']);
  });

  it('is refused when it is prose that begins with its word', async () => {
    expect(await refusalOf(stl('solid state\nof matter\nand more'))).toMatchObject({ code: 'malformed', location: { line: 2 } });
    expect(codesOf(await stl('solid state\nof matter\nendsolid'))).toEqual(['ignored-content', 'no-triangles']);
  });
});

describe('binary STL', () => {
  it('widens the coordinates of each facet and names the part after the header', async () => {
    const read = await importBytes(binary('a lid', 2, binaryFacet, binaryFacet), 'mesh.stl');
    expect(read.dialect).toBe('binary STL');
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect([...read.mesh.positions.subarray(0, 3)]).toEqual([0, 0, Math.fround(0.1)]);
    expect(partsOf(read)).toEqual([['a lid', 0, 2]]);
  });

  it('is distinguished from text by its length if its header begins with "solid"', async () => {
    const read = await importBytes(binary('solid exported by someone', 1, binaryFacet), 'mesh.stl');
    expect(read.dialect).toBe('binary STL');
    expect(partsOf(read)).toEqual([['exported by someone', 0, 1]]);
  });

  it.each(['DDS ', '%PDF', 'GIF8', '\xff\xd8\xff', 'PK\x03\x04', '<?xml', 'OFF', 'ply\n', '{'])(
    'is recognised by its length if its free header begins with %j',
    async (header) => {
      expect((await importBytes(binary(header, 1, binaryFacet), 'mesh.stl')).dialect).toBe('binary STL');
    },
  );

  it('is recognised by its NULs if it begins with "solid" and its length is wrong', async () => {
    const read = await importBytes(bytesOf(binary('solid', 1, binaryFacet), 'tail'), 'mesh.stl');
    expect(trianglesOf(read)).toHaveLength(1);
    expect(findingOf(read, 'ignored-content')?.locations).toEqual([{ file: 'mesh.stl', byte: 134 }]);
  });

  it('is recognised by its length without a known extension', async () => {
    expect((await importBytes(binary('', 1, binaryFacet), 'mesh')).format).toBe('stl');
  });

  it('is refused where it ends before its count', async () => {
    const refusal = await refusalOf(importBytes(binary('', 4_000_000_000, binaryFacet), 'mesh.stl'));
    expect(refusal).toMatchObject({ code: 'truncated', location: { file: 'mesh.stl', byte: 134 } });
    expect(await refusalOf(importBytes(bytesOf('short'), 'mesh.stl'))).toMatchObject({ code: 'truncated', location: { byte: 5 } });
  });

  it('is valid without facets', async () => {
    expect(codesOf(await importBytes(binary('', 0), 'mesh.stl'))).toEqual(['no-triangles']);
  });

  it('is refused when it declares none and holds some, as bytes of zero do', async () => {
    expect(await refusalOf(importBytes(new Uint8Array(134), 'mesh.stl'))).toMatchObject({ code: 'malformed', location: { byte: 80 } });
    expect(codesOf(await importBytes(new Uint8Array(133), 'mesh.stl'))).toEqual(['ignored-content', 'no-triangles']);
  });

  it.each(Array.from({ length: 18 }, (_, i) => i))('finds a coordinate that is not finite wherever it is: number %i', async (at) => {
    for (const odd of [NaN, Infinity, -Infinity]) {
      const corners = Array.from({ length: 18 }, (_, i) => (i === at ? odd : i % 4 === 0 ? 3.4e38 : -3.4e38));
      const facets = [corners.slice(0, 9), corners.slice(9)].map((numbers) => bytesOf(f32([0, 0, 1, ...numbers]), 0, 0));
      expect(codesOf(await importBytes(binary('', 2, ...facets), 'mesh.stl'))).toContain('non-finite-vertices');
    }
  });

  it('finds infinite coordinates of both signs, and none in a file of the largest numbers', async () => {
    const facetOf = (numbers: readonly number[]): Uint8Array => bytesOf(f32([0, 0, 1, ...numbers]), 0, 0);
    const both = [facetOf([Infinity, 0, 0, 1, 0, 0, 0, 1, 0]), facetOf([-Infinity, 0, 0, 1, 0, 0, 0, 1, 0])];
    expect(codesOf(await importBytes(binary('', 2, ...both), 'mesh.stl'))).toContain('non-finite-vertices');
    const largest = Array.from({ length: 1200 }, () => facetOf([3.4e38, 0, 0, 0, 3.4e38, 0, 0, 0, 3.4e38]));
    expect(codesOf(await importBytes(binary('', 1200, ...largest), 'mesh.stl'))).not.toContain('non-finite-vertices');
  });
});
