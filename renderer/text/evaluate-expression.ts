import { RefusedText, type Token, tokensOf } from './expression-tokens.ts';

/** The units that numbers of a field may have. */
export interface Suffixes {
  /** Factors by name, in lower case; a number without a unit has factor 1. */
  readonly factors: ReadonlyMap<string, number>;
  /** Why a suffix that is not among them is refused, after its name: `is not a unit of length`. */
  readonly refusal: string;
}

export const noSuffixes: Suffixes = { factors: new Map(), refusal: 'cannot follow the number: this field has no unit of length' };

export type Evaluated = { readonly value: number } | { readonly reason: string };

/**
 * Returns the value of an arithmetic expression, or why it has none, as text for its field. It knows `+ - * / ^`, parentheses, `pi` and
 * units: `12cm + 1/4`. A sign binds weaker than a power: `-2^2` is −4. A product of two lengths is refused. No text is run as code.
 */
export function evaluateExpression(text: string, suffixes: Suffixes = noSuffixes): Evaluated {
  if (text.length > maxLength) return { reason: `At most ${maxLength} characters` };
  try {
    const reading: Reading = { text, tokens: tokensOf(text), at: 0, suffixes };
    const { value, power } = sum(reading);
    if (reading.at < reading.tokens.length) unexpected(reading);
    if (power !== 0 && power !== 1)
      throw new RefusedText(power === 2 ? 'The result is an area, not a length' : 'The result is not a length');
    if (Number.isNaN(value)) throw new RefusedText('The result is not a number');
    return { value };
  } catch (thrown) {
    if (thrown instanceof RefusedText) return { reason: thrown.message };
    throw thrown;
  }
}

/** It limits how deep parentheses nest, too. */
const maxLength = 200;

/** The result of a part: 1 is the power of a length, 2 that of an area. */
interface Quantity {
  readonly value: number;
  readonly power: number;
}

interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Index of the next token. */
  at: number;
  readonly suffixes: Suffixes;
}

function sum(reading: Reading): Quantity {
  let left = product(reading);
  for (let sign = takeSign(reading, '+-'); sign !== null; sign = takeSign(reading, '+-')) {
    const right = product(reading);
    const value = sign === '+' ? left.value + right.value : left.value - right.value;
    // A number without a unit counts in the unit of the field.
    if (left.power !== right.power && left.power * right.power !== 0) throw new RefusedText('Only lengths can be added to lengths');
    left = { value: finite(value), power: left.power === 0 ? right.power : left.power };
  }
  return left;
}

function product(reading: Reading): Quantity {
  let left = signed(reading);
  for (let sign = takeSign(reading, '*/'); sign !== null; sign = takeSign(reading, '*/')) {
    const right = signed(reading);
    if (sign === '/' && right.value === 0) throw new RefusedText('Division by 0');
    left =
      sign === '*'
        ? { value: finite(left.value * right.value), power: left.power + right.power }
        : { value: finite(left.value / right.value), power: left.power - right.power };
  }
  return left;
}

function signed(reading: Reading): Quantity {
  const sign = takeSign(reading, '+-');
  if (sign === null) return raised(reading);
  const { value, power } = signed(reading);
  return { value: sign === '-' ? -value : value, power };
}

function raised(reading: Reading): Quantity {
  const base = withUnit(reading);
  if (takeSign(reading, '^') === null) return base;
  const exponent = signed(reading);
  if (exponent.power !== 0) throw new RefusedText('An exponent has no unit');
  return { value: finite(base.value ** exponent.value), power: base.power === 0 ? 0 : base.power * exponent.value };
}

/** A number, or parentheses, with its unit or `pi` after it: `12cm`, `2pi`. */
function withUnit(reading: Reading): Quantity {
  const { value, power } = single(reading);
  const next = reading.tokens[reading.at];
  if (next?.kind !== 'name') return { value, power };
  reading.at++;
  const name = next.text.toLowerCase();
  if (isPi(name)) return { value: finite(value * Math.PI), power };
  const factor = reading.suffixes.factors.get(name);
  if (factor !== undefined) return { value: finite(value * factor), power: power + 1 };
  if (name === 'e' && reading.at === reading.tokens.length) incomplete(reading);
  throw new RefusedText(`“${next.text}” ${reading.suffixes.refusal}`);
}

function single(reading: Reading): Quantity {
  const token = reading.tokens[reading.at];
  if (token === undefined) incomplete(reading);
  if (token.kind === 'sign' && token.text !== '(') unexpected(reading);
  reading.at++;
  if (token.kind === 'number') return { value: finiteNumber(token.text), power: 0 };
  if (token.kind === 'name') {
    if (isPi(token.text.toLowerCase())) return { value: Math.PI, power: 0 };
    throw new RefusedText(`“${shortened(token.text)}” is not a number`);
  }
  const inner = sum(reading);
  if (takeSign(reading, ')') !== null) return inner;
  if (reading.at < reading.tokens.length) unexpected(reading);
  throw new RefusedText(`“${shortened(reading.text)}” is incomplete: “)” is missing`);
}

/** A number as written. One beyond the range of numbers is refused: as infinity it would make `1/2e308` zero. */
function finiteNumber(text: string): number {
  const value = Number(text.replace(/[,\u00a0\u202f ]/g, ''));
  if (!Number.isFinite(value)) throw new RefusedText(`“${shortened(text)}” is too large for a number`);
  return value;
}

/** Refuses a part of an expression that overflows. A part without a value, as `(-1)^0.5`, is refused at the end. */
function finite(value: number): number {
  if (Math.abs(value) === Infinity) throw new RefusedText('Too large for a number');
  return value;
}

function isPi(name: string): boolean {
  return name === 'pi' || name === 'π';
}

/** Returns the next token and moves past it if it is one of these signs. */
function takeSign(reading: Reading, signs: string): string | null {
  const token = reading.tokens[reading.at];
  if (token?.kind !== 'sign' || !signs.includes(token.text)) return null;
  reading.at++;
  return token.text;
}

function incomplete({ text }: Reading): never {
  throw new RefusedText(text.trim() === '' ? 'Type a number' : `“${shortened(text)}” is incomplete`);
}

/** Refuses the next token. */
function unexpected({ tokens, at, text }: Reading): never {
  const [before, token] = [tokens[at - 1], tokens[at]!];
  if (token.text === ')') throw new RefusedText(before?.text === '(' ? 'Nothing is in “()”' : '“)” has no “(”');
  if (before === undefined) throw new RefusedText(`“${token.text}” needs a number before it`);
  const shown = (one: Token): string => shortened(text.slice(one.from, one.to));
  if (token.kind === 'sign' && token.text !== '(') throw new RefusedText(`“${shown(token)}” cannot follow “${shown(before)}”`);
  throw new RefusedText(`A sign is missing between “${shown(before)}” and “${shown(token)}”`);
}

/** The end matters: there the text goes wrong. */
function shortened(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 24 ? `…${trimmed.slice(-24)}` : trimmed;
}
