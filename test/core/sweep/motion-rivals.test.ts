import { transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshMotion, type MotionRequest } from '#core/sweep/motion/mesh-motion';
import { motionPath } from '#core/sweep/motion/path';
import { movingBoxesSat } from '#core/sweep/motion/rivals/moving-boxes-sat';
import { timeBisection } from '#core/sweep/motion/rivals/time-bisection';
import { describe, expect, it } from 'vitest';
import { ball, box, joined, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const at = (translate: Vec3, rotateDegrees: Vec3 = [0, 0, 0]): Transform => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });

function byAll(
  meshA: TriangleMesh,
  meshB: TriangleMesh,
  request: MotionRequest,
): Readonly<Record<'proven' | 'bisection' | 'boxes', number | null>> {
  const [a, b] = [treed(meshA), treed(meshB)];
  return {
    proven: meshMotion(a, b, request).time,
    bisection: timeBisection(a, b, motionPath(request, [0, 0, 0]), 40),
    boxes: movingBoxesSat(meshBounds(meshA)!, meshBounds(meshB)!, request.from, request.to)?.[0] ?? null,
  };
}

describe('the older methods', () => {
  it('agree where nothing rotates and the end pose overlaps', () => {
    const { proven, bisection, boxes } = byAll(box(), box(), { path: 'linear', from: at([0, 0, 6]), to: at([0, 0, 0]) });
    // Bisection loses the contact of surfaces that are inside each other at a middle pose: here it finds the exit.
    expect(proven).toBeCloseTo(4 / 6, 5);
    expect(boxes).toBeCloseTo(4 / 6, 9);
    expect(bisection).toBeGreaterThan(0.6);
  });

  it('bisection misses a plate between two poses', () => {
    const plate = box([-5, -5, 0], [5, 5, 1e-3]);
    const { proven, bisection, boxes } = byAll(plate, placed(ball(12, 8), 0.1), {
      path: 'linear',
      from: at([0, 0, 5]),
      to: at([0, 0, -5]),
    });
    expect(bisection).toBeNull();
    expect(proven).toBeCloseTo(0.49, 3);
    expect(boxes).toBeCloseTo(0.49, 3);
  });

  it('bisection is late where the first of several plates is passed', () => {
    const plates = joined([box([-5, -5, 2], [5, 5, 2.001]), box([-5, -5, -4.951], [5, 5, -4.95])]);
    const { proven, bisection } = byAll(plates, placed(ball(12, 8), 0.1), { path: 'linear', from: at([0, 0, 5]), to: at([0, 0, -5]) });
    expect(proven).toBeCloseTo(0.29, 3);
    expect(bisection).toBeGreaterThan(0.98);
  });

  it('the 15 axes with velocity miss a blade that turns into a post', () => {
    const blade = box([-2, -0.05, -0.05], [2, 0.05, 0.05]);
    const post = box([1.2, 1.2, -1], [1.3, 1.3, 1]);
    const { proven, boxes, bisection } = byAll(post, blade, { path: 'slerp', from: at([0, 0, 0]), to: at([0, 0, 0], [0, 0, 90]) });
    expect(proven).toBeGreaterThan(0.4);
    expect(boxes).toBeNull();
    expect(bisection).toBeNull();
  });
});
