import { describe, expect, it } from 'vitest';
import { noSection, type Section } from '../../../renderer/state/section/section.ts';
import { createStore } from '../../../renderer/state/store/store.ts';
import { arrowPixels, handleAt, placedHandles } from '../../../renderer/tools/section-handles.ts';
import { withSectionHandles } from '../../../renderer/tools/section-tool.ts';
import type { Tool, ToolPointer, ToolView } from '../../../renderer/tools/tool.ts';
import { at, fakeView } from './fake-view.ts';

/** The plane across X at (20, 30, 0): its arrow lies in the picture. */
const plane = { isOn: true, point: [20, 30, 0], normal: [1, 0, 0] } as const;
const withPlane: Section = { ...noSection, plane };
const withBox: Section = { ...noSection, box: { isOn: true, min: [0, 0, -5], max: [40, 20, 5] } };

function toolOn(section: Section): { store: ReturnType<typeof createStore>; tool: Tool; passed: string[] } {
  const store = createStore();
  store.history.change('Section', (scene) => ({ ...scene, display: { ...scene.display, section } }));
  const passed: string[] = [];
  const inner: Tool = {
    drags: () => false,
    down: () => void passed.push('down'),
    move: () => void passed.push('move'),
    up: () => void passed.push('up'),
    cancel: () => false,
  };
  return { store, tool: withSectionHandles(store, fakeView, inner), passed };
}

function drag(tool: Tool, from: ToolPointer, to: ToolPointer): void {
  tool.down(from);
  tool.move(to);
}

describe('the handles of a section', () => {
  it('are at the foot and the tip of the arrow, which keeps its length on the screen, and in the middle of faces', () => {
    expect(placedHandles(withPlane, fakeView)).toEqual([
      { handle: { kind: 'move' }, position: [20, 30, 0] },
      { handle: { kind: 'turn' }, position: [20 + arrowPixels, 30, 0] },
    ]);
    expect(placedHandles(withBox, fakeView).map(({ position }) => position.join())).toEqual([
      '0,10,0',
      '40,10,0',
      '20,0,0',
      '20,20,0',
      '20,10,-5',
      '20,10,5',
    ]);
    expect(placedHandles(noSection, fakeView)).toEqual([]);
  });

  it('are found within some pixels, the nearest first, and not behind the eye', () => {
    expect(handleAt(withPlane, fakeView, [24, 33])?.handle).toEqual({ kind: 'move' });
    expect(handleAt(withPlane, fakeView, [40, 30])).toBeNull();
    expect(handleAt(withBox, fakeView, [38, 10])?.handle).toEqual({ kind: 'face', axis: 0, side: 'max' });
    const behind: ToolView = { ...fakeView, depthOf: () => -1 };
    expect(handleAt(withPlane, behind, [20, 30])).toBeNull();
  });

  it('move the plane along its normal by as much as the pointer, as one step', () => {
    const { store, tool, passed } = toolOn(withPlane);
    const steps = store.history.marks.value.length;
    drag(tool, at(21, 30), at(29, 55));
    expect(store.scene.value.display.section.plane.point).toEqual([28, 30, 0]);
    tool.move(at(41, 30));
    tool.up(at(41, 30));
    expect(store.scene.value.display.section.plane).toEqual({ ...plane, point: [40, 30, 0] });
    expect(store.history.marks.value.length).toBe(steps + 1);
    store.history.undo();
    expect(store.scene.value.display.section.plane).toEqual(plane);
    expect(passed).toEqual([]);
  });

  it('turn the plane towards the pointer; Ctrl turns in steps from the nearest axis', () => {
    const { store, tool } = toolOn(withPlane);
    drag(tool, at(20 + arrowPixels, 30), at(20, 30 + arrowPixels));
    const { normal, point } = store.scene.value.display.section.plane;
    expect(normal.map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([0, 1, 0]);
    expect(point).toEqual([20, 30, 0]);
    tool.move(at(20 + arrowPixels, 30 + 0.25 * arrowPixels, false, true));
    const snapped = store.scene.value.display.section.plane.normal;
    expect((Math.acos(snapped[0]) * 180) / Math.PI).toBeCloseTo(15, 9);
    tool.move(at(20 + arrowPixels, 33, false, true));
    expect(store.scene.value.display.section.plane.normal).toEqual([1, 0, 0]);
  });

  it('move one face of the box, never beyond the opposite one, and Escape restores it', () => {
    const { store, tool } = toolOn(withBox);
    drag(tool, at(40, 10), at(31, 17));
    expect(store.scene.value.display.section.box).toEqual({ isOn: true, min: [0, 0, -5], max: [31, 20, 5] });
    tool.move(at(-500, 10));
    const { min, max } = store.scene.value.display.section.box;
    expect(max[0]).toBeGreaterThan(min[0]);
    expect(max[0]).toBeLessThan(1);
    expect(tool.cancel()).toBe(true);
    expect(store.scene.value.display.section).toEqual(withBox);
  });

  it('snap a move to whole steps with Ctrl', () => {
    const { store, tool } = toolOn(withPlane);
    drag(tool, at(20, 30), at(33, 30, false, true));
    expect(store.scene.value.display.section.plane.point).toEqual([30, 30, 0]);
  });

  it('leave every press elsewhere to the tool, and all of them while the section is off', () => {
    const { tool, passed } = toolOn(withPlane);
    drag(tool, at(60, 60), at(70, 60));
    tool.up(at(70, 60));
    expect(passed).toEqual(['down', 'move', 'up']);
    const off = toolOn(noSection);
    drag(off.tool, at(0, 0), at(9, 0));
    expect(off.passed).toEqual(['down', 'move']);
    expect(off.tool.drags(at(0, 0))).toBe(false);
  });
});
