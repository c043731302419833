import type { ViewRect } from './lens.ts';

/** Between what is framed and what lies over the view, CSS pixels. */
const gap = 6;
/** A view keeps at least so much of its width and height: what would take more stays in the way. */
const minShare = 0.45;

/**
 * A large rectangle of a view that nothing lies over: each obstacle, the largest first, is cut off by the side that costs least.
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
