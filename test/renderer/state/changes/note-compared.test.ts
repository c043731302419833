import { beforeEach, describe, expect, test } from 'vitest';
import { followChanges } from '../../../../renderer/state/changes/follow-changes.ts';
import type { MeshChanges } from '../../../../renderer/state/changes/mesh-changes.ts';
import { noteCompared } from '../../../../renderer/state/changes/note-compared.ts';
import { activeChanges, drawnVersions, isDrawnElsewhere } from '../../../../renderer/state/changes/shown-changes.ts';
import { comparedText } from '../../../../renderer/panels/changes/changes-text.ts';
import { compareMeshes } from '../../../../renderer/commands/change-actions.ts';
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

const now = (): MeshChanges => activeChanges(started.store)!;

async function compared(): Promise<readonly [a: number, b: number]> {
  const a = await started.openBox('rock.obj');
  const b = await started.openBox('rock_collision.obj', null, box([-1, -1, -1], [1, 1, 4]));
  expect(noteCompared(started.store, a, b)).toBe(true);
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

  test('are compared as they are placed', async () => {
    const a = await started.openBox('a.obj');
    const b = await started.openBox('b.obj');
    useAsMovingMesh(started.store, b);
    started.store.history.change('move', (scene) => ({ ...scene, movingMesh: { ...scene.movingMesh!, translate: [0, 0, 5] } }));
    expect(noteCompared(started.store, b, a)).toBe(true);
    expect(now()).toMatchObject({ name: 'b.obj', documents: [a, b] });
    expect(now().before.mesh.positions[2]).toBe(now().after.mesh.positions[2]! + 5);
  });

  test('are forgotten when one is closed, and one mesh is not compared with itself', async () => {
    const [a, b] = await compared();
    expect(noteCompared(started.store, a, a)).toBe(false);
    await started.session.close(b);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(started.store.changes.value).toEqual([]);
    expect(noteCompared(started.store, a, b)).toBe(false);
  });

  test('are listed, and one of them becomes active', async () => {
    const [a, b] = [await started.openBox('a.obj'), await started.openBox('b.obj')];
    await started.openBox('c.obj');
    const shown: string[] = [];
    compareMeshes({ store: started.store, shell: { showList: (id: string) => void shown.push(id) } } as never, a, b);
    expect(shown).toEqual(['changes']);
    expect(started.store.scene.value.activeDocument).toBe(a);
    expect(now().cause).toBe('compare');
  });
});
