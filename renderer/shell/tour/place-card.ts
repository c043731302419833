/** A rectangle of the window, CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Distance between the card and its target, and to the edges of the window. */
const gap = 12;

/**
 * Returns the left upper corner of a card next to its target: below, above, right or left of it, where it fits first. It is in the middle of the
 * window if it fits nowhere, and without a target.
 */
export function placeCard(target: Box | null, card: Extent, window: Extent): { readonly left: number; readonly top: number } {
  const middle = { left: (window.width - card.width) / 2, top: (window.height - card.height) / 2 };
  if (target === null) return middle;
  const alongX = clamp(target.left + (target.width - card.width) / 2, window.width - card.width - gap);
  const alongY = clamp(target.top + (target.height - card.height) / 2, window.height - card.height - gap);
  const places = [
    { left: alongX, top: target.top + target.height + gap },
    { left: alongX, top: target.top - card.height - gap },
    { left: target.left + target.width + gap, top: alongY },
    { left: target.left - card.width - gap, top: alongY },
  ];
  const fits = ({ left, top }: { left: number; top: number }): boolean =>
    left >= 0 && top >= 0 && left + card.width <= window.width && top + card.height <= window.height;
  return places.find(fits) ?? middle;
}

function clamp(value: number, max: number): number {
  return Math.max(gap, Math.min(value, max));
}
