import fc from 'fast-check';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { Bounds } from '#core/mesh/bounds';
import { depthRange, ease, fitDistance, parallelRange } from '../../../renderer/scene/camera-fit.ts';
import { scaled } from '../../fixtures/scale.ts';

describe('fitDistance', () => {
  it('is, for a unit box seen along Z at 90 degrees, half the size and half the depth away', () => {
    const axes = { right: [1, 0, 0], up: [0, 1, 0], back: [0, 0, 1] } as const;
    expect(fitDistance(cube(1), axes, { tanX: 1, tanY: 1 }, 1)).toBe(1);
  });

  it('brings any box fully into view with the requested margin', () => {
    fc.assert(
      fc.property(
        size(),
        size(),
        size(),
        angle(),
        angle(),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        fc.integer({ min: -6, max: 6 }),
        (x, y, z, a, b, aspect, exponent) => {
          const scale = 10 ** exponent;
          const bounds: Bounds = { min: [-x * scale, -y * scale, -z * scale], max: [x * scale, y * scale, z * scale] };
          const camera = cameraAt(a, b / 2, aspect);
          const axes = axesOf(camera);
          const tanY = Math.tan((camera.fov * Math.PI) / 360);
          const distance = fitDistance(bounds, axes, { tanX: tanY * aspect, tanY }, 0.9);
          camera.position.set(...axes.back).multiplyScalar(distance);
          camera.near = distance / 1000;
          camera.far = distance * 10;
          camera.updateProjectionMatrix();
          camera.updateMatrixWorld();
          const reach = Math.max(
            ...corners(bounds).flatMap((corner) => {
              const point = new Vector3(...corner).project(camera);
              return [Math.abs(point.x), Math.abs(point.y)];
            }),
          );
          expect(reach).toBeCloseTo(0.9, 6);
        },
      ),
      { numRuns: scaled(2000) },
    );
  });
});

describe('depthRange', () => {
  it('keeps all drawn objects between its planes at every scale', () => {
    for (const scale of [1e-6, 1e-3, 1, 1e3, 1e6]) {
      const box = cube(2 * scale);
      const eye: Vec3 = [0, 0, 5 * scale];
      const { near, far } = depthRange(eye, [0, 0, 1], [box], 5 * scale);
      expect(near).toBeLessThanOrEqual(4 * scale);
      expect(near).toBeGreaterThan(3.9 * scale);
      expect(far).toBeGreaterThanOrEqual(6 * scale);
      expect(far).toBeLessThan(6.1 * scale);
    }
  });

  it('sees two hundred times nearer than its focus from inside a box', () => {
    const { near, far } = depthRange([0, 0, 0], [0, 0, 1], [cube(2)], 0.5);
    expect(near).toBeCloseTo(0.0025, 10);
    expect(far).toBeGreaterThan(1);
  });

  it('never needs more than 24 bits of depth', () => {
    const { near, far } = depthRange([0, 0, 0], [0, 0, 1], [cube(2e6)], 1e-9);
    expect(far / near).toBeLessThanOrEqual(1e6 * 1.001);
  });

  it('gives usable planes when nothing is drawn, or all of it lies behind', () => {
    for (const boxes of [[], [{ min: [-1, -1, 5], max: [1, 1, 6] } as Bounds]]) {
      const { near, far } = depthRange([0, 0, 0], [0, 0, 1], boxes, 2);
      expect(near).toBeGreaterThan(0);
      expect(far).toBeGreaterThan(near);
    }
  });
});

describe('depthRange with a known nearest surface', () => {
  const level = { ...cube(1000), nearest: 0.4 };

  it('cuts off nothing at arm’s length in a level of a kilometre, and keeps the depth precision of its far end', () => {
    const { near, far } = depthRange([0, 0, 0], [0, 0, 1], [level], 300, 0.8);
    expect(near).toBeLessThanOrEqual(0.4 * 0.8);
    expect(near).toBeGreaterThan(0.3);
    expect(far / near).toBeLessThan(1e4);
  });

  it('does not come nearer than a ten-thousandth of the far plane when the eye touches a surface, unless the target is near too', () => {
    const touching = { ...level, nearest: 0 };
    const { near, far } = depthRange([0, 0, 0], [0, 0, 1], [touching], 300, 0.8);
    expect(near).toBeCloseTo(far * 1e-4, 12);
    expect(depthRange([0, 0, 0], [0, 0, 1], [touching], 1, 0.8).near).toBeCloseTo(0.005, 12);
  });

  it('never cuts off a point in the picture', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(angle(), angle(), size()), { minLength: 1, maxLength: 20 }), (directions) => {
        // Points within 40 degrees of the axis, at various distances.
        const points = directions.map(([a, b, away]): Vec3 => {
          const tilt = (40 * Math.PI * Math.abs(b)) / 3 / 180;
          return [away * Math.sin(tilt) * Math.cos(a), away * Math.sin(tilt) * Math.sin(a), -away * Math.cos(tilt)];
        });
        const side = (of: (...values: number[]) => number, axis: number): number => of(...points.map((point) => point[axis]!), 0);
        const bounds: Bounds = {
          min: [side(Math.min, 0), side(Math.min, 1), side(Math.min, 2)],
          max: [side(Math.max, 0), side(Math.max, 1), side(Math.max, 2)],
        };
        const nearest = Math.min(...points.map((point) => Math.hypot(...point)));
        const { near, far } = depthRange([0, 0, 0], [0, 0, 1], [{ ...bounds, nearest }], 1, Math.cos((40 * Math.PI) / 180));
        for (const point of points) {
          expect(-point[2]).toBeGreaterThanOrEqual(near - 1e-12);
          expect(-point[2]).toBeLessThanOrEqual(far);
        }
      }),
      { numRuns: scaled(500) },
    );
  });
});

describe('parallelRange', () => {
  it('holds everything, also what lies behind the camera', () => {
    const { near, far } = parallelRange([0, 0, 0], [0, 0, 1], [cube(2), { min: [0, 0, -9], max: [1, 1, -8] }], 1);
    expect(near).toBeLessThan(-1);
    expect(near).toBeGreaterThan(-1.2);
    expect(far).toBeGreaterThan(9);
    expect(far).toBeLessThan(9.2);
  });

  it('gives usable planes when nothing is drawn, or one flat thing', () => {
    for (const boxes of [[], [{ min: [-1, -1, 0], max: [1, 1, 0] } as Bounds]]) {
      const { near, far } = parallelRange([0, 0, 2], [0, 0, 1], boxes, 2);
      expect(far).toBeGreaterThan(near);
    }
  });
});

describe('ease', () => {
  it('starts at 0, ends at 1 and stays there', () => {
    expect([ease(-1), ease(0), ease(0.5), ease(1), ease(7)]).toEqual([0, 0, 0.5, 1, 1]);
  });
});

function cube(side: number): Bounds {
  return { min: [-side / 2, -side / 2, -side / 2], max: [side / 2, side / 2, side / 2] };
}

function corners({ min, max }: Bounds): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((c): Vec3 => [c & 1 ? max[0] : min[0], c & 2 ? max[1] : min[1], c & 4 ? max[2] : min[2]]);
}

function cameraAt(turn: number, tilt: number, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(38, aspect);
  camera.position.set(Math.sin(turn) * Math.cos(tilt), Math.sin(tilt), Math.cos(turn) * Math.cos(tilt));
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

function axesOf(camera: PerspectiveCamera): { right: Vec3; up: Vec3; back: Vec3 } {
  const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
  camera.matrixWorld.extractBasis(right, up, back);
  return { right: right.toArray(), up: up.toArray(), back: back.toArray() };
}

function size(): fc.Arbitrary<number> {
  return fc.double({ min: 0.01, max: 10, noNaN: true });
}

function angle(): fc.Arbitrary<number> {
  return fc.double({ min: -3, max: 3, noNaN: true });
}
