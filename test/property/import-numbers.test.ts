import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNumber } from '#core/import/text/read-number';
import { textCursor } from '#core/import/text/text-cursor';
import { fortieth } from '../fixtures/scale.ts';

const read = (text: string): number => readNumber(textCursor(new TextEncoder().encode(`${text} `)));

it('every double comes back from its shortest text, and from its text of 1 to 21 digits', () => {
  const digits = fc.integer({ min: 1, max: 21 });
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), digits, (value, precision) => {
      expect(read(String(value))).toBe(value === 0 ? 0 : value);
      for (const text of [value.toPrecision(precision), value.toExponential(precision - 1)]) expect(read(text)).toBe(Number(text));
    }),
    { numRuns: fortieth(100_000) },
  );
});

it('decimal text of any shape comes to the nearest double, as the engine converts it', () => {
  const decimal = fc
    .tuple(
      fc.constantFrom('', '-', '+'),
      fc.stringMatching(/^\d{0,20}$/),
      fc.constantFrom('', '.'),
      fc.stringMatching(/^\d{0,25}$/),
      fc.option(fc.integer({ min: -340, max: 330 })),
    )
    .filter(([, whole, dot, fraction]) => whole !== '' || (dot === '.' && fraction !== ''))
    .map(
      ([sign, whole, dot, fraction, exponent]) =>
        `${sign}${whole}${dot}${dot === '.' || whole !== '' ? fraction : ''}${exponent === null ? '' : `e${exponent}`}`,
    );
  fc.assert(
    fc.property(decimal, (text) => {
      expect(read(text)).toBe(Number(text));
    }),
    { numRuns: fortieth(100_000) },
  );
});

it('a text that the engine takes for no number is none here either', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-+.\deE]{1,12}$/), (text) => {
      expect(read(text)).toBe(Number(text));
    }),
    { numRuns: fortieth(100_000) },
  );
});
