import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lengthLabel,
  shownUnit,
  maxShownLength,
  ownLength,
  plainLengths,
  shownLength,
  shownVector,
  suffixesOf,
  withLengthSign,
} from '../../../renderer/text/shown-unit.ts';
import { parsePointLines } from '../../../renderer/text/parse-point-lines.ts';
import { parseNumber } from '../../../renderer/text/parse-number.ts';

const centimetres = shownUnit('metre', 'centimetre');

describe('lengths in the unit that the user prefers', () => {
  test('lengths, areas, volumes and densities are converted', () => {
    expect([1, 2, 3, -3].map((power) => shownLength(centimetres, 0.07, power))).toEqual([7, 700, 70_000, 7e-8]);
    expect(shownVector(shownUnit('inch', 'millimetre'), [1, -2, 0])).toEqual([25.4, -50.8, 0]);
    expect(shownLength(shownUnit('foot', 'inch'), 1)).toBe(12);
    expect(shownLength(shownUnit('0.2 metre', 'metre'), 7)).toBe(1.4);
  });

  test('labels have the sign of the shown unit', () => {
    expect([lengthLabel('Radius', centimetres), lengthLabel('Area', centimetres, 2), withLengthSign('7', centimetres, 3)]).toEqual([
      'Radius, cm',
      'Area, cm²',
      '7 cm³',
    ]);
    expect(lengthLabel('Radius', shownUnit('millimetre'))).toBe('Radius, mm');
  });

  test('a document without a unit, or with an unknown one, shows its numbers as they are', () => {
    for (const unit of [shownUnit(null, 'inch'), shownUnit('parsec', 'inch'), plainLengths]) {
      expect([shownLength(unit, 0.1, 2), ownLength(unit, 3), lengthLabel('Radius', unit), withLengthSign('7', unit)]).toEqual([
        0.1,
        3,
        'Radius',
        '7',
      ]);
    }
    expect(parseNumber('12cm', {}, suffixesOf(plainLengths))).toEqual({
      reason: '“cm” needs the unit of the document: set it in its properties',
    });
  });

  test('typed units count in the shown unit', () => {
    const typed = (text: string): unknown => parseNumber(text, {}, suffixesOf(centimetres));
    expect([typed('12'), typed('1m'), typed('1ft 2in'), typed('1ft+2in'), typed("6'")]).toEqual([
      { value: 12 },
      { value: 100 },
      { reason: 'A sign is missing between “ft” and “2”' },
      { value: 35.56 },
      { value: 182.88 },
    ]);
    expect(typed('3 parsec')).toEqual({ reason: '“parsec” is no unit of length: use m, cm, mm, in or ft' });
  });

  test('the largest number of a field is a finite length of the document', () => {
    for (const [own, wanted] of [
      ['millimetre', 'metre'],
      ['metre', 'millimetre'],
      ['yard', 'kilometre'],
      ['kilometre', 'yard'],
    ] as const) {
      const max = maxShownLength(shownUnit(own, wanted));
      expect(ownLength(shownUnit(own, wanted), max), `${wanted} of a document in ${own}`).toBeLessThan(Infinity);
      expect(max).toBeGreaterThan(1e300);
    }
    expect(maxShownLength(plainLengths)).toBe(Number.MAX_VALUE);
    expect(parsePointLines('0, 0, 1\n0, 1e306, 0', 1, maxShownLength(shownUnit('millimetre', 'metre')))).toBe(
      'Line 2: a number is too large',
    );
  });

  test('a number that is typed as it is shown is the same length again', () => {
    const names = fc.constantFrom('metre', 'centimetre', 'millimetre', 'inch', 'foot');
    fc.assert(
      fc.property(names, names, fc.integer({ min: -1e6, max: 1e6 }), (own, wanted, thousandths) => {
        const unit = shownUnit(own, wanted);
        const length = thousandths / 1000;
        expect(ownLength(unit, shownLength(unit, length))).toBeCloseTo(length, 9);
      }),
    );
  });
});
