import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alignedNumbers,
  withoutCommonZeros,
  decimalsFor,
  formatBytes,
  formatCoordinate,
  formatCount,
  formatFixed,
  formatMany,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  plainNumber,
  unitFor,
} from '../../../renderer/text/format-number.ts';
import { parseNumber } from '../../../renderer/text/parse-number.ts';
import { sampleSizeText } from '../../../renderer/text/sample-size-text.ts';
import { noStepKeys, stepBy, stepForSize, stepOf, toleranceStepForSize } from '../../../renderer/text/step-number.ts';

describe('numbers as they are shown', () => {
  test('the size of a sample has its unit: triangles of a mesh, instances of a scene', () => {
    expect(sampleSizeText({ triangles: 1204 })).toBe('1,204 triangles');
    expect(sampleSizeText({ triangles: 1204, instances: 64 })).toBe('64 instances');
  });

  test('thousands are separated and the minus is a real one', () => {
    expect(formatCount(19756)).toBe('19,756');
    expect(formatFixed(-0.151, 3)).toBe('−0.151');
    expect([999.96, 999.94, -1234567.5, 581234, 12.5].map((value) => formatFixed(value, 1))).toEqual([
      '1,000.0',
      '999.9',
      '−1,234,567.5',
      '581,234.0',
      '12.5',
    ]);
    expect(formatCoordinate(-4785650.25, 1)).toBe('−4785650.3');
  });

  test('one of a thing has no plural', () => {
    expect([formatMany(1, 'box', 'boxes'), formatMany(1204, 'box', 'boxes')]).toEqual(['1 box', '1,204 boxes']);
    expect([unitFor(1, 'triangles'), unitFor(0, 'levels'), unitFor(1, 'percent'), unitFor(1, 'million comparisons')]).toEqual([
      'triangle',
      'levels',
      'percent',
      'million comparisons',
    ]);
  });

  test('significant digits are kept, those before the point are never cut', () => {
    expect(formatNumber(1.26049)).toBe('1.26');
    expect(formatNumber(12345.6)).toBe('12,346');
    expect(formatNumber(-0.00051234)).toBe('−0.0005123');
    expect(formatNumber(1.5e-9)).toBe('1.5e−9');
    expect(formatNumber(3e12)).toBe('3e+12');
  });

  test('zero has no sign, and what rounds to zero has none either', () => {
    expect(formatNumber(-0)).toBe('0');
    expect(formatFixed(-0.0004, 3)).toBe('0.000');
    expect(plainNumber(-0)).toBe('0');
  });

  test('text that is not a finite number is rejected', () => {
    expect(formatNumber(Infinity)).toBe('∞');
    expect(formatFixed(-Infinity, 2)).toBe('−∞');
    expect(formatNumber(NaN)).toBe('not a number');
  });

  test('shares, times and bytes', () => {
    expect([formatPercent(1), formatPercent(0.0053), formatPercent(0.0004), formatPercent(0)]).toEqual(['100.0', '0.5', '<0.1', '0.0']);
    expect([formatMilliseconds(0.42), formatMilliseconds(109.3), formatMilliseconds(1250)]).toEqual(['0.4 ms', '109 ms', '1.25 s']);
    expect([formatBytes(460752), formatBytes(2.5e6)]).toEqual(['460,752 B', '2.5 MB']);
  });

  test('decimals follow the size of the thing', () => {
    expect([decimalsFor(60), decimalsFor(4.15), decimalsFor(5e6), decimalsFor(0)]).toEqual([3, 4, 0, 3]);
  });
});

describe('numbers as they are typed', () => {
  test('every finite number reads back from its plain text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumber(plainNumber(value))).toEqual({ value: value === 0 ? 0 : value });
      }),
    );
  });

  test('signs, spaces and thousands are read', () => {
    expect(parseNumber(' −0.5 ')).toEqual({ value: -0.5 });
    expect(parseNumber('1,234,567.5')).toEqual({ value: 1234567.5 });
    expect(parseNumber('.5e-3')).toEqual({ value: 0.0005 });
  });

  test('the error names the wrong part', () => {
    expect(parseNumber('1,5')).toEqual({ reason: 'Use a point for decimals' });
    expect(parseNumber('abc')).toEqual({ reason: '“abc” is not a number' });
    expect(parseNumber('')).toEqual({ reason: 'Type a number' });
    expect(parseNumber('1e999')).toEqual({ reason: 'Too large for a number' });
    expect(parseNumber('2.5', { integer: true })).toEqual({ reason: 'Only whole numbers' });
    expect(parseNumber('-1', { min: 0 })).toEqual({ reason: 'At least 0' });
    expect(parseNumber('2000', { max: 1024 })).toEqual({ reason: 'At most 1024' });
  });

  test('infinity is for those fields that have it', () => {
    for (const text of ['∞', 'inf', '']) expect(parseNumber(text, { infinite: true })).toEqual({ value: Infinity });
    expect(parseNumber('inf')).toHaveProperty('reason');
  });
});

describe('numbers as they are stepped', () => {
  test('a step fits the size of the number', () => {
    // 300 pixels of a drag are 75 steps: a part of the scene that is seen, whatever the value is.
    expect([stepForSize(60), stepForSize(0.15), stepForSize(5000), stepForSize(0)]).toEqual([0.1, 0.001, 10, undefined]);
    expect([stepOf(4.15), stepOf(-123), stepOf(0), stepOf(Infinity)]).toEqual([0.1, 10, 0.1, 0.1]);
    // 10 ** -4 is not 1e-4.
    expect([stepOf(0.05), stepOf(0.005), stepOf(0.0005), stepOf(5e-10)]).toEqual([1e-3, 1e-4, 1e-5, 1e-11]);
  });

  test('0.1 three times is 0.3', () => {
    expect(stepBy(0, 3, { step: 0.1 }, noStepKeys, {})).toBe(0.3);
  });

  test('Shift takes a tenth of a step, Ctrl ten or a coarse one', () => {
    expect(stepBy(1, 1, { step: 0.1 }, { ...noStepKeys, ctrlKey: true }, {})).toBe(2);
    expect(stepBy(1, 1, { step: 0.1 }, { ...noStepKeys, shiftKey: true }, {})).toBe(1.01);
    expect(stepBy(1, 1, { step: 1, coarseStep: 15 }, { ...noStepKeys, metaKey: true }, {})).toBe(16);
    expect(stepBy(1, 1, { step: 1, coarseStep: 15 }, { shiftKey: true, ctrlKey: true, metaKey: false }, {})).toBe(2);
  });

  test('tolerances have steps a hundred times smaller than coordinates', () => {
    expect([toleranceStepForSize(60), toleranceStepForSize(5000), toleranceStepForSize(0)]).toEqual([0.001, 0.1, undefined]);
  });

  test('whole numbers stay whole, and the range holds', () => {
    expect(stepBy(4, 1, { step: 1 }, { ...noStepKeys, shiftKey: true }, { integer: true })).toBe(5);
    expect(stepBy(4, -9, { step: 1 }, noStepKeys, { integer: true, min: 1 })).toBe(1);
    expect(stepBy(1020, 9, { step: 1 }, noStepKeys, { integer: true, max: 1024 })).toBe(1024);
  });

  test('a step never leaves the numbers', () => {
    expect(stepBy(1.7e308, 5, { step: 1e307 }, noStepKeys, {})).toBe(Number.MAX_VALUE);
    expect(stepBy(-1.7e308, -5, { step: 1e307 }, noStepKeys, {})).toBe(-Number.MAX_VALUE);
  });

  test('a step there and back is where it began', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 50 }),
        (digits, decimals, steps) => {
          const from = Number((digits / 10 ** decimals).toFixed(decimals));
          expect(stepBy(stepBy(from, steps, { step: 0.1 }, noStepKeys, {}), -steps, { step: 0.1 }, noStepKeys, {})).toBe(
            from === 0 ? 0 : from,
          );
        },
      ),
    );
  });
});

test('numbers of one row have the same decimals', () => {
  expect(alignedNumbers([1.648, 1.534, 1.15])).toEqual(['1.6480', '1.5340', '1.1500']);
  expect(alignedNumbers([3, -1, 2])).toEqual(['3.0000', '−1.0000', '2.0000']);
  expect(alignedNumbers([3, -1, 48.13])).toEqual(['3.000', '−1.000', '48.130']);
  expect(alignedNumbers([0.05, 0.0001234, 0])).toEqual(['0.05', '0.000123', '0']);
  expect(alignedNumbers([Number.NaN, 1, Infinity])).toEqual(['not a number', '1.0000', '∞']);
});

test('zeros at the end are dropped where all numbers have them', () => {
  expect(withoutCommonZeros(['1.6480', '1.5340', '1.1500'])).toEqual(['1.648', '1.534', '1.150']);
  expect(withoutCommonZeros(['2.0000', '10.0000'])).toEqual(['2', '10']);
  expect(withoutCommonZeros(['100', '20'])).toEqual(['100', '20']);
});
