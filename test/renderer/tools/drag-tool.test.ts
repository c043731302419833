import { describe, expect, test } from 'vitest';
import { createMovingTool } from '../../../renderer/tools/moving-tool.ts';
import { createRayTool } from '../../../renderer/tools/ray-tool.ts';
import { createSphereTool } from '../../../renderer/tools/sphere-tool.ts';
import type { Tool, ToolView } from '../../../renderer/tools/tool.ts';
import { withDocumentReplaced } from '../../../renderer/state/documents/replace-document.ts';
import { withMovingMesh, withoutDocument } from '../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { box, meshOf } from '../../fixtures/shapes.ts';
import { openDocument, storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from './fake-view.ts';

const floor = meshOf([0, 0, 0, 100, 0, 0, 0, 100, 0], [0, 1, 2]);
const handles: ToolView['handles'] = {
  over: () => true,
  grab: () => true,
  drag: ([x]) => ({ kind: 'move', by: [x, 0, 0], axes: 'fixed' }),
  release: () => {},
};

type Begin = (store: WritableStore) => { readonly tool: Tool; readonly shift: boolean };
const tools: readonly (readonly [name: string, begin: Begin])[] = [
  ['sphere', (store) => ({ tool: clicked(createSphereTool(store, fakeView)), shift: false })],
  ['sphere’s radius', (store) => ({ tool: clicked(createSphereTool(store, fakeView)), shift: true })],
  ['ray', (store) => ({ tool: createRayTool(store, fakeView), shift: false })],
  ['ray’s origin', (store) => ({ tool: clicked(createRayTool(store, fakeView)), shift: true })],
  ['movingMesh', (store) => ({ tool: createMovingTool(store, { ...fakeView, handles }), shift: false })],
];

describe.each(tools)('a drag of the %s', (_, begin) => {
  test.each(['replaced', 'closed'] as const)('whose document is %s meanwhile is cancelled', (what) => {
    const store = storeWith([floor, box()]);
    store.history.rewrite((scene) => withMovingMesh(scene, 2, 1));
    const { tool, shift } = begin(store);
    const steps = store.history.marks.value.length;
    tool.down(at(22, 31, shift));
    tool.move(at(42, 51, shift));
    expect(store.history.previewing.value).toBe(true);
    // As the session does.
    const [old, movingMesh] = store.documents.value;
    const next = openDocument(3, floor);
    store.history.rewrite((scene) => (what === 'replaced' ? withDocumentReplaced(scene, old!, next) : withoutDocument(scene, 1, 2)));
    store.documents.value = what === 'replaced' ? [next, movingMesh!] : [movingMesh!];
    const before = store.history.marks.value.at(-1)!.state;
    tool.move(at(52, 61, shift));
    expect(store.history.previewing.value).toBe(false);
    tool.move(at(62, 71, shift));
    tool.up(at(62, 71, shift));
    expect(store.scene.value).toBe(before);
    expect(store.history.marks.value.length).toBe(steps);
    expect(JSON.stringify([store.scene.value.sphere, store.scene.value.ray, store.scene.value.movingMesh])).not.toMatch(
      /"(document|fixed)":1\b/,
    );
  });
});

function clicked(tool: Tool): Tool {
  tool.down(at(20, 30));
  tool.up(at(20, 30));
  return tool;
}
