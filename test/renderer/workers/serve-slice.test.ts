import { expect, test } from 'vitest';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { firstProbe } from '../../../renderer/state/probe/place-probe.ts';
import { followSlice } from '../../../renderer/state/probe/follow-slice.ts';
import type { FromSliceWorker, ToSliceWorker } from '../../../renderer/state/probe/slice-messages.ts';
import { sliceGrid } from '../../../renderer/state/probe/slice-grid.ts';
import { slicePixels } from '../../../renderer/scene/slice-colour.ts';
import { serveSlice } from '../../../renderer/workers/serve-slice.ts';
import { ball } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';

const mesh = ball(24, 12);
const slice = { kind: 'slice', point: [0, 0, 0], normal: [0, 0, 1], size: 4, cells: 64 } as const;

/** A worker that answers in the same thread; each look at the clock is a millisecond later. */
function startHere(): { spawn: Parameters<typeof followSlice>[1]; sent: FromSliceWorker[]; ended: () => number } {
  const sent: FromSliceWorker[] = [];
  let ends = 0;
  return {
    sent,
    ended: () => ends,
    spawn: (receive) => {
      let time = 0;
      let isOver = false;
      const serve = serveSlice({
        post: (message) => {
          if (isOver) return;
          sent.push(message);
          receive(message);
        },
        turn: () => Promise.resolve(),
        now: () => time++,
      });
      return {
        post: (message: ToSliceWorker) => serve(message),
        terminate: () => {
          isOver = true;
          ends++;
        },
      };
    },
  };
}

const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test('a slice has the signed distance of each cell, coarse cells first, with progress', async () => {
  const { spawn, sent } = startHere();
  const store = storeWith([mesh], { probe: { document: 1, shape: slice } });
  followSlice(store, spawn);
  for (let i = 0; i < 50 && store.slice.value.kind !== 'done'; i++) await soon();
  const state = store.slice.value;
  if (state.kind !== 'done') throw new Error(state.kind);
  expect(sent.filter(({ kind }) => kind === 'picture').map((message) => 'columns' in message && message.columns)).toEqual([4, 16, 64]);
  expect(sent.some(({ kind }) => kind === 'progress')).toBe(true);
  const { origin, columnStep, rowStep } = sliceGrid(slice, 1);
  expect(origin).toEqual([-1.96875, 1.96875, 0]);
  for (const [row, column] of [
    [0, 0],
    [31, 31],
    [32, 60],
    [63, 5],
  ] as const) {
    const point = [0, 1, 2].map((k) => origin[k]! + column * columnStep[k]! + row * rowStep[k]!) as unknown as typeof origin;
    const { closest } = closestPointBruteForce(mesh, point);
    const isInside = Math.hypot(...point) < 0.95;
    expect(state.picture.distances[row * 64 + column]).toBeCloseTo(isInside ? -closest!.distance : closest!.distance, 12);
  }
  expect(state.picture.min).toBeLessThan(-0.9);
  expect(state.picture.max).toBeGreaterThan(1.5);
});

test('a newer slice replaces the one under way, and without a slice the worker ends', async () => {
  const { spawn, ended } = startHere();
  const store = storeWith([mesh], { probe: { document: 1, shape: slice } });
  followSlice(store, spawn);
  const next = { document: 1, shape: { ...slice, point: [0, 0, 0.5], cells: 20 } as const };
  store.history.change('Move', (scene) => ({ ...scene, probe: next }));
  for (let i = 0; i < 50 && store.slice.value.kind !== 'done'; i++) await soon();
  const state = store.slice.value;
  expect(state.kind === 'done' && state.picture.input).toBe(next);
  store.history.change('Sphere', (scene) => ({ ...scene, probe: { document: 1, shape: firstProbe('sphere', [0, 0, 1], [0, 0, 1], 0.2) } }));
  expect(store.slice.value).toEqual({ kind: 'none' });
  expect(ended()).toBe(1);
});

test('a slice without a normal fails with a reason', () => {
  const store = storeWith([mesh], { probe: { document: 1, shape: { ...slice, normal: [0, 0, 0] } } });
  followSlice(store, startHere().spawn);
  expect(store.slice.value).toMatchObject({ kind: 'failed', problem: { code: 'invalid-argument' } });
});

test('colours are violet inside, orange outside, black on the surface, and clear where the side is unknown', () => {
  const pixels = slicePixels(Float64Array.of(-1, -1, 1, 1, Number.NaN), 5, 1, 1);
  const [inside, edge, outside] = [0, 1, 2].map((at) => [...pixels.slice(4 * at, 4 * at + 3)] as const);
  expect(inside![2]).toBeGreaterThan(inside![0]!);
  expect(edge).toEqual([0, 0, 0]);
  expect(outside![0]).toBeGreaterThan(outside![2]!);
  expect(pixels[19]).toBe(0);
});
