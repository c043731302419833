import { InspectorError } from '../../error.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked } from '../bake-input.ts';
import { checkPartCount } from '../bodies/part-limit.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { type SingleShape, singleShapes } from '../bodies/single-shapes.ts';
import { leftOutMessages, noTriangleLeft } from '../leaf-mesh.ts';
import { writtenTriangles } from '../written-triangles.ts';
import { convexRadiusPart, maxConvexRadius, maxJoltHullPoints } from './layout.ts';

/** Shapes of Jolt, with notes on what it does not keep. */
export interface StoredJoltShapes {
  readonly shapes: readonly SingleShape[];
  readonly notes: Baked['notes'];
}

/**
 * Returns the parts of a mesh that collide as shapes of Jolt.
 * @throws InspectorError `invalid-argument` for a flat hull; `too-large` beyond 256 points of a hull, and beyond the parts of a file; `no-triangles`;
 *     whatever `progress` throws.
 */
export function storedJoltShapes(mesh: TriangleMesh, _space: SourceSpace, progress: Progress): StoredJoltShapes {
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const solid = all.shapes.filter(({ use }) => use !== 'rendered');
  const lost = solid.filter(({ physics, use }) => physics !== null || use === 'trigger').length;
  let left = 0;
  const shapes = singleShapes(solid, 'Jolt').flatMap((one) => {
    const { form, name } = one.shape;
    if (form.kind === 'hull' && one.vertices.length / 3 > maxJoltHullPoints) throw tooManyPoints(name, one.vertices.length / 3);
    if (form.kind !== 'triangles') return [one];
    const kept = keptTriangles(one.vertices, form.surface.triangles);
    left += (form.surface.triangles.length - kept.length) / 3;
    return kept.length === 0 ? [] : [{ ...one, shape: { ...one.shape, form: { ...form, surface: { ...form.surface, triangles: kept } } } }];
  });
  if (shapes.length === 0) throw noTriangleLeft('jolt');
  checkPartCount(shapes.length, 'Jolt');
  return {
    shapes,
    notes: [
      ...formNotes(all),
      ...noteOf('parts-left-out', 'Parts that are only rendered were left out', all.shapes.length - solid.length),
      ...noteOf('triangles-left-out', leftOutMessages.jolt, left),
      ...noteOf('names-changed', 'Names were not written: the user data of a shape is its number', shapes.length),
      ...noteOf('physics-lost', 'Friction, layers and triggers were not written: Jolt has them in its bodies, not in its shapes', lost),
    ],
  };
}

/** Returns the triangles that Jolt does not take for degenerate. */
function keptTriangles(vertices: Float32Array, triangles: Uint32Array): Uint32Array {
  const isKept = writtenTriangles('jolt', { positions: Float64Array.from(vertices), indices: triangles, parts: [] });
  return triangles.filter((_, i) => isKept(Math.floor(i / 3)));
}

function tooManyPoints(name: string, points: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The hull of the part "${name}" has ${points} vertices, and a hull of Jolt has at most ${maxJoltHullPoints}`,
    fix: 'Reduce it first: boxwood convex hull --max-vertices 256, or boxwood decompose',
    location: {},
  });
}

/** Returns by how much Jolt rounds the edges of a shape with these half sizes. */
export function convexRadius(half: readonly number[]): number {
  return Math.min(maxConvexRadius, convexRadiusPart * Math.min(...half));
}
