import { signal } from '@preact/signals-core';
import type { Preferences } from './preferences.ts';

/** The keys of commands on this page; written by `followPreferences`. A page has one keyboard, so they are no part of the store. */
export const pageKeyMap = signal<Preferences['keyMap']>('boxwood');

/** What the mouse drags on this page; written by `followPreferences`. */
export const pageMouseMap = signal<Preferences['mouseMap']>('boxwood');
