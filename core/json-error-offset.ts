/**
 * Returns the index of the first character that is not valid JSON (RFC 8259), or the length of a text that ends too
 * early. `JSON.parse` decides whether the text is JSON, but its messages about the location differ between engines.
 */
export function jsonErrorOffset(text: string): number {
  /** The closing brackets still expected. */
  const open: string[] = [];
  let awaits: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' = 'value';
  let at = skipBlanks(text, 0);
  for (; at < text.length; at = skipBlanks(text, at)) {
    const char = text.charAt(at);
    if (char === open.at(-1) && awaits.endsWith('OrEnd')) {
      open.pop();
      awaits = 'commaOrEnd';
      at++;
    } else if (awaits === 'commaOrEnd') {
      if (char !== ',' || open.length === 0) return at;
      awaits = open.at(-1) === '}' ? 'key' : 'value';
      at++;
    } else if (awaits === 'colon') {
      if (char !== ':') return at;
      awaits = 'value';
      at++;
    } else if (awaits === 'key' || awaits === 'keyOrEnd') {
      if (char !== '"') return at;
      const end = stringEnd(text, at);
      if (end < 0) return -end - 1;
      awaits = 'colon';
      at = end;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      awaits = char === '{' ? 'keyOrEnd' : 'valueOrEnd';
      at++;
    } else {
      const end = scalarEnd(text, at);
      if (end < 0) return -end - 1;
      awaits = 'commaOrEnd';
      at = end;
    }
  }
  return at;
}

/** Returns the index after a string, number or word; `-1 - index` of the first invalid character if there is none. */
function scalarEnd(text: string, at: number): number {
  if (text.charAt(at) === '"') return stringEnd(text, at);
  const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1 - at;
}

function stringEnd(text: string, start: number): number {
  const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1 - at;
    if (code !== 0x5c) continue;
    escape.lastIndex = at;
    if (!escape.test(text)) return -1 - at;
    at = escape.lastIndex - 1;
  }
  return -1 - text.length;
}

function skipBlanks(text: string, at: number): number {
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++;
  return at;
}
