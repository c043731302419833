import { describe, expect, it } from 'vitest';
import { boxExponent, boxSizeText, exponentText } from '../../../renderer/panels/hierarchy/box-size.ts';

describe('the column of box sizes', () => {
  it('shows every row in the power of ten that fits the root', () => {
    expect(boxExponent([64.8, 12.5, 48.8])).toBe(0);
    expect(boxExponent([6.37, 2.56, 6.46])).toBe(0);
    expect(boxExponent([2000, 1, 1])).toBe(3);
    expect(boxExponent([0.156, 0.154, 0.121])).toBe(-3);
    expect(boxExponent([15_000, 0, 3])).toBe(3);
    expect(boxExponent([0, 0, 0])).toBe(0);
    expect(boxExponent([Infinity, 1, 1])).toBe(0);
  });

  it('keeps three digits, and never needs more room than the column has', () => {
    expect(boxSizeText([64.8, 12.5, 48.8], 0)).toBe('64.8×12.5×48.8');
    expect(boxSizeText([0.156, 0.154, 0.0121], -3)).toBe('156×154×12.1');
    expect(boxSizeText([60, 7.2, 9.996], 0)).toBe('60.0×7.20×10.0');
    for (const size of [1e-300, 1e-9, 0.00123, 0.0987, 7.77, 1234.5, 98765432, 1e200]) {
      const root = [size, size * 0.777, size * 0.1234];
      for (const part of [1, 0.3, 1e-3, 1e-9]) {
        expect(
          boxSizeText(
            root.map((side) => side * part),
            boxExponent(root),
          ).length,
        ).toBeLessThanOrEqual(17);
      }
    }
  });

  it('shows a flat box as flat, a point as zeros, and a nearly flat one as less than a hundredth', () => {
    expect(boxSizeText([0, 2, 3], 0)).toBe('0×2.00×3.00');
    expect(boxSizeText([0, 0, 0], 0)).toBe('0×0×0');
    expect(boxSizeText([3, 1, 5.96e-8], 0)).toBe('3.00×1.00×<0.01');
  });

  it('shows its power of ten in the head', () => {
    expect([0, -3, 3, -12].map(exponentText)).toEqual(['', '×10⁻³', '×10³', '×10⁻¹²']);
  });
});
