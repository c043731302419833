import { expect, test } from 'vitest';
import { defaultValues, rayOptions } from '#core/options';
import { selectionExists } from '../../../../renderer/state/selection/selection-exists.ts';
import type { Selection } from '../../../../renderer/state/store/records.ts';
import { selectionLabel } from '../../../../renderer/panels/selection-label.ts';
import { box } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const ray = (x: number) =>
  ({
    document: 1,
    origin: [x, 0.1, 5],
    direction: [0, 0, -1],
    far: Infinity,
    options: { ...defaultValues(rayOptions), mode: 'all' },
  }) as const;

test('a hit that is gone is not selected any more, and is again when it comes back', () => {
  const selection = { kind: 'hit', hit: 1 } as const;
  const store = storeWith([box()], { ray: ray(0.2), selection });
  expect(selectionExists(store, selection)).toBe(true);
  const shown = selectionLabel(store);
  expect(shown).toMatch(/hit 2/i);
  store.history.change('Away', (scene) => ({ ...scene, ray: ray(9) }));
  expect(selectionExists(store, selection)).toBe(false);
  expect(selectionLabel(store)).toBeNull();
  store.history.undo();
  expect(selectionLabel(store)).toBe(shown);
});

test('things of closed documents, other trees and earlier queries are not there', () => {
  const store = storeWith([box()]);
  const there: readonly Selection[] = [
    { kind: 'document', document: 1 },
    { kind: 'part', document: 1, part: 0 },
    { kind: 'triangle', document: 1, triangle: 11, node: null },
    { kind: 'node', document: 1, node: 0 },
  ];
  const gone: readonly Selection[] = [
    { kind: 'document', document: 2 },
    { kind: 'part', document: 1, part: 99 },
    { kind: 'triangle', document: 1, triangle: 12, node: null },
    { kind: 'node', document: 1, node: 10_000 },
    { kind: 'hit', hit: 0 },
    { kind: 'touch', triangle: 0 },
    { kind: 'contact', a: 0, b: 0 },
    { kind: 'loop', a: 0, b: 0 },
    { kind: 'finding', document: 1, name: 'boundary-loops', item: null },
  ];
  expect(there.filter((selection) => !selectionExists(store, selection))).toEqual([]);
  expect(gone.filter((selection) => selectionExists(store, selection))).toEqual([]);
});
