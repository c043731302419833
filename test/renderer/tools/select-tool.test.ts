import { describe, expect, it } from 'vitest';
import { trianglePath } from '#core/tree/node-path';
import { createSelectTool } from '../../../renderer/tools/select-tool.ts';
import type { Tool } from '../../../renderer/tools/tool.ts';
import { ball } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from './fake-view.ts';

describe('the select tool', () => {
  it('selects the triangle under a click with the leaf that holds it', () => {
    const store = storeWith([ball()]);
    click(createSelectTool(store, fakeView), 20, 30);
    const tree = store.scene.value.trees.get(1)?.tree;
    const leaf = tree === undefined ? undefined : trianglePath(tree, 7)?.at(-1);
    expect(leaf).toBeTypeOf('number');
    expect(store.scene.value.selection).toEqual({ kind: 'triangle', document: 1, triangle: 7, node: leaf });
  });

  it('clears the selection on nothing', () => {
    const store = storeWith([ball()], { selection: { kind: 'node', document: 1, node: 3 } });
    click(createSelectTool(store, fakeView), 150, 30);
    expect(store.scene.value.selection).toBeNull();
  });

  it('selects a marked hit before the surface behind it', () => {
    const store = storeWith([ball()]);
    click(createSelectTool(store, fakeView), 55, 30);
    expect(store.scene.value.selection).toEqual({ kind: 'hit', hit: 2 });
  });

  it('selects a contact whose line is drawn at the pixel, before the surface there', () => {
    const store = storeWith([ball()]);
    click(createSelectTool(store, fakeView), 75, 30);
    expect(store.scene.value.selection).toEqual({ kind: 'contact', a: 3, b: 4 });
  });

  it('frames the marks of a cluster and selects their finding, before the surface there', () => {
    const store = storeWith([ball()]);
    const tool = createSelectTool(store, fakeView);
    tool.hover?.(at(95, 30), fakeView.pick([95, 30]));
    expect(store.hover.value).toBeNull();
    click(tool, 95, 30);
    expect(store.scene.value.selection).toEqual({ kind: 'finding', document: 1, name: 'boundary-loops', item: null });
    expect(store.frameRequest.value.target).toEqual({ kind: 'bounds', bounds: { min: [-2, -2, -2], max: [12, 2, 2] } });
  });

  it('previews under the pointer what a click would select', () => {
    const store = storeWith([ball()]);
    createSelectTool(store, fakeView).hover?.(at(75, 30), fakeView.pick([75, 30]));
    expect(store.hover.value).toEqual({ kind: 'contact', a: 3, b: 4 });
  });

  it('leaves drags to the camera', () => {
    const store = storeWith([ball()]);
    const tool = createSelectTool(store, fakeView);
    expect(tool.drags(at(20, 30))).toBe(false);
    tool.down(at(20, 30));
    tool.move(at(40, 30));
    tool.up(at(40, 30));
    expect(store.scene.value.selection).toBeNull();
  });

  it('makes the document of the triangle the active one', () => {
    const store = storeWith([ball(), ball()], { activeDocument: 2 });
    click(createSelectTool(store, fakeView), 20, 30);
    expect(store.scene.value.activeDocument).toBe(1);
  });

  it('selects nothing after Escape', () => {
    const store = storeWith([ball()]);
    const tool = createSelectTool(store, fakeView);
    tool.down(at(20, 30));
    expect(tool.cancel()).toBe(true);
    tool.up(at(20, 30));
    expect(store.scene.value.selection).toBeNull();
  });
});

function click(tool: Tool, x: number, y: number): void {
  tool.down(at(x, y));
  tool.up(at(x, y));
}
