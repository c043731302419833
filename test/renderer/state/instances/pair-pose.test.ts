import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transformOf } from '#core/math/transform';
import { relativePlacement } from '#core/scene/narrow/relative-placement';
import { movingTransform } from '../../../../renderer/state/pair/pair-query.ts';
import { pairPose } from '../../../../renderer/state/instances/pair-pose.ts';

const number = (size: number): fc.Arbitrary<number> => fc.double({ min: -size, max: size, noNaN: true });
const placement = fc.record({
  translate: fc.tuple(number(10), number(10), number(10)),
  // Right angles about Y take the branch where X and Z are one axis.
  rotateDegrees: fc.tuple(number(400), fc.oneof(number(400), fc.constantFrom(90, -90)), number(400)),
  size: fc.double({ min: 0.1, max: 10, noNaN: true }),
  isMirrored: fc.boolean(),
});

it('the pose of a pair is its relative placement', () => {
  fc.assert(
    fc.property(placement, placement, (a, b) => {
      const matrixOf = ({ translate, rotateDegrees, size, isMirrored }: typeof a): readonly number[] => {
        const scale = isMirrored ? -size : size;
        return transformOf({ translate, rotateDegrees, scale: [scale, size, size] });
      };
      const matrices = Float64Array.from([...matrixOf(a), ...matrixOf(b)]);
      const pose = pairPose(matrices, { i: 0, j: 1 })!;
      const [placed, wanted] = [movingTransform(pose), relativePlacement(matrices, 0, 1)];
      placed.forEach((value, k) => expect(value).toBeCloseTo(wanted[k]!, 6));
    }),
  );
});

it('a placement with scales that differ by axis, or with shear, has no pose', () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const long = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const sheared = [1, 0, 0, 0, 0.6, 0.8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  expect(pairPose(Float64Array.from([...identity, ...long]), { i: 0, j: 1 })).toBeNull();
  expect(pairPose(Float64Array.from([...identity, ...sheared]), { i: 0, j: 1 })).toBeNull();
  // The same stretch on both is none between them.
  expect(pairPose(Float64Array.from([...long, ...long]), { i: 0, j: 1 })).toMatchObject({ scale: 1 });
});
