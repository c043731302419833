import { beforeEach, expect, test } from 'vitest';
import { select } from '../../../renderer/commands/actions.ts';
import { setOf } from '../../../renderer/state/selection/index-set.ts';
import { selectForMenu } from '../../../renderer/tools/select-for-menu.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';
import { fakeView } from './fake-view.ts';

let app: FakeApp;
let document: number;
beforeEach(async () => {
  ({ app, document } = await fakeAppWithBox());
  expect(document).toBe(1);
});
const selected = () => app.store.scene.value.selection;

test('what is under the pointer is selected, and a click next to the mesh keeps the selection', () => {
  selectForMenu(app.store, fakeView, [10, 5]);
  expect(selected()).toMatchObject({ kind: 'triangle', document, triangle: 7 });
  selectForMenu(app.store, fakeView, [150, 5]);
  expect(selected()).toMatchObject({ kind: 'triangle', triangle: 7 });
});

test('a selection that holds the triangle stays', () => {
  const kept = [
    { kind: 'part', document, part: 0 },
    { kind: 'parts', document, parts: setOf(1, [0]) },
    { kind: 'triangles', document, triangles: setOf(12, [3, 7]) },
  ] as const;
  for (const selection of kept) {
    select(app.store, selection);
    selectForMenu(app.store, fakeView, [10, 5]);
    expect(selected()).toEqual(selection);
  }
  select(app.store, { kind: 'triangles', document, triangles: setOf(12, [3, 4]) });
  selectForMenu(app.store, fakeView, [10, 5]);
  expect(selected()).toMatchObject({ kind: 'triangle', triangle: 7 });
});
