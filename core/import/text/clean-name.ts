/** A list can show no more. */
export const longestName = 1024;

/** A name from a file for people: without control characters, which a terminal would obey, and of bounded length. */
export function cleanName(text: string): string {
  return withoutControls(text.slice(0, longestName)).trim();
}

/** Text that may quote a file, without C0 and C1 control characters. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '');
}
