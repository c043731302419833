import { describe, expect, it } from 'vitest';
import { transformPoint } from '#core/math/transform';
import { movingTransform } from '../../../renderer/state/pair/pair-query.ts';
import type { MovingPose } from '../../../renderer/state/store/records.ts';
import { stepsFor, stepsWith } from '../../../renderer/state/pair/moving-steps.ts';
import { draggedPose, type DragGround, type HandleMove } from '../../../renderer/tools/moving-drag.ts';
import { seededRandom } from '../../fixtures/random.ts';

const rest: MovingPose = { translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: 1 };

function ground(start: Partial<MovingPose> = {}, pivot: DragGround['pivot'] = [0, 0, 0], size = 20): DragGround {
  return { start: { ...rest, ...start }, pivot, ...stepsFor(size) };
}

describe('steps of a drag', () => {
  it('are powers of ten for the size of the moved mesh', () => {
    expect(stepsFor(20)).toEqual({ fineStep: 0.001, coarseStep: 1 });
    expect(stepsFor(0.009)).toEqual({ fineStep: 1e-7, coarseStep: 1e-4 });
    expect(stepsFor(0)).toEqual({ fineStep: 1e-4, coarseStep: 0.1 });
  });
});

describe('preferred steps', () => {
  it('replace the coarse step, and the fine one where it would be larger', () => {
    expect(stepsWith(20, 0)).toEqual(stepsFor(20));
    expect(stepsWith(20, 2.5)).toEqual({ fineStep: 0.001, coarseStep: 2.5 });
    expect(stepsWith(20, 0.02)).toEqual({ fineStep: 1e-5, coarseStep: 0.02 });
    const start = { ...ground({ translate: [1.23456789, 0, 0] }), ...stepsWith(20, 2.5), scaleStep: 0.25 };
    expect(draggedPose(start, { kind: 'move', by: [3, 0, 0], axes: 'fixed' }, true).translate).toEqual([5, 0, 0]);
    const scaled = [1.3, 1.4, 0.01].map((by) => draggedPose(start, { kind: 'scale', by }, true).scale);
    expect(scaled).toEqual([1.25, 1.5, 0.25]);
    expect(draggedPose(start, { kind: 'scale', by: 1.312345 }, false).scale).toBe(1.312);
  });
});

describe('a drag that moves', () => {
  const move = (by: readonly [number, number, number], axes: 'fixed' | 'movingMesh' = 'fixed'): HandleMove => ({ kind: 'move', by, axes });

  it('rounds the translation, and keeps every digit of the other coordinates', () => {
    const start = ground({ translate: [1.23456789, 0.1, 0.2] });
    expect(draggedPose(start, move([0, 0.30004, 0]), false)).toEqual({ ...rest, translate: [1.23456789, 0.4, 0.2] });
  });

  it('snaps the number itself to whole steps, and only where it moves', () => {
    const start = ground({ translate: [1.23456789, 0.1, 0.2] });
    expect(draggedPose(start, move([0, 3.7, 0]), true).translate).toEqual([1.23456789, 4, 0.2]);
  });

  it('snaps along the axes of the moving mesh to a way of whole steps', () => {
    const start = ground({ rotateDegrees: [0, 0, 90] });
    expect(draggedPose(start, move([0, 2.7, 0], 'movingMesh'), true).translate).toEqual([0, 3, 0]);
    const askew = draggedPose(ground({ rotateDegrees: [0, 0, 45] }), move([2, 2, 0], 'movingMesh'), true).translate;
    expect(Math.hypot(...askew)).toBeCloseTo(3, 2);
    expect(askew[0]).toBe(askew[1]);
  });
});

describe('a drag that turns', () => {
  const turn = (pose: MovingPose): HandleMove => {
    const m = movingTransform({ ...pose, translate: [0, 0, 0], scale: 1 });
    return { kind: 'rotate', rotation: [0, 1, 2, 4, 5, 6, 8, 9, 10].map((at) => m[at]!) };
  };

  it('finds any angles again, to a hundredth of a degree', () => {
    const random = seededRandom(7);
    for (let i = 0; i < 500; i++) {
      const angle = (): number => Math.round((random() * 720 - 360) * 100) / 100;
      const to: MovingPose = { ...rest, rotateDegrees: [angle(), angle(), angle()] };
      const found = draggedPose(ground({ rotateDegrees: [angle(), angle(), angle()] }), turn(to), false);
      movingTransform(found).forEach((value, at) => expect(value).toBeCloseTo(movingTransform(to)[at]!, 3));
      expect(found.rotateDegrees.every((degrees) => Math.abs(degrees * 100 - Math.round(degrees * 100)) < 1e-6)).toBe(true);
    }
  });

  it('stays near the angles from which it came: no jump by whole turns, none to the other way of saying it', () => {
    const from = ground({ rotateDegrees: [10, 100, 370] });
    expect(draggedPose(from, turn({ ...rest, rotateDegrees: [10, 100, 371] }), false).rotateDegrees).toEqual([10, 100, 371]);
  });

  it('keeps every digit of angles that it leaves alone', () => {
    const from = ground({ rotateDegrees: [12.3456789, 0, 0] });
    expect(draggedPose(from, turn({ ...rest, rotateDegrees: [12.3456789, 0, 30] }), false).rotateDegrees).toEqual([12.3456789, 0, 30]);
  });

  it('leaves the first angle as it is where two turn about one axis', () => {
    for (const y of [90, -90]) {
      const from = ground({ rotateDegrees: [25, y, -40] });
      expect(draggedPose(from, turn({ ...rest, rotateDegrees: [25, y, -70] }), false).rotateDegrees).toEqual([25, y, -70]);
    }
  });

  it('leaves its pivot where it is, to the step', () => {
    const start = ground({ translate: [3, 4, 5], rotateDegrees: [10, 20, 30], scale: 2 }, [7, -3, 2]);
    const before = transformPoint(movingTransform(start.start), start.pivot);
    const after = draggedPose(start, turn({ ...rest, rotateDegrees: [40, -50, 60] }), false);
    transformPoint(movingTransform(after), start.pivot).forEach((value, axis) =>
      expect(Math.abs(value - before[axis]!)).toBeLessThan(start.fineStep),
    );
    // About the origin of its own space a turn moves nothing.
    const centred = ground({ translate: [0.123456789, 0, 0] });
    expect(draggedPose(centred, turn({ ...rest, rotateDegrees: [0, 0, 30] }), false).translate).toEqual([0.123456789, 0, 0]);
  });
});

describe('a drag that scales', () => {
  it('rounds to four digits, or to two when it snaps, about the pivot', () => {
    const start = ground({ scale: 0.5 }, [2, 0, 0]);
    expect(draggedPose(start, { kind: 'scale', by: 2.46913 }, false)).toEqual({ ...rest, translate: [-1.47, 0, 0], scale: 1.235 });
    expect(draggedPose(start, { kind: 'scale', by: 2.46913 }, true).scale).toBe(1.2);
    expect(draggedPose(start, { kind: 'scale', by: 1 }, true).scale).toBe(0.5);
  });

  it('stays where a number can be typed, however often it is pulled', () => {
    expect(draggedPose(ground({ scale: 2e-9 }), { kind: 'scale', by: 1e-3 }, false).scale).toBe(1e-9);
    expect(draggedPose(ground({ scale: -2e-9 }), { kind: 'scale', by: 0 }, false).scale).toBe(-1e-9);
    expect(draggedPose(ground({ scale: 2e8 }), { kind: 'scale', by: 1e300 }, false).scale).toBe(1e9);
  });

  it('never mirrors, nor undoes that it is mirrored', () => {
    expect(draggedPose(ground({ scale: -1 }), { kind: 'scale', by: 2 }, false).scale).toBe(-2);
  });
});
