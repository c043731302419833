/**
 * Scrolling over more rows than an element can be high.
 *
 * Chrome lays nothing out beyond 33,554,428 device pixels (1.5 million rows of 22 pixels; half of that on a screen of
 * double density). Past a safe height the scroll bar therefore stands for a larger list, in proportion.
 */
export const tallestElement = 8_000_000;

export interface ScaledScroll {
  /** Height that the scrolled element is given. */
  readonly elementHeight: number;
  /** Offsets in the list for each pixel of the scroll bar; 1 for a list that fits. */
  readonly scale: number;
}

/** For a list of `listHeight` seen through a window of `viewHeight`; both ends of the scroll bar are both ends of the list. */
export function scaledScroll(listHeight: number, viewHeight: number): ScaledScroll {
  const elementHeight = Math.min(listHeight, tallestElement);
  const room = elementHeight - viewHeight;
  return { elementHeight, scale: elementHeight < listHeight && room > 0 ? (listHeight - viewHeight) / room : 1 };
}
