import type { ImportJobResult } from '#core/job';
import type { Transform, Vec3 } from '#core/math';
import { openMeshSurface } from '#core/mesh';
import { type CurvedSurface, distanceToSurface, type OnSurface, openSurface, rayOnSurface, surfacesOverlap } from '#core/patch';
import type { Ray } from '#core/query';
import { measured } from '../terminal/columns.ts';

/** Returns the curved surface of a file that was read; `null` for a file without patches. */
export function surfaceOf({ mesh }: Pick<ImportJobResult, 'mesh'>): CurvedSurface | null {
  const packed = openMeshSurface(mesh);
  return packed.length === 0 ? null : openSurface(packed);
}

/** A result on the curved surface itself. Values are `null` where there is a problem. */
type SurfaceReport<Values> = Values & {
  /** The error of the values, in mesh units; `null` with a problem. */
  readonly tolerance: number | null;
  readonly problem: string | null;
};

/** Returns the first distance along a ray at which it hits the curved surface; `null` without one. */
export function raySurface(surface: CurvedSurface | null, { origin, direction, far }: Ray) {
  return reported(
    surface,
    (of) => rayOnSurface(of, origin, direction),
    (found) => ({ distance: found === null || found > far ? null : found }),
  );
}

/** Returns the distance of a point from the curved surface as an interval; `null` without one. */
export function distanceSurface(surface: CurvedSurface | null, point: Vec3) {
  return reported(
    surface,
    (of) => distanceToSurface(of, point),
    (found) => ({ lower: found?.lower ?? null, upper: found?.upper ?? null }),
  );
}

/** Returns whether two curved surfaces overlap; `null` unless both files have one. */
export function pairSurface(a: CurvedSurface | null, b: CurvedSurface | null, aFromB: Transform) {
  return reported(
    a !== null && b !== null ? ([a, b] as const) : null,
    ([one, other]) => surfacesOverlap(one, other, aFromB),
    (overlap) => ({ overlap }),
  );
}

/** Returns the result of a query on a curved surface; `null` without one. */
export function reported<Surface, Value, Values>(
  surface: Surface | null,
  query: (surface: Surface) => OnSurface<Value>,
  values: (value: Value | null) => Values,
): SurfaceReport<Values> | null {
  if (surface === null) return null;
  const found = query(surface);
  return 'problem' in found
    ? { ...values(null), tolerance: null, problem: found.problem }
    : { ...values(found.value), tolerance: found.tolerance, problem: null };
}

/** Returns a report as a line of text; empty without one. */
export function surfaceText<Report extends SurfaceReport<unknown>>(report: Report | null, text: (report: Report) => string): string {
  if (report === null) return '';
  const { tolerance, problem } = report;
  return `  on the curved surface: ${problem ?? `${text(report)}, within ${measured(tolerance ?? 0)}`}\n`;
}
