import { describe, expect, it } from 'vitest';
import { createRayTool } from '../../../renderer/tools/ray-tool.ts';
import type { Tool } from '../../../renderer/tools/tool.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { ball } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from './fake-view.ts';

describe('the ray tool', () => {
  it('casts from the camera through the pointer on a click, as one step', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    expect(store.scene.value.ray).toMatchObject({ document: 1, origin: [20, 30, 10], direction: [0, 0, -1], far: Infinity });
    expect(titles(store)).toEqual(['Cast ray from camera']);
  });

  it('takes a press that moves less than four pixels for a click', () => {
    const { store, tool } = begin();
    tool.down(at(20, 30));
    tool.move(at(22, 32));
    tool.up(at(22, 32));
    expect(titles(store)).toEqual(['Cast ray from camera']);
  });

  it('aims from the pressed point to the point under the pointer, live, and makes one step at the end', () => {
    const { store, tool } = begin();
    tool.down(at(0, 0));
    tool.move(at(30, 40));
    expect(titles(store)).toEqual([]);
    expect(store.history.previewing.value).toBe(true);
    tool.move(at(60, 80));
    const ray = store.scene.value.ray;
    expect(ray?.direction[0]).toBeCloseTo(0.6, 3);
    expect(ray?.direction[1]).toBeCloseTo(0.8, 3);
    tool.up(at(60, 80));
    expect(titles(store)).toEqual(['Aim ray']);
    store.history.undo();
    expect(store.scene.value.ray).toBeNull();
  });

  it('starts a hair before the pressed surface, so that the ray is not stopped by it', () => {
    const { store, tool } = begin();
    drag(tool, [0, 0], [30, 40]);
    const [x, y, z] = store.scene.value.ray?.origin ?? [9, 9, 9];
    expect([x, y]).toEqual([0, 0]);
    expect(z).toBeGreaterThan(0);
    expect(z).toBeLessThan(0.01);
  });

  it('starts on the plane of what the camera turns about when nothing was pressed', () => {
    const { store, tool } = begin();
    drag(tool, [150, 0], [150, 50]);
    expect(store.scene.value.ray).toMatchObject({ origin: [150, 0, 3], direction: [0, 1, 0] });
  });

  it('moves the origin with Shift and keeps the direction', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    tool.down(at(40, 40, true));
    tool.move(at(45, 60, true));
    tool.up(at(45, 60, true));
    expect(store.scene.value.ray).toMatchObject({ origin: [25, 50, 10], direction: [0, 0, -1] });
    expect(titles(store)).toEqual(['Cast ray from camera', 'Move ray']);
  });

  it('aims with Shift when there is no ray to move', () => {
    const { store, tool } = begin();
    tool.down(at(0, 0, true));
    tool.move(at(30, 40, true));
    tool.up(at(30, 40, true));
    expect(titles(store)).toEqual(['Aim ray']);
  });

  it('restores the previous ray if a drag is cancelled, and the release then does nothing', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    const before = store.scene.value.ray;
    tool.down(at(0, 0));
    tool.move(at(30, 40));
    expect(store.scene.value.ray).not.toBe(before);
    expect(tool.cancel()).toBe(true);
    expect(store.scene.value.ray).toBe(before);
    tool.move(at(50, 50));
    tool.up(at(50, 50));
    expect(store.scene.value.ray).toBe(before);
    expect(titles(store)).toEqual(['Cast ray from camera']);
    expect(tool.cancel()).toBe(false);
  });

  it('cancels a press before it has become a drag', () => {
    const { store, tool } = begin();
    tool.down(at(0, 0));
    expect(tool.cancel()).toBe(true);
    tool.up(at(0, 0));
    expect(store.scene.value.ray).toBeNull();
  });

  it('keeps the options of the ray before it', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    store.history.change('All', (scene) => ({ ...scene, ray: scene.ray && { ...scene.ray, options: { mode: 'all', cull: true } } }));
    click(tool, 10, 10);
    expect(store.scene.value.ray?.options).toEqual({ mode: 'all', cull: true });
  });

  it('takes the document under the pointer and makes it the active one', () => {
    const store = storeWith([ball(), ball()], { activeDocument: 2 });
    click(createRayTool(store, fakeView), 20, 30);
    expect(store.scene.value.ray?.document).toBe(1);
    expect(store.scene.value.activeDocument).toBe(1);
    expect(titles(store)).toEqual([`Cast ray from camera: ${store.documents.value[0]!.summary.name}`]);
    click(createRayTool(store, fakeView), 120, 30);
    expect(store.scene.value.ray?.document).toBe(1);
  });

  it('does nothing when no document is open', () => {
    const store = storeWith([], { activeDocument: null, trees: new Map() });
    const tool = createRayTool(store, { ...fakeView, pick: () => null });
    click(tool, 20, 30);
    drag(tool, [0, 0], [30, 40]);
    expect(store.scene.value.ray).toBeNull();
    expect(titles(store)).toEqual([]);
  });

  it('forgets a hit that was chosen on the ray before it', () => {
    const { store, tool } = begin();
    store.history.rewrite((scene) => ({ ...scene, selection: { kind: 'hit', hit: 3 } }));
    click(tool, 20, 30);
    expect(store.scene.value.selection).toBeNull();
  });
});

function begin(): { store: WritableStore; tool: Tool } {
  const store = storeWith([ball()]);
  return { store, tool: createRayTool(store, fakeView) };
}

function click(tool: Tool, x: number, y: number): void {
  tool.down(at(x, y));
  tool.up(at(x, y));
}

function drag(tool: Tool, from: readonly [number, number], to: readonly [number, number]): void {
  tool.down(at(...from));
  tool.move(at(...to));
  tool.up(at(...to));
}

/** Steps after the first. */
function titles(store: WritableStore): string[] {
  return store.history.marks.value.slice(1).map(({ title }) => title);
}
