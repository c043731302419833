import { expect, test } from 'vitest';
import { plainLengths } from '../../../renderer/text/shown-unit.ts';
import { lengthDecimals, lengthText } from '../../../renderer/text/list-lengths.ts';

test('lengths of a list have the same decimals, except for those that would be shown as 0', () => {
  const decimals = lengthDecimals({ min: [0, 0, 0], max: [1, 2, 3] }, plainLengths);
  expect(decimals).toBe(4);
  expect(lengthText(0.25, plainLengths, decimals)).toBe('0.2500');
  expect(lengthText(0.00006, plainLengths, decimals)).toBe('0.0001');
  expect(lengthText(0.0000152, plainLengths, decimals)).toBe('1.5e−5');
  expect(lengthText(0, plainLengths, decimals)).toBe('0.0000');
  expect(lengthText(null, plainLengths, decimals)).toBe('');
});

test('a mesh without a finite triangle has decimals all the same', () => {
  expect(lengthDecimals(null, plainLengths)).toBe(5);
});
