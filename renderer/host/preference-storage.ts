/**
 * Where the preferences are stored, for later sessions and all windows: in the storage of the page's address, and in a cookie. The browser shell
 * has another port each time, and browsers share cookies between ports but not storage. Electron has storage but no cookies.
 */
const key = 'boxwood-preferences';
const yearSeconds = 365 * 24 * 3600;

/** Returns the stored preferences; `null` for none, or where the browser refuses storage. */
export function readPreferences(): string | null {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${key}=`));
  try {
    return cookie === undefined ? localStorage.getItem(key) : decodeURIComponent(cookie.slice(key.length + 1));
  } catch {
    return null;
  }
}

/** Stores the preferences. Where the browser refuses storage they last until the window closes. */
export function writePreferences(text: string): void {
  document.cookie = `${key}=${encodeURIComponent(text)}; path=/; max-age=${yearSeconds}; SameSite=Strict`;
  try {
    localStorage.setItem(key, text);
  } catch {
    // The store of the page still holds them.
  }
}

/** Calls `changed` when another window stores preferences. */
export function onPreferencesChanged(changed: (text: string | null) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) changed(event.newValue);
  });
}
