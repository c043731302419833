import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { positionBounds } from './position-bounds.ts';
import type { PhysicsShape, PartSurface } from './physics-shape.ts';

/** Returns the middle of the bounds of a part, to which its vertices are relative. */
export function centreOf({ positions }: PartSurface): Vec3 {
  const { min, max } = positionBounds(positions);
  return [min[0] / 2 + max[0] / 2, min[1] / 2 + max[1] / 2, min[2] / 2 + max[2] / 2];
}

/** Returns the shortest decimal of the nearest f32, which MuJoCo stores. */
export function single(value: number): string {
  const nearest = Math.fround(value);
  for (let digits = 6; digits < 10; digits++) {
    const text = Number(nearest.toPrecision(digits));
    if (Math.fround(text) === nearest) return String(text + 0);
  }
  return String(nearest + 0);
}

/** Returns how many coordinates and indices the meshes of shapes have. */
export function countNumbers(shapes: readonly PhysicsShape[]): number {
  return shapes.reduce((sum, { form: { surface } }) => sum + surface.positions.length + surface.triangles.length, 0);
}

/** Returns the error of a part whose vertices are not f32 numbers, also relative to its centre. */
export function tooWide(name: string, engine: string): InspectorError {
  const message = `The part "${name}" is wider than the 32-bit floats of ${engine}`;
  return new InspectorError({ code: 'too-large', message, fix: 'Scale the mesh', location: {} });
}

/**
 * Checks that f32 has the vertices of a part relative to a centre: the origin, if a format places its parts in f32 too.
 * @throws InspectorError as `tooWide` returns it.
 */
export function checkSingles(name: string, { positions }: PartSurface, engine: string, centre: Vec3 = [0, 0, 0]): void {
  if (!positions.every((value, i) => Number.isFinite(Math.fround(value - centre[i % 3]!)))) throw tooWide(name, engine);
}

/** Returns the vertices of a surface as files store them: f32 relative to the centre of their bounds. */
export function singlePositions(surface: PartSurface): Float64Array {
  const centre = centreOf(surface);
  return surface.positions.map((value, i) => Math.fround(value - centre[i % 3]!));
}
