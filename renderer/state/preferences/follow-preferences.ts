import { effect } from '@preact/signals-core';
import type { WritableStore } from '../store/store.ts';
import { pageKeyMap, pageMouseMap } from './page-input.ts';
import { pageTheme } from './page-theme.ts';
import { parsePreferences, themeOf } from './preferences.ts';

/** Where preferences are stored and shown; `main.tsx` gives the browser's. */
export interface PreferenceParts {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  /** Calls back when another window stores preferences. */
  readonly onChanged: (changed: (text: string | null) => void) => void;
  /** Whether the operating system is set to light colours, reported at once and at each change. */
  readonly onSystemTheme: (changed: (isLight: boolean) => void) => void;
  /** Shows them on the page. */
  readonly apply: (shown: { readonly theme: 'dark' | 'light'; readonly textScale: number }) => void;
}

/** Reads the stored preferences into the store, shows each change on the page, and stores it. */
export function followPreferences(store: WritableStore, { read, write, onChanged, onSystemTheme, apply }: PreferenceParts): void {
  store.preferences.value = parsePreferences(read());
  let stored = JSON.stringify(store.preferences.peek());
  onChanged((text) => {
    const preferences = parsePreferences(text);
    stored = JSON.stringify(preferences);
    store.preferences.value = preferences;
  });
  let systemIsLight = false;
  const show = (): void => {
    const preferences = store.preferences.peek();
    pageTheme.value = themeOf(preferences, systemIsLight);
    pageKeyMap.value = preferences.keyMap;
    pageMouseMap.value = preferences.mouseMap;
    apply({ theme: pageTheme.peek(), textScale: preferences.textSize / 100 });
  };
  onSystemTheme((isLight) => {
    systemIsLight = isLight;
    show();
  });
  effect(() => {
    const text = JSON.stringify(store.preferences.value);
    show();
    if (text !== stored) write(text);
    stored = text;
  });
}
