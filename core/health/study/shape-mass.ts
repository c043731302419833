import { transformPoints } from '../../math/transform.ts';
import { integralsOf } from '../../mesh/mass-properties.ts';
import { shapeIntegrals } from '../../mesh/shape-integrals.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Body } from './bodies.ts';
import type { MassBody } from './mass-report.ts';

/** Above f32 rounding of positions, and below the one percent between a round shape and its triangles. */
const maxDifference = 1e-4;

/**
 * Returns the mass of a collider with an exact shape from that shape instead of its triangles. The triangles must be where the transform
 * of the part places the shape; a moved collider, or one with several parts, keeps the mass of its triangles.
 */
export function shapeMass({ parts }: Pick<TriangleMesh, 'parts'>, body: Body, byTriangles: MassBody): MassBody {
  const shape = body.collider?.role.exact ?? null;
  const matrix = body.parts.length === 1 ? parts[body.parts[0]].worldFromPart : null;
  const { middle, integrals } = byTriangles;
  if (shape === null || matrix === null || middle === null || shapeIntegrals(shape, matrix, middle) === null) return byTriangles;
  const { positions, triangles } = tessellate(shape);
  const placed = new Float64Array(positions.length);
  transformPoints(matrix, positions, placed);
  if (!areAlike(integralsOf({ positions: placed, indices: triangles, parts: [] }, middle), integrals)) return byTriangles;
  const sign = Math.sign(integrals[0]);
  return {
    ...byTriangles,
    integralsAbout: (about) =>
      (shapeIntegrals(shape, matrix, about) ?? integralsOf(byTriangles.mesh, about)).map((integral) => sign * integral),
  };
}

/** Whether the integrals of two solids are equal within rounding, for any winding. */
function areAlike(a: readonly number[], b: readonly number[]): boolean {
  const sign = Math.sign(a[0]) * Math.sign(b[0]);
  const volume = Math.abs(a[0]) / 6;
  // Mean distance of the solid from the point.
  const far = Math.sqrt(Math.abs(a[4] + a[5] + a[6]) / (120 * volume));
  return a.every(
    (value, i) => Math.abs(value - sign * b[i]) <= maxDifference * volume * (i === 0 ? 6 : i < 4 ? 24 * far : 120 * far * far),
  );
}
