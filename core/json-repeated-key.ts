/** A key that an object has twice. */
export interface RepeatedKey {
  readonly key: string;
  /** Of its second place in the text. */
  readonly offset: number;
}

/**
 * Returns the first key that an object has twice; `null` if there is none. `JSON.parse` silently takes the last one.
 * @param text valid JSON
 */
export function repeatedKey(text: string): RepeatedKey | null {
  /** The keys of the open objects. */
  const open: Set<string>[] = [];
  const next = /["{}]/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const at = found.index;
    const char = text.charAt(at);
    if (char === '{') open.push(new Set());
    else if (char === '}') open.pop();
    else {
      const end = stringEnd(text, at);
      next.lastIndex = end;
      if (!isKey(text, end)) continue;
      const written = text.slice(at, end);
      const key = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
      const keys = open.at(-1)!;
      if (keys.has(key)) return { key, offset: at };
      keys.add(key);
    }
  }
  return null;
}

/** Returns the index after a string. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char === '\\') at++;
  }
}

/** Whether a colon follows, after blanks. */
function isKey(text: string, after: number): boolean {
  let at = after;
  while (' \t\r\n'.includes(text.charAt(at))) at++;
  return text.charAt(at) === ':';
}
