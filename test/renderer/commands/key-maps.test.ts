import { afterEach, describe, expect, test } from 'vitest';
import { menuNames } from '../../../renderer/commands/command.ts';
import { commandIds, commandOf } from '../../../renderer/commands/commands.ts';
import { commandForKey, keyMaps, keysOf } from '../../../renderer/commands/key-maps.ts';
import { shortcutOf } from '../../../renderer/commands/keymap.ts';
import { shortcutGroups } from '../../../renderer/commands/shortcut-groups.ts';
import { pageKeyMap, pageMouseMap } from '../../../renderer/state/preferences/page-input.ts';
import { preferenceOptions, type Preferences } from '../../../renderer/state/preferences/preferences.ts';

const names = Object.keys(preferenceOptions.keyMap.choices) as Preferences['keyMap'][];

// Other test files share the page.
afterEach(() => {
  pageKeyMap.value = 'boxwood';
  pageMouseMap.value = 'boxwood';
});

describe.each(names)('the keys of %s', (map) => {
  test('no key belongs to two commands, and each finds its command', () => {
    const all = commandIds.flatMap((id) => keysOf(id, map).map((key) => [key, id] as const));
    expect(all.length).toBeGreaterThan(80);
    const doubled = all.filter(([key], i) => all.findIndex(([other]) => other === key) !== i);
    expect(doubled).toEqual([]);
    expect(all.filter(([key, id]) => commandForKey(key, map) !== id)).toEqual([]);
  });

  test('no command loses its key to another one', () => {
    const lost = commandIds.filter((id) => commandOf(id).keys.length > 0 && keysOf(id, map).length === 0);
    expect(lost).toEqual([]);
  });

  test('keys are written as they are pressed, and leave those of the focused view alone', () => {
    const keys = commandIds.flatMap((id) => keysOf(id, map));
    // Shift is part of letters and named keys only; modifiers have one order.
    const written = /^(Shift\+(?=(Ctrl\+)?(Alt\+)?(?:[A-Z]|\w{2,})$))?(Ctrl\+)?(Alt\+)?([A-Z]|[^A-Za-z\s]|[A-Z]\w+)$/;
    expect(keys.filter((key) => !written.test(key))).toEqual([]);
    expect(keys.filter((key) => /^(Shift\+)?(Arrow\w+|[-+=_]|Tab|Enter|Space)$/.test(key))).toEqual([]);
  });
});

test('each map is a difference: it names keys that its command does not have anyway', () => {
  const same = names.flatMap((map) =>
    Object.entries(keyMaps[map]).filter(([id, keys]) => keys.join() === commandOf(id as (typeof commandIds)[number]).keys.join()),
  );
  expect(same).toEqual([]);
});

test('tooltips and the searchable shortcuts show the keys and the mouse of the map', () => {
  expect(menuNames.length).toBeGreaterThan(3);
  const found = (query: string): readonly string[] =>
    shortcutGroups(query).flatMap(({ rows }) => rows.map(({ title, keys }) => `${title}: ${keys.join(' or ')}`));
  expect(found('move moving mesh')).toContain('Move moving mesh: W');
  expect(found('orbit middle')).toEqual(['Orbit: Middle drag']);
  pageKeyMap.value = 'blender';
  expect(shortcutOf('movingMove')).toBe('G');
  expect(found('move moving mesh')).toContain('Move moving mesh: G');
  expect(found('select all')).toContain('Select all: A or Ctrl A');
  pageMouseMap.value = 'maya';
  expect(found('move towards the target alt')).toEqual(['Move towards the target or away from it: Alt or Right drag']);
  expect(found('pan middle')).toEqual(['Pan: Middle drag']);
});
