import { beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../fixtures/pair-outcome.ts';
import { box, meshOf, placed } from '../../fixtures/shapes.ts';
import type { App } from '../../../renderer/commands/app.ts';
import { changeRay, changeSphere, select } from '../../../renderer/commands/actions.ts';
import { commandIds, commandOf } from '../../../renderer/commands/commands.ts';
import { commandLineOf } from '../../../renderer/commands/command-lines.ts';
import { describeForCopy as longForCopy } from '../../../renderer/commands/describe-for-copy.ts';
import { describeLoops } from '../../../renderer/commands/describe-rows.ts';
import { wholeText } from '../../../renderer/commands/long-text.ts';
import { changeMovingMesh, useAsMovingMesh } from '../../../renderer/commands/moving-actions.ts';
import { commandForKey } from '../../../renderer/commands/key-maps.ts';
import { keyOf, runCommand } from '../../../renderer/commands/keymap.ts';
import { writable } from '../../../renderer/state/store/store.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';
import { settled, type FakeHost } from '../fake-host.ts';

let app: FakeApp;
const describeForCopy = (store: App['store']): string => wholeText(longForCopy(store));
let document: number;
let host: FakeHost;

beforeEach(async () => {
  ({ app, host, document } = await fakeAppWithBox());
});

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the table of commands', () => {
  test('no key belongs to two commands', () => {
    const keys = commandIds.flatMap((id) => commandOf(id).keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('every command has a name and a sentence that ends', () => {
    for (const id of commandIds) expect(commandOf(id).meaning, id).toMatch(/^[A-Z].*\.$/);
  });

  test('keys are written as they are pressed', () => {
    expect(keyOf({ ...plain, key: 'f' })).toBe('F');
    expect(keyOf({ ...plain, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('Shift+Ctrl+Z');
    expect(keyOf({ ...plain, key: 'z', metaKey: true })).toBe('Ctrl+Z');
    expect(keyOf({ ...plain, key: '?', shiftKey: true })).toBe('?');
    expect(keyOf({ ...plain, key: '7', code: 'Numpad7', ctrlKey: true })).toBe('Ctrl+Numpad7');
    expect(keyOf({ ...plain, key: 'Home', code: 'Numpad7' })).toBe('Numpad7');
    expect(keyOf({ ...plain, key: '7', code: 'Digit7' })).toBe('7');
    for (const id of commandIds) for (const key of commandOf(id).keys) expect(commandForKey(key)).toBe(id);
  });

  test('a command that cannot run now does not', () => {
    expect(runCommand(app, 'undo')).toBe(false);
    expect(runCommand(app, 'removeRay')).toBe(false);
    expect(runCommand(app, 'cancel')).toBe(false);
  });
});

describe('commands', () => {
  test('x-ray goes there and back, each a step', () => {
    runCommand(app, 'xray');
    expect(app.store.scene.value.display.shading).toBe('xray');
    runCommand(app, 'xray');
    expect(app.store.scene.value.display.shading).toBe('shaded');
    runCommand(app, 'undo');
    expect(app.store.scene.value.display.shading).toBe('xray');
  });

  test('box levels stay inside the tree', () => {
    const deepest = app.store.activeTree.value!.tree.depth;
    for (let i = 0; i < deepest + 5; i++) runCommand(app, 'levelDown');
    expect(app.store.scene.value.display.boxLevel).toBe(deepest);
    for (let i = 0; i < deepest + 5; i++) runCommand(app, 'levelUp');
    expect(app.store.scene.value.display.boxLevel).toBe(0);
  });

  test('Escape takes back a drag, then leaves the tool, then clears the selection, then closes the manual', () => {
    const { store, shell } = app;
    runCommand(app, 'manual');
    select(store, { kind: 'node', document, node: 1 });
    runCommand(app, 'rayTool');
    store.history.preview((scene) => ({ ...scene, display: { ...scene.display, fill: true } }));
    runCommand(app, 'escape');
    expect(store.scene.value.display.fill).toBe(false);
    expect(store.scene.value.tool).toBe('ray');
    runCommand(app, 'escape');
    expect(store.scene.value.tool).toBe('select');
    expect(store.scene.value.selection).not.toBeNull();
    runCommand(app, 'escape');
    expect(store.scene.value.selection).toBeNull();
    expect(shell.manual.value).not.toBeNull();
    runCommand(app, 'escape');
    expect(shell.manual.value).toBeNull();
    expect(runCommand(app, 'escape')).toBe(false);
  });

  test('taking a tool in hand is no undo step', () => {
    runCommand(app, 'rayTool');
    expect(app.store.history.canUndo.value).toBe(false);
  });

  test('the ray from the camera goes through the middle of the view, and is a step', () => {
    const { store } = app;
    expect(runCommand(app, 'castRay')).toBe(false);
    const pose = { target: [0, 0, 0], distance: 8, azimuthRadians: 0.3, elevationRadians: 0.2, projection: 'perspective' } as const;
    writable(store).camera.value = { pose, glides: false, by: null };
    runCommand(app, 'castRay');
    const { origin, direction, far } = store.scene.value.ray!;
    expect(Math.hypot(...origin)).toBeCloseTo(8, 12);
    for (const k of [0, 1, 2] as const) expect(origin[k] + 8 * direction[k]).toBeCloseTo(0, 12);
    expect(far).toBe(Infinity);
    expect(store.ray.value!.result.hits.length).toBeGreaterThan(0);
    runCommand(app, 'undo');
    expect(store.scene.value.ray).toBeNull();
  });

  test('hide and show all are steps', () => {
    const { store } = app;
    select(store, { kind: 'part', document, part: 0 });
    runCommand(app, 'hide');
    expect([...store.scene.value.hidden]).toEqual([`${document}/0`]);
    runCommand(app, 'showAll');
    expect(store.scene.value.hidden.size).toBe(0);
    runCommand(app, 'undo');
    expect(store.scene.value.hidden.size).toBe(1);
  });

  test('the kind of hits goes round', () => {
    const { store } = app;
    changeRay(store, 'Ray', { origin: [0.25, 0.5, 5] });
    const modes = [0, 1, 2].map(() => {
      runCommand(app, 'rayMode');
      return store.scene.value.ray?.options.mode;
    });
    expect(modes).toEqual(['any', 'all', 'first']);
  });

  test('an invalid ray reports why, and has no hits', () => {
    const { store } = app;
    changeRay(store, 'Ray', { direction: [0, 0, 0] });
    expect(store.ray.value).toBeNull();
    expect(store.rayProblem.value?.code).toBe('invalid-argument');
    runCommand(app, 'undo');
    expect(store.rayProblem.value).toBeNull();
  });

  test('the push-out goes round its kinds, and the sphere away, each a step', () => {
    const { store } = app;
    expect(runCommand(app, 'sphereMethod')).toBe(false);
    expect(runCommand(app, 'pushOut')).toBe(false);
    changeSphere(store, 'Sphere', { center: [0.25, 0.5, 1.5], radius: 1 });
    const methods = [0, 1].map(() => {
      runCommand(app, 'sphereMethod');
      return store.scene.value.sphere?.options.method;
    });
    expect(methods).toEqual(['article', 'closest']);
    runCommand(app, 'removeSphere');
    expect(store.scene.value.sphere).toBeNull();
    expect(store.history.marks.value.slice(-3).map(({ title }) => title)).toEqual([
      'Push-out: single pass',
      'Push-out: deepest first',
      'Remove sphere',
    ]);
  });

  test('touches are copied as a table with every digit', () => {
    const { store } = app;
    changeSphere(store, 'Sphere', { center: [0.25, 0.1, 1.5], radius: 0.75 });
    const [head, row] = describeForCopy(store).split('\n');
    expect(head?.split('\t').slice(0, 4)).toEqual(['triangle', 'feature', 'index', 'depth']);
    expect(row?.split('\t').slice(0, 7)).toEqual(['2', 'face', '', '0.25', '0', '0', '1']);
    select(store, { kind: 'touch', triangle: 3 });
    expect(describeForCopy(store).split('\n')[1]).toMatch(/^3\tedge\t/);
  });

  test('contacts and loops are copied as tables with every digit', () => {
    const { store } = app;
    // The upper edge of a wall, from (0.25, 0.5, 1) to (0.25, 0.75, 1), lies in one triangle of the box.
    const wall = meshOf([0.25, 0.5, 1, 0.25, 0.75, 1, 0.25, 0.5, 2], [0, 1, 2], 'wall');
    const outcome = outcomeOf(box(), wall);
    store.pair.value = { status: { kind: 'done' }, outcome: { ...outcome, input: { ...outcome.input, fixed: document, document } } };
    const { pairs } = outcome.pairContacts.contacts;
    const [head, ...rows] = describeForCopy(store).split('\n');
    expect(head?.split('\t').slice(0, 6)).toEqual(['triangle A', 'triangle B', 'kind', 'part A', 'part B', 'length']);
    expect(rows.length).toBe(pairs.length / 2);
    select(store, { kind: 'contact', a: pairs[0]!, b: pairs[1]! });
    const cells = describeForCopy(store).split('\n')[1]!.split('\t');
    expect(cells).toEqual([String(pairs[0]), '0', 'touch-segment', 'box', 'box', '0.25', '0', ...cells.slice(7)]);
    expect(cells.slice(7).map(Number).sort()).toEqual([0.25, 0.5, 1, 0.25, 0.75, 1].sort());
    select(store, { kind: 'loop', a: pairs[0]!, b: pairs[1]! });
    expect(describeForCopy(store).split('\n').slice(0, 2)).toEqual(['touching, open\t0.25', 'x\ty\tz']);
    expect(wholeText(describeLoops(outcome)).split('\n')).toEqual([
      'curve\tkind\tsegments\tlength\tends',
      '1\ttouching, open\t1\t0.25\tends at the border of an open mesh',
    ]);
  });

  test('hits are copied as a table with every digit', () => {
    const { store } = app;
    changeRay(store, 'Ray', { origin: [0.25, 0.5, 5] });
    const [head, row] = describeForCopy(store).split('\n');
    expect(head?.split('\t').slice(0, 4)).toEqual(['distance', 'x', 'y', 'z']);
    expect(row?.split('\t').slice(0, 4)).toEqual(['4', '0.25', '0.5', '1']);
  });
});

describe('the moving mesh', () => {
  /** A second box, of twice the size, as the moving mesh. */
  async function addMovingMesh(): Promise<number> {
    const id = host.begin('robot arm.obj');
    host.parsed(id, placed(box(), 2));
    await settled();
    host.ready(id);
    await settled();
    useAsMovingMesh(app.store, id);
    return id;
  }

  test('is moved against the active mesh, or the other when it is active itself', async () => {
    const id = await addMovingMesh();
    expect(app.store.scene.value).toMatchObject({
      movingMesh: { document: id, fixed: document },
      tool: 'movingMesh',
      activeDocument: document,
    });
    useAsMovingMesh(app.store, document);
    expect(app.store.scene.value).toMatchObject({ movingMesh: { document, fixed: id }, activeDocument: id });
  });

  test('cannot be the only mesh', () => {
    useAsMovingMesh(app.store, document);
    expect(app.store.scene.value.movingMesh).toBeNull();
    for (const id of ['movingMove', 'movingRotate', 'movingScale', 'movingAxes', 'movingCentre', 'movingReset', 'movingRemove'] as const)
      expect(runCommand(app, id)).toBe(false);
  });

  test('W, E and R take its handles, L their axes, and none is a step', async () => {
    await addMovingMesh();
    const steps = app.store.history.marks.value.length;
    runCommand(app, 'selectTool');
    for (const [key, mode] of [
      ['E', 'rotate'],
      ['R', 'scale'],
      ['W', 'move'],
    ] as const) {
      runCommand(app, commandForKey(key)!);
      expect(app.store.scene.value).toMatchObject({ tool: 'movingMesh', gizmo: { mode, axes: 'fixed' } });
    }
    runCommand(app, commandForKey('L')!);
    expect(app.store.scene.value.gizmo).toEqual({ mode: 'move', axes: 'movingMesh' });
    expect(app.store.history.marks.value).toHaveLength(steps);
  });

  test('comes to the middle of the fixed mesh, returns, and is released', async () => {
    await addMovingMesh();
    changeMovingMesh(app.store, 'Move', { translate: [7, 8, 9], rotateDegrees: [0, 0, 90], scale: 0.5 });
    runCommand(app, 'movingCentre');
    expect(app.store.scene.value.movingMesh?.translate).toEqual([0, 0, 0]);
    runCommand(app, 'movingReset');
    expect(app.store.scene.value.movingMesh).toMatchObject({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: 1 });
    runCommand(app, 'movingRemove');
    expect(app.store.scene.value).toMatchObject({ movingMesh: null, tool: 'select' });
  });

  test('F frames it with the fixed mesh, or an existing selection', async () => {
    await addMovingMesh();
    const framed = (): unknown => {
      runCommand(app, 'frame');
      return app.store.frameRequest.value.target;
    };
    expect(framed()).toEqual({ kind: 'pair' });
    select(app.store, { kind: 'contact', a: 0, b: 0 });
    expect(framed()).toEqual({ kind: 'pair' });
    select(app.store, { kind: 'part', document, part: 0 });
    expect(framed()).toMatchObject({ kind: 'part' });
    const { movingMesh } = app.store.scene.value;
    select(app.store, { kind: 'document', document: movingMesh!.fixed });
    expect(framed()).toEqual({ kind: 'pair' });
    select(app.store, { kind: 'document', document: movingMesh!.document });
    expect(framed()).toEqual({ kind: 'document', document: movingMesh!.document });
  });

  test('its query can be copied as a command line', async () => {
    await addMovingMesh();
    changeMovingMesh(app.store, 'Move', { translate: [-1, 0.1, 1e-7], rotateDegrees: [0, 90, -45.5], scale: 0.25 });
    expect(commandLineOf(app.store, 'pair')).toBe(
      "boxwood query pair box.obj 'robot arm.obj' --translate -1,0.1,1e-7 --rotate 0,90,-45.5 --scale 0.25 --contacts",
    );
  });

  test('a comparison is begun, and stopped by what stops everything', () => {
    commandOf('compare').run(app);
    expect(app.calls.comparisonsStarted).toBe(1);
    expect(commandOf('cancel').when(app)).toBe(false);
    app.store.comparison.value = { kind: 'running', document, fraction: 0.2, records: [] };
    expect(commandOf('cancel').when(app)).toBe(true);
    commandOf('cancel').run(app);
    expect(app.calls.comparisonsStopped).toBe(1);
  });

  test('counting that takes long can be stopped', async () => {
    await addMovingMesh();
    expect(runCommand(app, 'cancel')).toBe(false);
    app.store.pair.value = { status: { kind: 'running', late: true, fraction: 0.5 }, outcome: null };
    expect(runCommand(app, 'cancel')).toBe(true);
    expect(app.calls.pairsStopped).toBe(1);
  });
});
