import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import type { ImportContext, ImportedMesh } from '#core/import/importer';
import type { ByteSource } from '#core/import/source/byte-source';
import { watchedSource } from '#core/import/source/watched-source';
import { atLineEnd } from '#core/import/text/text-cursor';
import { skipToToken, textFrom } from '#core/import/text/text-feed';
import { ball } from '../../../fixtures/shapes.ts';
import { inPieces, windows } from '../../../fixtures/in-pieces.ts';
import { objText } from '../../../fixtures/write-text.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(file: Uint8Array | ByteSource, fileName: string, more: Partial<ImportContext> = {}): Promise<ImportedMesh> {
  return importMesh(file, { fileName, progress: () => {}, readSideFile: async () => null, ...more });
}

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it was read',
    (thrown: unknown) => (thrown instanceof InspectorError ? thrown.toJSON() : thrown),
  );
}

/** A file of zeros but for what stands in a few places, however long. */
function sparse(
  byteLength: number,
  parts: readonly (readonly [at: number, bytes: Uint8Array])[],
): ByteSource & { readonly bytesRead: () => number } {
  let bytesRead = 0;
  const readAt = (at: number, into: Uint8Array): void => {
    if (at + into.length > byteLength) throw new Error('beyond the end');
    bytesRead += into.length;
    into.fill(0);
    for (const [start, bytes] of parts) {
      const from = Math.max(at, start);
      const end = Math.min(at + into.length, start + bytes.length);
      if (from < end) into.set(bytes.subarray(from - start, end - start), from - at);
    }
  };
  return { byteLength, held: null, windowBytes: 64, maxHeld: 2 ** 20, read: readAt, bytesRead: () => bytesRead };
}

describe('places beyond what 32 bits hold', () => {
  const vertices = new Uint8Array(36);
  [0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((value, i) => new DataView(vertices.buffer).setFloat32(4 * i, value, true));
  const listBytes = 2 ** 32 - 1;
  const header = (type: string): Uint8Array =>
    encode(
      `ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement scan 1\nproperty list uint uchar samples\nelement face 2\nproperty list ${type} uint vertex_indices\nend_header\n`,
    );
  const count = Uint8Array.of(255, 255, 255, 255);

  function plyBehind(faces: Uint8Array, type = 'uchar'): { readonly source: ReturnType<typeof sparse>; readonly facesAt: number } {
    const head = header(type);
    const listAt = head.length + vertices.length;
    const facesAt = listAt + 4 + listBytes;
    return {
      source: sparse(facesAt + faces.length, [
        [0, head],
        [head.length, vertices],
        [listAt, count],
        [facesAt, faces],
      ]),
      facesAt,
    };
  }

  it('are the exact bytes of findings, and what lies between is not read', async () => {
    const { source, facesAt } = plyBehind(Uint8Array.of(3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0));
    const { mesh, findings } = await read(source, 'a.ply');
    expect([...mesh.indices]).toEqual([0, 1, 2]);
    expect(facesAt + 13).toBeGreaterThan(2 ** 32);
    expect(findings).toMatchObject([
      { code: 'ignored-elements' },
      { code: 'unusable-faces', count: 1, locations: [{ file: 'a.ply', byte: facesAt + 13 }] },
    ]);
    expect(source.bytesRead()).toBeLessThan(2 ** 21);
  });

  it('are the exact bytes of faults', async () => {
    const { source, facesAt } = plyBehind(Uint8Array.of(255, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'char');
    expect(await refusalOf(read(source, 'a.ply'))).toMatchObject({ code: 'malformed', location: { byte: facesAt } });
  });

  it('are the exact lines of text', () => {
    const at = 2 ** 33;
    const source = sparse(at + 20, [[at, encode('a\n# b\n\nc d\r\ne \\\nf   ')]]);
    const cursor = textFrom(source, at, 2 ** 32);
    const found: [string, number, number][] = [];
    for (skipToToken(cursor); cursor.at < cursor.end; skipToToken(cursor)) {
      found.push([String.fromCharCode(cursor.bytes[cursor.at] ?? 0), cursor.line - 2 ** 32, cursor.base + cursor.at - at]);
      while (!atLineEnd(cursor) && cursor.bytes[cursor.at]! > 32) cursor.at++;
    }
    expect(found).toEqual([
      ['a', 0, 0],
      ['c', 3, 7],
      ['d', 3, 9],
      ['e', 4, 12],
      ['\\', 4, 14],
      ['f', 5, 16],
    ]);
  });
});

describe('what would take more memory than there is', () => {
  it('is refused by the size of its mesh before it is read, if the header has it', async () => {
    const head = new Uint8Array(84);
    new DataView(head.buffer).setUint32(80, 4_000_000_000, true);
    const source = sparse(84 + 50 * 4_000_000_000, [[0, head]]);
    expect(await refusalOf(read(source, 'a.stl', { maxMeshBytes: 2 ** 32 }))).toMatchObject({
      code: 'too-large',
      message: 'The mesh of this file takes 320,434.6 MiB, and the limit on this machine is 4,096 MiB',
      location: { file: 'a.stl' },
    });
    expect(source.bytesRead()).toBeLessThan(2 ** 21);
  });

  it.each([
    ['a.obj', objText(ball(200, 100))],
    ['a.stl', 'solid\n' + 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(9000)],
  ])('is refused as it grows, if %s does not have it', async (name, text) => {
    const bytes = encode(text);
    expect(bytes.length).toBeGreaterThan(2 ** 19);
    const source = inPieces(bytes, 1009);
    expect(await refusalOf(read(source, name, { maxMeshBytes: 100_000 }))).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/ MiB and more, and the limit on this machine is 0\.1 MiB/),
    });
    expect((await read(source, name, { maxMeshBytes: 2 ** 30 })).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is refused with its line, where a line is longer than may be held', async () => {
    const text = encode(`v 0 0 0\nv 1 0 0\n# ${'x'.repeat(5000)}\nv 0 1 0\nf 1 2 3\n`);
    expect(await refusalOf(read(inPieces(text, 64, 4096), 'a.obj'))).toMatchObject({
      code: 'too-large',
      location: { line: 3 },
      message: expect.stringMatching(/^A line has more than/),
    });
    expect((await read(inPieces(text, 64, 2 ** 14), 'a.obj')).mesh.indices.length).toBe(3);
  });

  it('is refused, where its format has to be held as a whole', async () => {
    const gltf = encode(`{"asset":{"version":"2.0"},"extras":"${'x'.repeat(5000)}"}`);
    expect(await refusalOf(read(inPieces(gltf, 64, 4096), 'a.gltf'))).toMatchObject({
      code: 'too-large',
      fix: expect.stringMatching(/PLY/),
    });
    expect((await read(inPieces(gltf, 64, 8192), 'a.gltf')).format).toBe('gltf');
  });
});

describe('text in UTF-16', () => {
  // Colours that the keyword does not tell make the reader look ahead, and go back.
  const off = `OFF\n4 2 0\n${['0 0 0', '1 0 0', '1 1 0', '0 1 0'].map((at) => `${at} 9 9 9 # Ä𝄞\n`).join('')}3 0 1 2\n3 0 2 3\n`;

  it.each(windows)('is read in windows of %i bytes as at once', async (windowBytes) => {
    for (const [name, text] of [
      ['a.off', off],
      ['a.obj', `o Ä𝄞\n${objText(ball(8, 5))}`],
    ] as const) {
      const bytes = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
      expect(await read(inPieces(bytes, windowBytes), name)).toEqual(await read(bytes, name));
    }
  });
});

describe('a file that is read in pieces', () => {
  const bytes = encode(objText(ball(200, 100)));

  test('is cancelled where it is', async () => {
    let reads = 0;
    let calls = 0;
    const whole = inPieces(bytes, 4096);
    const source: ByteSource = { ...whole, read: (at, into) => void (reads++, whole.read(at, into)) };
    const stop = new Error('stop');
    const progress = (): void => {
      if (++calls === 2) throw stop;
    };
    await expect(read(source, 'a.obj', { progress })).rejects.toBe(stop);
    expect(reads).toBeLessThan(bytes.length / 4096 / 1.5);
  });

  test('reports progress', async () => {
    const reported: number[] = [];
    await read(inPieces(bytes, 4096), 'a.obj', { progress: (fraction) => reported.push(fraction) });
    expect(reported.length).toBeGreaterThan(3);
    expect(reported).toEqual([...reported].sort((a, b) => a - b));
    expect(reported.at(-1)).toBe(1);
  });

  test('has the hash of all its bytes, in whatever order they are read', () => {
    const wanted = createHash('sha256').update(bytes).digest('hex');
    const running = () => {
      const hash = createHash('sha256');
      return { update: (piece: Uint8Array) => void hash.update(piece), digest: () => hash.digest('hex') };
    };
    const orders: readonly (readonly (readonly [at: number, count: number])[])[] = [
      [],
      [
        [0, 10],
        [0, 100],
        [50, 10],
        [90, 500],
      ],
      [
        [1000, 10],
        [0, 7],
        [7, 1],
        [bytes.length - 5, 5],
      ],
      [
        [0, bytes.length],
        [3, 4],
      ],
    ];
    for (const order of orders) {
      const { source, finish } = watchedSource(inPieces(bytes, 64), running());
      for (const [at, count] of order) source.read(at, new Uint8Array(count));
      expect(finish(() => {})).toBe(wanted);
    }
  });
});
