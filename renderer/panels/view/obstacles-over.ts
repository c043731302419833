import type { ViewRect } from '../../scene/lens.ts';

/** Returns what floats over a view's canvas, as rectangles of the canvas, CSS pixels. */
export function obstaclesOver(canvas: HTMLElement | null): readonly ViewRect[] {
  if (canvas === null) return [];
  const own = canvas.getBoundingClientRect();
  const over = canvas.parentElement?.querySelectorAll('.floating, .level-bar > *, .view-cube, .legend, .notice, .view-caption') ?? [];
  return [...over].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - own.left, top: top - own.top, right: right - own.left, bottom: bottom - own.top };
  });
}
