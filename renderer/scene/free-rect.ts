import type { ViewRect } from './lens.ts';

/** Gap between the framed object and panels over the view, CSS pixels. */
const gap = 6;
/** Minimum share of the view's width and height that stays free. An obstacle that needs more is ignored. */
const minShare = 0.45;

/**
 * Returns a large uncovered rectangle of a view. Each obstacle, the largest first, is cut off on the side that removes the smallest area.
 */
export function freeRect(width: number, height: number, obstacles: readonly ViewRect[]): ViewRect {
  const bySize = [...obstacles].sort((a, b) => areaOf(b) - areaOf(a));
  return bySize.reduce<ViewRect>((free, obstacle) => cutOff(free, obstacle, width, height), {
    left: 0,
    top: 0,
    right: width,
    bottom: height,
  });
}

function cutOff(free: ViewRect, obstacle: ViewRect, width: number, height: number): ViewRect {
  if (obstacle.left >= free.right || obstacle.right <= free.left || obstacle.top >= free.bottom || obstacle.bottom <= free.top) return free;
  const cuts: readonly ViewRect[] = [
    { ...free, left: obstacle.right + gap },
    { ...free, top: obstacle.bottom + gap },
    { ...free, right: obstacle.left - gap },
    { ...free, bottom: obstacle.top - gap },
  ].filter(({ left, top, right, bottom }) => right - left >= minShare * width && bottom - top >= minShare * height);
  return cuts.reduce((best, cut) => (best === free || areaOf(cut) > areaOf(best) ? cut : best), free);
}

function areaOf({ left, top, right, bottom }: ViewRect): number {
  return (right - left) * (bottom - top);
}
