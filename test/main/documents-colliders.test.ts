import { describe, expect, test } from 'vitest';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { colliderOptions } from '#core/options/collider-options';
import { decomposeOptions } from '#core/options/decompose-options';
import { defaultValues } from '#core/options/option';
import { checkRequest } from '../../main/documents/check-request.ts';
import { box, knot } from '../fixtures/shapes.ts';
import { openDocuments } from './open-documents.ts';
import { objText, until } from './product.ts';

const { written, documents, request, summaryOf, openPath } = openDocuments();
const paths = { box: written('box.obj', objText(box())), knot: written('knot.obj', objText(knot(2, 3, 512, 64))) };
const options = defaultValues(colliderOptions);

describe('a collider of a document', () => {
  test('is previewed without a document, then kept as a copy of named parts, and edited', async () => {
    const { id: document } = await openPath(paths.box);
    const work = { kind: 'make', options: { ...options, method: 'hull' }, parts: null } as const;
    const preview = await request('makeCollider', { document, collider: null, work, keep: false });
    expect(preview).toMatchObject({ document: null, made: { bodies: [{ vertices: 8 }], rating: { phantomVolume: 0, missingVolume: 0 } } });
    const kept = await request('makeCollider', { document, collider: null, work, keep: true });
    // The same run: it measured the same time.
    expect(kept.made).toEqual(preview.made);
    await until(() => summaryOf(kept.document!).phase === 'ready');
    expect(summaryOf(kept.document!)).toMatchObject({ name: 'box (collider, convex hull).obj', repairOf: null, colliderOf: document });
    const edit = { kind: 'edit', edit: { kind: 'split', parts: [0] } } as const;
    const split = await request('makeCollider', { document, collider: kept.document, work: edit, keep: true });
    expect(split.made).toMatchObject({ bodies: [{ volume: 4 }, { volume: 4 }], rating: { phantomVolume: 0, missingVolume: 0 } });
    expect(summaryOf(kept.document!).editOf).toBeUndefined();
    expect(summaryOf(split.document!)).toMatchObject({
      name: 'box (collider, convex hull edited, 2 hulls).obj',
      colliderOf: document,
      editOf: kept.document,
    });
    const { parts } = openMeshBytes(documents().meshBytes(split.document!)!);
    expect(parts.map(({ name, role }) => [name, role?.shape])).toEqual([
      ['part 0_hull_01_a', 'hull'],
      ['part 0_hull_01_b', 'hull'],
    ]);
  });

  test('by V-HACD can be cancelled, also while the library runs, which ends the worker', async () => {
    const { id: document } = await openPath(paths.knot);
    const work = { kind: 'make', options: { ...options, resolution: 256, maxHulls: 256, concavity: 0 }, parts: null } as const;
    const running = request('makeCollider', { document, collider: null, work, keep: true });
    const ended = expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await until(() => summaryOf(document).collider != null);
    await request('cancel', { document, what: 'collider' });
    await ended;
    expect(summaryOf(document).collider).toBeNull();
    expect((await request('list', {})).documents).toHaveLength(1);
  });

  test('of a comparison is refused once it is not there, and so are wrong requests', async () => {
    const { id: document } = await openPath(paths.box);
    await expect(request('keepCollider', { document, row: 'hull' })).rejects.toThrow('no longer available');
    const message = (work: object): unknown => ({ id: 1, name: 'makeCollider', request: { document, collider: null, work, keep: false } });
    const make = (change: object): object => ({ kind: 'make', options, parts: null, ...change });
    expect(checkRequest(message(make({}))).request).toMatchObject({ work: { kind: 'make', parts: null } });
    for (const wrong of [
      make({ parts: 'all' }),
      make({ options: { ...options, maxHulls: 0 } }),
      { kind: 'edit', edit: { kind: 'melt', parts: [0] } },
      { kind: 'edit', edit: { kind: 'refit', parts: [0], shape: 'cone' } },
      { kind: 'edit', edit: { kind: 'merge', parts: [0.5] } },
    ])
      expect(() => checkRequest(message(wrong))).toThrow();
  });

  test('is compared with those of every method, and one of them is kept', async () => {
    const { id: document } = await openPath(paths.box);
    const few = { ...defaultValues(decomposeOptions), maxHulls: 1, resolution: 16 };
    const { colliders } = await request('compareColliders', { document, options: few });
    const boxes = colliders.find(({ id }) => id === 'box-containing');
    expect(boxes).toMatchObject({ cost: 1, error: expect.closeTo(0, 6), isBest: true });
    const kept = await request('keepCollider', { document, row: 'box-containing' });
    await until(() => summaryOf(kept.document).phase === 'ready');
    expect(summaryOf(kept.document)).toMatchObject({ colliderOf: document, mesh: { triangles: 12 } });
  });
});
