import { describe, expect, it } from 'vitest';
import { eyeOf, frameOf, type CameraPose } from '../../../../renderer/state/camera/camera-pose.ts';
import { defaultTurntable, posesOfTurn, turnedFor } from '../../../../renderer/state/camera/turntable.ts';

const frame = frameOf('+y');
const pose: CameraPose = { target: [1, 2, 3], distance: 10, azimuthRadians: 0, elevationRadians: 0.4, projection: 'perspective' };

describe('the turntable', () => {
  it('goes around the target by degrees per second, to the right or to the left', () => {
    const right = turnedFor(pose, { ...defaultTurntable, degreesPerSecond: 45, direction: 'right' }, 2);
    expect(right).toMatchObject({ target: [1, 2, 3], distance: 10, elevationRadians: 0.4 });
    expect(right.azimuthRadians).toBeCloseTo(Math.PI / 2, 12);
    expect(eyeOf(right, frame)[0]).toBeGreaterThan(1);
    const left = turnedFor(pose, { ...defaultTurntable, degreesPerSecond: 45, direction: 'left' }, 2);
    expect(left.azimuthRadians).toBeCloseTo(-Math.PI / 2, 12);
  });

  it('has poses of one turn at equal steps, that begin where the camera is', () => {
    const poses = posesOfTurn(pose, { ...defaultTurntable, pictures: 8 });
    expect(poses).toHaveLength(8);
    expect(poses[0]).toBe(pose);
    poses.forEach(({ azimuthRadians }, i) => {
      const degrees = (azimuthRadians * 180) / Math.PI;
      expect(((degrees % 360) + 360) % 360).toBeCloseTo(45 * i, 9);
    });
  });
});
