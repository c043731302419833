/** A rectangle on the view, CSS pixels from its upper left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Between a label and its point. */
const gap = 6;

/**
 * Returns the position of a label of this size, next to the first of its anchors with room above, below or to a side. It is inside the view
 * and outside the taken rectangles. A mark is always centred on its point. Returns `null` if there is no room.
 */
export function placeLabel(
  points: readonly (readonly [x: number, y: number])[],
  size: { readonly width: number; readonly height: number },
  mark: boolean,
  taken: readonly Rect[],
  view: Rect,
): Rect | null {
  const { width, height } = size;
  for (const [x, y] of points) {
    if (mark) {
      const rect = { x: x - width / 2, y: y - height / 2, width, height };
      if (overlaps(rect, view)) return rect;
      continue;
    }
    const locations: Rect[] = [
      { x: x - width / 2, y: y - height - gap, width, height },
      { x: x - width / 2, y: y + gap, width, height },
      { x: x + gap, y: y - height / 2, width, height },
      { x: x - width - gap, y: y - height / 2, width, height },
    ];
    for (const location of locations) {
      if (contains(view, location) && !taken.some((other) => overlaps(location, other))) return location;
    }
  }
  return null;
}

/** Whether two rectangles have a common area. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether a rectangle lies inside another one. */
export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
