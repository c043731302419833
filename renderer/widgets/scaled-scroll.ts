/**
 * Scrolling over more rows than an element can be high. Chrome lays out no more than 33,554,428 device pixels (1.5 million rows of 22
 * pixels; half of that at double density). Past a safe height the scroll bar stands for a larger list, in proportion.
 */
export const tallestElement = 8_000_000;

export interface ScaledScroll {
  /** Height of the scrolled element. */
  readonly elementHeight: number;
  /** List offset per pixel of the scroll bar; 1 for a list that fits. */
  readonly scale: number;
}

/** Returns the scaling for a list of `listHeight` in a window of `viewHeight`. Both ends of the scroll bar are both ends of the list. */
export function scaledScroll(listHeight: number, viewHeight: number): ScaledScroll {
  const elementHeight = Math.min(listHeight, tallestElement);
  const room = elementHeight - viewHeight;
  return { elementHeight, scale: elementHeight < listHeight && room > 0 ? (listHeight - viewHeight) / room : 1 };
}
