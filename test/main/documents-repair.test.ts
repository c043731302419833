import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { spaceOptions } from '#core/options/space-options';
import type { DocumentSummary, HostEvent } from '#host-api';
import { checkRequest } from '../../main/documents/check-request.ts';
import { Documents } from '../../main/documents/documents.ts';
import { repairedName } from '../../main/documents/repaired-mesh.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText, temporaryFolder, until, warmPool } from './product.ts';

const folder = temporaryFolder();
const open = box();
writeFileSync(join(folder, 'box.obj'), objText({ ...open, indices: open.indices.slice(6), parts: [] }));
writeFileSync(join(folder, 'ball.obj'), objText(ball(96, 48)));
const health = defaultValues(healthOptions);
const pool = warmPool();
let documents: Documents;
let events: HostEvent[];

beforeEach(() => {
  documents = new Documents({ pool, samplesFolder: folder, maxBytes: 2 ** 30 });
  events = [];
  documents.onEvent((event) => events.push(event));
});

afterEach(() => documents.dispose());

const last = (id: number): DocumentSummary =>
  events.flatMap((event) => (event.kind === 'documentChanged' && event.document.id === id ? [event.document] : [])).at(-1)!;

async function opened(name: string): Promise<number> {
  const [id = 0] = documents.openPaths([join(folder, name)]);
  await until(() => last(id).phase === 'ready');
  return id;
}

describe('repairing a document', () => {
  test('previews without a document, then keeps the same result as a copy that is built and can be baked', async () => {
    const document = await opened('box.obj');
    const request = { document, options: { fillHoles: true }, health } as const;
    const preview = await documents.request('repair', { ...request, keep: false });
    expect(preview).toMatchObject({ document: null, report: { triangles: { before: 10, after: 12 } } });
    expect((await documents.request('list', {})).documents).toHaveLength(1);
    const kept = await documents.request('repair', { ...request, keep: true });
    // The same run: it measured the same time.
    expect(kept.report).toEqual(preview.report);
    const copy = kept.document!;
    await until(() => last(copy).phase === 'ready');
    expect(last(copy)).toMatchObject({
      name: 'box (repaired).obj',
      repairOf: document,
      repair: null,
      mesh: { triangles: 12, vertices: 8, findings: [] },
      trees: [{ id: 1 }],
    });
    expect(openMeshBytes(documents.meshBytes(copy)!).indices).toHaveLength(36);
    expect(openMeshBytes(documents.meshBytes(document)!).indices).toHaveLength(30);
    const meaning = defaultValues(spaceOptions);
    const { file } = await documents.request('bake', { document: copy, format: 'stl', trees: [], meaning });
    expect(file.name).toBe('box (repaired).stl');
    await expect(documents.request('reload', { document: copy, options: last(copy).trees[0]!.options })).rejects.toThrow(
      'not read from a file',
    );
  });

  test('reports progress and can be cancelled; nothing is kept then', async () => {
    const document = await opened('ball.obj');
    const running = documents.request('repair', { document, options: { weld: 1e-3, simplifyTo: 1000 }, health, keep: true });
    await until(() => last(document).repair !== null);
    await expect(documents.request('repair', { document, options: { weld: 0 }, health, keep: false })).rejects.toThrow(
      'A repair of this document is running',
    );
    await documents.request('cancel', { document, what: 'repair' });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(last(document).repair).toBeNull();
    expect((await documents.request('list', {})).documents).toHaveLength(1);
  });

  test('refuses a request without a repair, and values out of range', async () => {
    const document = await opened('box.obj');
    await expect(documents.request('repair', { document, options: {}, health, keep: false })).rejects.toThrow('No repair was requested');
    const message = (options: object): unknown => ({ id: 1, name: 'repair', request: { document, options, health: {}, keep: false } });
    expect(checkRequest(message({ weld: 0 })).request).toEqual({ document, options: { weld: 0 }, health, keep: false });
    expect(() => checkRequest(message({ weld: -1 }))).toThrow('Weld distance cannot be -1');
    expect(() => checkRequest(message({ melt: 1 }))).toThrow('Unknown option "melt"');
  });
});

test('a copy has the name of the file with a mark, and a number if it is repaired again', () => {
  expect(['crate.obj', 'a.b.glb', 'noextension'].map(repairedName)).toEqual([
    'crate (repaired).obj',
    'a.b (repaired).glb',
    'noextension (repaired)',
  ]);
  expect(repairedName('crate (repaired).obj')).toBe('crate (repaired 2).obj');
  expect(repairedName('crate (repaired 2).obj')).toBe('crate (repaired 3).obj');
});
