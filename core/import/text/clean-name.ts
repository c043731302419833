/** Maximum length of a name in a list. */
export const maxNameLength = 1024;

/**
 * Returns a name from a file for display: of limited length, and without control characters, which a terminal would
 * execute.
 */
export function cleanName(text: string): string {
  return withoutControls(text.slice(0, maxNameLength)).trim();
}

/** Returns text that can quote a file, without C0 and C1 control characters. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '');
}
