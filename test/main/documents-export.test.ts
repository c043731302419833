import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BakeFormatName } from '#core/bake/bake-format';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { writeObj } from '#core/bake/mesh-files/write-obj';
import { importMesh } from '#core/import/import-mesh';
import { meshBounds } from '#core/mesh/bounds';
import { integralsOf } from '#core/mesh/mass-properties';
import { exportOptions, type ExportOptions, withPreset } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import { healthOptions } from '#core/options/health-options';
import { spaceOptions } from '#core/options/space-options';
import { noProgress } from '#core/progress';
import { openTree } from '#core/tree/open-tree';
import type { ExportChoice, HostEvent } from '#host-api';
import { checkRequest } from '../../main/documents/check-request.ts';
import { exportName } from '../../main/documents/converted-bake.ts';
import { Documents } from '../../main/documents/documents.ts';
import { inputOf } from '../core/bake/bake-input.ts';
import { ball, box, joined, named } from '../fixtures/shapes.ts';
import { temporaryFolder, until, warmPool } from './product.ts';

const folder = temporaryFolder();
const level = joined([named('floor', box([0, 0, 0], [4, 1, 4])), named('wall', box([1, 2, 3], [2, 4, 6])), named('ball', ball(8, 6))]);
writeFileSync(join(folder, 'level.obj'), writeObj(inputOf(level), noProgress).bytes);
writeFileSync(
  join(folder, 'hole.obj'),
  writeObj(inputOf({ ...box(), indices: box().indices.slice(0, 30), parts: [{ ...box().parts[0]!, triangleCount: 10 }] }), noProgress)
    .bytes,
);
const meaning = { ...defaultValues(spaceOptions), unit: 'metre', up: '+y', handedness: 'right' } as const;
const pool = warmPool();
let documents: Documents;
let events: HostEvent[];

beforeEach(() => {
  documents = new Documents({ pool, samplesFolder: folder, maxBytes: 2 ** 30 });
  events = [];
  documents.onEvent((event) => events.push(event));
});

afterEach(() => documents.dispose());

async function open(name: string): Promise<number> {
  const [id] = documents.openPaths([join(folder, name)]);
  await ready(id!);
  return id!;
}

async function ready(id: number): Promise<void> {
  const phases = () =>
    events.flatMap((event) => (event.kind === 'documentChanged' && event.document.id === id ? [event.document.phase] : []));
  await until(() => phases().at(-1) === 'ready');
}

function choice(given: Partial<ExportOptions>, runs: ExportChoice['runs'] = null, name = 'out'): ExportChoice {
  return { name, runs, options: withPreset({ ...defaultValues(exportOptions), ...given }, given) };
}

async function exportOf(document: number, format: BakeFormatName, exporting: ExportChoice, trees: readonly number[] = []) {
  const { file } = await documents.request('bake', { document, format, trees, meaning, exporting });
  return { file, bytes: new Uint8Array(documents.bakedFile(file.path.slice('/bakes/'.length))!.bytes) };
}

async function read(bytes: Uint8Array, fileName: string) {
  return (await importMesh(bytes, { fileName, progress: noProgress, readSideFile: async () => null })).mesh;
}

describe('exporting an open document', () => {
  test('gives the chosen parts in another space, verified, under the chosen name', async () => {
    const id = await open('level.obj');
    const { file, bytes } = await exportOf(id, 'obj', choice({ preset: 'unreal' }, [12, 12], 'the/wall'));
    expect(file).toMatchObject({ name: 'the_wall.obj', byteLength: bytes.length });
    const mesh = await read(bytes, 'wall.obj');
    expect(mesh.parts.map(({ name }) => name)).toEqual(['wall']);
    expect(meshBounds(mesh)).toEqual({ min: [100, 300, 200], max: [200, 600, 400] });
    expect(integralsOf(mesh, [0, 0, 0])[0]! / 6).toBeCloseTo(6e6, 3);
    const steps = events.flatMap((event) => (event.kind === 'documentChanged' ? [event.document.bake?.step ?? null] : []));
    expect([...new Set(steps)]).toEqual([null, 'converting', 'baking', 'verifying']);
  });

  test('builds the trees of a changed mesh with the same options, and states its space', async () => {
    const id = await open('level.obj');
    const { tree } = await documents.request('build', {
      document: id,
      options: { ...(await treeOptions(id)), split: 'median', leafTriangles: 2 },
    });
    const { bytes } = await exportOf(id, 'boxwood', choice({ preset: 'unity' }, [0, 24]), [tree.id, 1]);
    const { mesh, trees, space, source, findings } = readBoxwoodFile(bytes);
    expect(space).toEqual({ metresPerUnit: 1, up: '+y', handedness: 'left' });
    expect({ triangles: mesh.indices.length / 3, source, findings }).toEqual({ triangles: 24, source: null, findings: [] });
    expect(trees.map(({ buffer }) => [openTree(buffer).split, openTree(buffer).leafTriangles])).toEqual([
      ['median', 2],
      ['sah', 4],
    ]);
  });

  test('that changes nothing is the bake with its trees and source', async () => {
    const id = await open('level.obj');
    const asBake = await documents.request('bake', { document: id, format: 'boxwood', trees: [1], meaning });
    const { bytes } = await exportOf(id, 'boxwood', choice({}), [1]);
    expect(Buffer.from(bytes).equals(Buffer.from(documents.bakedFile(asBake.file.path.slice('/bakes/'.length))!.bytes))).toBe(true);
  });

  test('of a repaired copy writes what the repair made', async () => {
    const id = await open('hole.obj');
    const repair = { document: id, options: { fillHoles: true, maxHoleEdges: 100 }, health: defaultValues(healthOptions), keep: true };
    const { document } = await documents.request('repair', repair);
    await ready(document!);
    const { bytes } = await exportOf(document!, 'stl', choice({ toUnit: 'centimetre' }));
    const mesh = await read(bytes, 'x.stl');
    expect(mesh.indices.length / 3).toBe(12);
    expect(integralsOf(mesh, [0, 0, 0])[0]! / 6).toBeCloseTo(8e6, 0);
  });

  test('is refused with the name of the file where the space is unknown, and for nothing', async () => {
    const id = await open('level.obj');
    const unknown = documents.request('bake', {
      document: id,
      format: 'obj',
      trees: [],
      meaning: defaultValues(spaceOptions),
      exporting: choice({ preset: 'ros' }),
    });
    await expect(unknown).rejects.toMatchObject({ code: 'invalid-argument', location: { file: 'level.obj' } });
    await expect(exportOf(id, 'obj', choice({}, []))).rejects.toMatchObject({ message: 'No triangle is chosen' });
    expect((await exportOf(id, 'off', choice({}))).file.name).toBe('out.off');
  });

  test('can be cancelled while it converts', async () => {
    const id = await open('level.obj');
    documents.onEvent((event) => {
      if (event.kind === 'documentChanged' && event.document.bake?.step === 'converting')
        void documents.request('cancel', { document: id, what: 'bake' });
    });
    await expect(exportOf(id, 'obj', choice({ preset: 'unreal' }))).rejects.toMatchObject({ code: 'cancelled' });
  });

  async function treeOptions(id: number) {
    const { documents: all } = await documents.request('list', {});
    return all.find((one) => one.id === id)!.trees[0]!.options;
  }
});

test('the name of an export has no folder and the extension of its format', () => {
  expect(exportName('../a\\b:c', 'obj')).toBe('.._a_b_c.obj');
  expect(exportName('level.GLB', 'glb')).toBe('level.GLB');
  expect(exportName(' . ', 'glb')).toBe('mesh.glb');
  expect(exportName('x'.repeat(500), 'bvh.bin')).toBe(`${'x'.repeat(200)}.bvh.bin`);
});

test('a message is checked before it becomes an export', () => {
  const message = (exporting: unknown): unknown => ({
    id: 1,
    name: 'bake',
    request: { document: 1, format: 'off', trees: [], meaning: {}, exporting },
  });
  const good = choice({ toUnit: 'inch' }, [0, 3, 3, 1, 9, 2]);
  expect(checkRequest(message(good)).request).toMatchObject({ exporting: good });
  for (const runs of [[0], [0, 0], [3, 2, 4, 1], [-1, 2], [0.5, 1], 'all', [0, 1, 0, 1]])
    expect(() => checkRequest(message({ ...good, runs }))).toThrow('"runs"');
  expect(() => checkRequest(message({ ...good, name: 7 }))).toThrow('"name"');
  expect(() => checkRequest(message({ ...good, options: { toUnit: 'mile' } }))).toThrow('Unit cannot be "mile"');
  expect(() => checkRequest(message({ ...good, path: '/etc/passwd' }))).toThrow('"path"');
});
