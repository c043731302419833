import { beforeEach, describe, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { packScene } from '#core/scene';
import { withoutInstances } from '../../../renderer/state/instances/open-scene.ts';
import type { SceneFrame } from '../../../renderer/state/instances/scene-messages.ts';
import { renumberedScene } from '../../../renderer/state/snapshot/take-snapshot.ts';
import { shownPoints } from '../../../renderer/state/measure/shown-points.ts';
import { createMeasureTool } from '../../../renderer/tools/measure-tool.ts';
import { chooseSide, setClearance } from '../../../renderer/commands/measure-actions.ts';
import { nextMeasureStep } from '../../../renderer/state/measure/next-step.ts';
import { snapPoint } from '../../../renderer/tools/snap-point.ts';
import type { Pixel, Tool } from '../../../renderer/tools/tool.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { meshOf } from '../../fixtures/shapes.ts';
import { openDocument, storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from './fake-view.ts';

/** The matrix that moves along x. */
const movedTo = (x: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

/** A pixel for each unit. */
const flat = ([x, y]: Vec3): Pixel => [x, y];
const corners: readonly [Vec3, Vec3, Vec3] = [
  [0, 0, 0],
  [100, 0, 0],
  [0, 100, 50],
];

describe('a snapped point', () => {
  test('is a vertex within 12 pixels, else a point of an edge within 8, else the point itself', () => {
    expect(snapPoint(corners, [8, 8, 4], flat)).toEqual({ position: [0, 0, 0], kind: 'vertex' });
    expect(snapPoint(corners, [40, 7, 3.5], flat)).toEqual({ position: [40, 0, 0], kind: 'edge' });
    expect(snapPoint(corners, [30, 30, 15], flat)).toEqual({ position: [30, 30, 15], kind: 'face' });
  });

  test('is the middle of an edge within 10 pixels', () => {
    expect(snapPoint(corners, [54, 7, 3.5], flat)).toEqual({ position: [50, 0, 0], kind: 'midpoint' });
    expect(snapPoint(corners, [50, 44, 22], flat)).toEqual({ position: [50, 50, 25], kind: 'midpoint' });
  });

  test('depends on what is drawn: zoomed in, the same point is on the face', () => {
    expect(snapPoint(corners, [8, 8, 4], ([x, y]) => [4 * x, 4 * y]).kind).toBe('face');
  });

  test('ignores vertices behind the eye', () => {
    expect(snapPoint(corners, [2, 2, 1], ([x, y]) => (x === 0 && y === 0 ? null : [x, y])).kind).not.toBe('vertex');
  });
});

describe('the measure tool', () => {
  let store: WritableStore;
  let tool: Tool;

  beforeEach(() => {
    // Triangle 7 is the floor of the fake view.
    const positions = [...Array.from({ length: 21 }, (_, i) => [1000 + i, i % 3, i % 2]).flat(), 0, 0, 0, 80, 0, 0, 0, 80, 0];
    store = storeWith([
      meshOf(
        positions,
        Array.from({ length: 24 }, (_, i) => i),
      ),
    ]);
    tool = createMeasureTool(store, fakeView);
  });

  const click = (x: number, y: number, ctrl = false): void => {
    tool.down(at(x, y, false, ctrl));
    tool.up(at(x, y, false, ctrl));
  };

  test('takes a snapped point with each click, as a step that undo reverts; a fourth click begins again', () => {
    click(5, 5);
    click(75, 2);
    expect(store.scene.value.measure.map(({ position, kind }) => [position, kind])).toEqual([
      [[0, 0, 0], 'vertex'],
      [[80, 0, 0], 'vertex'],
    ]);
    expect(store.history.marks.value.at(-1)?.title).toBe('Measure point 2');
    store.history.undo();
    expect(store.scene.value.measure.length).toBe(1);
    click(30, 3);
    click(20, 20);
    click(5, 5);
    expect(store.scene.value.measure.map(({ kind }) => kind)).toEqual(['vertex']);
  });

  test('does not snap with Ctrl, and takes nothing from a drag or next to the mesh', () => {
    click(5, 5, true);
    expect(store.scene.value.measure[0]).toMatchObject({ position: [5, 5, 0], kind: 'face' });
    tool.down(at(5, 5));
    tool.up(at(40, 5));
    click(150, 5);
    expect(store.scene.value.measure.length).toBe(1);
  });

  test('takes the corner of a silhouette from the pixels around it, and with Ctrl does not', () => {
    const pick: typeof fakeView.pick = ([x, y]) => (x < 0 || y < 0 ? null : fakeView.pick([x, y]));
    tool = createMeasureTool(store, { ...fakeView, pick, surfaceAt: pick });
    click(-6, -6);
    click(-6, -6, true);
    click(-16, 40);
    expect(store.scene.value.measure.map(({ position }) => position)).toEqual([[0, 0, 0]]);
    click(-7, 20);
    expect(store.scene.value.measure[1]).toMatchObject({ position: [0, 20, 0], kind: 'edge' });
  });

  test('looks around the pointer without a word about the pixels there, and not twice under it', () => {
    const picked: Pixel[] = [];
    const around: Pixel[] = [];
    const note = (list: Pixel[]) => (pixel: Pixel) => {
      list.push(pixel);
      return null;
    };
    tool = createMeasureTool(store, { ...fakeView, pick: note(picked), surfaceAt: note(around) });
    tool.hover!(at(150, 5), null);
    expect([picked.length, around.length]).toEqual([0, 36]);
    click(150, 5);
    expect(picked).toEqual([[150, 5]]);
    store.unpickable.value = 1;
    around.length = 0;
    tool.hover!(at(150, 5), null);
    expect(around).toEqual([]);
  });

  test('takes points of instances of a scene, where they are, and no clearance', () => {
    click(205, 5);
    expect(store.scene.value.measure).toEqual([]);
    const [set, layer, mask, motion] = ['moving', 1, 1, null] as const;
    const one = { mesh: 0, matrix: movedTo(200), set, layer, mask, motion };
    const packed = packScene({ meshes: ['floor.obj'], instances: Array.from({ length: 10 }, () => one) });
    store.history.amend((scene) => ({ ...scene, instances: { name: 'yard', packed, documents: [1] } }));
    click(205, 5);
    click(203, 75);
    click(30, 30);
    // The mesh has its origin at x = 200.
    expect(store.scene.value.measure.map(({ position, kind }) => [position, kind])).toEqual([
      [[0, 0, 0], 'vertex'],
      [[0, 80, 0], 'vertex'],
      [[30, 30, 0], 'face'],
    ]);
    expect(shownPoints(store).map(({ position }) => position)).toEqual([
      [200, 0, 0],
      [200, 80, 0],
      [30, 30, 0],
    ]);
    // Played, the points move with their instances.
    const matrices = packed.matrices.slice();
    matrices.set(movedTo(500), 16 * 3);
    store.sceneRun.value = { ...store.sceneRun.value, frame: { matrices } as unknown as SceneFrame };
    expect(shownPoints(store).map(({ position }) => position[0])).toEqual([200, 500, 30]);
    // A saved measurement is whole or not there.
    expect(renumberedScene(store.scene.value, (id) => id).measure).toEqual([]);
    expect(withoutInstances(store.scene.value).measure).toEqual([]);
    store.measuring.value = 'clearance';
    click(205, 5);
    expect(store.measureRefusal.value).toBe('instance');
    expect(store.scene.value.clearance).toEqual([]);
  });

  test('names the next click, and why a click took nothing', () => {
    const steps: string[] = [nextMeasureStep(store)];
    click(150, 5);
    expect(store.measureRefusal.value).toBe('noSurface');
    for (const x of [5, 75, 30]) {
      click(x, 3);
      steps.push(nextMeasureStep(store));
    }
    expect(store.measureRefusal.value).toBeNull();
    expect(new Set(steps).size).toBe(4);
    expect(steps[1]).toBe('Click the second point.');
    store.measuring.value = 'clearance';
    click(5, 5);
    expect(store.measureRefusal.value).toBeNull();
    click(20, 20);
    expect(store.measureRefusal.value).toBe('sameSurface');
    expect(nextMeasureStep(store)).toMatch(/^Click another part/);
    setClearance(store, 'Clear clearance', []);
    expect(store.measureRefusal.value).toBeNull();
  });

  test('shows what a click would take', () => {
    tool.hover!(at(5, 5), fakeView.pick([5, 5]));
    expect(store.measureHover.value).toMatchObject({ kind: 'vertex' });
    tool.hover!(at(150, 5), null);
    expect(store.measureHover.value).toBeNull();
  });

  test('names the mesh of a step, and both of a clearance, where several are open', () => {
    const triangle = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    store.documents.value = [...store.documents.value, openDocument(2, triangle)];
    const lastStep = (): string | undefined => store.history.marks.value.at(-1)?.title;
    const names = store.documents.value.map(({ summary }) => summary.name);
    click(5, 5);
    expect(lastStep()).toBe(`Measure point 1: ${names[0]}`);
    chooseSide(store, { document: 1, part: null });
    expect(lastStep()).toBe(`Measure clearance: ${names[0]}`);
    chooseSide(store, { document: 2, part: null });
    expect(lastStep()).toBe(`Measure clearance: ${names.join(', ')}`);
    setClearance(store, 'Clear clearance', []);
    expect(lastStep()).toBe('Clear clearance');
  });

  test('of clearance chooses the surfaces by clicks, as steps that undo reverts, and previews them', () => {
    store.measuring.value = 'clearance';
    tool.hover!(at(5, 5), fakeView.pick([5, 5]));
    expect(store.hover.value).toMatchObject({ kind: 'triangle', triangle: 7 });
    expect(store.measureHover.value).toBeNull();
    click(5, 5);
    click(150, 5);
    expect(store.scene.value.clearance).toEqual([{ document: 1, part: null }]);
    expect(store.scene.value.measure).toEqual([]);
    store.history.undo();
    expect(store.scene.value.clearance).toEqual([]);
  });

  test('of bounds selects', () => {
    store.measuring.value = 'bounds';
    click(5, 5);
    expect(store.scene.value.selection).toMatchObject({ kind: 'triangle', triangle: 7 });
    expect(store.scene.value.measure).toEqual([]);
  });
});
