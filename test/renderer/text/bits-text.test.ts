import { expect, test } from 'vitest';
import { bitsText, readBits } from '../../../renderer/text/bits-text.ts';
import { parseNumber } from '../../../renderer/text/parse-number.ts';

test.each([
  [0, '0'],
  [1, '1'],
  [9, '9'],
  [10, '0xA'],
  [4_294_967_293, '0xFFFFFFFD'],
  [4_294_967_295, 'all'],
])('the bits %i are shown as %s, and typed text gives them back', (bits, text) => {
  expect(bitsText(bits)).toBe(text);
  expect(parseNumber(text, { bits: true, integer: true, min: 0, max: 0xffff_ffff })).toEqual({ value: bits });
});

test('other text is no bits, and fields of other numbers read none', () => {
  expect([readBits('0x'), readBits('0x123456789'), readBits('every'), readBits('ALL')]).toEqual([null, null, null, 0xffff_ffff]);
  expect(parseNumber('0xF', { bits: true, max: 9 })).toEqual({ reason: 'At most 9' });
  expect(parseNumber('all')).toHaveProperty('reason');
});
