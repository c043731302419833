import { describe, expect, it } from 'vitest';
import { withMovingMesh } from '../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { createMovingTool } from '../../../renderer/tools/moving-tool.ts';
import type { MovingHandles, Tool, ToolView } from '../../../renderer/tools/tool.ts';
import { box, placed } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from './fake-view.ts';

describe('the moving mesh tool', () => {
  it('moves the moving mesh by a handle, live, as one step', () => {
    const { store, tool } = begin();
    expect(tool.drags(at(200, 0))).toBe(true);
    tool.down(at(200, 0));
    tool.move(at(202, 0));
    expect(store.history.previewing.value).toBe(false);
    tool.move(at(210, 0));
    expect(store.history.previewing.value).toBe(true);
    expect(store.scene.value.movingMesh?.translate).toEqual([10, 0, 0]);
    tool.move(at(203.4, 0));
    tool.up(at(203.4, 0));
    expect(store.scene.value.movingMesh?.translate).toEqual([3.4, 0, 0]);
    expect(titles(store)).toEqual(['Move moving mesh']);
    store.history.undo();
    expect(store.scene.value.movingMesh?.translate).toEqual([0, 0, 0]);
  });

  it('is named after what the handle did when it was taken', () => {
    const { store, tool } = begin();
    tool.down(at(200, 0));
    tool.move(at(210, 0));
    store.history.preview((scene) => ({ ...scene, gizmo: { ...scene.gizmo, mode: 'rotate' } }));
    tool.up(at(210, 0));
    expect(titles(store)).toEqual(['Move moving mesh']);
  });

  it('snaps with Ctrl, from move to move', () => {
    const { store, tool } = begin();
    tool.down(at(200, 0));
    tool.move(at(213.4, 0));
    expect(store.scene.value.movingMesh?.translate[0]).toBe(13.4);
    tool.move(at(213.4, 0, false, true));
    expect(store.scene.value.movingMesh?.translate[0]).toBe(13);
  });

  it('restores the previous pose on Escape, and releases the handle', () => {
    const { store, tool, held } = begin();
    tool.down(at(200, 0));
    tool.move(at(210, 0));
    expect(held()).toBe(true);
    expect(tool.cancel()).toBe(true);
    expect(held()).toBe(false);
    expect(store.scene.value.movingMesh?.translate).toEqual([0, 0, 0]);
    tool.up(at(220, 0));
    expect(titles(store)).toEqual([]);
    expect(tool.cancel()).toBe(false);
  });

  it('makes no step of a click on a handle, and releases it', () => {
    const { store, tool, held } = begin();
    tool.down(at(200, 0));
    tool.up(at(200, 0));
    expect(held()).toBe(false);
    expect(titles(store)).toEqual([]);
  });

  it('selects outside the handles, and leaves drags there to the camera', () => {
    const { store, tool } = begin();
    expect(tool.drags(at(20, 30))).toBe(false);
    tool.down(at(20, 30));
    tool.up(at(20, 30));
    expect(store.scene.value.selection).toMatchObject({ kind: 'triangle', triangle: 7 });
    expect(titles(store)).toEqual(['Select triangle 7: 1.obj']);
  });

  it('previews what a click would select, and nothing on a handle', () => {
    const { store, tool } = begin();
    tool.hover?.(at(20, 30), fakeView.pick([20, 30]));
    expect(store.hover.value).toMatchObject({ kind: 'triangle' });
    tool.hover?.(at(200, 30), null);
    expect(store.hover.value).toBeNull();
  });
});

/** Document 2 is the moving mesh; its handle is at x 200 to 300, and moves along x, one unit a pixel. */
function begin(): { store: WritableStore; tool: Tool; held: () => boolean } {
  const store = storeWith([box(), placed(box(), 4)]);
  store.history.rewrite((scene) => withMovingMesh(scene, 2, 1));
  let grabbed: number | null = null;
  const handles: MovingHandles = {
    over: ([x]) => x >= 200 && x < 300,
    grab([x]) {
      grabbed = x;
      return true;
    },
    drag: ([x]) => (grabbed === null ? null : { kind: 'move', by: [x - grabbed, 0, 0], axes: 'fixed' }),
    release: () => void (grabbed = null),
  };
  const view: ToolView = { ...fakeView, handles };
  return { store, tool: createMovingTool(store, view), held: () => grabbed !== null };
}

function titles(store: WritableStore): string[] {
  return store.history.marks.value.slice(1).map(({ title }) => title);
}
