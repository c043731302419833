import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PropertiesNeed } from '../../../renderer/panels/properties/properties-need.ts';
import { createDockState, type DockState } from '../../../renderer/shell/dock/dock-state.ts';

describe('the state of the dock', () => {
  const folded = signal(true);
  const need = signal<PropertiesNeed>('thing');
  let dock: DockState;
  beforeEach(() => {
    folded.value = true;
    need.value = 'thing';
    dock = createDockState(folded, need);
    dock.area.value = { width: 1440, height: 838 };
  });

  it('shows a list in front and unfolds the bottom area, but not for a tab on the right', () => {
    dock.show('checks');
    expect([dock.active.right.value, folded.value]).toEqual(['checks', true]);
    dock.show('log');
    expect([dock.active.bottom.value, folded.value]).toEqual(['log', false]);
    dock.show('no such panel');
    expect(dock.active.bottom.value).toBe('log');
  });

  it('gives the properties the height that they need until the user sets another', () => {
    const before = dock.sizes.value.properties;
    need.value = 'tool-and-thing';
    expect(dock.sizes.value.properties).toBeGreaterThan(before);
    dock.resize('properties', 300);
    need.value = 'thing';
    expect(dock.sizes.value.properties).toBe(300);
    dock.resetSize('properties');
    expect(dock.sizes.value.properties).toBe(before);
  });

  it('makes the properties as high as their content until the user sets their height', () => {
    expect(dock.fitsProperties.value).toBe(true);
    dock.resize('properties', 300);
    expect(dock.fitsProperties.value).toBe(false);
    dock.resetSize('properties');
    expect(dock.fitsProperties.value).toBe(true);
  });

  it('stops a splitter where the other panels need their room', () => {
    dock.resize('left', 5000);
    const { left, right } = dock.sizes.value;
    expect(1440 - left - right).toBe(420);
    dock.resize('left', 0);
    expect(dock.sizes.value.left).toBe(160);
  });

  it('returns to the first layout', () => {
    folded.value = false;
    const first = dock.sizes.value;
    dock.resize('right', 400);
    dock.resize('bottom', 320);
    expect(dock.sizes.value.bottom).toBe(320);
    dock.makeRoomForPlots();
    dock.show('checks');
    dock.show('history');
    dock.reset();
    expect(dock.sizes.value).toEqual(first);
    expect([dock.active.right.value, dock.active.bottom.value]).toEqual(['tree', 'hits']);
  });

  it('gives the height that a high window has to spare to the tree, then to the properties', () => {
    const { tree, properties } = dock.sizes.value;
    dock.area.value = { width: 3840, height: 2100 };
    expect(dock.sizes.value).toMatchObject({ tree: 330, properties: 480, meshes: 462 });
    expect(330).toBeGreaterThan(tree);
    expect(480).toBeGreaterThan(properties);
  });

  it('brings the column of a panel to the front of a narrow window', () => {
    dock.area.value = { width: 500, height: 260 };
    expect([dock.isNarrow.value, dock.side.value]).toEqual([true, 'left']);
    dock.show('log');
    expect(dock.side.value).toBe('left');
    dock.show('checks');
    expect(dock.side.value).toBe('right');
    dock.side.value = 'left';
    dock.showWorkspace('query');
    expect(dock.side.value).toBe('right');
  });

  it('makes the bottom area higher for plots', () => {
    folded.value = false;
    const before = dock.sizes.value.bottom;
    dock.makeRoomForPlots();
    expect(dock.sizes.value.bottom).toBeGreaterThan(before);
    dock.resize('bottom', 120);
    expect(dock.sizes.value.bottom).toBe(120);
  });
});
