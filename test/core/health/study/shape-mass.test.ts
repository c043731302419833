import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { transformOf, transformPoints, type Matrix } from '#core/math/transform';
import { integralsOf } from '#core/mesh/mass-properties';
import type { ExactShape } from '#core/mesh/collider-role';
import { shapeIntegrals } from '#core/mesh/shape-integrals';
import { tessellate } from '#core/mesh/tessellate-shape';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';

const placed = transformOf({ translate: [5, -3, 2], rotateDegrees: [20, 50, -70], scale: [2, 2, 2] });

function collider(exact: ExactShape, matrix: Matrix, moved = matrix): TriangleMesh {
  const { positions, triangles } = tessellate(exact);
  transformPoints(moved, positions, positions);
  return {
    positions,
    indices: triangles,
    parts: [
      {
        name: 'a',
        firstTriangle: 0,
        triangleCount: triangles.length / 3,
        worldFromPart: matrix,
        role: { shape: exact.kind, isRendered: false, isTrigger: false, of: null, from: 'extension', exact },
      },
    ],
  };
}

const massOf = (mesh: TriangleMesh) => checkHealth(mesh, { ...defaultValues(healthOptions), density: 1 }).colliderMass!;
const close = (values: readonly number[], wanted: readonly number[]): void => {
  expect(values).toHaveLength(wanted.length);
  values.forEach((value, i) => expect(Math.abs(value / wanted[i]! - 1)).toBeLessThan(1e-12));
};

/** By the textbook, with radius 1 and at twice the size: volumes times 8, moments times 32. */
describe('the mass of a collider in numbers', () => {
  const ball = (4 / 3) * Math.PI;
  const rod = Math.PI * 3;
  const endMoment = ball * (2 / 5 + 1.5 ** 2 + (3 / 4) * 1.5);
  it.each<[string, ExactShape, number, readonly [number, number, number]]>([
    ['sphere', { kind: 'sphere', radius: 1 }, ball, [0.4 * ball, 0.4 * ball, 0.4 * ball]],
    ['box', { kind: 'box', size: [1, 2, 3] }, 6, [2.5, 5, 6.5]],
    ['cylinder', { kind: 'cylinder', height: 3, radiusTop: 1, radiusBottom: 1 }, rod, [rod / 2, rod, rod]],
    [
      'cone',
      { kind: 'cylinder', height: 2, radiusTop: 0, radiusBottom: 1 },
      (2 / 3) * Math.PI,
      [(2 / 3) * Math.PI * 0.3, (2 / 3) * Math.PI * 0.3, (2 / 3) * Math.PI * 0.3],
    ],
    [
      'capsule',
      { kind: 'capsule', height: 3, radiusTop: 1, radiusBottom: 1 },
      rod + ball,
      [rod / 2 + 0.4 * ball, rod + endMoment, rod + endMoment],
    ],
  ])('is that of the shape: %s', (_, exact, volume, moments) => {
    const mass = massOf(collider(exact, placed));
    close([mass.volume], [8 * volume]);
    close(
      mass.principalMoments,
      moments.map((moment) => 32 * moment),
    );
  });

  it('has its centre a quarter up a cone', () => {
    close(
      massOf(collider({ kind: 'cylinder', height: 2, radiusTop: 0, radiusBottom: 1 }, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]))
        .centre,
      [7, 7.5, 9],
    );
  });

  it.each<ExactShape>([
    { kind: 'sphere', radius: 0.7 },
    { kind: 'box', size: [1, 2, 3] },
    { kind: 'cylinder', height: 2, radiusTop: 0.3, radiusBottom: 1 },
    { kind: 'capsule', height: 3, radiusTop: 0.5, radiusBottom: 1.5 },
    { kind: 'capsule', height: 1, radiusTop: 0.5, radiusBottom: 2 },
  ])('is near that of the triangles, sheared and mirrored too: %o', (exact) => {
    const sheared: Matrix = [-1, 0.2, 0, 0, 0.3, 2, 0.1, 0, 0, -0.4, 3, 0, 1, 2, 3, 1];
    const byTriangles = integralsOf(collider(exact, sheared), [0.5, 1, 2]).map((integral) => -integral);
    shapeIntegrals(exact, sheared, [0.5, 1, 2])!.forEach((integral, i) =>
      expect(Math.abs(integral - byTriangles[i]!)).toBeLessThan(0.03 * Math.max(...byTriangles)),
    );
  });

  it('is that of the triangles where these were moved since', () => {
    const exact: ExactShape = { kind: 'sphere', radius: 1 };
    const moved = massOf(collider(exact, placed, transformOf({ translate: [0, 0, 1], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] })));
    expect(moved.volume).toBeCloseTo(4.12194, 4);
    expect(moved.centre[2]).toBeCloseTo(1, 12);
  });
});
