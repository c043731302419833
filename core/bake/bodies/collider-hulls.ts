import { convexHull, type ConvexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { hullMeasures } from '../../convex/hull/hull-measures.ts';
import { singleDimension } from '../../convex/hull/single-dimension.ts';
import { InspectorError } from '../../error.ts';
import type { BakeNote } from '../bake-note.ts';
import type { PhysicsShape, PartSurface } from './physics-shape.ts';
import { noteOf } from './shape-notes.ts';
import { singlePositions, tooWide } from './single-positions.ts';

/** The convex hulls that an engine makes of meshes. */
export interface ColliderHulls {
  /** One for each shape; `null` for primitives and rendered parts. */
  readonly hulls: readonly (ConvexHull | null)[];
  readonly notes: readonly BakeNote[];
}

/**
 * Returns the convex hull of the f32 vertices of each mesh that collides, for engines that take it whatever the mesh, with a note on meshes that are not convex.
 * @param positionsOf the f32 vertices of a surface: by default relative to its centre
 * @throws InspectorError `invalid-argument` with the name of a flat part and its number of vertices; `too-large` for one wider than f32.
 */
export function colliderHulls(shapes: readonly PhysicsShape[], engine: string, positionsOf = singlePositions): ColliderHulls {
  const hulls = shapes.map(({ name, use, form }) => {
    if (use === 'rendered' || form.kind === 'exact') return null;
    const positions = positionsOf(form.surface);
    if (!positions.every(Number.isFinite)) throw tooWide(name, engine);
    const hull = convexHull(positions);
    if (singleDimension(hull) < 3) throw flat(name, form.surface, engine);
    return hull;
  });
  const hollow = shapes.filter(({ form }, i) => {
    const hull = hulls[i] ?? null;
    return hull !== null && form.kind === 'triangles' && !fills(form.surface, hullMeasures(hull).volume);
  });
  const message = `${engine} collides with the convex hull of each mesh, which fills the hollows of these parts: run boxwood decompose first`;
  return { hulls, notes: noteOf('hull-used', message, hollow.length) };
}

/**
 * Returns a surface, or its convex hull if it is not convex.
 * @throws InspectorError as `colliderHulls`.
 */
export function convexSurface(
  name: string,
  surface: PartSurface,
  engine: string,
): { readonly surface: PartSurface; readonly isChanged: boolean } {
  const hull = convexHull(surface.positions);
  if (singleDimension(hull) < 3) throw flat(name, surface, engine);
  if (fills(surface, hullMeasures(hull).volume)) return { surface, isChanged: false };
  return { surface: { positions: hull.positions, triangles: hullTriangles(hull) }, isChanged: true };
}

function flat(name: string, { positions }: PartSurface, engine: string): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: `${engine} collides with convex hulls, and the ${positions.length / 3} vertices of the part "${name}" lie in one plane in 32-bit floats`,
    fix: 'Write it with a thickness (--flat thicken), or leave it out (--flat skip)',
    location: {},
  });
}

/** Whether a surface encloses a volume, up to rounding. */
function fills({ positions: p, triangles }: PartSurface, volume: number): boolean {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ax, ay, az] = [p[a] - p[0], p[a + 1] - p[1], p[a + 2] - p[2]];
    const [bx, by, bz] = [p[b] - p[0], p[b + 1] - p[1], p[b + 2] - p[2]];
    const [cx, cy, cz] = [p[c] - p[0], p[c + 1] - p[1], p[c + 2] - p[2]];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return Math.abs(Math.abs(sum) / 6 - volume) <= 1e-6 * volume;
}
