import type { Vec3 } from '#core/math';
import { instanceBounds, pairAt } from '../state/instances/frame-facts.ts';
import type { SceneFrame } from '../state/instances/scene-messages.ts';
import type { InstancePair, SceneLook } from '../state/instances/scene-run-state.ts';
import { type Boxes, createBoxes, setBox } from './boxes.ts';
import { drawOrder, outlinedLines, thinBoxes, thinLines, wideLines } from './figure.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';

interface PairsInput {
  readonly frame: SceneFrame;
  readonly viewSpace: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** More boxes or lines than this are one pixel wide. */
const maxWide = 3000;
/** More lines than this are left out. */
export const maxPairLines = 200_000;

/** The colour of each stage of a pair: blue, yellow and red are apart in lightness and for colour-blind people. */
export function stageColours({ contactB, hit, contactA }: Palette): readonly [box: Rgb, sphere: Rgb, surface: Rgb] {
  return [contactB, hit, contactA];
}

/** Draws the boxes of instances. @param colourOf the colour of the box of an instance; `null` for none */
export function createBoxesOfInstances({ frame, viewSpace, pixels }: PairsInput, colourOf: (instance: number) => Rgb | null): Layer | null {
  const colours = Array.from({ length: frame.boxes.length / 6 }, (_, i) => colourOf(i));
  const boxes = createBoxes(colours.filter((colour) => colour !== null).length);
  if (boxes.count === 0) return null;
  let at = 0;
  colours.forEach((colour, i) => {
    if (colour === null) return;
    const { min, max } = instanceBounds(frame, i);
    setBox(boxes, at++, toLocal(viewSpace, min), toLocal(viewSpace, max), colour);
  });
  if (boxes.count > maxWide) return thinBoxes(boxes, 0.8, 'front');
  return wideLines(boxes, 'edges', { width: 1.5, opacity: 1, depth: 'front', lift: drawOrder.boxes }, pixels, drawOrder.boxes);
}

/** Draws a line for each pair, between the centres of the boxes, through everything. */
export function createPairLines({ frame, viewSpace, palette, pixels }: PairsInput): Layer | null {
  const count = Math.min(frame.stages.length, maxPairLines);
  if (count === 0) return null;
  const lines = createBoxes(count);
  const colours = stageColours(palette);
  for (let row = 0; row < count; row++) setLine(lines, row, frame, viewSpace, pairAt(frame, row), colours[frame.stages[row]!]!);
  if (count > maxWide) return thinLines(lines, 0.8, 'through', drawOrder.path);
  return wideLines(lines, 'diagonal', { width: 2, opacity: 0.9, depth: 'through', lift: drawOrder.path }, pixels, drawOrder.path);
}

/** Draws one pair: both boxes and the line between them. */
export function createPairHighlight({ frame, viewSpace, palette, pixels }: PairsInput, pair: InstancePair, colour: Rgb): Layer {
  const boxes = createBoxes(2);
  [pair.i, pair.j].forEach((instance, at) => {
    const { min, max } = instanceBounds(frame, instance);
    setBox(boxes, at, toLocal(viewSpace, min), toLocal(viewSpace, max), colour);
  });
  const look = { width: 2, underLine: palette.underLine, faint: 0.5, through: false, order: drawOrder.chosen } as const;
  return outlinedLines(boxes, 'edges', look, pixels);
}

/** Whether the box of an instance is drawn. @param stage 0 for no pair */
export function isBoxDrawn(boxes: SceneLook['boxes'], stage: number): boolean {
  return boxes === 'all' || (boxes === 'pairs' && stage > 0);
}

function setLine(lines: Boxes, at: number, frame: SceneFrame, space: LocalSpace, { i, j }: InstancePair, colour: Rgb): void {
  setBox(lines, at, toLocal(space, centreOf(frame, i)), toLocal(space, centreOf(frame, j)), colour);
}

function centreOf({ boxes }: SceneFrame, i: number): Vec3 {
  const at = 6 * i;
  return [boxes[at]! / 2 + boxes[at + 3]! / 2, boxes[at + 1]! / 2 + boxes[at + 4]! / 2, boxes[at + 2]! / 2 + boxes[at + 5]! / 2];
}
