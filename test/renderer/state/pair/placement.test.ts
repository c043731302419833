import { describe, expect, it } from 'vitest';
import {
  boundsToWorld,
  placementOf,
  pointFromWorld,
  pointToWorld,
  scaleOf,
  vectorFromWorld,
  vectorToWorld,
} from '../../../../renderer/state/pair/placement.ts';
import { emptyScene } from '../../../../renderer/state/store/records.ts';
import { withMovingMesh, withMovingPose } from '../../../../renderer/state/store/scene-edits.ts';

const scene = withMovingPose(withMovingMesh(emptyScene, 2, 1), { translate: [10, 20, 30], rotateDegrees: [0, 0, 90], scale: 2 });
const placement = placementOf(scene, 2);

describe('where documents lie', () => {
  it('is where their files have them, but for the moving mesh', () => {
    expect(placementOf(scene, 1)).toBeNull();
    expect(placementOf(scene, null)).toBeNull();
    expect(pointToWorld(null, [1, 2, 3])).toEqual([1, 2, 3]);
    expect(pointToWorld(placement, [1, 2, 3])).toEqual([6, 22, 36]);
    expect(vectorToWorld(placement, [1, 0, 0])).toEqual([0, 2, 0]);
    expect(scaleOf(placement)).toBe(2);
    expect(scaleOf(null)).toBe(1);
  });

  it('can be gone back', () => {
    expect(pointFromWorld(placement, [6, 22, 36])).toEqual([1, 2, 3]);
    expect(vectorFromWorld(placement, [0, 2, 0])).toEqual([1, 0, 0]);
    const askew = placementOf(withMovingPose(scene, { rotateDegrees: [10, 20, 30], scale: 0.3 }), 2);
    pointFromWorld(askew, pointToWorld(askew, [1, -2, 3])).forEach((value, axis) => expect(value).toBeCloseTo([1, -2, 3][axis]!, 10));
  });

  it('is taken as the file’s for a pose that places nothing', () => {
    expect(placementOf(withMovingPose(scene, { scale: 0 }), 2)).toBeNull();
  });

  it('has a box around the corners of a placed one', () => {
    expect(boundsToWorld(placement, { min: [0, 0, 0], max: [1, 2, 3] })).toEqual({ min: [6, 20, 30], max: [10, 22, 36] });
  });
});
