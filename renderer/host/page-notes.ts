/** Where the page's own notes lie: they live as long as its tab or window, and the browser shows them to no other one. */
const key = 'boxwood-notes';

/** What the page has written down before it was loaded anew; `null` for nothing. */
export function readNotes(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // A browser may keep nothing for anyone; then a page that is loaded anew begins anew.
    return null;
  }
}

export function writeNotes(text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // As above, or there is no room: what was written before must not be taken for the newest.
    forgetNotes();
  }
}

function forgetNotes(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is nothing then.
  }
}
