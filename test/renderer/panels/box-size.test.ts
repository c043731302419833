import { describe, expect, it } from 'vitest';
import { boxSizeText } from '../../../renderer/panels/hierarchy/box-size.ts';

describe('the column of box sizes', () => {
  it('gives each side three significant digits of its own, whatever the size of the root', () => {
    expect(boxSizeText([64.8, 12.5, 48.8])).toBe('64.8×12.5×48.8');
    expect(boxSizeText([60, 7.2, 9.996])).toBe('60.0×7.20×10.0');
    expect(boxSizeText([0.156, 0.154, 0.0121])).toBe('0.156×0.154×0.0121');
    // A leaf of terrain in UTM coordinates: its root is thousands of metres wide.
    expect(boxSizeText([12.34, 21.5, 0.0512])).toBe('12.3×21.5×0.0512');
  });

  it('never cuts digits before the point', () => {
    expect(boxSizeText([2012, 1987.4, 312])).toBe('2012×1987×312');
    expect(boxSizeText([999_999, 1, 99.96])).toBe('999999×1.00×100');
  });

  it('gives a very small or very large side a power of ten of its own', () => {
    expect(boxSizeText([0.00213, 0.00143, 0.00098])).toBe('0.00213×0.00143×9.80e−4');
    expect(boxSizeText([0.0536, 0.0207, 0.0576])).toBe('0.0536×0.0207×0.0576');
    expect(boxSizeText([4.2e7, 1e7, 0])).toBe('4.20e7×1.00e7×0');
    expect(boxSizeText([1e-300, 1e-300, 1e-300])).toBe('1.00e−300×1.00e−300×1.00e−300');
    for (const size of [1e-9, 0.00123, 0.0987, 7.77, 1234.5, 98765432])
      expect(boxSizeText([size, size * 0.777, size * 0.1234]).length).toBeLessThanOrEqual(25);
  });

  it('shows a flat box as flat, a point as zeros, and a nearly flat one with its own digits', () => {
    expect(boxSizeText([0, 2, 3])).toBe('0×2.00×3.00');
    expect(boxSizeText([0, 0, 0])).toBe('0×0×0');
    expect(boxSizeText([3, 1, 5.96e-8])).toBe('3.00×1.00×5.96e−8');
    expect(boxSizeText([Infinity, 1, 1])).toBe('∞×1.00×1.00');
  });
});
