import { describe, expect, it } from 'vitest';
import { codesOf, findingOf, importBytes, importText, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

const obj = (text: string) => importText(text, 'mesh.obj');
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('a comment that ends in a backslash', () => {
  it('takes the next line with it, as the format joins lines of any kind and as Blender, three.js and trimesh read it; a finding says so', async () => {
    const read = await importText('v 0 0 0\nv 1 0 0\n# from C:\\models\\\nv 9 9 9\nv 0 1 0\nf 1 2 3\n', 'mesh.obj');
    expect([...read.mesh.positions.subarray(6)]).toEqual([0, 1, 0]);
    expect(read.findings).toMatchObject([{ code: 'ignored-content', count: 1, locations: [{ file: 'mesh.obj', line: 3 }] }]);
  });
});

describe('OBJ', () => {
  it('reads one triangle with its coordinates as written', async () => {
    const read = await obj('v 0.1 -2e-3 .5\nv 1. +1 1E2\nv 0 1 0\nf 1 2 3\n');
    expect([...read.mesh.positions]).toEqual([0.1, -0.002, 0.5, 1, 1, 100, 0, 1, 0]);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
    expect(read.findings).toEqual([]);
    expect(read.units).toBeNull();
  });

  it('turns a polygon into the fan about its first corner', async () => {
    expect(trianglesOf(await obj(`${square}v -1 0 0\nf 1 2 3 4 5`))).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 4],
    ]);
  });

  it('takes the vertex index of every form of corner', async () => {
    expect(trianglesOf(await obj(`${square}f 1/7 2/8/9 3//\nf 1// 3/ 4//2`))).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
  });

  it('counts negative indices from the vertex before the face', async () => {
    expect(trianglesOf(await obj(`${square}f -4 -3 -2\nv 5 5 5\nf -1 -2 -3`))).toEqual([
      [0, 1, 2],
      [4, 3, 2],
    ]);
  });

  it('takes an index of a vertex that comes later', async () => {
    expect(trianglesOf(await obj(`f 1 2 3\n${square}`))).toEqual([[0, 1, 2]]);
  });

  it('drops faces with index 0, beyond the last vertex, or with fewer than three corners, and reports their lines', async () => {
    const read = await obj(`${square}f 1 2 9\nf 1 2 3\nf 0 1 2\nf 1 2\nf 1 3 4\nf -9 1 2\nf a b c\nf 1.5 2 3\n`);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    const finding = findingOf(read, 'unusable-faces');
    expect(finding?.count).toBe(6);
    expect(finding?.locations).toEqual([5, 7, 8, 10, 11, 12].map((line) => ({ file: 'mesh.obj', line })));
  });

  it('keeps the parts right around faces that are dropped at the end', async () => {
    const read = await obj(`${square}o gone\nf 1 2 9\no a\nf 1 2 3\nf 2 3 8\nf 1 3 4\no b\nf 1 2 4\n`);
    expect(partsOf(read)).toEqual([
      ['a', 0, 2],
      ['b', 2, 1],
    ]);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 1, 3],
    ]);
  });

  it('makes parts of objects and groups, and none of repeated names or empty ones', async () => {
    const read = await obj(`${square}f 1 2 3\no box\ng box\nf 1 2 3\ng lid\nf 1 2 3\ng lid\nf 1 3 4\no empty\no ball\nf 1 2 3`);
    expect(partsOf(read)).toEqual([
      ['', 0, 1],
      ['box', 1, 1],
      ['box/lid', 2, 2],
      ['ball', 4, 1],
    ]);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['lone returns', '\r'],
    ['line feeds', '\n'],
  ])('reads lines that end with %s', async (_, end) => {
    const read = await importText(['v 0 0 0', 'v 1 0 0', 'v 0 1 0', '', 'f 1 2', 'f 1 2 3'].join(end), 'mesh.obj');
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
    expect(findingOf(read, 'unusable-faces')?.locations[0]?.line).toBe(5);
  });

  it('joins lines at a backslash, also right behind an index', async () => {
    const read = await obj(`${square}f 1 2 \\\n3\\\r\n 4\nf 1 2\nf 1 2 3 # a comment`);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 1, 2],
    ]);
    expect(findingOf(read, 'unusable-faces')?.locations[0]?.line).toBe(8);
  });

  it('joins the lines of statements that it passes over, too', async () => {
    const read = await obj(`${square}vn 0 0 \\\n1\nf 1 2 3`);
    expect(read.findings).toEqual([]);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
  });

  it('passes over a byte order mark, tabs, colours and weights', async () => {
    const read = await obj('\ufeffv\t0 0 0 1\nv 1\t0 0 0.5 nan 0.5\n  v 0 1 0\nf\t1\t2\t3\n');
    expect([...read.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(read.findings).toEqual([]);
  });

  it.each([
    ['little', true],
    ['big', false],
  ])('refuses %s-endian UTF-32, whose mark begins as that of UTF-16', async (_, littleEndian) => {
    const text = new DataView(new ArrayBuffer(4 * 8));
    [...'\ufeffv 0 0 0\n'].slice(0, 8).forEach((char, i) => text.setUint32(4 * i, char.codePointAt(0)!, littleEndian));
    expect(await refusalOf(importBytes(new Uint8Array(text.buffer), 'a.obj'))).toMatchObject({
      code: 'unsupported-format',
      message: 'Files of this type are not read: text in UTF-32',
      fix: 'Save it as UTF-8',
    });
  });

  it.each(['\ufeff', '', '# Пол и стены\n'])('reads UTF-16 of both byte orders that begins with %j', async (start) => {
    const text = `${start}${square}f 1 2 3\n`;
    const little = new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer);
    const big = little.map((_, i) => little[i ^ 1] ?? 0);
    for (const bytes of [little, big]) {
      const read = await importBytes(bytes, 'mesh.obj');
      expect(read.dialect).toBe('OBJ, UTF-16');
      expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
    }
  });

  it('makes a vertex non-finite when a coordinate is missing or not wholly a number', async () => {
    const read = await obj('v 1 2\nv nan 0 0\nv 3.1+e2 0 0\nv 1.#IND 0 0\nv 1e999 0 0\nv 0 0 0\nf 1 2 3\nf 4 5 6');
    expect(findingOf(read, 'non-finite-vertices')).toMatchObject({
      count: 5,
      locations: [0, 1, 2, 3, 4].map((index) => ({ index, file: 'mesh.obj' })),
    });
    expect(trianglesOf(read)).toHaveLength(2);
  });

  it('reports lines and points, and ignores materials and normals', async () => {
    const read = await obj(`mtllib a.mtl\n${square}vn 0 0 1\nvt 0 0\nusemtl x\ns off\nl 1 2\np 1\nf 1 2 3`);
    expect(codesOf(read)).toEqual(['ignored-elements']);
    expect(findingOf(read, 'ignored-elements')).toMatchObject({ count: 2, locations: [{ line: 10 }, { line: 11 }] });
  });

  it('reports lines that are not statements, with a limited number of locations', async () => {
    const read = await obj(`${square}f 1 2 3\n${'what is this\n'.repeat(3000)}`);
    expect(findingOf(read, 'ignored-content')).toMatchObject({ count: 3000 });
    expect(findingOf(read, 'ignored-content')?.locations).toHaveLength(2048);
  });

  it('is valid without triangles', async () => {
    expect(codesOf(await obj('# nothing\n'))).toEqual(['no-triangles']);
    expect(codesOf(await obj('v 0 0 0\n'))).toEqual(['no-triangles']);
  });

  it('is refused when no line is a statement', async () => {
    expect(await refusalOf(obj('hello\nworld\n'))).toMatchObject({ code: 'malformed', location: { file: 'mesh.obj', line: 1 } });
  });

  it('is refused when it is bytes of zero, or noise in which a line is a statement by chance', async () => {
    expect(await refusalOf(importBytes(new Uint8Array(500), 'mesh.obj'))).toMatchObject({ code: 'malformed', location: { byte: 0 } });
    const comments = '# said\n'.repeat(300_000);
    expect(await refusalOf(obj(`${comments}${'\0'.repeat(100)}`))).toMatchObject({
      code: 'malformed',
      location: { byte: comments.length },
    });
    const noise = '\u0001\u0080\n'.repeat(100);
    expect(await refusalOf(obj(`${noise}s\u0003\nv \u0002\n`))).toMatchObject({ code: 'malformed', location: { line: 1 } });
    expect(codesOf(await obj(`${noise}v 0 0 0\n`))).toEqual(['ignored-content', 'no-triangles']);
    expect(codesOf(await obj('# \0\u0001\nf \0\n'))).toEqual(['unusable-faces', 'no-triangles']);
  });

  it('does not throw on names that are no UTF-8', async () => {
    const read = await importBytes(
      Uint8Array.from(`o caf\u00e9\u0000\n${square}f 1 2 3`, (char) => char.charCodeAt(0)),
      'mesh.obj',
    );
    expect(partsOf(read)).toEqual([['caf\ufffd', 0, 1]]);
  });

  it('reads a million coincident triangles', async () => {
    const read = await obj(`v 1 1 1\n${'f 1 1 1\n'.repeat(1_000_000)}`);
    expect(read.mesh.indices).toHaveLength(3_000_000);
    expect(partsOf(read)).toEqual([['', 0, 1_000_000]]);
  });
});
