import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ByteSource } from '#core/import';
import type { ImportedMesh } from '#core/import/importer';
import { type FacetBlocks, helpRead, type ReadHelp } from '#core/import/stl/facet-blocks';
import { inPieces } from '../../fixtures/in-pieces.ts';

/** Facets of five blocks, the last of which is not full; of each, the coordinates tell its place. */
const facets = 90_001;

/** A file with these facets. `notFinite` is the facet whose last coordinate is not a number. */
function file(count = facets, notFinite = -1): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * count));
  view.setUint32(80, count, true);
  for (let facet = 0; facet < count; facet++) {
    for (let i = 0; i < 9; i++) view.setFloat32(84 + 50 * facet + 12 + 4 * i, facet === notFinite && i === 8 ? NaN : 9 * facet + i, true);
  }
  return new Uint8Array(view.buffer);
}

const windowBytes = 2 ** 20;

type Help = ReadHelp['read'];

function read(source: ByteSource, help: Help | null = null, progress = (_: number): void => {}): Promise<ImportedMesh> {
  const readHelp = help === null ? undefined : { minFacets: facets, read: help };
  return importMesh(source, { fileName: 'a.stl', progress, readSideFile: async () => null, readHelp });
}

/** The same with a hash of each array: Vitest would print the difference of long arrays for minutes. */
function hashed({ mesh: { positions, indices, ...mesh }, ...imported }: ImportedMesh): unknown {
  const arrays = [positions, indices].map((values) => createHash('sha256').update(values).digest('hex'));
  return { ...imported, mesh, arrays };
}

/** Takes blocks as a thread does that ends before it has read them. */
function takeOnly({ states }: FacetBlocks, count: number): void {
  Atomics.add(states, 0, count);
}

describe('binary STL read with the help of other threads', () => {
  const bytes = file();
  const source = inPieces(bytes, windowBytes);
  const helps: Record<string, Help> = {
    'that read nothing': async () => {},
    'that read all': async (blocks) => helpRead(blocks, source),
    'of which one takes blocks and is lost': async (blocks) => takeOnly(blocks, 2),
    'of which one is lost with the last blocks': async (blocks) => {
      takeOnly(blocks, 3);
      helpRead(blocks, source);
    },
    'of which one cannot read': async (blocks) =>
      helpRead(blocks, {
        ...source,
        read: () => {
          throw new Error('unreadable');
        },
      }),
    'that answer late': async (blocks) => {
      const { states } = blocks;
      const late = Atomics.add(states, 0, 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      // A block of its own: the counter is set to it and then to the end.
      Atomics.store(states, 0, late);
      helpRead(blocks, source);
    },
  };

  it.each(Object.entries(helps))('is the same mesh with threads %s', async (_, help) => {
    expect(hashed(await read(source, help))).toEqual(hashed(await read(source)));
  });

  it('calls for help only for a large mesh that is not in memory', async () => {
    let calls = 0;
    const help: Help = async () => void calls++;
    expect((await read(inPieces(file(facets - 1), windowBytes), help)).mesh.positions.buffer).toBeInstanceOf(ArrayBuffer);
    await read({ ...source, held: bytes }, help);
    expect(calls).toBe(0);
    expect((await read(source, help)).mesh.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(calls).toBe(1);
  });

  it('is read by one thread where the text of the file is UTF-16', async () => {
    // 256 facets whose bytes are ASCII, as a text editor may have converted them.
    const ascii = new Uint8Array(84 + 50 * 256);
    ascii[81] = 1;
    ascii[0] = 65;
    for (let i = 84; i < ascii.length; i++) ascii[i] = i % 61;
    const utf16 = new Uint8Array(new Uint16Array([0xfe_ff, ...ascii]).buffer);
    let calls = 0;
    const host = { fileName: 'a.stl', progress: () => {}, readSideFile: async () => null };
    const help = async (): Promise<void> => void calls++;
    const { dialect, mesh } = await importMesh(inPieces(utf16, windowBytes), { ...host, readHelp: { minFacets: 1, read: help } });
    expect([dialect, calls]).toEqual(['binary STL, UTF-16', 0]);
    expect(mesh).toEqual((await importMesh(ascii, host)).mesh);
  });

  it.each([0, 20_970, facets - 1])('finds that facet %i is not finite, whichever thread reads it', async (facet) => {
    const damaged = inPieces(file(facets, facet), windowBytes);
    const expected = await read(damaged);
    expect(expected.findings).toMatchObject([{ code: 'non-finite-vertices' }]);
    for (const help of [async () => {}, async (blocks: FacetBlocks) => helpRead(blocks, damaged)]) {
      expect((await read(damaged, help)).findings).toEqual(expected.findings);
    }
  });

  it('reports progress that grows', async () => {
    const reports: number[] = [];
    await read(
      source,
      async (blocks) => takeOnly(blocks, 1),
      (fraction) => reports.push(fraction),
    );
    expect(reports.length).toBeGreaterThan(3);
    expect(reports.toSorted((a, b) => a - b)).toEqual(reports);
  });

  it('waits for the other threads before it ends with an error, and lets them read no more', async () => {
    const stop = new Error('stopped');
    const log: string[] = [];
    let states: Int32Array = new Int32Array(1);
    const help: Help = async (blocks) => {
      states = blocks.states;
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push('ended');
      let reads = 0;
      helpRead(blocks, { ...source, read: () => void reads++ });
      expect(reads).toBe(0);
    };
    const reading = read(source, help, () => {
      if (states.length > 1) throw stop;
    });
    await expect(reading.finally(() => log.push('thrown'))).rejects.toBe(stop);
    expect(log).toEqual(['ended', 'thrown']);
  });
});
