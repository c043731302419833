import { signal } from '@preact/signals-core';
import type { Theme } from './preferences.ts';

/** The colours of this page; written by `followPreferences`. A page has one theme, so it is no part of the store. */
export const pageTheme = signal<Theme>('dark');
