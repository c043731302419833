import { describe, expect, test } from 'vitest';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { spaceOptions } from '#core/options/space-options';
import { repairedPath } from '#host-api';
import { checkRequest } from '../../main/documents/check-request.ts';
import { repairedName } from '../../main/documents/repaired-mesh.ts';
import { dataAt } from '../../main/shell/data-route.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { openDocuments } from './open-documents.ts';
import { objText, until } from './product.ts';

const { written, documents, request, summaryOf, openPath } = openDocuments();
const open = box();
const paths = {
  box: written('box.obj', objText({ ...open, indices: open.indices.slice(6), parts: [] })),
  ball: written('ball.obj', objText(ball(96, 48))),
};
const health = defaultValues(healthOptions);

describe('repairing a document', () => {
  test('previews without a document, then keeps the same result as a copy that is built and can be baked', async () => {
    const { id: document } = await openPath(paths.box);
    const repair = { document, options: { fillHoles: true }, health } as const;
    const preview = await request('repair', { ...repair, keep: false });
    expect(preview).toMatchObject({ document: null, report: { triangles: { before: 10, after: 12 } } });
    expect((await request('list', {})).documents).toHaveLength(1);
    const path = repairedPath(document);
    expect(openMeshBytes(dataAt(documents(), path)!.bytes).indices).toHaveLength(36);
    const kept = await request('repair', { ...repair, keep: true });
    // The same run: it measured the same time.
    expect(kept.report).toEqual(preview.report);
    const copy = kept.document!;
    // The copy has the mesh now.
    expect(dataAt(documents(), path)).toBeNull();
    await until(() => summaryOf(copy).phase === 'ready');
    expect(summaryOf(copy)).toMatchObject({
      name: 'box (repaired).obj',
      repairOf: document,
      repair: null,
      mesh: { triangles: 12, vertices: 8, findings: [] },
      trees: [{ id: 1 }],
    });
    expect(openMeshBytes(documents().meshBytes(copy)!).indices).toHaveLength(36);
    expect(openMeshBytes(documents().meshBytes(document)!).indices).toHaveLength(30);
    const meaning = defaultValues(spaceOptions);
    const { file } = await request('bake', { document: copy, format: 'stl', trees: [], meaning });
    expect(file.name).toBe('box (repaired).stl');
    await expect(request('reload', { document: copy, options: summaryOf(copy).trees[0]!.options })).rejects.toThrow('not read from a file');
  });

  test('reports progress and can be cancelled; nothing is kept then', async () => {
    const { id: document } = await openPath(paths.ball);
    const running = request('repair', { document, options: { weld: 1e-3, simplifyTo: 1000 }, health, keep: true });
    await until(() => summaryOf(document).repair !== null);
    await expect(request('repair', { document, options: { weld: 0 }, health, keep: false })).rejects.toThrow(
      'A repair of this document is running',
    );
    await request('cancel', { document, what: 'repair' });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(summaryOf(document).repair).toBeNull();
    expect((await request('list', {})).documents).toHaveLength(1);
  });

  test('refuses a request without a repair, and values out of range', async () => {
    const { id: document } = await openPath(paths.box);
    await expect(request('repair', { document, options: {}, health, keep: false })).rejects.toThrow('No repair was requested');
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
