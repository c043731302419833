import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fieldValues, restPointer, steadyView } from './view.ts';

/** The pose that the fields of the moving mesh show. */
export interface Pose {
  readonly move: readonly number[];
  readonly turn: readonly number[];
  readonly scale: number;
}

/** Reads the fields of the moving mesh. */
export async function shownPose(page: Page): Promise<Pose> {
  const names = ['move', 'turn'].flatMap((name) => ['x', 'y', 'z'].map((axis) => `moving-${name}-${axis}`));
  const values = await fieldValues(page, [...names, 'moving-scale']);
  return { move: values.slice(0, 3), turn: values.slice(3, 6), scale: values[6]! };
}

/** The colours of the handles. */
const axisColours = { x: [0xe0, 0x65, 0x6f], y: [0x86, 0xb8, 0x4f], z: [0x5b, 0x8f, 0xe0] } as const;

/** A pixel of the page that shows a handle: found by its colour, the one that is furthest from the others' middle. */
export async function handleAt(page: Page, axis: keyof typeof axisColours): Promise<[x: number, y: number]> {
  const view = page.getByTestId('view');
  const { width, data } = PNG.sync.read(await steadyView(page));
  const found = (colour: readonly number[]): [number, number][] => {
    const points: [number, number][] = [];
    for (let at = 0; at < data.length; at += 4) {
      if (colour.every((value, i) => Math.abs(value - data[at + i]!) <= 6)) points.push([(at / 4) % width, Math.floor(at / 4 / width)]);
    }
    return points;
  };
  const all = Object.values(axisColours).flatMap((colour) => found(colour));
  const middle = [0, 1].map((i) => all.reduce((sum, point) => sum + point[i]!, 0) / all.length);
  const away = ([x, y]: readonly [number, number]): number => Math.hypot(x - middle[0]!, y - middle[1]!);
  const handle = found(axisColours[axis]).sort((p, q) => away(q) - away(p));
  expect(handle.length).toBeGreaterThan(10);
  const box = await view.boundingBox();
  // Not the very tip: a little inside, where the handle is sure to be.
  const [x, y] = handle[Math.floor(handle.length / 4)]!;
  return [box!.x + x, box!.y + y];
}

/** Drags the handle of an axis by so many pixels, and reads the pose after it. */
export async function dragHandle(
  page: Page,
  axis: keyof typeof axisColours,
  [dx, dy]: readonly [number, number],
  { ctrl = false } = {},
): Promise<Pose> {
  await restPointer(page);
  const before = await shownPose(page);
  const [x, y] = await handleAt(page, axis);
  if (ctrl) await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
  if (ctrl) await page.keyboard.up('Control');
  const after = await shownPose(page);
  expect(after).not.toEqual(before);
  return after;
}
