import { describe, expect, it } from 'vitest';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { pick, treelessBefore } from '../../../renderer/state/selection/pick.ts';
import { targetBounds, unionBounds } from '../../../renderer/scene/target-bounds.ts';
import { reportFirstFrame } from '../../../renderer/commands/report-view.ts';
import type { HalfSpace } from '../../../renderer/state/section/section.ts';
import { outcomeOf } from '../../fixtures/pair-outcome.ts';
import { box, joined, meshOf, placed } from '../../fixtures/shapes.ts';
import { storeWith } from './scene-fixture.ts';

/** Three boxes of side 2 in a row along X, at 0, 10 and 20, as parts of one mesh. */
const row = joined([box(), placed(box(), 1, [10, 0, 0]), placed(box(), 1, [20, 0, 0])]);
const origin = [-5, 0.25, 0.125] as const;
const direction = [1, 0, 0] as const;

describe('pick', () => {
  it('hits the nearest triangle of a document', () => {
    const store = storeWith([row]);
    const point = pick(store.documents.value, store.scene.value, origin, direction);
    expect(point).toMatchObject({ document: 1, distance: 4, position: [-1, 0.25, 0.125] });
    expect(point?.triangle).toBeLessThan(12);
  });

  it('passes through hidden parts', () => {
    const store = storeWith([row], { hidden: new Set(['1/0']) });
    const point = pick(store.documents.value, store.scene.value, origin, direction);
    expect(point).toMatchObject({ distance: 14 });
    expect(Math.floor((point?.triangle ?? 0) / 12)).toBe(1);
  });

  it('passes through back faces that are not drawn, and hits them with x-ray', () => {
    for (const shading of ['shaded', 'wire', 'xray'] as const) {
      const { display } = storeWith([row]).scene.value;
      const store = storeWith([row], { display: { ...display, shading, cullBackFaces: true } });
      // From inside the first box: its far side is a back face, the near side of the second box a front face.
      const point = pick(store.documents.value, store.scene.value, [0, 0.25, 0.125], direction);
      expect(point?.distance).toBe(shading === 'xray' ? 1 : 9);
    }
  });

  it('hits nothing if all candidates are hidden', () => {
    for (const hidden of [new Set(['1']), new Set(['1/0', '1/1', '1/2'])]) {
      const store = storeWith([row], { hidden });
      expect(pick(store.documents.value, store.scene.value, origin, direction)).toBeNull();
    }
  });

  it('takes the nearest over all documents, and the first of two that are equally near', () => {
    const store = storeWith([placed(row, 1, [3, 0, 0]), row, row]);
    expect(pick(store.documents.value, store.scene.value, origin, direction)).toMatchObject({ document: 2, distance: 4 });
  });

  it('does not hit a document without a tree', () => {
    const store = storeWith([row]);
    const scene = { ...store.scene.value, trees: new Map() };
    expect(pick(store.documents.value, scene, origin, direction)).toBeNull();
  });

  it('names a visible document without a tree that may be in front, and none that is behind or hidden', () => {
    const store = storeWith([row, placed(row, 1, [3, 0, 0])]);
    const documents = store.documents.value;
    const scene = { ...store.scene.value, trees: new Map([...store.scene.value.trees].filter(([id]) => id === 2)) };
    expect(pick(documents, scene, origin, direction)).toMatchObject({ document: 2, distance: 7 });
    expect(treelessBefore(documents, scene, origin, direction, 7)).toBe(1);
    expect(treelessBefore(documents, scene, origin, direction, 3.5)).toBeNull();
    expect(treelessBefore(documents, { ...scene, hidden: new Set(['1']) }, origin, direction, 7)).toBeNull();
    expect(treelessBefore(documents, scene, [-5, 3, 0], direction, Infinity)).toBeNull();
    expect(treelessBefore(documents, scene, [0, 0, 0], direction, Infinity)).toBe(1);
  });

  it('passes through what the section cuts away, and agrees with brute force about the rest', () => {
    const store = storeWith([row]);
    const at = (kept: readonly HalfSpace[]): unknown => pick(store.documents.value, store.scene.value, origin, direction, kept);
    // Cut away below x = 5: the first box is behind the face.
    expect(at([{ normal: [-1, 0, 0], offset: -5 }])).toMatchObject({ distance: 14, position: [9, 0.25, 0.125] });
    // Cut open through the first box: its inner side.
    expect(at([{ normal: [-1, 0, 0], offset: 0 }])).toMatchObject({ distance: 6, position: [1, 0.25, 0.125] });
    // A face that lies in the plane is kept.
    expect(at([{ normal: [-1, 0, 0], offset: 1 }])).toMatchObject({ distance: 4 });
    expect(at([{ normal: [1, 0, 0], offset: -3 }])).toBeNull();
    expect(at([{ normal: [0, 1, 0], offset: 0 }])).toBeNull();
    const without = { ...store.scene.value, trees: new Map() };
    expect(treelessBefore(store.documents.value, without, origin, direction, Infinity, [{ normal: [1, 0, 0], offset: -3 }])).toBeNull();
    expect(treelessBefore(store.documents.value, without, origin, direction, Infinity, [{ normal: [1, 0, 0], offset: 3 }])).toBe(1);
  });

  it('agrees with brute force through any set of hidden parts', () => {
    for (let mask = 0; mask < 8; mask++) {
      const hidden = new Set([0, 1, 2].filter((part) => mask & (1 << part)).map((part) => `1/${part}`));
      const store = storeWith([row], { hidden });
      const all = raycastBruteForce(row, { origin, direction, far: Infinity }, { mode: 'all', cull: false }).hits;
      const wanted = all.find(({ triangle }) => !hidden.has(`1/${Math.floor(triangle / 12)}`));
      expect(pick(store.documents.value, store.scene.value, origin, direction)?.triangle).toBe(wanted?.triangle);
    }
  });
});

describe('targetBounds of a contact', () => {
  it('has its segment with a margin, and not the two triangles, which may be much larger', () => {
    const floor = meshOf([-100, -100, 0, 100, -100, 0, 0, 200, 0], [0, 1, 2]);
    const blade = meshOf([0, 0, -50, 1, 0, -50, 0.5, 0, 50], [0, 1, 2]);
    const outcome = outcomeOf(floor, blade);
    const store = storeWith([floor, blade], { movingMesh: outcome.input });
    store.pair.value = { status: { kind: 'done' }, outcome };
    const bounds = targetBounds(store, { kind: 'contact', a: 0, b: 0 })!;
    // The segment from 0.25 to 0.75 along X, with half its length around.
    expect(bounds.min.map((value) => value + 0)).toEqual([-1.75, -2, -2]);
    expect(bounds.max).toEqual([2.75, 2, 2]);
    expect(targetBounds(store, { kind: 'contact', a: 0, b: 1 })).toBeNull();
    expect(targetBounds(store, { kind: 'bounds', bounds })).toBe(bounds);
  });
});

describe('targetBounds', () => {
  const store = storeWith([row]);

  it('is the box of a document, a part or a node', () => {
    expect(targetBounds(store, { kind: 'document', document: 1 })).toEqual({ min: [-1, -1, -1], max: [21, 1, 1] });
    expect(targetBounds(store, { kind: 'part', document: 1, part: 1 })).toEqual({ min: [9, -1, -1], max: [11, 1, 1] });
    expect(targetBounds(store, { kind: 'node', document: 1, node: 0 })?.max[0]).toBeCloseTo(21, 5);
  });

  it('leaves room around a triangle', () => {
    const bounds = targetBounds(store, { kind: 'triangle', document: 1, triangle: 0, node: null });
    expect(bounds).toEqual({ min: [-5, -5, -5], max: [5, 5, 3] });
  });

  it('is not much larger than the mesh for a triangle as large as that', () => {
    const wall = meshOf([0, 0, 0, 100, 0, 0, 0, 80, 0, 110, 0, 0], [0, 1, 2, 1, 3, 2]);
    const bounds = targetBounds(storeWith([wall]), { kind: 'triangle', document: 1, triangle: 0, node: null })!;
    expect(bounds.min.map(Math.round)).toEqual([-15, -15, -15]);
    expect(bounds.max.map(Math.round)).toEqual([115, 95, 15]);
    // A triangle without size, which a degenerate one can be.
    const point = targetBounds(storeWith([joined([wall, meshOf([5, 5, 5, 5, 5, 5, 5, 5, 5], [0, 1, 2])])]), {
      kind: 'triangle',
      document: 1,
      triangle: 2,
      node: null,
    });
    expect(point).toEqual({ min: [5, 5, 5], max: [5, 5, 5] });
  });

  it('is null for missing objects', () => {
    expect(targetBounds(store, { kind: 'document', document: 9 })).toBeNull();
    expect(targetBounds(store, { kind: 'part', document: 1, part: 9 })).toBeNull();
    expect(targetBounds(store, { kind: 'node', document: 1, node: 1e6 })).toBeNull();
    expect(targetBounds(store, { kind: 'hit', hit: 0 })).toBeNull();
  });
});

describe('unionBounds', () => {
  it('holds every box, and is null for none', () => {
    expect(unionBounds([])).toBeNull();
    expect(
      unionBounds([
        { min: [0, 0, 0], max: [1, 1, 1] },
        { min: [-2, 0.5, 0], max: [0, 3, 1] },
      ]),
    ).toEqual({ min: [-2, 0, 0], max: [1, 3, 1] });
  });
});

describe('reportFirstFrame', () => {
  it('writes the first time down and keeps it', () => {
    const store = storeWith([row]);
    reportFirstFrame(store, 1, 12);
    reportFirstFrame(store, 1, 99);
    reportFirstFrame(store, 7, 5);
    expect(store.documents.value.map((document) => document.firstFrameMilliseconds)).toEqual([12]);
  });
});
