/** The accepted range of a field. */
export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly integer?: boolean | undefined;
  /** `∞`, `inf` and an empty field mean infinity. */
  readonly infinite?: boolean | undefined;
}

export type Parsed = { readonly value: number } | { readonly reason: string };

/**
 * Returns the typed text as a number, or the reason why it is refused, as text for the field.
 *
 * Accepts spaces at the ends, a real minus sign, and thousands separated by commas or spaces. A decimal comma is refused,
 * since `1,234` would be read as a thousand.
 */
export function parseNumber(typed: string, range: NumberRange = {}): Parsed {
  const text = typed.trim().replace(/[−–]/g, '-');
  if (range.infinite === true && /^(|\+?(∞|inf|infinity))$/i.test(text)) return { value: Infinity };
  if (text === '') return { reason: 'Type a number' };
  const value = readNumber(text);
  if (value === null) {
    return { reason: /^[-+]?\d+,\d+$/.test(text) ? 'Use a point for decimals' : `“${shortened(typed.trim())}” is not a number` };
  }
  if (!Number.isFinite(value)) return { reason: 'Too large for a number' };
  return outOfRange(value, range) ?? { value: value === 0 ? 0 : value };
}

function readNumber(text: string): number | null {
  const grouped = /^[-+]?\d{1,3}([,\u00a0\u202f ])\d{3}(?:\1\d{3})*(?:\.\d+)?$/.test(text);
  const plain = grouped ? text.replace(/[,\u00a0\u202f ]/g, '') : text;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

function outOfRange(value: number, { min, max, integer }: NumberRange): Parsed | null {
  if (integer === true && !Number.isInteger(value)) return { reason: 'Only whole numbers' };
  if (min !== undefined && value < min) return { reason: `At least ${min}` };
  if (max !== undefined && value > max) return { reason: `At most ${max}` };
  return null;
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
