import { beforeEach, describe, expect, test } from 'vitest';
import { followChanges } from '../../../../renderer/state/changes/follow-changes.ts';
import { type CompareSide, hasBothRoles, sidesOfOneFile } from '../../../../renderer/state/changes/compare-side.ts';
import { distanceEnd, type MeshChanges } from '../../../../renderer/state/changes/mesh-changes.ts';
import { hasMoved, noteCompared } from '../../../../renderer/state/changes/note-compared.ts';
import { activeChanges, drawnVersions, hiddenVersionsPlace, isDrawnElsewhere } from '../../../../renderer/state/changes/shown-changes.ts';
import type { MeshPart, TriangleMesh } from '#core/mesh/triangle-mesh';
import { legendOf } from '../../../../renderer/scene/legend.ts';
import { type Display, hiddenKey, type Selection } from '../../../../renderer/state/store/records.ts';
import { comparedText, insideNote, outsideText } from '../../../../renderer/panels/changes/changes-text.ts';
import { select, setDisplay, showAll, showOnly } from '../../../../renderer/commands/actions.ts';
import { compareMeshes, frameFarthest, setVersionView, showVersionsPlace } from '../../../../renderer/commands/change-actions.ts';
import { useAsMovingMesh } from '../../../../renderer/commands/moving-actions.ts';
import { serveChanges } from '../../../../renderer/workers/serve-changes.ts';
import { box } from '../../../fixtures/shapes.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

let started: StartedSession;

beforeEach(async () => {
  started = await startedSession();
  followChanges(started.store, (request, post) => {
    serveChanges(
      request,
      (message) => void queueMicrotask(() => post(message)),
      () => 0,
    );
    return { terminate: () => {} };
  });
});

const all = (document: number): CompareSide => ({ document, parts: 'all' });

const now = (): MeshChanges => activeChanges(started.store)!;

async function compared(): Promise<readonly [a: number, b: number]> {
  const a = await started.openBox('rock.obj');
  const b = await started.openBox('rock_collision.obj', null, box([-1, -1, -1], [1, 1, 4]));
  expect(noteCompared(started.store, all(a), all(b))).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 0));
  return [a, b];
}

describe('two compared documents', () => {
  test('are measured both ways and checked', async () => {
    const [a, b] = await compared();
    expect(now()).toMatchObject({ cause: 'compare', name: 'rock.obj', otherName: 'rock_collision.obj', documents: [a, b], wanted: 'all' });
    expect(now().status).toEqual({ kind: 'done' });
    // The bottom is the same; the top of A is inside of B, 1 from its sides, and that of B is 3 above A.
    expect(now().surface).toMatchObject({
      removed: { found: expect.closeTo(1, 2) },
      added: { found: 3, position: [expect.anything(), expect.anything(), 4] },
    });
    expect(comparedText(now().geometry!)).toBe('10 triangles only in A, 10 only in B, 2 in both');
    expect(now().findings).not.toBeNull();
  });

  test('show where the farthest points are, also inside the other mesh, and the distance outside it', async () => {
    await compared();
    const { store } = started;
    expect(now().farthest).toMatchObject({
      before: { isInside: true, outside: { found: 0 }, position: [expect.closeTo(0, 2), expect.closeTo(0, 2), 1] },
      after: { isInside: false, outside: null, closest: [expect.anything(), expect.anything(), 1] },
    });
    expect(insideNote(now())).toBe('The farthest point of A lies inside B: surfaces inside it count too.');
    expect([outsideText(now(), 'before', String), outsideText(now(), 'after', String)]).toEqual(['none', '3']);
    const { before, after } = now().farthest!;
    const open = { ...after!, isInside: null };
    expect(insideNote({ farthest: { before, after } })).not.toContain('open');
    expect(insideNote({ farthest: { before, after: open } })).toMatch(
      /lies inside B.* An open mesh has no inside: fill its holes, then compare again\.$/,
    );
    expect(insideNote({ farthest: { before: open, after } })).toMatch(/^An open mesh has no inside/);
    expect(insideNote({ farthest: { before: after, after } })).toBeNull();
    // A farthest point shows the distances of its own mesh.
    store.versionView.value = 'distanceAfter';
    frameFarthest(store, now().surface!.removed!, 'before');
    expect(store.versionView.value).toBe('distanceBefore');
  });

  test('are drawn in place of the first, whichever of them is active', async () => {
    const [a, b] = await compared();
    const { store } = started;
    store.versionView.value = 'both';
    for (const activeDocument of [a, b]) {
      store.history.change('activate', (scene) => ({ ...scene, activeDocument }));
      expect([drawnVersions(store, a) === null, drawnVersions(store, b)]).toEqual([false, null]);
      expect([isDrawnElsewhere(store, a), isDrawnElsewhere(store, b)]).toEqual([false, true]);
    }
    store.versionView.value = 'off';
    expect(isDrawnElsewhere(store, b)).toBe(false);
  });

  test('are shown in place of the first also when it was hidden, and it stays when the second becomes active', async () => {
    const [a, b] = await compared();
    const { store } = started;
    const isHidden = (): boolean => store.scene.value.hidden.has(hiddenKey(a));
    showOnly(store, b);
    expect(isHidden()).toBe(true);
    setVersionView(store, 'distanceBefore');
    expect(isHidden()).toBe(false);
    expect(legendOf(store).distances?.title).toBe('Distance of rock.obj to rock_collision.obj');
    store.history.undo();
    expect([isHidden(), hiddenVersionsPlace(store), legendOf(store).distances]).toEqual([true, a, null]);
    showVersionsPlace(store);
    expect([isHidden(), hiddenVersionsPlace(store)]).toEqual([false, null]);
    showOnly(store, a);
    select(store, { kind: 'document', document: b });
    expect([isHidden(), store.scene.value.activeDocument]).toEqual([false, b]);
    // The meshes themselves: as always, one that was shown alone makes room.
    setVersionView(store, 'off');
    showOnly(store, a);
    select(store, { kind: 'document', document: b });
    expect(isHidden()).toBe(true);
  });

  test('are compared as they are placed', async () => {
    const a = await started.openBox('a.obj');
    const b = await started.openBox('b.obj');
    useAsMovingMesh(started.store, b);
    started.store.history.change('move', (scene) => ({ ...scene, movingMesh: { ...scene.movingMesh!, translate: [0, 0, 5] } }));
    expect(noteCompared(started.store, all(b), all(a))).toBe(true);
    expect(now()).toMatchObject({ name: 'b.obj', documents: [a, b] });
    expect(now().before.mesh.positions[2]).toBe(now().after.mesh.positions[2]! + 5);
    expect(hasMoved(started.store, now())).toBe(false);
    started.store.history.change('move', (scene) => ({ ...scene, movingMesh: { ...scene.movingMesh!, translate: [0, 0, 6] } }));
    expect(hasMoved(started.store, now())).toBe(true);
    started.store.history.undo();
    expect(hasMoved(started.store, now())).toBe(false);
  });

  test('have a heat map of their distances with one scale, and their mean', async () => {
    const a = await started.openBox('a.obj');
    const b = await started.openBox('b.obj', null, box([-1, -1, -1], [1, 1, 4]));
    noteCompared(started.store, all(a), all(b));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const { store } = started;
    const { before, after } = now().fields!;
    // Above A the sides of B have an area of 24 and a mean of 1.5; its top has 4 and 3. The whole area is 48.
    expect(after!.mean).toBeCloseTo((24 * 1.5 + 4 * 3) / 48, 3);
    // Only the top of A, 4 of 24, is not on B. Its distances to the sides form a pyramid of height 1.
    expect(before!.mean).toBeCloseTo((4 * (1 / 3)) / 24, 2);
    // The centres of the pieces are not quite as far as the corners.
    expect(distanceEnd(now().fields!, null)).toBeLessThanOrEqual(3);
    expect(distanceEnd(now().fields!, now().surface)).toBe(3);
    store.versionView.value = 'distanceAfter';
    expect(drawnVersions(store, a)!.fields).toBe(now().fields);
    expect(legendOf(store).distances).toMatchObject({ title: 'Distance of b.obj to a.obj', end: '3', mean: 'mean 1, max 3' });
    expect(legendOf(store).items).toEqual([]);
    // Both have one scale, so it ends with the distance of B. The top of A is inside B.
    store.versionView.value = 'distanceBefore';
    expect(legendOf(store).distances).toMatchObject({ end: '3, max of b.obj', mean: 'mean 0.0556, max 0.9997, inside b.obj' });
    store.versionView.value = 'distanceAfter';
    // The meshes are not drawn in the colours of their materials, and there is a heat map over A with a scale of its own.
    const show = (change: Partial<Display>): void => setDisplay(store, 'look', change);
    showAll(store);
    show({ colourBy: 'part' });
    expect(legendOf(store).colours).toBeNull();
    store.versionView.value = 'distanceBefore';
    show({ heat: 'tests' });
    expect(legendOf(store).distances).toBeNull();
    show({ heatFrom: 2 });
    expect(legendOf(store).distances).not.toBeNull();
    show({ heatFrom: 0 });
    store.versionView.value = 'distanceAfter';
    expect(legendOf(store).distances?.title).toBe('Distance of b.obj to a.obj');
    store.versionView.value = 'off';
    // Only B reaches out of the map.
    expect(legendOf(store).distances).toBeNull();
    expect(legendOf(store).colours?.items).toHaveLength(1);
    show({ heat: null });
    expect(legendOf(store).colours?.items).toHaveLength(2);
  });
});

describe('parts of one file', () => {
  const role = { shape: 'hull', isRendered: false, isTrigger: false, of: 'rock', from: 'name', exact: null } as const;
  const part = (name: string, firstTriangle: number): MeshPart => ({ name, firstTriangle, triangleCount: 12, worldFromPart: null });
  const level = (): TriangleMesh => {
    const meshes = [box(), box([-1, -1, -1], [1, 1, 4]), box([5, 5, 5], [6, 6, 6])];
    return {
      positions: Float64Array.from(meshes.flatMap(({ positions }) => [...positions])),
      indices: Uint32Array.from(meshes.flatMap(({ indices }, i) => [...indices].map((index) => index + 8 * i))),
      parts: [part('rock', 0), { ...part('UCX_rock', 12), role }, part('tree', 24)],
    };
  };

  test('are compared with each other: a collider with what is rendered', async () => {
    const id = await started.openBox('level.glb', null, level());
    expect(noteCompared(started.store, { document: id, parts: 0 }, { document: id, parts: 1 })).toBe(true);
    expect(now()).toMatchObject({ name: 'level.glb: rock', otherName: 'level.glb: UCX_rock', documents: [id] });
    expect(now().before.mesh.positions.length).toBe(24);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(now().surface).toMatchObject({ added: { found: 3 } });
    started.store.versionView.value = 'both';
    expect(drawnVersions(started.store, id)).not.toBeNull();
    expect(noteCompared(started.store, { document: id, parts: 'visual' }, { document: id, parts: 'colliders' })).toBe(true);
    expect([now().before, now().after].map(({ mesh }) => mesh.indices.length / 3)).toEqual([24, 12]);
    expect(now()).toMatchObject({ name: 'level.glb: visual parts', otherName: 'level.glb: colliders' });
    expect(noteCompared(started.store, { document: id, parts: 7 }, { document: id, parts: 'colliders' })).toBe(false);
  });

  test('begin with what is rendered and the colliders, or with the selected part and what belongs to it', async () => {
    const id = await started.openBox('level.glb', null, level());
    const document = started.store.documents.value[0]!;
    const sides = (selection: Selection | null): readonly CompareSide['parts'][] =>
      sidesOfOneFile(document, { selection }).map(({ parts }) => parts);
    expect(hasBothRoles(level())).toBe(true);
    expect(hasBothRoles(box())).toBe(false);
    expect(sides(null)).toEqual(['visual', 'colliders']);
    expect(sides({ kind: 'part', document: id, part: 1 })).toEqual([0, 1]);
    expect(sides({ kind: 'part', document: id, part: 0 })).toEqual([0, 1]);
    expect(sides({ kind: 'part', document: id, part: 2 })).toEqual([2, 'colliders']);
  });

  test('are forgotten when one is closed, and one mesh is not compared with itself', async () => {
    const [a, b] = await compared();
    expect(noteCompared(started.store, all(a), all(a))).toBe(false);
    await started.session.close(b);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(started.store.changes.value).toEqual([]);
    expect(noteCompared(started.store, all(a), all(b))).toBe(false);
  });

  test('are listed, and one of them becomes active', async () => {
    const [a, b] = [await started.openBox('a.obj'), await started.openBox('b.obj')];
    await started.openBox('c.obj');
    const shown: string[] = [];
    compareMeshes({ store: started.store, shell: { showList: (id: string) => void shown.push(id) } } as never, all(a), all(b));
    expect(shown).toEqual(['changes']);
    expect(started.store.scene.value.activeDocument).toBe(a);
    expect(now().cause).toBe('compare');
  });
});
