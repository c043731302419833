import { afterEach, describe, expect, test } from 'vitest';
import { resetPreferences, setPreference } from '../../../../renderer/commands/preference-actions.ts';
import { followPreferences } from '../../../../renderer/state/preferences/follow-preferences.ts';
import { pageKeyMap, pageMouseMap } from '../../../../renderer/state/preferences/page-input.ts';
import { pageTheme } from '../../../../renderer/state/preferences/page-theme.ts';
import { parsePreferences, preferenceGroups, preferenceOptions, themeOf } from '../../../../renderer/state/preferences/preferences.ts';
import { createStore } from '../../../../renderer/state/store/store.ts';

// The page has one theme, and other test files share it.
afterEach(() => {
  pageTheme.value = 'dark';
  pageKeyMap.value = 'boxwood';
  pageMouseMap.value = 'boxwood';
});

const defaults = { theme: 'system', textSize: 100 };

describe('stored preferences', () => {
  test('values that are missing, unknown or out of range get their default, and the rest is kept', () => {
    expect(parsePreferences(null)).toMatchObject(defaults);
    expect(parsePreferences('')).toMatchObject(defaults);
    expect(parsePreferences('[1]')).toMatchObject(defaults);
    expect(parsePreferences('{"theme":"pink","textSize":150,"other":1}')).toMatchObject({ theme: 'system', textSize: 150 });
    expect(parsePreferences('{"theme":"light","textSize":5000}')).toMatchObject({ theme: 'light', textSize: 100 });
  });

  test('the system decides the colours unless the user has', () => {
    const of = (theme: 'system' | 'dark' | 'light', isLight: boolean) => themeOf({ ...parsePreferences(null), theme }, isLight);
    expect([of('system', false), of('system', true), of('dark', true), of('light', false)]).toEqual(['dark', 'light', 'dark', 'light']);
  });
});

test('the dialog shows every preference once', () => {
  expect(preferenceGroups.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(preferenceOptions).toSorted());
});

test('a change is shown and stored at once, one of another window is shown and not stored again', () => {
  const store = createStore();
  const shown: string[] = [];
  const written: string[] = [];
  let elsewhere: (text: string | null) => void = () => {};
  let system: (isLight: boolean) => void = () => {};
  followPreferences(store, {
    read: () => '{"textSize":125}',
    write: (text) => void written.push(text),
    onChanged: (changed) => void (elsewhere = changed),
    onSystemTheme: (changed) => void (system = changed),
    apply: ({ theme, textScale }) => void shown.push(`${theme} ${textScale}`),
  });
  expect(shown.at(-1)).toBe('dark 1.25');
  system(true);
  expect(shown.at(-1)).toBe('light 1.25');
  setPreference(store, 'theme', 'dark');
  expect(shown.at(-1)).toBe('dark 1.25');
  expect(written).toHaveLength(1);
  elsewhere('{"textSize":200}');
  expect(shown.at(-1)).toBe('light 2');
  expect(written).toHaveLength(1);
  setPreference(store, 'keyMap', 'maya');
  setPreference(store, 'mouseMap', 'blender');
  expect([pageKeyMap.peek(), pageMouseMap.peek()]).toEqual(['maya', 'blender']);
  expect(() => setPreference(store, 'textSize', 10)).toThrow('Text size');
  resetPreferences(store);
  expect(shown.at(-1)).toBe('light 1');
  expect(parsePreferences(written.at(-1)!)).toMatchObject(defaults);
});
