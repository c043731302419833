import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PropertiesNeed } from '../../../renderer/panels/properties/properties-need.ts';
import { createDockState, type DockState } from '../../../renderer/shell/dock/dock-state.ts';
import { secondList } from '../../../renderer/shell/dock/second-list.ts';
import { showWorkspace } from '../../../renderer/shell/dock/show-workspace.ts';
import { workspaceNames, workspaces } from '../../../renderer/shell/dock/workspaces.ts';
import { fakeAppWithBox } from '../fake-app.ts';

describe('workspaces', () => {
  const folded = signal(true);
  let dock: DockState;
  beforeEach(() => {
    folded.value = true;
    dock = createDockState(folded, signal<PropertiesNeed>('thing'));
    dock.area.value = { width: 1440, height: 838 };
  });

  test('each has its tabs and lists in front at first', () => {
    expect(workspaceNames).toHaveLength(6);
    for (const name of workspaceNames) {
      dock.showWorkspace(name);
      const { front } = workspaces[name];
      expect(dock.active.right.value, name).toBe(front.right);
      expect(folded.value, name).toBe(front.bottom === null);
      if (front.bottom !== null) expect(dock.active.bottom.value, name).toBe(front.bottom);
    }
  });

  test('a workspace whose list has no rows folds the lists at first', () => {
    const rows = new Set(['motion']);
    dock = createDockState(folded, signal<PropertiesNeed>('thing'), (list) => !rows.has(list));
    dock.showWorkspace('query');
    expect([dock.active.bottom.value, folded.value]).toEqual(['hits', true]);
    dock.showWorkspace('motion');
    expect([dock.active.bottom.value, folded.value]).toEqual(['motion', false]);
  });

  test('the Query workspace shows the contacts of a moving mesh next to its hits, where there is room', () => {
    const movingMesh = signal<unknown>(null);
    const store = { scene: { value: { movingMesh: null } }, pair: { value: { outcome: {} } } };
    const beside = (): string | null => secondList(dock, { ...store, scene: { value: { movingMesh: movingMesh.value } } } as never);
    dock.showWorkspace('query');
    expect(beside()).toBeNull();
    movingMesh.value = {};
    expect(beside()).toBe('contacts');
    dock.area.value = { width: 1000, height: 638 };
    expect(beside()).toBeNull();
    dock.area.value = { width: 1440, height: 838 };
    dock.show('contacts');
    expect(beside()).toBeNull();
    dock.showWorkspace('motion');
    expect(beside()).toBeNull();
  });

  test('each remembers tabs, sizes and folding while another is shown', () => {
    dock.resize('left', 400);
    dock.showWorkspace('health');
    expect(dock.sizes.value.left).not.toBe(400);
    dock.show('history');
    dock.resize('bottom', 300);
    dock.showWorkspace('inspect');
    expect([dock.sizes.value.left, folded.value]).toEqual([400, true]);
    dock.showWorkspace('health');
    expect([dock.active.bottom.value, dock.sizes.value.bottom, folded.value]).toEqual(['history', 300, false]);
  });

  test('the tool gets the height of the statistics, and the tabs keep room for a form', () => {
    const inspect = dock.sizes.value.properties;
    dock.showWorkspace('query');
    expect(dock.sizes.value.properties).toBeGreaterThan(inspect);
    dock.resize('properties', 5000);
    const columns = 838 - dock.sizes.value.bottom;
    expect(columns - dock.sizes.value.properties).toBe(160);
  });

  test('a finding and a bake keep their room in low columns: all but a head', () => {
    const need = signal<PropertiesNeed>('thing');
    dock = createDockState(folded, need);
    // A window of 1000 × 700 at a text size of 200 %.
    dock.area.value = { width: 500, height: 287 };
    const columns = 287 - 28;
    dock.showWorkspace('bake');
    expect(dock.sizes.value.properties).toBe(28);
    dock.showWorkspace('health');
    folded.value = true;
    need.value = 'tool-and-thing';
    expect(columns - dock.sizes.value.properties).toBe(28);
    dock.area.value = { width: 720, height: 388 };
    dock.showWorkspace('bake');
    expect(388 - 28 - dock.sizes.value.properties).toBe(216);
  });

  test('a selected finding is on top of the right column, with more than two thirds of it', () => {
    const need = signal<PropertiesNeed>('thing');
    dock = createDockState(folded, need);
    // Windows of 1440 × 900 and 1000 × 700.
    for (const [width, height] of [
      [1440, 838],
      [1000, 638],
    ] as const) {
      dock.area.value = { width, height };
      dock.showWorkspace('health');
      folded.value = false;
      const columns = height - dock.sizes.value.bottom;
      // Without one, the options of the checks have most of it.
      need.value = 'thing';
      expect(dock.sizes.value.properties / columns, `${width}`).toBeLessThan(0.5);
      need.value = 'tool-and-thing';
      expect(workspaces.health.right[0]).toBe('properties');
      expect(dock.sizes.value.properties / columns, `${width}`).toBeGreaterThan(2 / 3);
    }
  });

  test('a saved height of the checks takes nothing from a finding', () => {
    dock = createDockState(folded, signal<PropertiesNeed>('tool-and-thing'));
    dock.showWorkspace('health');
    folded.value = false;
    const before = dock.sizes.value;
    const [health] = Object.values(dock.layouts()).slice(-1);
    dock.restoreLayouts({ health: { ...health!, sizes: { tree: 240 } } });
    expect(dock.sizes.value).toEqual(before);
  });

  test('plots make the lists high in their workspace only', () => {
    folded.value = false;
    dock.makeRoomForPlots();
    const high = dock.sizes.value.bottom;
    dock.showWorkspace('query');
    expect(dock.sizes.value.bottom).toBeLessThan(high);
    dock.showWorkspace('inspect');
    expect(dock.sizes.value.bottom).toBe(high);
  });

  test('the layout of all workspaces is reset, with the height of the lists', () => {
    folded.value = false;
    const before = dock.sizes.value;
    dock.resize('bottom', 400);
    dock.showWorkspace('compare');
    dock.resize('right', 500);
    dock.reset();
    expect(dock.active.bottom.value).toBe('compare');
    dock.showWorkspace('inspect');
    folded.value = false;
    expect(dock.sizes.value).toEqual(before);
  });

  test('layouts of a session are restored for all workspaces that were shown', () => {
    dock.show('log');
    dock.resize('bottom', 300);
    dock.showWorkspace('health');
    dock.resize('left', 300);
    const { folded: isFolded, active } = { folded: folded.value, active: dock.active.bottom.value };
    dock.showWorkspace('inspect');
    const saved = { ...dock.layouts(), later: { right: 'x', bottom: 'x', folded: true, sizes: {} } };
    const sizes = dock.sizes.value;
    const other = createDockState(folded, signal<PropertiesNeed>('thing'));
    other.area.value = dock.area.value;
    folded.value = true;
    other.restoreLayouts(saved);
    expect([other.active.bottom.value, folded.value, other.sizes.value]).toEqual(['log', false, sizes]);
    other.showWorkspace('health');
    expect([other.active.bottom.value, folded.value, other.sizes.value.left]).toEqual([active, isFolded, 300]);
    expect(other.restored).toBe(1);
  });

  test('a layout of another version: unknown tabs and sizes change nothing', () => {
    dock.restoreLayouts({ inspect: { right: 'gone', bottom: 'gone', folded: false, sizes: { gone: 5, bottom: 300 } } });
    expect([dock.active.right.value, dock.active.bottom.value, folded.value, dock.sizes.value.bottom]).toEqual([
      'tree',
      'hits',
      false,
      300,
    ]);
  });

  test('a tool of the workspace stays active, another is replaced by its first one', async () => {
    const { app } = await fakeAppWithBox();
    const tool = (): string => app.store.scene.value.tool;
    showWorkspace(app.store, dock, 'query');
    expect(tool()).toBe('ray');
    app.store.history.amend((scene) => ({ ...scene, tool: 'sphere' }));
    showWorkspace(app.store, dock, 'motion');
    expect(tool()).toBe('movingMesh');
    showWorkspace(app.store, dock, 'health');
    expect(tool()).toBe('select');
  });
});
