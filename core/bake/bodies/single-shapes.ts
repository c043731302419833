import { convexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { singleDimension } from '../../convex/hull/single-dimension.ts';
import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { PhysicsShape } from './physics-shape.ts';
import { centreOf, tooWide } from './single-positions.ts';

/** A shape with its vertices as files store them: f32 relative to a centre in f32. A primitive has none. */
export interface SingleShape {
  /** With the vertices that a reader gets. */
  readonly shape: PhysicsShape;
  readonly centre: Vec3;
  /** (3·V) */
  readonly vertices: Float32Array<ArrayBuffer>;
}

const { fround } = Math;

/**
 * Returns shapes with rounded vertices. A hull is the one of its rounded vertices, so that an engine finds the same.
 * @param engine what the message calls the engine
 * @throws InspectorError `invalid-argument` for a hull that is flat; `too-large` for coordinates beyond f32.
 */
export function singleShapes(shapes: readonly PhysicsShape[], engine: string): readonly SingleShape[] {
  return shapes.map((shape) => {
    const { form, name } = shape;
    if (form.kind === 'exact') return { shape, centre: [0, 0, 0], vertices: new Float32Array() };
    const centre = centreOf(form.surface).map((value) => fround(value) + 0) as unknown as Vec3; // three of three
    const rounded = form.surface.positions.map((value, i) => fround(value - centre[i % 3]!));
    if (!rounded.every(Number.isFinite) || !centre.every(Number.isFinite)) throw tooWide(name, engine);
    const hull = form.kind === 'hull' ? convexHull(rounded) : null;
    if (hull !== null && singleDimension(hull) < 3) throw flatHullOf(name, rounded.length / 3, engine);
    const vertices = hull?.positions ?? rounded;
    const surface = {
      positions: vertices.map((value, i) => value + centre[i % 3]!),
      triangles: hull === null ? form.surface.triangles : hullTriangles(hull),
    };
    return { shape: { ...shape, form: { kind: form.kind, surface } }, centre, vertices: Float32Array.from(vertices) };
  });
}

function flatHullOf(name: string, vertices: number, engine: string): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: `The ${vertices} vertices of the hull "${name}" lie in one plane in 32-bit floats, and ${engine} makes no hull of them`,
    fix: 'Write it with a thickness (--flat thicken), or leave it out (--flat skip)',
    location: {},
  });
}
