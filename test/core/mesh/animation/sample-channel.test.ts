import { describe, expect, it } from 'vitest';
import { sampleChannel } from '#core/mesh/animation/sample-channel';
import type { Channel } from '#core/mesh/animation/scene-animation';

const at = (channel: Partial<Channel>, seconds: number): number[] => {
  const whole: Channel = {
    node: 0,
    path: 'translation',
    interpolation: 'LINEAR',
    times: Float64Array.of(1, 3),
    values: new Float64Array(0),
    components: 3,
    ...channel,
  };
  const out = new Float64Array(whole.components + 1).fill(9);
  sampleChannel(whole, seconds, out, 1);
  expect(out[0]).toBe(9);
  return [...out.subarray(1)];
};

describe('a channel', () => {
  it('goes straight from key to key, and stands still outside', () => {
    const values = Float64Array.of(0, 10, 0, 4, 20, -2);
    expect([0, 1, 1.5, 2, 3, 99].map((seconds) => at({ values }, seconds))).toEqual([
      [0, 10, 0],
      [0, 10, 0],
      [1, 12.5, -0.5],
      [2, 15, -1],
      [4, 20, -2],
      [4, 20, -2],
    ]);
  });

  it('holds the last key where it steps', () => {
    const values = Float64Array.of(1, 1, 1, 2, 2, 2);
    expect([0, 2.999, 3].map((seconds) => at({ values, interpolation: 'STEP' }, seconds)[0])).toEqual([1, 1, 2]);
  });

  it('follows the Hermite spline through its tangents, which count by the step', () => {
    // Of one component: tangent in, value, tangent out. At the middle of two seconds: 0/2 + 2·1/8 + 8/2 − 2·3/8.
    const values = Float64Array.of(7, 0, 1, 3, 8, 7);
    expect(at({ path: 'weights', components: 1, interpolation: 'CUBICSPLINE', values }, 2)).toEqual([0.25 + 4 - 0.75]);
    expect([0, 1, 3, 4].map((seconds) => at({ path: 'weights', components: 1, interpolation: 'CUBICSPLINE', values }, seconds)[0])).toEqual(
      [0, 0, 8, 8],
    );
  });

  it('turns along the shorter arc at an even pace', () => {
    const half = Math.SQRT1_2;
    // From no turn to 90° about z, given by the quaternion of the longer way.
    const values = Float64Array.of(0, 0, 0, 1, 0, 0, -half, -half);
    const [x, y, z, w] = at({ path: 'rotation', components: 4, values }, 1 + 2 / 3);
    expect([x, y]).toEqual([0, 0]);
    expect(Math.abs(z! - Math.sin(Math.PI / 12)) + Math.abs(w! - Math.cos(Math.PI / 12))).toBeLessThan(1e-15);
    expect(at({ path: 'rotation', components: 4, values: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1) }, 2)).toEqual([0, 0, 0, 1]);
  });
});
