import { invalidArgument } from '#core/error';
import { transformOf, type Vec3 } from '#core/math';
import { readVector } from './read-numbers.ts';

/**
 * Reads the flags `--size` and `--rotate` of a box: the vectors from its centre to the centres of three sides.
 * @throws InspectorError `invalid-argument` for text that is not three numbers, and a length below 0.
 */
export function readHalfEdges(size: string, rotate: string | undefined): readonly [Vec3, Vec3, Vec3] {
  const sides = readVector('--size', size);
  if (sides.some((side) => side < 0)) throw invalidArgument(`--size cannot be ${JSON.stringify(size)}`, 'Give three lengths of 0 or more');
  const rotation = transformOf({
    translate: [0, 0, 0],
    rotateDegrees: rotate === undefined ? [0, 0, 0] : readVector('--rotate', rotate),
    scale: [1, 1, 1],
  });
  const halfEdge = (k: 0 | 1 | 2): Vec3 => [
    (rotation[4 * k]! * sides[k]) / 2,
    (rotation[4 * k + 1]! * sides[k]) / 2,
    (rotation[4 * k + 2]! * sides[k]) / 2,
  ];
  return [halfEdge(0), halfEdge(1), halfEdge(2)];
}
