import { describe, expect, test } from 'vitest';
import { scaledScroll, tallestElement } from '../../../renderer/widgets/scaled-scroll.ts';

describe('scrolling over more rows than an element can be high', () => {
  test('a list that fits scrolls pixel by pixel', () => {
    expect(scaledScroll(22 * 1000, 500)).toEqual({ elementHeight: 22_000, scale: 1 });
    expect(scaledScroll(100, 500).scale).toBe(1);
  });

  test('for a longer list both ends of the scroll bar are both ends of the list', () => {
    const list = 22 * 3_000_000;
    const { elementHeight, scale } = scaledScroll(list, 500);
    expect(elementHeight).toBe(tallestElement);
    expect((elementHeight - 500) * scale).toBeCloseTo(list - 500, 3);
  });
});
