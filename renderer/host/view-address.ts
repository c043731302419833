import { packText, unpackText } from './packed-text.ts';

const prefix = '#view=';

/** Returns the address of this page with a view. */
export async function viewAddress(text: string): Promise<string> {
  return `${location.origin}${location.pathname}${prefix}${await packText(text)}`;
}

/**
 * Calls `found` with the view in the address of the page, at once and when the address changes. Removes it from the address, so that a
 * reloaded page shows what came later. `found` gets `null` for a damaged view. Returns the function that stops.
 */
export function followViewAddress(found: (text: string | null) => void): () => void {
  const read = (): void => {
    if (!location.hash.startsWith(prefix)) return;
    const packed = location.hash.slice(prefix.length);
    history.replaceState(null, '', location.pathname);
    void unpackText(packed).then(found, () => found(null));
  };
  read();
  window.addEventListener('hashchange', read);
  return () => window.removeEventListener('hashchange', read);
}
