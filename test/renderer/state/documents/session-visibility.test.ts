import { beforeEach, describe, expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { box } from '../../../fixtures/shapes.ts';
import { select, showAll, showOnly, toggleHidden } from '../../../../renderer/commands/actions.ts';
import { toggleIsolated } from '../../../../renderer/commands/visibility-actions.ts';
import { hiddenSummary } from '../../../../renderer/state/visibility/hidden-summary.ts';
import { useAsMovingMesh } from '../../../../renderer/commands/moving-actions.ts';
import { type Session } from '../../../../renderer/state/documents/session.ts';
import { type WritableStore } from '../../../../renderer/state/store/store.ts';
import { fileSet } from '../../../../renderer/state/documents/file-set.ts';
import type { MeshSummary } from '#host-api';
import { settled, type FakeHost } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

const nothing: TriangleMesh = { positions: Float64Array.of(0, 0, 0), indices: new Uint32Array(), parts: [] };

let host: FakeHost;
let store: WritableStore;
let session: Session;
let openBox: StartedSession['openBox'];

beforeEach(async () => {
  ({ host, store, session, openBox } = await startedSession());
});

test('of meshes that were open before the page, a collider is shown with the mesh of the same place', async () => {
  const tall = box([-1, -1, -1], [1, 1, 4]);
  const shownAtStart = async (files: readonly (readonly [string, TriangleMesh])[]): Promise<readonly string[]> => {
    const page = await startedSession((early) => {
      for (const [name, mesh] of files) early.parsed(early.begin(name), mesh);
    });
    const { hidden, activeDocument } = page.store.scene.value;
    const open = page.store.documents.value.map(({ summary }) => summary);
    expect(open.map(({ name }) => name)).toEqual(files.map(([name]) => name));
    expect(activeDocument).toBe(open[0]!.id);
    return open.filter(({ id }) => !hidden.has(`${id}`)).map(({ name }) => name);
  };
  const [room, collider] = [
    ['room.obj', box()],
    ['room_collision.obj', tall],
  ] as const;
  expect(await shownAtStart([room, collider])).toEqual(['room.obj', 'room_collision.obj']);
  expect(await shownAtStart([collider, room])).toEqual(['room_collision.obj', 'room.obj']);
  expect(await shownAtStart([room, ['tower.obj', tall]])).toEqual(['room.obj']);
  expect(await shownAtStart([room, ['tower_collision.obj', box([10, 0, 0], [12, 2, 9])]])).toEqual(['room.obj']);
  expect(await shownAtStart([collider, ['hull_collision.obj', tall]])).toEqual(['room_collision.obj']);
});

describe('visibility of several meshes', () => {
  async function openByHand(name: string, mesh = box()): Promise<number> {
    const id = host.begin(name);
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], name)]));
    host.parsed(id, mesh);
    await settled();
    return id;
  }
  const shown = (): string[] =>
    store.documents.value.filter(({ summary }) => !store.scene.value.hidden.has(`${summary.id}`)).map(({ summary }) => summary.name);

  test('an opened document hides nothing and leaves the camera in the same place, and undo shows the previous ones', async () => {
    await openBox('room.obj');
    const { serial } = store.frameRequest.value;
    const collider = await openByHand('room_collision.obj', box([-1, -1, -1], [1, 1, 4]));
    expect(shown()).toEqual(['room.obj', 'room_collision.obj']);
    expect(store.scene.value.activeDocument).toBe(collider);
    expect(store.frameRequest.value.serial).toBe(serial);
    store.history.undo();
    expect(shown()).toEqual(['room.obj']);
    store.history.redo();
    expect(shown()).toEqual(['room.obj', 'room_collision.obj']);
  });

  test('one of another window that comes during an isolation is not counted, and stays hidden when that ends', async () => {
    await openBox('room.obj');
    await openByHand('hall.obj');
    toggleIsolated(store);
    expect([shown(), hiddenSummary(store)]).toEqual([['hall.obj'], '1 of 2 meshes hidden']);
    await openBox('other.obj');
    expect([shown(), hiddenSummary(store)]).toEqual([['hall.obj'], '1 of 3 meshes hidden']);
    await openByHand('own.obj');
    expect(shown()).toEqual(['hall.obj', 'own.obj']);
    toggleIsolated(store);
    expect(shown()).toEqual(['room.obj', 'hall.obj', 'own.obj']);
  });

  test('one that lies elsewhere is framed together with what is visible', async () => {
    await openBox('room.obj');
    await openByHand('tower.obj', box([10, 0, 0], [12, 2, 9]));
    expect(shown()).toEqual(['room.obj', 'tower.obj']);
    expect(store.frameRequest.value.target).toEqual({ kind: 'all' });
  });

  test('one of quite another size is shown alone, and undo shows the previous ones', async () => {
    await openBox('room.obj');
    const bolt = await openByHand('bolt.obj', box([0, 0, 0], [0.01, 0.01, 0.01]));
    expect(shown()).toEqual(['bolt.obj']);
    expect(store.frameRequest.value.target).toEqual({ kind: 'document', document: bolt });
    await openByHand('hall.obj', box([0, 0, 0], [90, 90, 90]));
    expect(shown()).toEqual(['hall.obj']);
    store.history.undo();
    expect(shown()).toEqual(['bolt.obj']);
    store.history.undo();
    expect(shown()).toEqual(['room.obj']);
    showAll(store);
    expect(shown()).toEqual(['room.obj', 'bolt.obj', 'hall.obj']);
  });

  test('a mesh without a triangle becomes active, hides no other and leaves the camera', async () => {
    await openBox('room.obj');
    const { serial } = store.frameRequest.value;
    const id = host.begin('points.obj');
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], 'points.obj')]));
    host.parsed(id, nothing);
    await settled();
    expect(shown()).toEqual(['room.obj', 'points.obj']);
    expect(store.frameRequest.value.serial).toBe(serial);
    expect(store.scene.value.activeDocument).toBe(id);
    expect(store.notices.value.at(-1)).toMatchObject({ kind: 'warning', text: 'points.obj has no usable triangle: see the Findings' });
  });

  test('a file of colliders alone is read again with them, and framed when they are there', async () => {
    await openBox('room.obj');
    const collider = {
      name: 'Ball',
      shape: 'sphere',
      isTrigger: false,
      exact: null,
      triangles: 12,
      physics: null,
    } as unknown as MeshSummary['colliders'][number];
    const id = host.begin('balls.gltf');
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], 'balls.gltf')]));
    host.parsed(id, nothing, { colliders: [collider] });
    await settled();
    expect(host.requests.findLast(({ name }) => name === 'importAgain')?.request).toMatchObject({
      document: id,
      importing: { colliders: 'with' },
    });
    expect(store.notices.value.some(({ kind }) => kind === 'warning')).toBe(false);
    await openBox('balls.gltf', id);
    expect(shown()).toEqual(['room.obj', 'balls.gltf']);
    expect(store.activeDocument.value?.mesh?.bounds).not.toBeNull();
    expect(store.frameRequest.value.target).toEqual({ kind: 'document', document: store.scene.value.activeDocument });
  });

  test('documents opened elsewhere stay hidden, without a step', async () => {
    await openBox('room.obj');
    await openBox('other.obj');
    expect(shown()).toEqual(['room.obj']);
    expect(store.history.marks.value.length).toBe(1);
  });

  test('one that is chosen in the list replaces the one that is shown alone, and is added to several', async () => {
    const room = await openBox('room.obj');
    const wheel = await openBox('wheel.obj');
    const bolt = await openBox('bolt.obj');
    select(store, { kind: 'part', document: wheel, part: 0 });
    expect(shown()).toEqual(['wheel.obj']);
    toggleHidden(store, room, null);
    select(store, { kind: 'document', document: bolt });
    expect(shown()).toEqual(['room.obj', 'wheel.obj', 'bolt.obj']);
    showOnly(store, room);
    expect(shown()).toEqual(['room.obj']);
    expect(store.scene.value.activeDocument).toBe(room);
  });

  test('the moving mesh is shown with its fixed mesh', async () => {
    const room = await openBox('room.obj');
    const wheel = await openBox('wheel.obj');
    useAsMovingMesh(store, wheel);
    expect(store.scene.value.movingMesh).toMatchObject({ document: wheel, fixed: room });
    expect(shown()).toEqual(['room.obj', 'wheel.obj']);
  });

  test('closing the one that is shown alone shows another', async () => {
    const room = await openBox('room.obj');
    await openBox('wheel.obj');
    await session.close(room);
    await settled();
    expect(shown()).toEqual(['wheel.obj']);
  });
});
