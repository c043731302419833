import { asciiText, isTokenEnd, skipToken, type TextCursor } from './text-cursor.ts';

/** Powers of ten that a double represents exactly. */
const exactPowers = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Below this, ten times the mantissa plus a digit is still exact (less than 2^53). */
const mantissaLimit = 900719925474099;

const plus = 43;
const minus = 45;
const dot = 46;
const zero = 48;
const nine = 57;

/**
 * Reads the token at the cursor as a decimal number, rounded to the nearest double. The cursor ends after the token.
 *
 * Grammar: sign? (digits [. digits?] | . digits) ([eE] sign? digits)?. Any other token gives NaN (`nan`, `inf`,
 * `1.#IND`, `3.1+e2`, `0x10`, an empty one). Numbers beyond the range of doubles become infinite.
 *
 * If the mantissa is below 2^53 and the power of ten is at most 22, both are exact doubles. One multiplication or
 * division then rounds once, so the result is correct (Clinger 1990, "How to read floating point numbers accurately",
 * section 5). All other numbers use the conversion of the engine. Hot.
 */
export function readNumber(cursor: TextCursor): number {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  let negative = false;
  if (at < end && (bytes[at] === minus || bytes[at] === plus)) negative = bytes[at++] === minus;

  let mantissa = 0;
  let exact = true;
  const wholeStart = at;
  for (; at < end && bytes[at] >= zero && bytes[at] <= nine; at++) {
    if (mantissa < mantissaLimit) mantissa = mantissa * 10 + (bytes[at] - zero);
    else exact = false;
  }
  let digits = at - wholeStart;
  let exponent = 0;
  if (at < end && bytes[at] === dot) {
    const fractionStart = ++at;
    for (; at < end && bytes[at] >= zero && bytes[at] <= nine; at++) {
      if (mantissa < mantissaLimit) mantissa = mantissa * 10 + (bytes[at] - zero);
      else exact = false;
    }
    digits += at - fractionStart;
    exponent = fractionStart - at;
  }
  if (digits === 0) return skipInvalidNumber(cursor);

  if (at < end && (bytes[at] | 32) === 101) {
    at++;
    let negativeExponent = false;
    if (at < end && (bytes[at] === minus || bytes[at] === plus)) negativeExponent = bytes[at++] === minus;
    const exponentStart = at;
    let written = 0;
    for (; at < end && bytes[at] >= zero && bytes[at] <= nine; at++) if (written < 100_000) written = written * 10 + (bytes[at] - zero);
    if (at === exponentStart) return skipInvalidNumber(cursor);
    exponent += negativeExponent ? -written : written;
  }
  if (!isTokenEnd(cursor, at)) return skipInvalidNumber(cursor);
  cursor.at = at;

  if (!exact || exponent < -22 || exponent > 22) return Number(asciiText(bytes, start, at));
  const value = exponent < 0 ? mantissa / exactPowers[-exponent] : mantissa * exactPowers[exponent];
  return negative ? -value : value;
}

function skipInvalidNumber(cursor: TextCursor): number {
  skipToken(cursor);
  return NaN;
}
