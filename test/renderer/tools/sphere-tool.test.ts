import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { createSphereTool } from '../../../renderer/tools/sphere-tool.ts';
import type { Tool } from '../../../renderer/tools/tool.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from './fake-view.ts';

describe('the sphere tool', () => {
  it('sets a sphere on the surface by a click, sunk in by a quarter of its radius, as one step', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    expect(store.scene.value.sphere).toEqual({
      document: 1,
      center: [20, 30, 3.75],
      radius: 5,
      options: { method: 'closest', steps: 32, edgePercent: 50 },
    });
    expect(titles(store)).toEqual(['Set sphere']);
  });

  it('sets it on the side that faces the eye, whichever way the triangle is wound', () => {
    const { store, tool } = begin(floor(true));
    click(tool, 20, 30);
    expect(store.scene.value.sphere?.center).toEqual([20, 30, 3.75]);
  });

  it('keeps radius and options of the sphere that was there', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    const { options } = store.scene.value.sphere!;
    store.history.change('Radius', (scene) => ({ ...scene, sphere: { ...scene.sphere!, radius: 8 } }));
    click(tool, 40, 40);
    expect(store.scene.value.sphere).toEqual({ document: 1, center: [40, 40, 6], radius: 8, options });
  });

  it('sets it next to the surface at the depth of the previous hit', () => {
    const { store, tool } = begin();
    click(tool, 150, 30);
    expect(store.scene.value.sphere?.center).toEqual([150, 30, 3]);
  });

  it('moves the sphere that is dragged in the plane that faces the eye, live, and one step at the end', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    tool.down(at(22, 31));
    tool.move(at(42, 51));
    expect(store.history.previewing.value).toBe(true);
    expect(store.scene.value.sphere?.center).toEqual([40, 50, 3.75]);
    tool.move(at(122, 31));
    tool.up(at(122, 31));
    expect(store.scene.value.sphere?.center).toEqual([120, 30, 3.75]);
    expect(titles(store)).toEqual(['Set sphere', 'Move sphere']);
    store.history.undo();
    expect(store.scene.value.sphere?.center).toEqual([20, 30, 3.75]);
  });

  it('slides a sphere over the surface if the drag starts outside it', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    tool.down(at(60, 60));
    tool.move(at(70, 60));
    tool.up(at(70, 60));
    expect(store.scene.value.sphere?.center).toEqual([70, 60, 3.75]);
    expect(titles(store)).toEqual(['Set sphere', 'Slide sphere']);
  });

  it('changes the radius with Shift by as much as the pointer goes away from the centre, and never below 0', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    tool.down(at(24, 30, true));
    tool.move(at(34, 30));
    expect(store.scene.value.sphere).toMatchObject({ center: [20, 30, 3.75], radius: 15 });
    tool.up(at(34, 30));
    expect(titles(store)).toEqual(['Set sphere', 'Change radius']);
    tool.down(at(60, 30, true));
    tool.move(at(20, 30));
    tool.up(at(20, 30));
    expect(store.scene.value.sphere?.radius).toBe(0);
  });

  it('belongs to a mesh without a tree that may be in front, not to the mesh of the sphere before it', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    expect(store.scene.value.sphere?.document).toBe(1);
    store.unpickable.value = 2;
    click(tool, 120, 30);
    expect(store.scene.value).toMatchObject({ sphere: { document: 2, center: [120, 30, 3.75] }, activeDocument: 2 });
  });

  it('restores the previous state on Escape, and returns whether there was a drag', () => {
    const { store, tool } = begin();
    click(tool, 20, 30);
    const before = store.scene.value.sphere;
    tool.down(at(20, 30));
    tool.move(at(50, 50));
    expect(tool.cancel()).toBe(true);
    expect(store.scene.value.sphere).toBe(before);
    expect(tool.cancel()).toBe(false);
    tool.up(at(50, 50));
    expect(titles(store)).toEqual(['Set sphere']);
  });
});

/** Eight triangles in the plane z = 0; about 141 units across, so that the first radius is 5. */
function floor(upsideDown = false): TriangleMesh {
  const positions = Float64Array.of(0, 0, 0, 100, 0, 0, 0, 100, 0);
  const indices = Uint32Array.from({ length: 24 }, (_, i) => (upsideDown ? [0, 2, 1] : [0, 1, 2])[i % 3]!);
  return { positions, indices, parts: [] };
}

function begin(mesh = floor()): { store: WritableStore; tool: Tool } {
  const store = storeWith([mesh]);
  return { store, tool: createSphereTool(store, fakeView) };
}

function click(tool: Tool, x: number, y: number): void {
  tool.down(at(x, y));
  tool.up(at(x, y));
}

function titles(store: WritableStore): string[] {
  return store.history.marks.value.slice(1).map(({ title }) => title);
}
