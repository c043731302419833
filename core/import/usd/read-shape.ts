import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { numberOf, tokenOf, type Opinions } from './compose.ts';

/** An analytic shape of a prim. */
export interface UsdShape {
  readonly exact: ExactShape;
  /** The shape as physics uses it: a plane is infinite. */
  readonly collider: ExactShape;
  /** From the local space of Boxwood's shapes, whose axis is y. */
  readonly primFromShape: Matrix;
}

/**
 * Returns the shape of a prim; `null` for other prims, or if a size is invalid. Source: OpenUSD 26.05,
 * `usdGeom/schema.usda`.
 */
export function readShape(opinions: Opinions, type: string): UsdShape | null {
  const size = (name: string, preset: number): number => numberOf(opinions, name, preset);
  switch (type) {
    case 'Cube': {
      const side = size('size', 2);
      return upright({ kind: 'box', size: [side, side, side] });
    }
    case 'Sphere':
      return upright({ kind: 'sphere', radius: size('radius', 1) });
    case 'Cylinder':
      return along(opinions, {
        kind: 'cylinder',
        height: size('height', 2),
        radiusTop: size('radius', 1),
        radiusBottom: size('radius', 1),
      });
    case 'Cylinder_1':
      return along(opinions, {
        kind: 'cylinder',
        height: size('height', 2),
        radiusTop: size('radiusTop', 1),
        radiusBottom: size('radiusBottom', 1),
      });
    case 'Cone':
      return along(opinions, { kind: 'cylinder', height: size('height', 2), radiusTop: 0, radiusBottom: size('radius', 1) });
    case 'Capsule':
      return along(opinions, {
        kind: 'capsule',
        height: size('height', 1),
        radiusTop: size('radius', 0.5),
        radiusBottom: size('radius', 0.5),
      });
    case 'Capsule_1':
      return along(opinions, {
        kind: 'capsule',
        height: size('height', 1),
        radiusTop: size('radiusTop', 0.5),
        radiusBottom: size('radiusBottom', 0.5),
      });
    case 'Plane': {
      const [width, length] = [size('width', 2), size('length', 2)];
      const isAlongX = tokenOf(opinions, 'axis') === 'X';
      const isDoubleSided = size('doubleSided', 0) !== 0;
      const shape = along(opinions, { kind: 'plane', sizeX: isAlongX ? length : width, sizeZ: isAlongX ? width : length, isDoubleSided });
      return shape === null ? null : { ...shape, collider: { kind: 'plane', sizeX: null, sizeZ: null, isDoubleSided } };
    }
    default:
      return null;
  }
}

export function isShape(type: string): boolean {
  return /^(Cube|Sphere|Cylinder(_1)?|Cone|Capsule(_1)?|Plane)$/.test(type);
}

function upright(exact: ExactShape, primFromShape: Matrix = identityTransform): UsdShape | null {
  const numbers =
    exact.kind === 'box'
      ? exact.size
      : exact.kind === 'sphere'
        ? [exact.radius]
        : exact.kind === 'plane'
          ? [exact.sizeX, exact.sizeZ]
          : [exact.height, exact.radiusTop, exact.radiusBottom];
  return numbers.every((value) => value !== null && value >= 0 && value < Infinity) ? { exact, collider: exact, primFromShape } : null;
}

/** Rotates a shape from y to the axis that the prim names; Z by default. */
function along(opinions: Opinions, exact: ExactShape): UsdShape | null {
  switch (tokenOf(opinions, 'axis')) {
    case 'Y':
      return upright(exact);
    case 'X':
      return upright(exact, [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    default:
      return upright(exact, [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]);
  }
}

export function placedShape(worldFromPrim: Matrix, { primFromShape }: UsdShape): Matrix {
  return primFromShape === identityTransform ? worldFromPrim : multiply(worldFromPrim, primFromShape);
}
