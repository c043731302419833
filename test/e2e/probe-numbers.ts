/** Numbers of each shape of the probe on the sample `keep.glb`, as a person types them. */
import type { Page } from 'playwright-core';
import { typeAll } from './view.ts';

export type Point = readonly [x: number, y: number, z: number];

export interface Typed {
  /** Names of points and vectors. */
  readonly vectors?: Readonly<Record<string, Point>>;
  readonly numbers?: Readonly<Record<string, number>>;
  readonly points?: readonly Point[];
}

/** Numbers that a person types for each shape, and parts that leave some of its triangles; `null` for a shape without a filter. */
export const probeNumbers: Readonly<Record<string, { readonly typed: Typed; readonly parts: string | null; readonly hasSides?: false }>> = {
  ray: { typed: { vectors: { origin: [-36, 3.4, 1], direction: [1, -0.012, 0.085] }, numbers: { far: 60 } }, parts: 'column*' },
  segment: { typed: { vectors: { from: [-36, 3.4, 1], to: [24, 2.68, 6.1] } }, parts: 'column*' },
  polygon: {
    typed: {
      points: [
        [-2, 0, -2],
        [3, 0, -2],
        [3, 0, 4],
        [0.5, 0, 1],
        [-2, 0, 4],
      ],
      vectors: { from: [0.25, 3, 0.75], to: [0.25, -3, 0.5] },
    },
    parts: null,
  },
  sphere: { typed: { vectors: { center: [-28, 0.5, 0] }, numbers: { radius: 3 } }, parts: 'west wall' },
  box: { typed: { vectors: { center: [-28, 2, 0], size: [8, 4, 4], rotate: [0, 45, 0] } }, parts: '#0' },
  capsule: { typed: { vectors: { from: [-28, 0, 0], to: [-28, 4, 3] }, numbers: { radius: 1.5 } }, parts: 'ground' },
  triangle: { typed: { vectors: { a: [-9, 1, -9], b: [9, 1, -9], c: [0, 3, 9] } }, parts: 'column 0*' },
  plane: { typed: { vectors: { point: [0, 2, 0], normal: [0, 1, 0.25] }, numbers: { thickness: 0.25 } }, parts: '*wall*' },
  frustum: {
    typed: { vectors: { eye: [0, 9, 22], target: [0, 1, 0] }, numbers: { angle: 35, aspect: 1.5, near: 1, far: 40 } },
    parts: 'tower*, column*',
  },
  hull: {
    typed: {
      points: [
        [-29, 0, 0],
        [-26, 0, 0],
        [-28, 0, 3],
        [-28, 4, 0.5],
        [-27, 1, -2],
      ],
    },
    parts: 'ground',
  },
  sweepSphere: { typed: { vectors: { from: [-36, 3, 1], to: [36, 2, 2] }, numbers: { radius: 0.5 } }, parts: 'east wall' },
  sweepCapsule: {
    typed: { vectors: { from: [-36, 3, 1], to: [36, 2, 2], axis: [0, 0.5, 0.1] }, numbers: { radius: 0.3 } },
    parts: 'east wall',
  },
  sweepBox: { typed: { vectors: { from: [-36, 3, 1], to: [36, 2, 2], size: [1, 2, 1], rotate: [0, 30, 10] } }, parts: 'east wall' },
  sweepHull: {
    typed: {
      points: [
        [-36, 3, 1],
        [-35, 3, 1],
        [-35.5, 4, 1],
        [-35.5, 3, 2],
      ],
      vectors: { motion: [70, -2, 1] },
    },
    parts: 'east wall',
  },
  closest: { typed: { vectors: { point: [0, 9, 0] }, numbers: { count: 7 } }, parts: 'ground' },
  within: { typed: { vectors: { point: [-28, 3, 0] }, numbers: { distance: 6 } }, parts: 'ground' },
  inside: { typed: { vectors: { point: [-28, 2, 0] } }, parts: 'west wall', hasSides: false },
};

/** Types the numbers into the fields of the probe, whose shape is chosen. */
export async function typeShape(page: Page, { vectors = {}, numbers = {}, points }: Typed): Promise<void> {
  if (points !== undefined) {
    const field = page.getByTestId('probe-points');
    await field.fill(points.map((point) => point.join(', ')).join('\n'));
    await field.press('Control+Enter');
    await field.press('Escape');
  }
  const texts = Object.entries(numbers).map(([name, value]) => [name, `${value}`] as const);
  const axes = Object.entries(vectors).flatMap(([name, point]) => point.map((value, k) => [`${name}-${'xyz'[k]}`, `${value}`] as const));
  await typeAll(page, 'probe-', Object.fromEntries([...axes, ...texts]));
}
