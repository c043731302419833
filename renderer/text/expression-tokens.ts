/** A piece of an arithmetic expression. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  /** A sign of two characters as its one: `^` for `**`. */
  readonly text: string;
  /** Where it starts and ends in the expression. */
  readonly from: number;
  readonly to: number;
}

/** Why text is not an expression, as text for its field. */
export class RefusedText extends Error {}

const spaces = /\s+/y;
const patterns = [
  // Thousands in groups first: `1,234.5`.
  ['number', /\d{1,3}([,\u00a0\u202f ])\d{3}(?:\1\d{3})*(?![\d,])(?:\.\d+)?/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy],
  ['name', /[a-zµμπ]+|[°'"]/iy],
  ['sign', /\*\*|[-+*/^()]/y],
] as const;

/** Returns the pieces of an expression in their order. @throws RefusedText for a character that no expression has. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    spaces.lastIndex = at;
    if (spaces.test(text)) {
      at = spaces.lastIndex;
      continue;
    }
    const token = tokenAt(text, at);
    if (token === null) throw new RefusedText(strayCharacter(text, at, tokens.at(-1)));
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function tokenAt(text: string, from: number): Token | null {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = from;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: found === '**' ? '^' : found, from, to: from + found.length };
  }
  return null;
}

function strayCharacter(text: string, at: number, before: Token | undefined): string {
  if (before?.kind === 'number' && before.to === at && /^,\d+(?![\d,])/.test(text.slice(at))) return 'Use a point for decimals';
  return `“${String.fromCodePoint(text.codePointAt(at)!)}” is not part of a number`;
}
