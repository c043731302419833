import { expect, test } from 'vitest';
import type { App } from '../../../renderer/commands/app.ts';
import { ownSpaceText, QueriedMeshNote } from '../../../renderer/panels/properties/own-space-note.tsx';
import { TriangleProperties } from '../../../renderer/panels/properties/triangle-properties.tsx';
import { withMovingMesh } from '../../../renderer/state/store/scene-edits.ts';
import { box } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';
import { shownText } from './shown-text.ts';

test('values of the moving mesh are marked as those of its own space, in each panel and below each list', () => {
  const store = storeWith([box(), box()]);
  const app = { store } as unknown as App;
  const triangle = (document: number): string => shownText(<TriangleProperties app={app} document={document} triangle={0} />);
  expect([triangle(1), triangle(2), ownSpaceText(store, 2)].join(' ')).not.toContain('own space');
  store.history.change('move', (scene) => withMovingMesh(scene, 2, 1));
  expect(triangle(1)).not.toContain('own space');
  expect(triangle(2)).toContain('Values are in the moving mesh’s own space');
  expect(ownSpaceText(store, 1)).toBe('');
  expect(ownSpaceText(store, 2)).toBe('Positions are in the moving mesh’s own space; ');
  expect(shownText(<QueriedMeshNote store={store} document={2} />)).toContain('own space');
});
