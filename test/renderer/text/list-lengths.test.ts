import { expect, test } from 'vitest';
import { plainLengths } from '../../../renderer/text/shown-unit.ts';
import { coordinateTexts, lengthDecimals, lengthFieldText, lengthText } from '../../../renderer/text/list-lengths.ts';

test('lengths about a mesh have the same decimals, except for those whose first digits would be lost', () => {
  const decimals = lengthDecimals({ min: [0, 0, 0], max: [1, 2, 3] }, plainLengths);
  expect(decimals).toBe(4);
  expect(lengthText(0.25, plainLengths, decimals)).toBe('0.2500');
  expect(lengthText(0.00006, plainLengths, decimals)).toBe('6e−5');
  expect(lengthText(0.0000152, plainLengths, decimals)).toBe('1.52e−5');
  expect(lengthText(0, plainLengths, decimals)).toBe('0.0000');
  expect(lengthText(null, plainLengths, decimals)).toBe('');
});

test('a small length next to a large mesh keeps three digits, with its sign', () => {
  expect(lengthText(0.0375, plainLengths, 3)).toBe('0.0375');
  expect(lengthText(-0.004481, plainLengths, 3)).toBe('−0.00448');
  expect(lengthText(0.05, plainLengths, 3)).toBe('0.050');
  expect(lengthText(26.34489, plainLengths, 3)).toBe('26.345');
});

test('coordinates in a row have the same decimals', () => {
  expect(coordinateTexts([9.1042, -0.0004, 0], 3)).toEqual(['9.104', '0.000', '0.000']);
  expect(coordinateTexts([0.00112, -0.000712, 0], 3)).toEqual(['0.00112', '−0.000712', '0']);
  expect(coordinateTexts([500123.456, Number.NaN], 2)).toEqual(['500123.46', 'not a number']);
});

test('a field rounds as the results do, without zeros at the end and with at most six digits', () => {
  expect(lengthFieldText(1.5, 3)).toBe('1.5');
  expect(lengthFieldText(-10.17746, 3)).toBe('−10.177');
  expect(lengthFieldText(0.00448126, 3)).toBe('0.00448');
  expect(lengthFieldText(500123.456, 2)).toBe('500,123');
  expect(lengthFieldText(Infinity, 3)).toBe('∞');
});

test('a mesh without a finite triangle has decimals all the same', () => {
  expect(lengthDecimals(null, plainLengths)).toBe(5);
});
