import {
  BufferAttribute,
  BufferGeometry,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three';
import type { Vec3 } from '#core/math';
import type { Rgb } from './palette.ts';

/**
 * Boxes as instances of 28 bytes each. A segment is the diagonal of its box.
 * `corners` is (6·N) f32: from, to; for a box its min and max corner. `colours` is (4·N) u8: red, green, blue, unused.
 */
export interface Boxes {
  readonly count: number;
  readonly corners: Float32Array;
  readonly colours: Uint8Array;
}

export function createBoxes(count: number): Boxes {
  return { count, corners: new Float32Array(6 * count), colours: new Uint8Array(4 * count) };
}

export function setBox(boxes: Boxes, at: number, from: Vec3, to: Vec3, colour: Rgb): void {
  boxes.corners.set(from, 6 * at);
  boxes.corners.set(to, 6 * at + 3);
  for (let i = 0; i < 3; i++) boxes.colours[4 * at + i] = Math.round(255 * colour[i]!);
}

export function boxesOf(list: readonly { readonly from: Vec3; readonly to: Vec3; readonly colour: Rgb }[]): Boxes {
  const boxes = createBoxes(list.length);
  list.forEach(({ from, to, colour }, at) => setBox(boxes, at, from, to, colour));
  return boxes;
}

/**
 * What is drawn of each instance. `edges` twelve wide lines · `diagonal` one wide line from corner to corner · `faces` six filled sides.
 * `thin-edges` twelve lines of one pixel: a fifth of the work, for very many boxes.
 */
export type BoxFigure = 'edges' | 'diagonal' | 'thin-edges' | 'faces';

export function boxGeometry(boxes: Boxes, figure: BoxFigure): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const model = modelOf(figure);
  geometry.setAttribute('position', new BufferAttribute(model.from, 3));
  geometry.setAttribute('edgeEnd', new BufferAttribute(model.to, 3));
  geometry.setAttribute('side', new BufferAttribute(model.side, 2));
  if (model.index !== null) geometry.setIndex(new BufferAttribute(model.index, 1));
  const corners = new InstancedInterleavedBuffer(boxes.corners, 6);
  geometry.setAttribute('boxFrom', new InterleavedBufferAttribute(corners, 3, 0));
  geometry.setAttribute('boxTo', new InterleavedBufferAttribute(corners, 3, 3));
  geometry.setAttribute('tint', new InstancedBufferAttribute(boxes.colours, 4, true));
  geometry.instanceCount = boxes.count;
  return geometry;
}

/**
 * Returns segments as plain vertices, two each, for lines of one pixel. Rejected: one instance for each segment. The overhead of an
 * instance is high: 300,000 of them took 4.4 s a frame in Chromium's software renderer, and this takes 0.4 s.
 */
export function segmentGeometry({ count, corners, colours }: Boxes): BufferGeometry {
  const geometry = new BufferGeometry();
  const tints = new Uint8Array(8 * count);
  for (let i = 0; i < tints.length; i++) tints[i] = colours[4 * (i >> 3) + (i & 3)]!;
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  geometry.setAttribute('tint', new BufferAttribute(tints, 4, true));
  return geometry;
}

/** Per vertex: the box corners at which its line starts and ends (0 min, 1 max), and which corner of the line it is. */
interface Model {
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** x: −1 or 1 across the line; y: 0 at its start, 1 at its end. */
  readonly side: Float32Array;
  readonly index: Uint16Array | null;
}

function modelOf(figure: BoxFigure): Model {
  switch (figure) {
    case 'edges':
      return wideModel(boxEdges());
    case 'diagonal':
      return wideModel([
        [
          [0, 0, 0],
          [1, 1, 1],
        ],
      ]);
    case 'thin-edges':
      return pointModel(boxEdges().flat());
    case 'faces':
      return pointModel(boxFaces());
  }
}

/** Corners in order, for lines of one pixel and for faces. */
function pointModel(points: readonly Vec3[]): Model {
  const none = new Float32Array(3 * points.length);
  return { from: Float32Array.from(points.flat()), to: none, side: new Float32Array(2 * points.length), index: null };
}

type Line = readonly [from: Vec3, to: Vec3];

function wideModel(lines: readonly Line[]): Model {
  const from: number[] = [];
  const to: number[] = [];
  const side: number[] = [];
  const index: number[] = [];
  lines.forEach(([start, end], line) => {
    for (const along of [0, 1]) {
      for (const across of [-1, 1]) {
        from.push(...start);
        to.push(...end);
        side.push(across, along);
      }
    }
    const at = 4 * line;
    index.push(at, at + 1, at + 2, at + 2, at + 1, at + 3);
  });
  return { from: Float32Array.from(from), to: Float32Array.from(to), side: Float32Array.from(side), index: Uint16Array.from(index) };
}

function boxEdges(): Line[] {
  const edges: Line[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const [u, v] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const) {
      edges.push([cornerOn(axis, 0, u, v), cornerOn(axis, 1, u, v)]);
    }
  }
  return edges;
}

function boxFaces(): Vec3[] {
  const points: Vec3[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const along of [0, 1]) {
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const)
        points.push(cornerOn(axis, along, u, v));
    }
  }
  return points;
}

function cornerOn(axis: number, along: number, u: number, v: number): Vec3 {
  return axis === 0 ? [along, u, v] : axis === 1 ? [u, along, v] : [u, v, along];
}
