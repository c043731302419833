import { checkValues, defaultValues } from '#core/options';
import { preferenceOptions, type Preferences } from '../state/preferences/preferences.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Sets one preference. @throws InspectorError `invalid-argument` for a value that is out of range. */
export function setPreference(store: Store, name: keyof Preferences, value: unknown): void {
  writable(store).preferences.value = checkValues(preferenceOptions, { ...store.preferences.peek(), [name]: value });
}

export function resetPreferences(store: Store): void {
  writable(store).preferences.value = defaultValues(preferenceOptions);
}
