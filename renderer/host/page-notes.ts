/** Where the page's own notes lie: they live as long as its tab or window, and the browser shows them to no other one. */
const key = 'boxwood-notes';

/** The notes that the page wrote before it was reloaded; `null` for none. */
export function readNotes(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // A browser may refuse storage; then a reloaded page starts empty.
    return null;
  }
}

export function writeNotes(text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is refused or full: older notes must not be used as the newest.
    forgetNotes();
  }
}

function forgetNotes(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then there are no notes.
  }
}
