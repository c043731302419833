import { describe, expect, it } from 'vitest';
import { boxSizeText } from '../../../renderer/panels/hierarchy/box-size.ts';

describe('boxSizeText', () => {
  it('keeps three digits where there is room', () => {
    expect(boxSizeText([64.8, 12.5, 48.8])).toBe('64.8×12.5×48.8');
  });

  it('gives digits up, then shares one exponent, and never needs more room than the column has', () => {
    expect(boxSizeText([0.0123, 0.0456, 0.0789])).toBe('1.2×4.6×7.9 e−2');
    expect(boxSizeText([6.1e-5, 4e-5, 2.2e-9])).toBe('6.1×4×0 e−5');
    for (const size of [1e-300, 1e-9, 0.00123, 0.0987, 7.77, 1234.5, 98765432, 1e200]) {
      expect(boxSizeText([size, size * 0.777, size * 0.1234]).length).toBeLessThanOrEqual(17);
    }
  });

  it('shows a flat box as flat, and a point as zeros', () => {
    expect(boxSizeText([0, 2, 3])).toBe('0×2×3');
    expect(boxSizeText([0, 0, 0])).toBe('0×0×0');
  });
});
