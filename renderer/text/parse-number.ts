import { readBits } from './bits-text.ts';
import { evaluateExpression, noSuffixes, type Suffixes } from './evaluate-expression.ts';
import { plainNumber } from './format-number.ts';
import { tidyNumber } from './tidy-number.ts';

/** The accepted range of a field. */
export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly integer?: boolean | undefined;
  /** `∞`, `inf` and an empty field mean infinity. */
  readonly infinite?: boolean | undefined;
  /** Bits of a u32: `all` and hexadecimal text such as `0xFF` are read too. */
  readonly bits?: boolean | undefined;
}

export type Parsed = { readonly value: number } | { readonly reason: string };

/**
 * Returns the typed text as a number, or the reason why it is refused, as text for the field. The text may be an expression: `8*2`,
 * `12cm`, see `evaluateExpression`.
 *
 * Accepts spaces at the ends, a real minus sign, and thousands separated by commas or spaces. A decimal comma is refused,
 * since `1,234` would be read as a thousand.
 */
export function parseNumber(typed: string, range: NumberRange = {}, suffixes: Suffixes = noSuffixes): Parsed {
  const text = typed.trim().replace(/[−–]/g, '-').replace(/[×·]/g, '*').replace(/÷/g, '/');
  if (range.infinite === true && /^(|\+?(∞|inf|infinity))$/i.test(text)) return { value: Infinity };
  if (text === '') return { reason: 'Type a number' };
  const bits = range.bits === true ? readBits(text) : null;
  if (bits !== null) return outOfRange(bits, range) ?? { value: bits };
  const read = readNumber(text, suffixes);
  if ('reason' in read) return read;
  const { value } = read;
  if (!Number.isFinite(value)) return { reason: 'Too large for a number' };
  return outOfRange(value, range) ?? { value: value === 0 ? 0 : value };
}

/** A plain number keeps all its digits. */
function readNumber(text: string, suffixes: Suffixes): Parsed {
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return { value: Number(text) };
  const read = evaluateExpression(text, suffixes);
  return 'reason' in read ? read : { value: tidyNumber(read.value) };
}

function outOfRange(value: number, { min, max, integer }: NumberRange): Parsed | null {
  if (integer === true && !Number.isInteger(value)) return { reason: 'Only whole numbers' };
  if (min !== undefined && value < min) return { reason: `At least ${plainNumber(min)}` };
  if (max !== undefined && value > max) return { reason: `At most ${plainNumber(max)}` };
  return null;
}
