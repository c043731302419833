import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateExpression } from '../../../renderer/text/evaluate-expression.ts';
import { parseNumber } from '../../../renderer/text/parse-number.ts';
import { tidyNumber } from '../../../renderer/text/tidy-number.ts';

const lengths = {
  factors: new Map([
    ['m', 100],
    ['cm', 1],
    ['mm', 0.1],
    ['in', 2.54],
    ['"', 2.54],
  ]),
  refusal: 'is not a unit of length',
};
const valueOf = (text: string): number | string => {
  const parsed = parseNumber(text, {}, lengths);
  return 'value' in parsed ? parsed.value : parsed.reason;
};

interface Tree {
  readonly text: string;
  readonly value: number;
  /** 1 for sums, 2 for products, 3 for powers, 4 for numbers. */
  readonly rank: number;
}

/** Random expressions, printed with the parentheses that mathematics needs, and their values. */
const { tree: trees } = fc.letrec<{ tree: Tree; leaf: Tree }>((tie) => ({
  leaf: fc.integer({ min: 0, max: 99 }).map((value) => ({ text: String(value), value, rank: 4 })),
  tree: fc.oneof(
    { maxDepth: 5 },
    tie('leaf'),
    fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/', '^'), tie('tree')).map(([a, sign, b]) => joined(a, sign, b)),
  ),
}));

function joined(a: Tree, sign: string, b: Tree): Tree {
  const rank = sign === '^' ? 3 : '*/'.includes(sign) ? 2 : 1;
  const inner = ({ text, rank: own }: Tree, min: number): string => (own < min ? `(${text})` : text);
  // Powers group to the right, the others to the left.
  const text = `${inner(a, sign === '^' ? rank + 1 : rank)}${sign}${inner(b, sign === '^' ? rank : rank + 1)}`;
  const { [sign]: apply } = { '+': plus, '-': minus, '*': times, '/': over, '^': raised } as Record<string, typeof plus>;
  return { text, value: apply!(a.value, b.value), rank };
}

const plus = (a: number, b: number): number => a + b;
const minus = (a: number, b: number): number => a - b;
const times = (a: number, b: number): number => a * b;
const over = (a: number, b: number): number => a / b;
const raised = (a: number, b: number): number => a ** b;

describe('expressions in number fields', () => {
  test.each<[string, number]>([
    ['8*2', 16],
    ['1/3', 1 / 3],
    ['2^10', 1024],
    ['2**10', 1024],
    ['(1+2)*3', 9],
    ['1+2*3', 7],
    ['1e-3', 0.001],
    ['2e3/1E3', 2],
    ['pi', Math.PI],
    ['2pi', 2 * Math.PI],
    ['2*π', 2 * Math.PI],
    ['-2^2', -4],
    ['(-2)^2', 4],
    ['2^-1', 0.5],
    ['2^3^2', 512],
    ['8-3-2', 3],
    ['16/4/2', 2],
    ['3*-2', -6],
    ['--3', 3],
    ['−3 × 2 ÷ 4', -1.5],
    ['1,234*2', 2468],
    ['1 234 567.5+0.5', 1234568],
    ['.5*.5', 0.25],
    ['0.1+0.2', 0.3],
    ['((((1))))', 1],
  ])('%s is %d', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  test.each<[string, number]>([
    ['12cm', 12],
    ['12 CM', 12],
    ['1.2m', 120],
    ['3mm', 0.3],
    ['1in', 2.54],
    ['2"', 5.08],
    ['1m+5cm', 105],
    // A number without a unit counts in the unit of the field.
    ['1m+5', 105],
    ['2*(1m+5cm)', 210],
    ['(1+2)m', 300],
    ['1m/4', 25],
    ['1m/1cm', 100],
    ['(2cm)^2/1cm', 4],
    ['-5mm', -0.5],
  ])('the length %s is %d in centimetres', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  test.each<[string, string]>([
    ['8*', '“8*” is incomplete'],
    ['1+2*', '“1+2*” is incomplete'],
    ['-', '“-” is incomplete'],
    ['2e', '“2e” is incomplete'],
    ['(1+2', '“(1+2” is incomplete: “)” is missing'],
    ['1+2)', '“)” has no “(”'],
    ['()', 'Nothing is in “()”'],
    ['*8', '“*” needs a number before it'],
    ['8*/2', '“/” cannot follow “*”'],
    ['8 9', 'A sign is missing between “8” and “9”'],
    ['1.2.3', 'A sign is missing between “1.2” and “.3”'],
    ['2(3)', 'A sign is missing between “2” and “(”'],
    ['1/0', 'Division by 0'],
    ['1/(2-2)', 'Division by 0'],
    ['(-1)^0.5', 'The result is not a number'],
    ['10^400', 'Too large for a number'],
    ['2e308*.8', '“2e308” is too large for a number'],
    ['1/2e308', '“2e308” is too large for a number'],
    ['1/(1e308*10)', 'Too large for a number'],
    ['1/(1e308+1e308)', 'Too large for a number'],
    ['2^-(10^400)', 'Too large for a number'],
    ['1/10^400', 'Too large for a number'],
    ['1e308m/1m', 'Too large for a number'],
    ['1/(1e308pi)', 'Too large for a number'],
    ['1,5', 'Use a point for decimals'],
    ['2*1,5', 'Use a point for decimals'],
    ['1,2,3', '“,” is not part of a number'],
    ['8;9', '“;” is not part of a number'],
    ['alert(1)', '“alert” is not a number'],
    ['12parsec', '“parsec” is not a unit of length'],
    ['2cm*3cm', 'The result is an area, not a length'],
    ['2cm*3cm*4cm', 'The result is not a length'],
    ['1/2cm', 'The result is not a length'],
    ['2cm*2cm+1cm', 'Only lengths can be added to lengths'],
    ['2^3cm', 'An exponent has no unit'],
    [`${'1+'.repeat(30)}`, '“…1+1+1+1+1+1+1+1+1+1+1+1+” is incomplete'],
    [`${'('.repeat(201)}`, 'At most 200 characters'],
  ])('%s is refused: %s', (text, reason) => {
    expect(valueOf(text)).toBe(reason);
  });

  test('a field without units refuses them, and the range holds for results', () => {
    expect(parseNumber('12cm')).toEqual({ reason: '“cm” cannot follow the number: this field has no unit of length' });
    expect(parseNumber('2*8', { integer: true, max: 15 })).toEqual({ reason: 'At most 15' });
    expect(parseNumber('1/2', { integer: true })).toEqual({ reason: 'Only whole numbers' });
    expect(parseNumber('-(2)', { min: 0 })).toEqual({ reason: 'At least 0' });
  });

  test('any expression has the value that its own tree has, with and without unneeded parentheses', () => {
    let compared = 0;
    fc.assert(
      fc.property(trees, fc.boolean(), (tree, whole) => {
        const text = whole ? `(${tree.text})` : tree.text;
        const read = evaluateExpression(text);
        if ('value' in read) {
          compared++;
          expect(read.value).toBe(tree.value);
        } else
          expect(read.reason).toMatch(/^Division by 0$|^The result is not a number$|^At most 200 characters$|^Too large for a number$/);
      }),
    );
    expect(compared).toBeGreaterThan(20);
  });

  test('no text throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,e+-*/^() picm°;π') }), (text) => {
        const parsed = parseNumber(text, {}, lengths);
        expect('value' in parsed ? Number.isFinite(parsed.value) : parsed.reason.length > 0).toBe(true);
      }),
    );
  });

  test('the rounding error of arithmetic is dropped, other digits are kept', () => {
    expect([0.1 + 0.2, 0.07 * 100, 1 / 3, Math.PI, 1e21, Infinity].map(tidyNumber)).toEqual([0.3, 7, 1 / 3, Math.PI, 1e21, Infinity]);
  });
});
