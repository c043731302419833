import { expect, test } from 'vitest';
import { bitsText, readBits } from '../../../renderer/text/bits-text.ts';
import { parseNumber } from '../../../renderer/text/parse-number.ts';

test.each([
  [0, '0'],
  [1, '1'],
  [9, '9'],
  [10, '0xA'],
  [4_294_967_293, 'all but 2'],
  [4_294_967_292, 'all but 3'],
  [4_294_967_279, 'all but 0x10'],
  [0x0000_ffff, '0xFFFF'],
  [0x0001_ffff, '0x1FFFF'],
  [0xfff0_0fff, '0xFFF00FFF'],
  [0xffff_ffe0, '0xFFFFFFE0'],
  [0xffff_fff0, 'all but 0xF'],
  [4_294_967_295, 'all'],
])('the bits %i are shown as %s, and typed text gives them back', (bits, text) => {
  expect(bitsText(bits)).toBe(text);
  expect(parseNumber(text, { bits: true, integer: true, min: 0, max: 0xffff_ffff })).toEqual({ value: bits });
});

test('other text is no bits, and fields of other numbers read none', () => {
  const others = ['all but', 'all but x', 'all but 4294967296', 'allbut 2', 'all but 2 3'];
  expect(others.map(readBits)).toEqual(others.map(() => null));
  expect([readBits('all but 0'), readBits('ALL BUT 0x2')]).toEqual([0xffff_ffff, 0xffff_fffd]);
  expect([readBits('0x'), readBits('0x123456789'), readBits('every'), readBits('ALL')]).toEqual([null, null, null, 0xffff_ffff]);
  expect(parseNumber('0xF', { bits: true, max: 9 })).toEqual({ reason: 'At most 9' });
  expect(parseNumber('all')).toHaveProperty('reason');
});
