import { seeded } from './seeded.ts';

/** Boxes that move at constant velocity. */
export interface MovingBoxes {
  /** (6·n) */
  readonly boxes: Float64Array;
  /** (3·n) in a step. */
  readonly velocities: Float64Array;
}

/** Returns boxes of half to one and a half units in a cube, eight cubic units for each; they move by up to a tenth of a unit in a step. */
export function movingBoxes(count: number): MovingBoxes {
  const { number: random } = seeded(17);
  const side = 2 * Math.cbrt(count);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = Math.fround(side * random());
      boxes[6 * i + 3 + k] = boxes[6 * i + k]! + 0.5 + random();
    }
  }
  return { boxes, velocities: Float64Array.from({ length: 3 * count }, () => 0.2 * (random() - 0.5)) };
}

/** Moves the boxes by one step. */
export function moveOn({ boxes, velocities }: MovingBoxes): void {
  for (let i = 0; i < boxes.length / 6; i++) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k]! += velocities[3 * i + k]!;
      boxes[6 * i + 3 + k]! += velocities[3 * i + k]!;
    }
  }
}

/** Returns the same boxes, numbered along a curve that keeps neighbours together (Morton order). */
export function alongCurve({ boxes, velocities }: MovingBoxes): MovingBoxes {
  const count = boxes.length / 6;
  const side = boxes.reduce((most, value) => Math.max(most, value), 0);
  const codes = Float64Array.from({ length: count }, (_, i) => {
    const cells = [0, 1, 2].map((axis) => Math.floor((1023 * boxes[6 * i + axis]!) / side));
    let code = 0;
    for (let bit = 9; bit >= 0; bit--) for (const cell of cells) code = 2 * code + ((cell >> bit) & 1);
    return code;
  });
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => codes[a]! - codes[b]! || a - b);
  const sorted: MovingBoxes = { boxes: new Float64Array(6 * count), velocities: new Float64Array(3 * count) };
  order.forEach((from, to) => {
    sorted.boxes.set(boxes.subarray(6 * from, 6 * from + 6), 6 * to);
    sorted.velocities.set(velocities.subarray(3 * from, 3 * from + 3), 3 * to);
  });
  return sorted;
}
