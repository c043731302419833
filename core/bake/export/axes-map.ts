import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { axisVector, signedAxes, type Handedness, type SignedAxis } from '../../mesh/source-space.ts';

/** The directions of a space. */
export interface SpaceAxes {
  readonly up: SignedAxis;
  /** The axis that the front of a mesh faces. */
  readonly forward: SignedAxis;
  readonly handedness: Handedness;
}

/** A signed permutation of the axes, which is exact: coordinate k becomes `sign[k]` times coordinate `from[k]`. */
export interface AxesMap {
  readonly from: Vec3;
  readonly sign: Vec3;
  readonly mirrors: boolean;
}

export const unchangedAxes: AxesMap = { from: [0, 1, 2], sign: [1, 1, 1], mirrors: false };

/** Returns the map that keeps up, forward and right. @throws InspectorError `invalid-argument` if forward is parallel to up. */
export function axesMap(source: SpaceAxes, target: SpaceAxes): AxesMap {
  const pairs = [
    [source.up, target.up],
    [source.forward, target.forward],
    [rightOf(source), rightOf(target)],
  ] as const;
  const from: [number, number, number] = [0, 0, 0];
  const sign: [number, number, number] = [1, 1, 1];
  for (const [before, after] of pairs) {
    const [read, written] = [axisVector(before), axisVector(after)];
    from[written.index] = read.index;
    sign[written.index] = read.vector[read.index] * written.vector[written.index];
  }
  return { from, sign, mirrors: source.handedness !== target.handedness };
}

/** Returns the axis that a map makes of an axis. */
export function mappedAxis({ from, sign }: AxesMap, axis: SignedAxis): SignedAxis {
  const { index, vector } = axisVector(axis);
  const to = from.indexOf(index);
  return signedAxes.find((name) => axisVector(name).vector[to] === sign[to] * vector[index])!;
}

/**
 * Returns the forward axis of a mesh whose file does not state it. Spaces with the usual axes convert into each other as the importers of
 * engines convert them. Right-handed axes are those of COLLADA 1.4, section "up_axis"; those of glTF 2.0 and Blender are among them.
 */
export function usualForward(up: SignedAxis, handedness: Handedness): SignedAxis {
  switch (up) {
    case '+y':
    case '+x':
    case '-x':
      return '+z';
    case '-y':
      return '-z';
    case '+z':
      return handedness === 'right' ? '-y' : '+y';
    case '-z':
      return handedness === 'right' ? '+y' : '-y';
  }
}

/** In right-handed axes, right is forward × up: −X in glTF, where the front faces +Z. */
function rightOf({ up, forward, handedness }: SpaceAxes): SignedAxis {
  const [a, b] = [axisVector(forward).vector, axisVector(up).vector];
  const side = handedness === 'right' ? 1 : -1;
  const right = [0, 1, 2].map((k) => side * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]));
  const axis = signedAxes.find((name) => axisVector(name).vector.every((value, k) => value === right[k]));
  if (axis === undefined)
    throw invalidArgument(`The forward axis ${forward} is parallel to the up axis ${up}`, 'Choose a forward axis across the up axis');
  return axis;
}
