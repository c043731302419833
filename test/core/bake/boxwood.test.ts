import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { layOut, type Piece } from '#core/bake/boxwood/write-boxwood';
import { openBoxwood, readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { readChunkTable } from '#core/bake/boxwood/chunk-table';
import { writeParts } from '#core/bake/boxwood/parts-chunk';
import { crc32 } from '#core/crc32';
import { importBoxwood } from '#core/bake/import-boxwood';
import { bakeFormatNames } from '#core/bake/bake-format';
import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { unknownSpace } from '#core/mesh/source-space';
import { noProgress } from '#core/progress';
import { openTree } from '#core/tree/open-tree';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, joined, knot, meshOf, named } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';

const turned = Array.from({ length: 16 }, (_, i) => (i === 12 ? -0 : i / 7));

/** Two parts, one with a transform, names beyond ASCII, and vertices that are no numbers. */
function difficult(): TriangleMesh {
  const mesh = joined([named('Tür ⛩ "\\', box()), named('', ball(8, 5))]);
  const positions = Float64Array.from([...mesh.positions, NaN, Infinity, -0]);
  const indices = Uint32Array.from([...mesh.indices, 0, 1, positions.length / 3 - 1]);
  const [first, second] = mesh.parts;
  return {
    positions,
    indices,
    parts: [
      { ...first!, worldFromPart: turned },
      { ...second!, triangleCount: second!.triangleCount + 1 },
    ],
  };
}

/** Every value that a byte does not have; in a short run those that are one bit apart, and every eighth from where the byte stands. */
function otherValues(own: number, at: number): readonly number[] {
  const every = Array.from({ length: 256 }, (_, value) => value);
  return every.filter((value) => value !== own && (isFullRun || value % 8 === at % 8 || isPowerOfTwo(value ^ own)));
}

function isPowerOfTwo(value: number): boolean {
  return (value & (value - 1)) === 0;
}

function refusal(bytes: Uint8Array): InspectorError {
  try {
    readBoxwoodFile(bytes);
  } catch (error) {
    if (error instanceof InspectorError) return error;
    throw error;
  }
  throw new Error('The bytes were accepted');
}

describe('a .boxwood file', () => {
  test('returns mesh, parts, trees, source, space and findings unchanged to the last bit', () => {
    const mesh = difficult();
    const input = inputOf(mesh, [treeOf(mesh), treeOf(mesh, { split: 'median', leafTriangles: 1 })]);
    const read = readBoxwoodFile(bakeMesh('boxwood', input).bytes);
    expect(new Uint8Array(read.mesh.positions.buffer, read.mesh.positions.byteOffset, read.mesh.positions.byteLength)).toEqual(
      new Uint8Array(mesh.positions.buffer),
    );
    expect(read.mesh.indices).toEqual(mesh.indices);
    expect(read.mesh.parts).toEqual(mesh.parts);
    expect(read.trees.map(({ buffer }) => new Uint8Array(buffer))).toEqual(input.trees.map(({ bytes }) => new Uint8Array(bytes)));
    expect(read.source).toEqual(input.source);
    expect(read.space).toEqual({ metresPerUnit: 1, up: '+y', handedness: 'right' });
    expect(read.findings).toEqual(input.findings);
  });

  test('written again after reading is the same file', () => {
    const mesh = difficult();
    const { bytes } = bakeMesh('boxwood', inputOf(mesh));
    const read = importBoxwood(bytes, noProgress);
    const again = bakeMesh('boxwood', {
      ...inputOf(read.mesh, [treeOf(read.mesh)]),
      source: read.source,
      findings: read.findings,
      space: read.space,
    });
    expect(again.bytes).toEqual(bytes);
    expect(read.dialect).toBe('Boxwood 1, from OBJ');
  });

  test('has every chunk at a multiple of 16, and is viewed in place', () => {
    const { bytes } = bakeMesh('boxwood', inputOf(difficult()));
    const chunks = readChunkTable(bytes);
    expect(chunks.map(({ kind }) => kind)).toEqual(['VERT', 'INDX', 'PART', 'TREE', 'META']);
    for (const { offset } of chunks) expect(offset % 16).toBe(0);
    const opened = openBoxwood(bytes);
    expect(opened.mesh.positions.buffer).toBe(bytes.buffer);
    expect(opened.trees[0]!.buffer).toBe(bytes.buffer);
  });

  test('is written from, and read in, memory that threads share', () => {
    const mesh = difficult();
    const { bytes } = bakeMesh('boxwood', inputOf(mesh));
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    const read = readBoxwoodFile(shared);
    expect(read.mesh.positions.buffer).toBe(shared.buffer);
    expect(read.trees[0]!.buffer).toBeInstanceOf(ArrayBuffer);
    for (const name of bakeFormatNames)
      expect(bakeMesh(name, inputOf(read.mesh, [openTree(read.trees[0]!.buffer)])).bytes, name).toEqual(
        bakeMesh(name, inputOf(mesh)).bytes,
      );
  });

  test('is read from any place in a larger buffer', () => {
    const { bytes } = bakeMesh('boxwood', inputOf(difficult()));
    const wanted = readBoxwoodFile(bytes);
    for (let shift = 1; shift < 9; shift++) {
      const larger = new Uint8Array(bytes.length + 16);
      larger.set(bytes, shift);
      expect(readBoxwoodFile(larger.subarray(shift, shift + bytes.length))).toEqual(wanted);
    }
  });

  test('has the bytes of the worked example where the document of the format has them', () => {
    // The worked example of resources/formats/boxwood-1.md: one triangle, one part "t", one tree.
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 't');
    const { bytes } = bakeMesh('boxwood', inputOf(mesh));
    const view = new DataView(bytes.buffer);
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x42, 0x58, 0x57, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(view.getUint32(8, true)).toBe(1);
    expect(view.getUint32(12, true)).toBe(5);
    expect(view.getBigUint64(16, true)).toBe(BigInt(bytes.length));
    const text = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
    const entries = Array.from({ length: 5 }, (_, i) => 32 + 32 * i);
    expect(
      entries
        .slice(0, 4)
        .map((at) => [
          text(at, at + 4),
          view.getUint32(at + 4, true),
          Number(view.getBigUint64(at + 8, true)),
          Number(view.getBigUint64(at + 16, true)),
          view.getUint32(at + 28, true),
        ]),
    ).toEqual([
      ['VERT', 1, 192, 72, 1],
      ['INDX', 1, 272, 12, 1],
      ['PART', 1, 288, 177, 1],
      ['TREE', 1, 480, 164, 0],
    ]);
    expect(text(160, 164)).toBe('META');
    expect(view.getBigUint64(168, true)).toBe(656n);
    expect(view.getFloat64(216, true)).toBe(1);
    expect(text(464, 465)).toBe('t');
    expect(text(480, 484)).toBe('BXTR');
    expect(JSON.parse(text(656, 656 + Number(view.getBigUint64(176, true))))).toHaveProperty('findings');
  });
});

describe('a damaged .boxwood file', () => {
  test('is refused with its offset, whichever byte is changed and whatever to', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 1, 3], 'ab');
    const { bytes } = bakeMesh('boxwood', inputOf(mesh));
    const damaged = bytes.slice();
    for (let at = 0; at < bytes.length; at++) {
      for (const value of otherValues(bytes[at]!, at)) {
        damaged[at] = value;
        const { code, location } = refusal(damaged);
        if (code !== 'invalid-bytes' || location.byte === undefined || location.byte > bytes.length)
          expect.fail(`byte ${at} = ${value}: ${code}`);
      }
      damaged[at] = bytes[at]!;
    }
    expect(readBoxwoodFile(damaged).mesh).toEqual(mesh);
  });

  test('is refused when it is cut anywhere, or longer', () => {
    const { bytes } = bakeMesh('boxwood', inputOf(box()));
    for (let length = 0; length < bytes.length; length++) {
      const { code } = refusal(bytes.subarray(0, length));
      expect(code).toBe(length < 8 ? 'invalid-bytes' : 'truncated');
    }
    const longer = new Uint8Array(bytes.length + 16);
    longer.set(bytes);
    expect(refusal(longer)).toMatchObject({ code: 'invalid-bytes', location: { byte: bytes.length } });
  });

  test('of a later version says so, since its checksum is right', () => {
    const { bytes } = bakeMesh('boxwood', inputOf(box()));
    const view = new DataView(bytes.buffer);
    view.setUint32(8, 2, true);
    view.setUint32(28, crc32(bytes, 0, 28), true);
    expect(refusal(bytes)).toMatchObject({ code: 'unsupported-dialect', location: { byte: 8 } });
  });
});

describe('a .boxwood file by another writer, with sound checksums', () => {
  const mesh = box();
  const bytesOf = (array: Float64Array | Uint32Array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const nothing = { source: null, units: null, findings: [] };
  const piece = (kind: string, bytes: Uint8Array, more: Partial<Piece> = {}): Piece => ({
    kind,
    version: 1,
    required: true,
    bytes,
    ...more,
  });
  const sound = (): Record<string, Piece> => ({
    VERT: piece('VERT', bytesOf(mesh.positions)),
    INDX: piece('INDX', bytesOf(mesh.indices)),
    PART: piece('PART', writeParts(mesh.parts)),
    TREE: piece('TREE', new Uint8Array(treeOf(mesh).bytes), { required: false }),
    META: piece('META', text(nothing), { required: false }),
  });
  const fileWith = (changed: Record<string, Piece | null>): Uint8Array<ArrayBuffer> =>
    layOut(Object.values({ ...sound(), ...changed }).filter((value) => value !== null));

  test('is read without trees and without a description', () => {
    const read = readBoxwoodFile(fileWith({ TREE: null, META: null }));
    expect(read).toMatchObject({ trees: [], source: null, space: unknownSpace, findings: [] });
  });

  test('of before a bake knew its axes has the unit alone', () => {
    const meta = (value: object): Uint8Array<ArrayBuffer> =>
      fileWith({ META: piece('META', text({ ...nothing, ...value }), { required: false }) });
    expect(readBoxwoodFile(meta({ units: 'inch' })).space).toEqual({ metresPerUnit: 0.0254, up: null, handedness: null });
    const space = { metresPerUnit: 0.5, up: '-z', handedness: 'left' };
    expect(readBoxwoodFile(meta({ space })).space).toEqual(space);
    for (const wrong of [{ metresPerUnit: 0 }, { up: 'z' }, { handedness: 'both' }]) {
      expect(refusal(meta({ space: { ...space, ...wrong } }))).toMatchObject({ code: 'invalid-bytes', location: { pointer: '/space' } });
    }
  });

  test('is read past members of ignored findings that a later version gives them', () => {
    const meta = (value: object): Uint8Array<ArrayBuffer> =>
      fileWith({ META: piece('META', text({ ...nothing, ...value }), { required: false }) });
    const ignored = { code: 'later-check', detail: null, elements: [3, 7], reason: 'seen' };
    expect(readBoxwoodFile(meta({ ignored: [{ ...ignored, until: '2031-01-01' }] })).ignored).toEqual([ignored]);
    expect(refusal(meta({ ignored: [{ ...ignored, reason: ' ' }] }))).toMatchObject({
      code: 'invalid-bytes',
      location: { pointer: '/ignored/0/reason' },
    });
  });

  test('is read past optional chunks of unknown kinds and versions, and past trees of unknown kinds', () => {
    const otherKind = new Uint8Array(treeOf(mesh).bytes.slice(0));
    new DataView(otherKind.buffer).setUint32(8, 77, true);
    const read = readBoxwoodFile(
      fileWith({
        ZZZZ: piece('ZZZZ', Uint8Array.of(1, 2, 3), { required: false }),
        later: piece('TREE', Uint8Array.of(9), { version: 2, required: false }),
        other: piece('TREE', otherKind, { required: false }),
      }),
    );
    expect(read.trees).toHaveLength(1);
    expect(read.mesh).toEqual(mesh);
  });

  test('holds at most eight trees, when it is written and when it is read', () => {
    const trees = Array.from({ length: 8 }, () => treeOf(mesh));
    expect(readBoxwoodFile(bakeMesh('boxwood', inputOf(mesh, trees)).bytes).trees).toHaveLength(8);
    expect(() => bakeMesh('boxwood', inputOf(mesh, [...trees, treeOf(mesh)]))).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
    const nine = fileWith(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i === 0 ? 'TREE' : `tree ${i}`, sound()['TREE']!])));
    const { offset } = readChunkTable(nine).filter(({ kind }) => kind === 'TREE')[8]!;
    expect(refusal(nine)).toMatchObject({ code: 'invalid-bytes', location: { byte: offset } });
    expect(() => openBoxwood(nine)).toThrow(expect.objectContaining({ location: { byte: offset } }));
  });

  test('names the bytes that a wrong checksum covers', () => {
    const file = fileWith({});
    const vertices = readChunkTable(file)[0]!;
    file[vertices.offset + 5]! ^= 1;
    expect(refusal(file)).toMatchObject({
      location: { byte: 192 },
      message: 'This baked file is damaged: the checksum of the chunk VERT, bytes 192 to 383, is wrong',
    });
  });

  test('is refused when two chunks overlap', () => {
    const file = fileWith({
      AAAA: piece('AAAA', new Uint8Array(64), { required: false }),
      BBBB: piece('BBBB', new Uint8Array(64), { required: false }),
    });
    const view = new DataView(file.buffer);
    const last = readChunkTable(file).length - 1;
    const entry = 32 + 32 * (last - 1);
    // The one before the last now begins where the last does, with the same zeros: every checksum stays right.
    view.setBigUint64(entry + 8, view.getBigUint64(entry + 32 + 8, true), true);
    const tableEnd = 32 + 32 * (last + 1);
    view.setUint32(24, crc32(file, 32, tableEnd), true);
    view.setUint32(28, crc32(file, 0, 28), true);
    expect(refusal(file)).toMatchObject({ code: 'invalid-bytes', location: { byte: entry + 8 } });
  });

  test('is refused for a required chunk of an unknown kind or version', () => {
    expect(refusal(fileWith({ ZZZZ: piece('ZZZZ', Uint8Array.of(1)) })).code).toBe('unsupported-feature');
    expect(refusal(fileWith({ INDX: piece('INDX', bytesOf(mesh.indices), { version: 2 }) })).code).toBe('unsupported-feature');
  });

  const wrongTree = (change: (view: DataView) => void): Piece => {
    const bytes = new Uint8Array(treeOf(mesh, { leafTriangles: 1 }).bytes.slice(0));
    change(new DataView(bytes.buffer));
    return piece('TREE', bytes, { required: false });
  };
  const longName = writeParts(mesh.parts);
  new DataView(longName.buffer).setUint32(16 + 12, 0xffff_ffff, true);
  const notUtf8 = writeParts(mesh.parts);
  notUtf8[notUtf8.length - 1] = 0xff;
  const manyParts = writeParts(mesh.parts);
  new DataView(manyParts.buffer).setUint32(0, 0xffff_ffff, true);

  test.each<[string, Record<string, Piece | null>]>([
    ['no vertices', { VERT: null }],
    ['vertices twice', { again: piece('VERT', bytesOf(mesh.positions)) }],
    ['half a vertex', { VERT: piece('VERT', new Uint8Array(20)) }],
    ['half a triangle', { INDX: piece('INDX', new Uint8Array(20)) }],
    ['an index out of range', { INDX: piece('INDX', bytesOf(mesh.indices.with(5, 8))), TREE: null }],
    ['parts that leave triangles out', { PART: piece('PART', writeParts([{ ...mesh.parts[0]!, triangleCount: 11 }])) }],
    ['parts that overlap', { PART: piece('PART', writeParts([mesh.parts[0]!, mesh.parts[0]!])) }],
    [
      'parts out of order',
      {
        PART: piece(
          'PART',
          writeParts([
            { ...mesh.parts[0]!, firstTriangle: 1, triangleCount: 11 },
            { ...mesh.parts[0]!, triangleCount: 1 },
          ]),
        ),
      },
    ],
    ['parts whose names leave the chunk', { PART: piece('PART', longName) }],
    ['parts whose names are not UTF-8', { PART: piece('PART', notUtf8) }],
    ['more parts than bytes', { PART: piece('PART', manyParts) }],
    ['a description that is no JSON', { META: piece('META', Uint8Array.of(123)) }],
    ['a description that is a list', { META: piece('META', text([])) }],
    ['findings of another shape', { META: piece('META', text({ ...nothing, findings: [{ code: 'no-triangles' }] })) }],
    ['a source without a name', { META: piece('META', text({ ...nothing, source: {} })) }],
    [
      'a hash that is none',
      { META: piece('META', text({ ...nothing, source: { file: 'a', dialect: 'OBJ', byteLength: 1, sha256: 'AB' } })) },
    ],
    ['a tree of too few bytes', { TREE: piece('TREE', new Uint8Array(5)) }],
    ['a tree with a link out of range', { TREE: wrongTree((view) => view.setUint32(128 + 24, 0xffff_fff0, true)) }],
    ['a tree with a box too small', { TREE: wrongTree((view) => view.setFloat32(128 + 12, 0, true)) }],
    ['a tree with a count beyond its bytes', { TREE: wrongTree((view) => view.setUint32(16, 0xffff_ffff, true)) }],
    ['a tree of another mesh', { TREE: piece('TREE', new Uint8Array(treeOf(knot()).bytes)) }],
    ['a kind in small letters', { zzzz: piece('zzzz', new Uint8Array(1), { required: false }) }],
  ])('is refused for %s', (_, changed) => {
    const { code, location } = refusal(fileWith(changed));
    expect(code).toBe('invalid-bytes');
    expect(location.byte).toBeTypeOf('number');
  });
});
