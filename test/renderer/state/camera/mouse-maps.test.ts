import { describe, expect, test } from 'vitest';
import {
  dragKindOf,
  type DragKind,
  gestureKeys,
  type ModifierKeys,
  type MouseButton,
  mouseMaps,
  worksWithEveryTool,
} from '../../../../renderer/state/camera/mouse-maps.ts';
import type { Preferences } from '../../../../renderer/state/preferences/preferences.ts';

type MouseMap = Preferences['mouseMap'];

const maps = Object.keys(mouseMaps) as MouseMap[];
const keys = (held: string): ModifierKeys => ({
  altKey: held.includes('Alt'),
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  shiftKey: held.includes('Shift'),
});

describe.each(maps)('the mouse of %s', (map) => {
  test('no press means two things', () => {
    const gestures = mouseMaps[map].map((binding) => gestureKeys(binding).join(' '));
    expect(new Set(gestures).size).toBe(gestures.length);
    for (const { button, modifiers, drags } of mouseMaps[map]) expect(dragKindOf(map, button, keys(modifiers.join()))).toBe(drags);
  });

  test('the camera orbits, pans and looks around with every tool', () => {
    const always = new Set(mouseMaps[map].filter(worksWithEveryTool).map(({ drags }) => drags));
    expect([...always]).toEqual(expect.arrayContaining<DragKind>(['orbit', 'pan', 'look']));
  });
});

test.each<[MouseMap, MouseButton, string, DragKind | null]>([
  // As it always was.
  ['boxwood', 'left', '', 'orbit'],
  ['boxwood', 'left', 'Alt', 'orbit'],
  ['boxwood', 'left', 'Alt Shift', 'pan'],
  ['boxwood', 'left', 'Meta', 'pan'],
  ['boxwood', 'middle', 'Alt', 'orbit'],
  ['boxwood', 'middle', 'Alt Ctrl', 'pan'],
  ['boxwood', 'right', 'Shift Alt', 'look'],
  ['blender', 'middle', '', 'orbit'],
  ['blender', 'middle', 'Shift', 'pan'],
  ['blender', 'middle', 'Ctrl', 'dolly'],
  ['blender', 'left', 'Alt Ctrl', 'dolly'],
  ['unreal', 'left', '', 'walk'],
  ['unreal', 'left', 'Alt', 'orbit'],
  ['unreal', 'middle', 'Alt', 'pan'],
  ['unreal', 'right', '', 'look'],
  ['unreal', 'right', 'Alt', 'dolly'],
  ['maya', 'left', 'Alt', 'orbit'],
  ['maya', 'middle', 'Alt', 'pan'],
  ['maya', 'right', 'Alt', 'dolly'],
])('%s: the %s button with “%s” drags: %s', (map, button, held, kind) => {
  expect(dragKindOf(map, button, keys(held))).toBe(kind);
});
