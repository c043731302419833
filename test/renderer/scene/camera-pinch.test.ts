import { describe, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { createCameraDrag } from '../../../renderer/scene/camera-drag.ts';
import type { CameraRig } from '../../../renderer/scene/camera-rig.ts';
import { pinchNotches, scrollOf } from '../../../renderer/scene/camera-wheel.ts';
import { lensOf } from '../../../renderer/scene/lens.ts';
import { axesOf, type CameraPose, frameOf } from '../../../renderer/state/camera/camera-pose.ts';
import type { Pixel } from '../../../renderer/tools/tool.ts';

const frame = frameOf('+y');

function rigAt(change: Partial<CameraPose> = {}): CameraRig {
  const rig = {
    pose: {
      target: [1, 2, 3],
      distance: 10,
      azimuthRadians: 0.3,
      elevationRadians: 0.5,
      projection: 'perspective',
      ...change,
    } as CameraPose,
    frame,
    lens: lensOf(800, 600),
    change(_: string, next: (pose: CameraPose) => CameraPose) {
      rig.pose = next(rig.pose);
    },
  };
  // Only these members are used.
  return rig as unknown as CameraRig;
}

/** The point of the plane through the target that a pixel shows. */
function pointAt({ pose, lens }: CameraRig, [x, y]: Pixel): Vec3 {
  const { right, up } = axesOf(pose, frame);
  const perPixel = pose.distance / lens.focal;
  const [across, upward] = [(x - lens.center[0]) * perPixel, (lens.center[1] - y) * perPixel];
  return [0, 1, 2].map((i) => pose.target[i]! + across * right[i]! + upward * up[i]!) as unknown as Vec3; // three of three
}

function fingers(rig: CameraRig, ...paths: readonly (readonly Pixel[])[]): void {
  const drag = createCameraDrag({ rig, height: () => 600, depthAt: () => null, walkStep: () => 1 } as Parameters<
    typeof createCameraDrag
  >[0]);
  paths.forEach((path, finger) => drag.down(finger, path[0]!, 'orbit'));
  const parts = 20;
  for (let at = 1; at <= parts * (paths[0]!.length - 1); at++) {
    const [step, share] = [Math.floor((at - 1) / parts), ((at - 1) % parts) + 1];
    paths.forEach((path, finger) => {
      const [[x0, y0], [x1, y1]] = [path[step]!, path[step + 1]!];
      drag.move(finger, [x0 + ((x1 - x0) * share) / parts, y0 + ((y1 - y0) * share) / parts]);
    });
  }
  paths.forEach((_, finger) => drag.up(finger));
}

function expectClose(a: Vec3, b: Vec3): void {
  a.forEach((value, i) => expect(value).toBeCloseTo(b[i]!, 9));
}

describe('two fingers', () => {
  test('keep the points that they are on while they move and spread', () => {
    const rig = rigAt();
    const [left, right] = [pointAt(rig, [200, 300]), pointAt(rig, [300, 300])];
    fingers(
      rig,
      [
        [200, 300],
        [150, 350],
        [180, 340],
      ],
      [
        [300, 300],
        [350, 350],
        [380, 340],
      ],
    );
    expect(rig.pose.distance).toBeCloseTo(5, 9);
    expectClose(pointAt(rig, [180, 340]), left);
    expectClose(pointAt(rig, [380, 340]), right);
    expect(rig.pose).toMatchObject({ azimuthRadians: 0.3, elevationRadians: 0.5 });
  });

  test('twist the scene about the up axis beyond a threshold, the way they turn, also from below', () => {
    for (const [elevationRadians, sign] of [
      [0.5, 1],
      [-0.5, -1],
    ] as const) {
      const rig = rigAt({ elevationRadians });
      const turn = (degrees: number): Pixel => [
        400 + 100 * Math.cos((degrees * Math.PI) / 180),
        300 + 100 * Math.sin((degrees * Math.PI) / 180),
      ];
      const steps = [0, 4, 8, 12, 22, 42];
      fingers(
        rig,
        steps.map(turn),
        steps.map((degrees) => turn(degrees + 180)),
      );
      const turned = ((rig.pose.azimuthRadians - 0.3) * 180) / Math.PI;
      expect(sign * turned).toBeGreaterThan(25);
      expect(sign * turned).toBeLessThan(42);
      expect(rig.pose.distance).toBeCloseTo(10, 6);
    }
    const still = rigAt();
    fingers(
      still,
      [
        [300, 300],
        [300, 306],
        [300, 300],
      ],
      [
        [500, 300],
        [500, 294],
        [500, 300],
      ],
    );
    expect(still.pose.azimuthRadians).toBe(0.3);
  });

  test('leave the camera to nobody when one of them is lifted; one finger orbits', () => {
    const rig = rigAt();
    const drag = createCameraDrag({ rig, height: () => 600, depthAt: () => null, walkStep: () => 1 } as Parameters<
      typeof createCameraDrag
    >[0]);
    drag.down(1, [400, 300], 'orbit');
    drag.move(1, [410, 300]);
    expect(rig.pose.azimuthRadians).not.toBe(0.3);
    drag.down(2, [500, 300], 'orbit');
    drag.down(3, [500, 400], 'orbit');
    const { pose } = rig;
    drag.move(3, [600, 500]);
    expect(rig.pose).toBe(pose);
    drag.up(3);
    drag.up(2);
    drag.move(1, [450, 350]);
    expect(rig.pose).toBe(pose);
  });
});

test('a pinch on a trackpad scales as its pixels say, within limits', () => {
  // Browsers report the natural logarithm of the scale, times −100.
  expect(0.72 ** pinchNotches({ deltaY: -100 * Math.log(1.5) })).toBeCloseTo(1 / 1.5, 2);
  expect([pinchNotches({ deltaY: 1e9 }), pinchNotches({ deltaY: -1e9 })]).toEqual([-5, 5]);
  expect(scrollOf({ deltaX: 3, deltaY: -1, deltaMode: 1 })).toEqual([100, -100 / 3]);
});
