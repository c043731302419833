import { expect, test } from 'vitest';
import { placeCallout } from '../../../renderer/scene/place-callout.ts';
import { contains, overlaps, type Rect } from '../../../renderer/scene/place-label.ts';

const view: Rect = { x: 0, y: 0, width: 800, height: 600 };
const size = { width: 90, height: 16 };

test('a label with a leader points away from the middle, and its line ends at the label and at the outermost point', () => {
  const right = placeCallout(
    [
      [500, 300],
      [520, 300],
    ],
    size,
    [400, 300],
    [],
    view,
  )!;
  expect(right.from).toEqual([520, 300]);
  expect(right.to).toEqual([576, 300]);
  expect(right.rect).toEqual({ x: 576, y: 292, ...size });
  const left = placeCallout(
    [
      [280, 300],
      [300, 300],
    ],
    size,
    [400, 300],
    [],
    view,
  )!;
  expect(left.from).toEqual([280, 300]);
  expect(left.to).toEqual([left.rect.x + size.width, 300]);
  expect(left.rect.x + size.width).toBeCloseTo(224, 9);
});

test('labels avoid what is taken and stay inside the view; without room there is none', () => {
  const points = Array.from({ length: 40 }, (_, i) => [30 + 19 * i, 40 + ((i * 131) % 520)] as const);
  const taken: Rect[] = [{ x: 0, y: 0, width: 60, height: 600 }];
  let placed = 0;
  for (const point of points) {
    const callout = placeCallout([point], size, [400, 300], taken, view);
    if (callout === null) continue;
    placed++;
    expect(contains(view, callout.rect)).toBe(true);
    expect(taken.some((other) => overlaps(callout.rect, other))).toBe(false);
    expect(Math.hypot(callout.to[0] - point[0], callout.to[1] - point[1])).toBeLessThan(140);
    taken.push(callout.rect);
  }
  expect(placed).toBeGreaterThan(30);
  expect(placeCallout([[400, 300]], size, [400, 300], [view], view)).toBeNull();
  expect(placeCallout([], size, [400, 300], [], view)).toBeNull();
  expect(placeCallout([[900, 300]], size, [400, 300], [], view)).toBeNull();
});

test('the label of the only curve is up and to the right of it', () => {
  const { rect, from } = placeCallout([[400, 300]], size, [400, 300], [], view)!;
  expect(rect.x).toBeGreaterThan(from[0]);
  expect(rect.y + size.height / 2).toBeLessThan(from[1]);
});
