import { describe, expect, it } from 'vitest';
import { bytesOf, codesOf, f32, findingOf, importBytes, importText, refusalOf, trianglesOf, u32 } from './import-bytes.ts';

const ply = (text: string) => importText(text, 'mesh.ply');
const header = (format: string, vertices: number, faces: number, end = '\n'): string =>
  ['ply', `format ${format} 1.0`, `element vertex ${vertices}`, 'property float x', 'property float y', 'property float z']
    .concat([`element face ${faces}`, 'property list uchar int vertex_indices', 'end_header', ''])
    .join(end);
const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const quadText = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n';

describe('ASCII PLY', () => {
  it('reads vertices and polygons, one element a line, with extra words passed over', async () => {
    const read = await ply(`${header('ascii', 4, 1)}0 0 0 9 9\n\n1 0 0\n  1 1 0\n0 1 0\n4 0 1 2 3 255 0 0\n`);
    expect(read.dialect).toBe('PLY, ASCII');
    expect([...read.mesh.positions]).toEqual(corners);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    expect(read.findings).toEqual([]);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['lone returns', '\r'],
  ])('reads lines that end with %s', async (_, end) => {
    expect(trianglesOf(await ply(header('ascii', 4, 1, end) + quadText.replaceAll('\n', end)))).toHaveLength(2);
  });

  it('keeps decimals at the nearest double, whatever type the header declares', async () => {
    const read = await ply(`${header('ascii', 1, 0)}0.1 0.2 0.30000000000000004\n`);
    expect([...read.mesh.positions]).toEqual([0.1, 0.2, 0.30000000000000004]);
  });

  it('finds x, y and z among other properties and lists', async () => {
    const text =
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty uchar red\nproperty list uchar float w\nproperty double z\nproperty double x\nproperty double y\n';
    const read = await ply(
      `${text}element face 1\nproperty uchar flags\nproperty list uchar uint vertex_index\nend_header\n9 2 7 7 3 1 2\n9 0 6 4 5\n9 1 7 9 7 8\n1 3 0 1 2\n`,
    );
    expect([...read.mesh.positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
  });

  it('drops faces that are short, cut off by the line end, or name no vertex', async () => {
    const read = await ply(`${header('ascii', 4, 5)}${quadText}2 0 1\n4 0 1 2\n3 0 1 4\n3 0 1 -1\n`);
    expect(trianglesOf(read)).toHaveLength(2);
    expect(findingOf(read, 'unusable-faces')?.locations.map(({ line }) => line)).toEqual([15, 16, 17, 18]);
  });

  it('is refused where it ends early, with the line', async () => {
    expect(await refusalOf(ply(`${header('ascii', 4, 3)}${quadText}`))).toMatchObject({ code: 'truncated', location: { line: 15 } });
  });

  it('is refused before anything is allocated when a count exceeds the file', async () => {
    const refusal = await refusalOf(ply(`${header('ascii', 999_999_999_999, 1)}${quadText}`));
    expect(refusal).toMatchObject({ code: 'count-exceeds-file', location: { file: 'mesh.ply', line: 3 } });
  });

  it('skips other elements and reports them', async () => {
    const text = header('ascii', 4, 1).replace('end_header', 'element edge 2\nproperty int a\nproperty int b\nend_header');
    const read = await ply(`${text}${quadText}0 1\n1 2\n`);
    expect(findingOf(read, 'ignored-elements')).toMatchObject({ count: 2 });
  });

  it('is valid with points only', async () => {
    const points = 'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n';
    expect(codesOf(await ply(points))).toEqual(['no-triangles']);
  });

  it('skips header lines that lack the word "comment", with a finding', async () => {
    const lines = 'Created by a scanner\nelement vertex';
    const read = await ply(
      header('ascii', 4, 1).replace('element vertex', lines).replace('end_header', 'done 2026\nend_header') + quadText,
    );
    expect(trianglesOf(read)).toHaveLength(2);
    expect(read.findings).toMatchObject([
      { code: 'ignored-content', severity: 'warning', count: 2, locations: [{ line: 3 }, { line: 10 }] },
    ]);
  });

  it.each([
    ['no end', 'ply\nformat ascii 1.0\n', 'malformed', 3],
    ['no format', 'ply\nend_header\n', 'malformed', 2],
    ['an unknown format', 'ply\nformat ebcdic 1.0\nend_header\n', 'unsupported-dialect', 2],
    ['an unknown type', 'ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\nend_header\n', 'malformed', 4],
    ['a property before the first element', 'ply\nformat ascii 1.0\nproperty float x\nend_header\n', 'malformed', 3],
    ['a damaged property', 'ply\nformat ascii 1.0\nelement vertex 1\npropert float x\nend_header\n', 'malformed', 4],
    ['a damaged list', 'ply\nformat ascii 1.0\nelement face 1\nlist uchar int vertex_indices\nend_header\n', 'malformed', 4],
    ['a damaged element', 'ply\nformat ascii 1.0\nelemen vertex 1\nend_header\n', 'malformed', 3],
    ['a count that is no number', 'ply\nformat ascii 1.0\nelement vertex many\nend_header\n', 'malformed', 3],
    ['two vertex elements', `${header('ascii', 0, 0).replace('end_header', 'element vertex 0\nend_header')}`, 'malformed', 9],
    ['vertices without positions', 'ply\nformat ascii 1.0\nelement vertex 1\nproperty float u\nend_header\n1\n', 'malformed', 3],
    ['faces without corners', 'ply\nformat ascii 1.0\nelement face 1\nproperty float u\nend_header\n1\n', 'malformed', 3],
  ])('is refused with %s in its header', async (_, text, code, line) => {
    expect(await refusalOf(ply(text))).toMatchObject({ code, location: { file: 'mesh.ply', line } });
  });
});

describe('triangle strips of PLY', () => {
  const declared = (format: string): string =>
    [
      'ply',
      `format ${format} 1.0`,
      'element vertex 5',
      'property float x',
      'property float y',
      'property float z',
      'element tristrips 1',
      'property list int int vertex_indices',
      'end_header',
      '',
    ].join('\n');
  const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0];
  const wanted = [
    [0, 1, 2],
    [2, 1, 3],
    [2, 3, 4],
    [4, 3, 2],
  ];

  it('flip every other triangle, and restart after -1', async () => {
    const text = vertices.map((value, i) => `${value}${i % 3 === 2 ? '\n' : ' '}`).join('');
    const read = await ply(`${declared('ascii')}${text}10 0 1 2 3 4 -1 4 3 2 -1\n`);
    expect(trianglesOf(read)).toEqual(wanted);
    expect(read.findings).toEqual([]);
    for (const littleEndian of [true, false]) {
      const body = [f32(vertices, littleEndian), u32([10, 0, 1, 2, 3, 4, -1, 4, 3, 2, -1], littleEndian)];
      expect(
        trianglesOf(await importBytes(bytesOf(declared(littleEndian ? 'binary_little_endian' : 'binary_big_endian'), ...body), 'a.ply')),
      ).toEqual(wanted);
    }
  });

  it('drop strips that are too short, cut off or refer to missing vertices', async () => {
    const text = '0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n';
    const read = await ply(`${declared('ascii')}${text}12 0 1 2 9 3 -1 1 2 -1 2 3\n`);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
    // Two with the ninth vertex, the strip of two corners, and the one whose last corner the line does not have.
    expect(findingOf(read, 'unusable-faces')).toMatchObject({
      count: 4,
      locations: Array(4).fill({ file: 'mesh.ply', line: 15 }) as unknown,
    });
  });
});

describe.each([
  ['little', true],
  ['big', false],
])('binary %s-endian PLY', (name, littleEndian) => {
  const format = `binary_${name}_endian`;
  const quad = bytesOf(f32(corners, littleEndian), 4, u32([0, 1, 2, 3], littleEndian));

  it('reads vertices and polygons', async () => {
    const read = await importBytes(bytesOf(header(format, 4, 1), quad), 'mesh.ply');
    expect(read.dialect).toBe(`PLY, binary ${name}-endian`);
    expect([...read.mesh.positions]).toEqual(corners);
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    expect(read.findings).toEqual([]);
  });

  it('begins behind the line end of the header, also where that is a lone return', async () => {
    for (const end of ['\r\n', '\r']) {
      expect(trianglesOf(await importBytes(bytesOf(header(format, 4, 1, end), quad), 'mesh.ply'))).toHaveLength(2);
    }
    const mixed = header(format, 4, 1).replace(/\n$/, '\r\n');
    expect(trianglesOf(await importBytes(bytesOf(mixed, quad), 'mesh.ply'))).toHaveLength(2);
  });

  it('takes a line feed behind a lone return for the first byte of the body', async () => {
    const x = new DataView(new ArrayBuffer(4));
    x.setUint32(0, 0x0a00_000a);
    const first = x.getFloat32(0, littleEndian);
    const body = bytesOf(f32([first, ...corners.slice(1)], littleEndian), 3, u32([0, 1, 2], littleEndian));
    const read = await importBytes(bytesOf(header(format, 4, 1, '\r'), body), 'mesh.ply');
    expect(read.mesh.positions[0]).toBe(first);
    expect(trianglesOf(read)).toEqual([[0, 1, 2]]);
  });

  it('passes over lists and properties on both sides of the corners', async () => {
    const text = header(format, 4, 2).replace('end_header', 'property list uchar float texcoord\nproperty uchar red\nend_header');
    const face = bytesOf(3, u32([0, 1, 2], littleEndian), 2, f32([0.5, 0.5], littleEndian), 255);
    const read = await importBytes(bytesOf(text, f32(corners, littleEndian), face, face), 'mesh.ply');
    expect(trianglesOf(read)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(read.findings).toEqual([]);
  });

  it('drops faces that name no vertex, with the byte', async () => {
    const text = header(format, 4, 1);
    const read = await importBytes(bytesOf(text, f32(corners, littleEndian), 3, u32([0, 1, 0xffff_ffff], littleEndian)), 'mesh.ply');
    expect(findingOf(read, 'unusable-faces')?.locations).toEqual([{ file: 'mesh.ply', byte: text.length + 48 }]);
  });

  it('is refused if it ends inside an element, and reports remaining bytes', async () => {
    const whole = bytesOf(header(format, 4, 1), quad);
    expect(await refusalOf(importBytes(whole.subarray(0, whole.length - 1), 'mesh.ply'))).toMatchObject({ code: 'truncated' });
    const longer = await importBytes(bytesOf(whole, 1, 2, 3), 'mesh.ply');
    expect(findingOf(longer, 'ignored-content')?.locations).toEqual([{ file: 'mesh.ply', byte: whole.length }]);
  });

  it('is refused when a list has a negative length', async () => {
    const text = header(format, 4, 1).replace('list uchar', 'list char');
    expect(await refusalOf(importBytes(bytesOf(text, f32(corners, littleEndian), 255, 0, 0), 'mesh.ply'))).toMatchObject({
      code: 'malformed',
    });
  });
});
