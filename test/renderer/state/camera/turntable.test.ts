import { describe, expect, it } from 'vitest';
import { eyeOf, frameOf, type CameraPose } from '../../../../renderer/state/camera/camera-pose.ts';
import { defaultTurntable, estimatedBytes, posesOfTurn, turnedFor } from '../../../../renderer/state/camera/turntable.ts';

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

  it('has an estimated size from one picture: larger ones grow less than their pixels', () => {
    expect(estimatedBytes(72, 500_000, 1)).toBe(36_000_000);
    expect(estimatedBytes(4, 490_000, 2) / 5_575_364).toBeCloseTo(1, 1);
    expect(estimatedBytes(4, 490_000, 4) / 16_120_721).toBeCloseTo(1, 1);
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
