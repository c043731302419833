import { multiply } from '../../math/matrix.ts';
import { identityTransform, inverseTransform, rotationAbout, type Matrix } from '../../math/transform.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import type { UsdValue } from './layer.ts';
import { attributeNumbers, primLocation, valueOf, type Opinions } from './compose.ts';

/** Transform of a prim relative to its parent, or to the world after a reset. */
export interface LocalPose {
  readonly matrix: Matrix;
  /** `!resetXformStack!`: transforms of the ancestors are ignored. */
  readonly isReset: boolean;
}

const unknownOps: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Transform operations that are unknown, or have no value or too few numbers, were left out',
  fix: 'Correct the prims in the program that made the file',
};

/**
 * Returns the transform of a prim: the operations of `xformOpOrder`, multiplied in that order, so the last one is
 * applied to the points first. Angles are degrees. `rotateXYZ` rotates about X, then Y, then Z. `!invert!` is exact for
 * translations and rotations. Source: OpenUSD 26.05, `UsdGeomXformable` and `UsdGeomXformOp`.
 */
export function localPose(opinions: Opinions, findings: FindingList): LocalPose {
  const { ops, isReset } = opsOf(valueOf(opinions, 'xformOpOrder'));
  let matrix: Matrix = identityTransform;
  for (const each of ops) {
    const op = matrixOfOp(each, opinions);
    if (op === null) addFinding(findings, unknownOps, primLocation(opinions));
    else matrix = matrix === identityTransform ? op : multiply(matrix, op);
  }
  return { matrix, isReset };
}

export interface XformOp {
  readonly attribute: string;
  /** Such as `translate`, `rotateXYZ`. */
  readonly kind: string;
  readonly isInverse: boolean;
}

/** Returns the operations after the last `!resetXformStack!`. */
export function opsOf(value: UsdValue): { readonly ops: readonly XformOp[]; readonly isReset: boolean } {
  const order = value === null || value instanceof Float64Array ? [] : typeof value === 'string' ? [value] : value;
  const reset = order.lastIndexOf('!resetXformStack!');
  const ops = order.slice(reset + 1).map((name): XformOp => {
    const isInverse = name.startsWith('!invert!');
    const attribute = isInverse ? name.slice('!invert!'.length) : name;
    return { attribute, kind: attribute.split(':')[1] ?? '', isInverse };
  });
  return { ops, isReset: reset >= 0 };
}

/** Returns the matrix of an operation at rest; `null` for an unknown operation, or one with too few numbers. */
export function matrixOfOp({ attribute, kind, isInverse }: XformOp, opinions: Opinions): Matrix | null {
  return matrixOf(kind, attributeNumbers(opinions, attribute), isInverse);
}

function matrixOf(op: string, values: Float64Array | null, isInverse: boolean): Matrix | null {
  if (values === null || values.length < (lengths.get(op) ?? Infinity)) return null;
  const [x, y, z] = values;
  const axis = 'XYZ'.indexOf(op.at(-1) ?? '');
  switch (op) {
    case 'translate':
      return isInverse ? moved(-x, -y, -z) : moved(x, y, z);
    case 'translateX':
    case 'translateY':
    case 'translateZ': {
      const along = isInverse ? -x : x;
      return moved(axis === 0 ? along : 0, axis === 1 ? along : 0, axis === 2 ? along : 0);
    }
    case 'scale':
      return isInverse ? scaled(1 / x, 1 / y, 1 / z) : scaled(x, y, z);
    case 'scaleX':
    case 'scaleY':
    case 'scaleZ': {
      const factor = isInverse ? 1 / x : x;
      return scaled(axis === 0 ? factor : 1, axis === 1 ? factor : 1, axis === 2 ? factor : 1);
    }
    case 'rotateX':
    case 'rotateY':
    case 'rotateZ':
      return rotationAbout(axis, isInverse ? -x : x);
    case 'orient':
      return oriented(values, isInverse);
    case 'transform': {
      // USD multiplies row vectors: its rows are the columns of matrices for column vectors.
      const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = values;
      const matrix = [m0, m1, m2, 0, m4, m5, m6, 0, m8, m9, m10, 0, m12, m13, m14, 1];
      return isInverse ? inverseTransform(matrix) : matrix;
    }
    default: {
      const axes = [...op.slice(-3)].map((letter) => 'XYZ'.indexOf(letter));
      const rotations = axes.map((each) => rotationAbout(each, isInverse ? -values[each] : values[each]));
      // The inverse rotates back in reverse order.
      return (isInverse ? rotations.toReversed() : rotations).reduce((matrix, rotation) => multiply(rotation, matrix));
    }
  }
}

const lengths: ReadonlyMap<string, number> = new Map([
  ['translate', 3],
  ['scale', 3],
  ['orient', 4],
  ['transform', 16],
  ...['X', 'Y', 'Z'].flatMap((axis) => ['translate', 'scale', 'rotate'].map((kind) => [`${kind}${axis}`, 1] as const)),
  ...['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'].map((order) => [`rotate${order}`, 3] as const),
]);

export function moved(x: number, y: number, z: number): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

export function scaled(x: number, y: number, z: number): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

/**
 * Returns the rotation of a quaternion with the real part first. It can have any length, as in `GfRotation`; a zero
 * quaternion gives no rotation.
 */
export function oriented([w, i, j, k]: ArrayLike<number> & Iterable<number>, isInverse = false): Matrix {
  const length = Math.hypot(w, i, j, k);
  if (length === 0) return identityTransform;
  const sign = isInverse ? -1 : 1;
  const [r, x, y, z] =
    length === 1 ? [w, sign * i, sign * j, sign * k] : [w / length, (sign * i) / length, (sign * j) / length, (sign * k) / length];
  return matrixOfTrs([0, 0, 0], [x, y, z, r], [1, 1, 1]);
}
