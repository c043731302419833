import { afterEach, expect, test } from 'vitest';
import { hintsOf } from '../../../renderer/panels/view/hints.ts';
import { pageKeyMap, pageMouseMap } from '../../../renderer/state/preferences/page-input.ts';
import { setOf } from '../../../renderer/state/selection/index-set.ts';
import { writable } from '../../../renderer/state/store/store.ts';
import { fakeAppWithBox } from '../fake-app.ts';

afterEach(() => {
  pageKeyMap.value = 'boxwood';
  pageMouseMap.value = 'boxwood';
});

const maps = ['boxwood', 'blender', 'unreal', 'maya'] as const;
const tools = ['select', 'boxSelect', 'lassoSelect', 'ray', 'sphere', 'movingMesh', 'measure'] as const;

test('each hint names a key of the user’s map, and each key and each deed only once', async () => {
  const { app } = await fakeAppWithBox();
  for (const map of maps) {
    pageKeyMap.value = map;
    pageMouseMap.value = map;
    for (const tool of tools) {
      app.store.history.amend((scene) => ({ ...scene, tool }));
      const hints = hintsOf(app.store);
      expect(hints.length, `${map} ${tool}`).toBeGreaterThan(1);
      expect(hints.filter(({ keys }) => keys.length === 0)).toEqual([]);
      for (const part of [({ keys }) => keys.join(' '), ({ does }) => does] as ((hint: (typeof hints)[number]) => string)[]) {
        const texts = hints.map(part);
        expect(
          texts.filter((text, i) => texts.indexOf(text) !== i),
          `${map} ${tool}`,
        ).toEqual([]);
      }
    }
  }
});

test('where the wheel stopped, the hint line says how to see something again', async () => {
  const { app } = await fakeAppWithBox();
  writable(app.store).isAtEnd.value = true;
  expect(hintsOf(app.store).map(({ does }) => does)).toEqual(expect.arrayContaining(['nothing lies beyond', 'show everything']));
});

test('an isolation shows in the hint line, with the keys that end it and show all', async () => {
  const { app, document } = await fakeAppWithBox();
  app.store.history.amend((scene) => ({ ...scene, hiddenTriangles: new Map([[document, setOf(12, [0, 1, 2])]]) }));
  expect(hintsOf(app.store).map(({ does }) => does)).toContain('show all, 3 of 12 triangles hidden');
  expect(hintsOf(app.store).map(({ does }) => does)).not.toContain('end isolation');
  app.store.history.amend((scene) => ({ ...scene, isolated: { hidden: new Set(), hiddenTriangles: new Map() } }));
  expect(hintsOf(app.store)).toContainEqual({ keys: ['/'], does: 'end isolation' });
});
