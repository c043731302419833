/**
 * Whether this is the first start of the app. It is noted in a cookie: the browser shell has another port each time, and browsers share cookies
 * between ports. It is noted in the storage of the page too, since Electron has no cookies.
 */
const key = 'boxwood-started';
const yearSeconds = 365 * 24 * 3600;

/** Returns whether no start was noted before, and notes this one. Where the browser refuses storage, every start is a later one. */
export function noteStart(): boolean {
  try {
    const isFirst = localStorage.getItem(key) === null && !document.cookie.split('; ').includes(`${key}=1`);
    localStorage.setItem(key, '1');
    document.cookie = `${key}=1; path=/; max-age=${yearSeconds}; SameSite=Strict`;
    return isFirst;
  } catch {
    return false;
  }
}
