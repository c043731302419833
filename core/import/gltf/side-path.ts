/**
 * Returns the decoded path of a URI if it names a file inside the folder of the document, else `null`.
 *
 * Refused: any scheme or host, absolute paths, drive letters, backslashes, `..` in any spelling, percent signs that
 * hide a separator or are invalid, query and fragment, and control characters. The host checks the path again.
 */
export function safeSidePath(uri: string): string | null {
  if (uri === '' || /[?#\\]/.test(uri)) return null;
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    return null;
  }
  // Decoding must not produce a separator or another layer of percent encoding.
  if (/%(2f|5c|00|25)/i.test(uri)) return null;
  if (/[\\:\u0000-\u001f]/.test(path) || path.startsWith('/')) return null;
  const steps = path.split('/').filter((step) => step !== '.' && step !== '');
  if (steps.length === 0 || steps.some((step) => /^[.\s]+$/.test(step))) return null;
  return steps.join('/');
}
