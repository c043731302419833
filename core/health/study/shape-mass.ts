import { transformPoints } from '../../math/transform.ts';
import { integralsOf } from '../../mesh/mass-properties.ts';
import { shapeIntegrals } from '../../mesh/shape-integrals.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Body } from './bodies.ts';
import type { MassBody } from './mass-report.ts';

/** Positions may have been rounded to f32 since; a round shape and its triangles differ by a percent. */
const maxDifference = 1e-4;

/**
 * A collider that its file gives in numbers has the mass of its shape, not of the triangles that follow it. Those triangles must be
 * where the transform of the part puts the shape: what was moved since, or is of several parts, is weighed by its triangles.
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

/** Whether moments of two solids are the same but for rounding, whichever way they are wound. */
function areAlike(a: readonly number[], b: readonly number[]): boolean {
  const turn = Math.sign(a[0]) * Math.sign(b[0]);
  const volume = Math.abs(a[0]) / 6;
  // How far from the point the solid is on the whole.
  const far = Math.sqrt(Math.abs(a[4] + a[5] + a[6]) / (120 * volume));
  return a.every(
    (value, i) => Math.abs(value - turn * b[i]) <= maxDifference * volume * (i === 0 ? 6 : i < 4 ? 24 * far : 120 * far * far),
  );
}
